import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { serviceZone } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { planKey } from '#web/features/plans/plan-queries.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import { type QueryState, readQuery, requestOf, writeQuery } from './query-state.ts';
import type { PlanWithTasks } from './time-line-model.ts';

export interface QueryAnswer {
  items: PlanWithTasks[];
  totalCount: number;
  counts: { state: number; count: number }[];
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
  const minute = Math.floor(useNow(30_000) / 60_000);
  const body = requestOf(state, minute * 60_000, serviceZone());
  return useQuery<QueryAnswer, RequestError>({
    queryKey: [planKey, 'history', body, locale],
    queryFn: () => callService('Navigation', 'GetHistoryNAircraft', body),
    placeholderData: (before) => before,
  });
}
