import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import type { Board } from './board-types.ts';

export function HoursChart({ board }: { board: Board }) {
  const { t } = useTranslation();
  const option = useMemo(
    () => ({
      ...chartBase('dark'),
      grid: { left: 4, right: 8, top: 30, bottom: 4, containLabel: true },
      xAxis: chartAxis('dark', 'category', {
        data: board.hours.map(({ hour }) => String(hour).padStart(2, '0')),
      }),
      yAxis: chartAxis('dark', 'value', { minInterval: 1 }),
      series: (['planned', 'departed', 'landed'] as const).map((name) => ({
        name: t(`board.hours.${name}`),
        type: 'bar',
        barGap: '0%',
        data: board.hours.map((hour) => hour[name]),
      })),
    }),
    [board, t],
  );
  const words = board.hours
    .filter(({ planned, departed, landed }) => planned + departed + landed > 0)
    .map(({ hour, planned, departed, landed }) => `${hour}:00 ${planned}/${departed}/${landed}`);
  return (
    <section className="board-panel" data-panel="hours">
      <h2>{t('board.hours')}</h2>
      <div className="board-fill">
        <Chart option={option} height="100%" label={`${t('board.hours')}: ${words.join(', ')}`} />
      </div>
    </section>
  );
}
