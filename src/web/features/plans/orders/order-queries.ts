import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { planKey } from '#web/features/plans/plan-queries.ts';

/** The orders of a flight, newest first; without one, those in force of all flights in the air. */
export function useFlightOrders(plan: number | null, enabled = true) {
  const locale = useLocale();
  return useQuery<OutputOf<'Navigation', 'GetFlightOrders'>, RequestError>({
    queryKey: [planKey, 'orders', plan, locale],
    queryFn: () => callService('Navigation', 'GetFlightOrders', plan === null ? {} : { id: plan }),
    enabled,
    // What was missed while the connection was away is not missed for long.
    refetchInterval: plan === null ? 30_000 : false,
  });
}
