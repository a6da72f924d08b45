import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { MessagePage, PageInput } from '#contract/messages/message-shapes.ts';
import type { OutputOf } from '#contract/services.ts';
import type { Notified } from '#domain/messages/compose.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

const key = 'messages';

type Sortie = { id: number; sequence: number; callsign: string };

/** A page of the receipts, as the server has it now and as it changes. */
export function useMessages(input: PageInput) {
  const locale = useLocale();
  return useQuery<MessagePage, RequestError>({
    queryKey: [key, input, locale],
    queryFn: () => callService('MessageQuery', 'Page', input),
    placeholderData: (before) => before,
  });
}

/** What the addressees know of a plan's flights; empty while nobody was told of it. */
export function useKnown(plan: number | null): Notified[] {
  const { data } = useQuery<OutputOf<'MessageQuery', 'Known'>, RequestError>({
    queryKey: [key, 'known', plan],
    queryFn: plan === null ? skipToken : () => callService('MessageQuery', 'Known', { plan }),
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

/** The sorties of a plan, to choose which one a message is about. */
export function useSorties(plan: number | null) {
  return useQuery<{ tasks: Sortie[] }, RequestError, Sortie[]>({
    queryKey: [key, 'sorties', plan],
    queryFn: plan === null ? skipToken : () => callService('Navigation', 'GetNAircraftById', { id: plan }),
    select: ({ tasks }) => tasks,
  });
}
