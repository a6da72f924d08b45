import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/services.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

export const ordersKey = ['coordination', 'orders'];

export type OpenOrders = OutputOf<'Coordination', 'GetOpenOrders'>;

/** What the hub missed is found by asking, ms. */
const askAgainMs = 60_000;

/** Orders and information that wait for an acknowledgement: of mine, and those that I gave. */
export function useOpenOrders(enabled = true) {
  const locale = useLocale();
  return useQuery<OpenOrders>({
    queryKey: [...ordersKey, locale],
    queryFn: () => callService('Coordination', 'GetOpenOrders', {}),
    enabled,
    refetchInterval: askAgainMs,
  });
}
