import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Notified } from '../../../domain/message/compose.ts';
import { useLocale } from '../../locale.ts';
import type { RequestError } from '../../providers/http.ts';
import { useLiveChanges } from '../../providers/live.ts';
import { callService } from '../../providers/services.ts';
import type { KnownFlight, MessagePage } from './message-types.ts';

const key = 'messages';

/** A page of the receipts, as the server has it now and as it changes. */
export function useMessages(wish: object) {
  const locale = useLocale();
  return useQuery<MessagePage, RequestError>({
    queryKey: [key, wish, locale],
    queryFn: () => callService('MessageQuery', 'Page', { ...wish }),
    placeholderData: (before) => before,
  });
}

/** What the addressees know of a plan's flights; empty while nobody was told of it. */
export function useKnown(plan: number | null): Notified[] {
  const { data } = useQuery<{ flights: KnownFlight[] }, RequestError>({
    queryKey: [key, 'known', plan],
    queryFn: () => callService('MessageQuery', 'Known', { plan }),
    enabled: plan !== null,
  });
  return useMemo(
    () => (data?.flights ?? []).map((one) => ({ ...one, offBlockAt: Date.parse(one.offBlockAt) })),
    [data],
  );
}

/** Asks all of them again. */
export function useRefreshMessages(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: [key] }), [client]);
}

/** Mounted by each screen that shows messages. */
export function useLiveMessages(): void {
  const refresh = useRefreshMessages();
  useLiveChanges(
    'planMessage',
    useCallback(() => void refresh(), [refresh]),
  );
}
