import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { stateKey } from '#domain/plans/states.ts';
import { Chart, chartAxis, chartBase, chartColours } from '#web/ui/chart.tsx';
import type { Board, BoardGroup } from './board-types.ts';

/** Colours of the states as their tags have them in the dark (plan-state.css). */
const stateColours = [
  '#a7b4c9',
  '#69b1ff',
  '#69b1ff',
  '#ff8a80',
  '#4fd1c5',
  '#a8a4ff',
  '#a8a4ff',
  '#ff8a80',
  '#5ddb8b',
  '#7cc4ff',
  '#a3c2ad',
  '#9aa7bd',
  '#9aa7bd',
];

export function StatesChart({ board }: { board: Board }) {
  const { t } = useTranslation();
  const option = useMemo(
    () => ({
      ...chartBase('dark'),
      legend: { show: false },
      grid: { left: 4, right: 36, top: 4, bottom: 4, containLabel: true },
      xAxis: chartAxis('dark', 'value', { minInterval: 1, axisLabel: { show: false } }),
      yAxis: chartAxis('dark', 'category', {
        inverse: true,
        data: board.states.map(({ state }) => t(stateKey(state, { today: true }))),
      }),
      series: [
        {
          type: 'bar',
          barMaxWidth: 16,
          label: { show: true, position: 'right', color: '#d5deeb' },
          data: board.states.map(({ state, count }) => ({
            value: count,
            itemStyle: { color: stateColours[state] },
          })),
        },
      ],
    }),
    [board, t],
  );
  const words = board.states.map(({ state, count }) => `${t(stateKey(state, { today: true }))} ${count}`);
  return (
    <section className="board-panel" data-panel="states">
      <h2>{t('board.states')}</h2>
      <div className="board-fill">
        <Chart option={option} height="100%" label={`${t('board.states')}: ${words.join(', ')}`} />
      </div>
    </section>
  );
}

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

const groupGrid = { left: 4, right: 16, containLabel: true };
const groupNames = { overflow: 'truncate', color: '#d5deeb' };
const high = {
  legend: { show: true },
  grid: { ...groupGrid, top: 30, bottom: 4 },
  xAxis: { axisLabel: { show: true } },
  yAxis: { axisLabel: { ...groupNames, width: 150, fontSize: 12 } },
};
/** Where alerts or a small window leave no room for all, the names of the bars are what is read. */
const low = {
  query: { maxHeight: 110 },
  option: {
    legend: { show: false },
    grid: { ...groupGrid, top: 0, bottom: 0 },
    xAxis: { axisLabel: { show: false } },
    yAxis: { axisLabel: { ...groupNames, width: 130, fontSize: 11 } },
  },
};

/** Operators or mission types of the day, the busiest first. */
export function GroupsChart({ name, groups }: { name: 'companies' | 'missionTypes'; groups: BoardGroup[] }) {
  const { t } = useTranslation();
  const option = useMemo(() => {
    const shown = groups.slice(0, 6);
    const baseOption = {
      ...chartBase('dark'),
      xAxis: chartAxis('dark', 'value', { minInterval: 1 }),
      yAxis: chartAxis('dark', 'category', {
        inverse: true,
        data: shown.map((group) => group.name),
      }),
      series: (['rest', 'flying', 'flown'] as const).map((part, index) => ({
        name: t(`board.groups.${part}`),
        type: 'bar',
        stack: 'all',
        barMaxWidth: 16,
        itemStyle: { color: chartColours.dark[[6, 0, 1][index] ?? 0] },
        data: shown.map((group) =>
          part === 'rest' ? group.count - group.flying - group.flown : group[part],
        ),
      })),
    };
    return { baseOption, media: [low, { option: high }] };
  }, [groups, t]);
  const words = groups.map((group) => `${group.name} ${group.count}`);
  return (
    <section className="board-panel" data-panel={name}>
      <h2>{t(`board.${name}`)}</h2>
      <div className="board-fill">
        <Chart option={option} height="100%" label={`${t(`board.${name}`)}: ${words.join(', ')}`} />
      </div>
    </section>
  );
}
