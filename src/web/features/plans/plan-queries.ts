import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Operation } from '#contract/plans/operate-record.ts';
import type { CheckView, PlanDetail, PlanItem, StepDetail } from '#contract/plans/plan-output.ts';
import type { OutputOf } from '#contract/services.ts';
import type { PlanState } from '#domain/plans/states.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

/** Everything about plans lies below this key: one change asks all of it again, what is not on the screen later. */
export const planKey = 'plans';

/** Asks again for what shows plans, as after an action of one's own. */
export function refreshPlans(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [planKey] });
}

/** Keeps every plan on the screen as the server has it; mounted by each screen that shows plans. */
export function useLivePlans(): void {
  const client = useQueryClient();
  const refresh = useCallback(() => void refreshPlans(client), [client]);
  useLiveChanges('plan', refresh);
  useLiveChanges('flightStatus', refresh);
}

export interface PlanFilter {
  states?: readonly PlanState[];
  /** e.g. `flownKinds` of next-action.ts. */
  kinds?: readonly string[];
  keyword?: string;
  /** Plans whose time meets this span; UTC, ISO 8601. */
  from?: string;
  to?: string;
  sorting?: string;
}

export function usePlans({ states, kinds, ...filter }: PlanFilter, enabled = true) {
  const input = {
    ...filter,
    ...(states ? { states: [...states] } : {}),
    ...(kinds ? { kinds: [...kinds] } : {}),
  };
  const locale = useLocale();
  return useQuery<{ totalCount: number; items: PlanItem[] }, RequestError>({
    queryKey: [planKey, 'list', input, locale],
    queryFn: () => callService('Navigation', 'GetNAircraft', { ...input, maxResultCount: 500 }),
    enabled,
    placeholderData: (before) => before,
  });
}

/** What holds up the next submission, by the rule that refuses it; with time more may. */
export function useUnfinished() {
  const locale = useLocale();
  return useQuery<{ totalCount: number; items: PlanItem[] }, RequestError>({
    queryKey: [planKey, 'unfinished', locale],
    queryFn: () => callService('TomorrowNavigation', 'GetNotFinishNAircraft', { maxResultCount: 1000 }),
    refetchInterval: 30_000,
  });
}

export function usePlan(id: number | null) {
  const locale = useLocale();
  return useQuery<PlanDetail, RequestError>({
    queryKey: [planKey, 'detail', id, locale],
    queryFn: id === null ? skipToken : () => callService('Navigation', 'GetNAircraftById', { id }),
  });
}

/** The waiting step as I may decide it. Asked only of who opens it as an approver: the asking takes it up. */
export function useSteps(id: number | null) {
  const locale = useLocale();
  return useQuery<StepDetail, RequestError>({
    queryKey: [planKey, 'steps', id, locale],
    queryFn: id === null ? skipToken : () => callService('Navigation', 'GetStepNaircraft', { nairid: id }),
  });
}

export function useInbox(enabled = true) {
  const locale = useLocale();
  return useQuery<OutputOf<'FlowConfig', 'GetInbox'>, RequestError>({
    queryKey: [planKey, 'inbox', locale],
    queryFn: () => callService('FlowConfig', 'GetInbox', { maxResultCount: 500 }),
    enabled,
  });
}

export function useOperations(id: number | null) {
  const locale = useLocale();
  return useQuery<{ items: Operation[] }, RequestError>({
    queryKey: [planKey, 'operations', id, locale],
    queryFn: id === null ? skipToken : () => callService('OperateRecord', 'GetListById', { id }),
  });
}

/** What a check of the stored plan finds. */
export function useFindings(id: number | null) {
  const locale = useLocale();
  return useQuery<CheckView, RequestError>({
    queryKey: [planKey, 'findings', id, locale],
    queryFn: id === null ? skipToken : () => callService('Navigation', 'GetFindingsById', { id }),
  });
}
