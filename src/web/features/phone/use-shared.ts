import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SharedThing } from '#contract/share.ts';
import { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { queryClient } from '#web/client/query-client.ts';
import { callService } from '#web/client/services.ts';
import { setMapSettings } from '#web/map/map-settings.ts';
import { createTargetStore, type TargetStore } from '#web/map/target-store.ts';

/** How often it is asked where a live track is: as sensors tell it. */
const everyMs = 3_000;
/** A plan or an airspace may change while it is looked at. */
const againMs = 60_000;

/** Nobody opens by it any more: it is unknown, over or withdrawn. */
export function isOver(error: unknown): boolean {
  return error instanceof RequestError && error.statusCode === 404;
}

/** What a ticket shows; asked for again now and then, and once its time is over. */
export function useShared(ticket: string) {
  const locale = useLocale();
  const query = useQuery(
    {
      queryKey: ['shared', ticket, locale],
      queryFn: async () => {
        const shared = await callService('Share', 'Open', { ticket });
        // The map would ask what is set up for its user; here there is none.
        setMapSettings({ tileUrl: shared.tileUrl });
        return shared;
      },
      retry: false,
      refetchInterval: ({ state }) => (isOver(state.error) || state.data?.track ? false : againMs),
      placeholderData: (before: SharedThing | undefined) => before,
    },
    queryClient,
  );
  const { data, refetch } = query;
  const endsAt = data ? Date.parse(data.expiresAt) - data.now : null;
  useEffect(() => {
    if (endsAt === null) return;
    // By the server's clock, not the phone's.
    const timer = setTimeout(() => void refetch(), Math.min(Math.max(0, endsAt) + 1_000, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [endsAt, refetch]);
  return query;
}

/** A live track as it moves, in a store that the map draws; `over`: the link has ended meanwhile. */
export function useSharedTarget(
  ticket: string,
  shared: SharedThing | undefined,
): { store: TargetStore; over: boolean } {
  const [store] = useState(createTargetStore);
  const live = shared?.track?.to === null ? shared : undefined;
  const id = live?.track?.track;
  const opened = live?.track?.target ?? null;
  const openedAt = live?.now;
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (id === undefined) return;
    let ended = false;
    const show = (target: typeof opened, at: number) =>
      store.apply(
        { kind: 'changes', at, targets: target ? [target] : [], removed: target ? [] : [id], feeds: [] },
        performance.now(),
      );
    if (openedAt !== undefined) show(opened, openedAt);
    const ask = async () => {
      try {
        const { target, now } = await callService('Share', 'GetPosition', { ticket });
        if (!ended) show(target, now);
      } catch (error) {
        // Where only the line is down, the next try says more; the age of the last position tells meanwhile.
        if (!ended && isOver(error)) {
          ended = true;
          setOver(true);
        }
      }
    };
    const timer = setInterval(() => {
      if (!ended && document.visibilityState === 'visible') void ask();
    }, everyMs);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [ticket, id, opened, openedAt, store]);
  return { store, over };
}
