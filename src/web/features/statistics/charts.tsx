import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlanFigure, planFigure } from '#domain/statistics/measures.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { palette } from '#web/ui/palette.ts';
import type { FigureRow } from './figure-table.tsx';
import { figureText } from './statistics-state.ts';
import './statistics.css';

/** Names of a chart at most; what is beyond is in the table. */
const mostNames = 12;

/** A figure along the time, as bars; a rate as a line. */
export function TimeChart({ rows, figure, label }: { rows: FigureRow[]; figure: PlanFigure; label: string }) {
  const { t } = useTranslation();
  const mode = useMode();
  const option = useMemo(() => {
    const isRate = figure.endsWith('Rate');
    return {
      ...chartBase(mode),
      legend: { show: false },
      grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
      xAxis: chartAxis(mode, 'category', { data: rows.map(({ name }) => name) }),
      yAxis: chartAxis(
        mode,
        'value',
        isRate ? { min: 0, max: 100, axisLabel: { formatter: '{value}%', color: palette[mode].soft } } : {},
      ),
      series: [
        {
          name: t(`statistics.figure.${figure}`),
          type: isRate ? 'line' : 'bar',
          barMaxWidth: 28,
          symbol: 'circle',
          data: rows.map(({ sums }) => rounded(planFigure(sums, figure), isRate)),
        },
      ],
    };
  }, [rows, figure, mode, t]);
  return <Chart option={option} height={220} label={label} />;
}

/** The first names by a figure, the greatest above, each with its figure as text. */
export function NamesChart({
  rows,
  figure,
  label,
}: {
  rows: FigureRow[];
  figure: PlanFigure;
  label: string;
}) {
  const { t } = useTranslation();
  const mode = useMode();
  const shown = useMemo(
    () =>
      [...rows]
        .sort((a, b) => (planFigure(b.sums, figure) ?? -1) - (planFigure(a.sums, figure) ?? -1))
        .slice(0, mostNames),
    [rows, figure],
  );
  const option = useMemo(
    () => ({
      ...chartBase(mode),
      legend: { show: false },
      grid: { left: 8, right: 64, top: 4, bottom: 4, containLabel: true },
      xAxis: chartAxis(mode, 'value', { axisLabel: { show: false } }),
      yAxis: chartAxis(mode, 'category', {
        inverse: true,
        data: shown.map(({ name }) => name),
        axisLabel: { color: palette[mode].soft, width: 130, overflow: 'truncate' },
      }),
      series: [
        {
          name: t(`statistics.figure.${figure}`),
          type: 'bar',
          barMaxWidth: 18,
          data: shown.map(({ sums }) => rounded(planFigure(sums, figure), figure.endsWith('Rate'))),
          label: {
            show: true,
            position: 'right',
            color: palette[mode].ink,
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const row = shown[dataIndex];
              return row ? figureText(row.sums, figure) : '';
            },
          },
        },
      ],
    }),
    [shown, figure, mode, t],
  );
  return <Chart option={option} height={Math.max(90, 26 * shown.length + 12)} label={label} />;
}

const rounded = (value: number | null, isRate: boolean) =>
  value === null ? null : Math.round(value * (isRate ? 1000 : 10)) / 10;

/** Days of the week against hours: the number in each cell, the shade says it again. */
export function HourGrid({ rows, figure, label }: { rows: FigureRow[]; figure: PlanFigure; label: string }) {
  const { t } = useTranslation();
  const known = new Map(rows.map(({ key, sums }) => [key, sums]));
  const most = Math.max(1, ...rows.map(({ sums }) => planFigure(sums, figure) ?? 0));
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is pushed aside by keys too
    <section className="statistics-grid-box" tabIndex={0} aria-label={label}>
      <table className="statistics-grid">
        <caption className="cw-hidden">{label}</caption>
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <tr key={day}>
              <th scope="row">{t(`statistics.weekday.${day}`)}</th>
              {hours.map((hour) => {
                const sums = known.get(`${day}-${hour}`);
                const value = sums ? (planFigure(sums, figure) ?? 0) : 0;
                return (
                  <td key={hour} className="cw-figures">
                    <span
                      style={{ opacity: value === 0 ? 0 : 0.12 + 0.33 * (value / most) }}
                      aria-hidden="true"
                    />
                    <b>{sums && value > 0 ? figureText(sums, figure) : ''}</b>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
