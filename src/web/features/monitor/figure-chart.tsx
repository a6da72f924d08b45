import { Card, Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { figureOf } from '#domain/monitor/figures.ts';
import { unitText } from '#domain/monitor/unit-text.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { momentText } from './moment-text.ts';
import { type MonitorHistory, useFigureHistory } from './monitor-queries.ts';

/** Spans in hours: an hour, a watch, a day, a week, a month. */
export const spans = [1, 6, 24, 168, 744] as const;

interface Props {
  figure: string;
  hours: number;
  onHours: (hours: number) => void;
}

/** One figure of every server over a time, from what the product itself has stored. */
export function FigureChart({ figure, hours, onHours }: Props) {
  const { t } = useTranslation();
  const history = useFigureHistory(figure, hours);
  return (
    <Card
      size="small"
      title={t(`monitor.figure.${figure}`)}
      extra={
        <Segmented
          size="small"
          aria-label={t('monitor.span')}
          value={hours}
          onChange={onHours}
          options={spans.map((value) => ({ value, label: t(`monitor.span.${value}`) }))}
        />
      }
    >
      {history.error && <Failure error={history.error} retry={() => void history.refetch()} />}
      {history.data?.series.length === 0 && <p role="status">{t('monitor.noHistory')}</p>}
      {history.data && history.data.series.length > 0 && <Drawn figure={figure} history={history.data} />}
    </Card>
  );
}

function Drawn({ figure, history }: { figure: string; history: MonitorHistory }) {
  const { t } = useTranslation();
  const mode = useMode();
  const unit = figureOf(figure)?.unit ?? 'count';
  const whole = t('monitor.installation');
  const option = useMemo(() => {
    const times = [...new Set(history.series.flatMap(({ points }) => points.map(({ at }) => at)))].sort(
      (a, b) => a - b,
    );
    const line = (name: string, values: ReadonlyMap<number, number>, isPeak: boolean) => ({
      name,
      type: 'line',
      showSymbol: times.length < 3,
      connectNulls: false,
      lineStyle: { width: isPeak ? 1 : 2, type: isPeak ? 'dotted' : 'solid' },
      data: times.map((at) => values.get(at) ?? null),
    });
    return {
      ...chartBase(mode),
      xAxis: chartAxis(mode, 'category', { data: times.map((at) => momentText(at).slice(5, 16)) }),
      yAxis: chartAxis(mode, 'value', {
        axisLabel: { formatter: (value: number) => unitText(value, unit) },
      }),
      series: history.series.flatMap(({ server, points }) => [
        line(server || whole, new Map(points.map(({ at, mean }) => [at, mean])), false),
        ...(points.some(({ mean, peak }) => mean !== peak)
          ? [
              line(
                `${server || whole} · ${t('monitor.peak')}`,
                new Map(points.map(({ at, peak }) => [at, peak])),
                true,
              ),
            ]
          : []),
      ]),
    };
  }, [history, mode, t, unit, whole]);
  const words = history.series.map(({ server, points }) => {
    const last = points.at(-1);
    return `${server || whole} ${last ? unitText(last.mean, unit) : '—'}`;
  });
  return (
    <Chart option={option} height={240} label={`${t(`monitor.figure.${figure}`)}: ${words.join(', ')}`} />
  );
}
