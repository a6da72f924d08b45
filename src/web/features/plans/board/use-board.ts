import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RequestError } from '#web/client/http.ts';
import { useHubState } from '#web/client/hub.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import type { Board, BoardUnit } from './board-types.ts';

/** Every change of a plan comes over the hub; asking by the clock is for what it missed. */
const pollMs = 15_000;
/** Three answers that did not come: what stands on the wall may no longer be true. */
const silentAfterMs = 45_000;

const boardKey = 'board';

export interface BoardFeed {
  data: Board | undefined;
  error: RequestError | null;
  /** Milliseconds since the last answer; null: none yet. */
  ageMs: number | null;
  /** `live`: by the hub. `polled`: the hub is away, asked by the clock. `silent`: the figures are old. */
  state: 'loading' | 'live' | 'polled' | 'silent';
  retry(): void;
}

/** The day as the wall shows it, kept up by the hub, and by asking where that is silent. */
export function useBoard({ company, area }: BoardUnit): BoardFeed {
  const locale = useLocale();
  const client = useQueryClient();
  const hub = useHubState('chat');
  const now = useNow();
  const query = useQuery<Board, RequestError>({
    queryKey: [boardKey, company, area, locale],
    queryFn: () =>
      callService('Navigation', 'GetBoard', {
        ...(company === null ? {} : { company }),
        ...(area === null ? {} : { area }),
      }),
    refetchInterval: pollMs,
    // Nobody touches a wall: it goes on while its window is behind another.
    refetchIntervalInBackground: true,
    retry: false,
  });
  useLiveChanges(
    'plan',
    useCallback(() => void client.invalidateQueries({ queryKey: [boardKey] }), [client]),
  );
  const ageMs = query.dataUpdatedAt > 0 ? Math.max(0, now - query.dataUpdatedAt) : null;
  const state =
    ageMs === null
      ? query.error
        ? 'silent'
        : 'loading'
      : ageMs > silentAfterMs
        ? 'silent'
        : hub === 'connected' && !query.error
          ? 'live'
          : 'polled';
  return { data: query.data, error: query.error, ageMs, state, retry: () => void query.refetch() };
}
