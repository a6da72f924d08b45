import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { serviceZone } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { planKey } from '#web/features/plans/plan-queries.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import {
  nearestTo,
  neighbourOf,
  type QueryState,
  readQuery,
  requestOf,
  type TimeWindow,
  windowOf,
  writeQuery,
} from './query-state.ts';
import type { PlanWithTasks } from './time-line-model.ts';

export interface QueryAnswer {
  items: PlanWithTasks[];
  totalCount: number;
  counts: { state: number; count: number }[];
  /** The window of the time line that this answers. */
  shown?: TimeWindow;
  /** Where there is none in that window: the start of the last plan before it and of the first after it, UTC ms. */
  nearest?: { before: number | null; after: number | null };
}

/** What each way to show the answer is given. */
export interface AnswerProps {
  answer: QueryAnswer;
  state: QueryState;
  change: (part: Partial<QueryState>) => void;
}

/** The state of the query, which lives in the address and nowhere else. */
export function useQueryState(): [QueryState, (part: Partial<QueryState>) => void] {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => readQuery(search), [search]);
  // Two changes in one breath build on each other.
  const latest = useRef(state);
  latest.current = state;
  const change = useCallback(
    (part: Partial<QueryState>) => {
      // Another question begins at its first page.
      const next = { ...latest.current, page: 1, ...part };
      latest.current = next;
      setSearch(writeQuery(next), { replace: true });
    },
    [setSearch],
  );
  return [state, change];
}

export function usePlanQuery(state: QueryState) {
  const locale = useLocale();
  // The window of the time line follows the clock in steps; a question a second would be none.
  const now = Math.floor(useNow(30_000) / 60_000) * 60_000;
  const body = requestOf(state, now, serviceZone());
  return useQuery<QueryAnswer, RequestError>({
    queryKey: [planKey, 'history', body, state.show === 'timeline' ? state.at : '', locale],
    queryFn: () =>
      state.show === 'timeline'
        ? askTimeLine(state, now)
        : callService('Navigation', 'GetHistoryNAircraft', body),
    placeholderData: (before) => before,
  });
}

/** The plans of the window; where it has none, those nearest to it, unless the window was chosen. */
async function askTimeLine(state: QueryState, now: number): Promise<QueryAnswer> {
  const zone = serviceZone();
  const ask = (body: Record<string, unknown>) => callService('Navigation', 'GetHistoryNAircraft', body);
  const shown = windowOf(state, now, zone);
  const answer = await ask(requestOf(state, now, zone, shown));
  if (answer.totalCount > 0) return { ...answer, shown };
  const [before, after] = await Promise.all(
    (['before', 'after'] as const).map(async (side) => {
      const [plan] = (await ask(neighbourOf(state, side, shown, zone))).items;
      return plan?.startTime ? Date.parse(plan.startTime) : null;
    }),
  );
  const nearest = { before: before ?? null, after: after ?? null };
  const at = state.at === '' ? nearestTo(shown, nearest.before, nearest.after) : null;
  if (at === null) return { ...answer, shown, nearest };
  const there = windowOf({ ...state, at: new Date(at).toISOString() }, now, zone);
  return { ...(await ask(requestOf(state, now, zone, there))), shown: there };
}
