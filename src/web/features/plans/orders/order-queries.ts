import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { planKey } from '#web/features/plans/plan-queries.ts';

/** The orders of a flight, newest first. */
export function useFlightOrders(plan: number, enabled = true) {
  const locale = useLocale();
  return useQuery<OutputOf<'Navigation', 'GetFlightOrders'>, RequestError>({
    queryKey: [planKey, 'orders', plan, locale],
    queryFn: () => callService('Navigation', 'GetFlightOrders', { id: plan }),
    enabled,
  });
}
