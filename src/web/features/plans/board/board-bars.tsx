import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stateKey } from '#domain/plans/states.ts';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import type { Board, BoardGroup } from './board-types.ts';
import { PagedRows } from './paged-rows.tsx';

/** Pixels. */
const rowHeight = 22;

interface Turning {
  held: boolean;
  whole: boolean;
}

/** How many of a group are flying, have flown, and have yet to. */
const parts = ['flown', 'flying', 'rest'] as const;

/** Plans of the day by their state. */
export function StatesPanel({ states, ...turning }: Turning & { states: Board['states'] }) {
  const { t } = useTranslation();
  const most = mostOf(states);
  const title = t('board.states');
  return (
    <section className="board-panel" data-panel="states">
      <h2>{title}</h2>
      <PagedRows
        {...turning}
        rows={states}
        rowHeight={rowHeight}
        label={title}
        keyOf={({ state }) => state}
        render={({ state, count }) => (
          <div className="board-bar">
            <span title={t(stateKey(state, { today: true }))}>
              <PlanStateTag state={state} today />
            </span>
            <span className="board-bar-room" aria-hidden="true">
              <Part count={count} most={most} />
            </span>
            <strong className="cw-figures">{count}</strong>
          </div>
        )}
      />
    </section>
  );
}

/** Operators or mission types of the day, the busiest first. */
export function GroupsPanel({
  name,
  groups,
  ...turning
}: Turning & { name: 'companies' | 'missionTypes'; groups: BoardGroup[] }) {
  const { t } = useTranslation();
  const most = mostOf(groups);
  const title = t(`board.${name}`);
  return (
    <section className="board-panel board-ranking" data-panel={name}>
      <h2>{title}</h2>
      <p className="board-legend" aria-hidden="true">
        {parts.map((part) => (
          <span key={part}>
            <i data-part={part} />
            {t(`board.groups.${part}`)}
          </span>
        ))}
      </p>
      <PagedRows
        {...turning}
        rows={groups}
        rowHeight={rowHeight}
        label={title}
        keyOf={({ id }) => id ?? 0}
        render={(group) => {
          const counts = { ...group, rest: group.count - group.flying - group.flown };
          const words = parts.map((part) => `${t(`board.groups.${part}`)} ${counts[part]}`).join(', ');
          return (
            <div className="board-bar">
              <span title={group.name}>{group.name}</span>
              <span className="board-bar-room" role="img" aria-label={words} title={words}>
                {parts.map((part) => (
                  <Part key={part} part={part} count={counts[part]} most={most} />
                ))}
              </span>
              <strong className="cw-figures">{group.count}</strong>
            </div>
          );
        }}
      />
    </section>
  );
}

function Part({ part, count, most }: { part?: string; count: number; most: number }): ReactNode {
  return <i data-part={part} style={{ width: `${(100 * count) / most}%` }} />;
}

function mostOf(rows: readonly { count: number }[]): number {
  return Math.max(1, ...rows.map(({ count }) => count));
}
