import { useQuery } from '@tanstack/react-query';
import type { Labels } from '#contract/labels.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { planKey } from '#web/features/plans/plan-queries.ts';

/** What GetDetours answers. Times are UTC, ISO 8601. */
export interface Detour {
  id: number;
  plan: number;
  planNumber: string;
  callsign: string | null;
  jobTask: number;
  state: 'open' | 'accepted' | 'refused';
  reason: string;
  /** Fields of the task that become another: route, geometry, destination, destinationPoint, lower, upper. */
  change: Record<string, unknown>;
  before: Record<string, unknown>;
  changeLabels: Labels;
  beforeLabels: Labels;
  appliedAt: string;
  appliedByName: string | null;
  decidedAt: string | null;
  decidedByName: string | null;
  comment: string | null;
  mayDecide: boolean;
}

/** The detours of a plan, newest first; without one, those of all flights that wait for an answer. */
export function useDetours(plan: number | null, enabled = true) {
  const locale = useLocale();
  return useQuery<{ items: Detour[] }, RequestError>({
    queryKey: [planKey, 'detours', plan, locale],
    queryFn: () => callService('Navigation', 'GetDetours', plan === null ? {} : { id: plan }),
    enabled,
  });
}
