import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ObservationReport } from '#contract/weather.ts';
import { visibilityOf } from '#domain/weather/category.ts';
import type { Observation } from '#domain/weather/weather.ts';
import { localText } from '#web/client/clock.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';

interface Line {
  name: string;
  value: (one: Observation) => number | null;
}

const charts: { id: string; lines: Line[]; fromZero: boolean }[] = [
  {
    id: 'wind',
    fromZero: true,
    lines: [
      { name: 'wind', value: ({ wind }) => wind?.speedMps ?? null },
      { name: 'gust', value: ({ wind }) => wind?.gustMps ?? null },
    ],
  },
  { id: 'visibility', fromZero: true, lines: [{ name: 'visibility', value: visibilityOf }] },
  {
    id: 'temperature',
    fromZero: false,
    lines: [
      { name: 'temperature', value: ({ temperatureC }) => temperatureC },
      { name: 'dewPoint', value: ({ dewPointC }) => dewPointC },
    ],
  },
  { id: 'qnh', fromZero: false, lines: [{ name: 'qnh', value: ({ qnhHpa }) => qnhHpa }] },
];

/** The last 24 hours of an aerodrome: wind, visibility, temperature with dew point, QNH. `history`: newest first. */
export function HistoryCharts({ history }: { history: readonly ObservationReport[] }) {
  const rows = useMemo(() => [...history].reverse().map(({ decoded }) => decoded), [history]);
  return (
    <div className="cw-history">
      {charts.map(({ id, lines, fromZero }) => (
        <HistoryChart key={id} rows={rows} lines={lines} fromZero={fromZero} />
      ))}
    </div>
  );
}

function HistoryChart({
  rows,
  lines,
  fromZero,
}: {
  rows: readonly Observation[];
  lines: readonly Line[];
  fromZero: boolean;
}) {
  const { t } = useTranslation();
  const mode = useMode();
  const option = useMemo(() => {
    const times = rows.map(({ observedAt }) => localText(new Date(observedAt).toISOString()).slice(11, 16));
    return {
      ...chartBase(mode),
      xAxis: chartAxis(mode, 'category', { data: times }),
      yAxis: chartAxis(mode, 'value', { scale: !fromZero }),
      series: lines.map(({ name, value }) => ({
        name: t(`weather.page.chart.${name}`),
        type: 'line',
        symbol: 'circle',
        symbolSize: 4,
        data: rows.map(value),
      })),
    };
  }, [rows, lines, fromZero, mode, t]);
  const [first] = lines;
  const values = rows.flatMap((row) => first?.value(row) ?? []);
  if (values.length === 0) return null;
  const label = t('weather.page.chart.label', {
    name: t(`weather.page.chart.${first?.name}`),
    count: values.length,
    least: Math.min(...values),
    most: Math.max(...values),
  });
  return <Chart option={option} height={170} label={label} />;
}
