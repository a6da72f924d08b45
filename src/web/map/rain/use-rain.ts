import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RainAreas, RainPictures, RainState } from '#contract/weather-radar.ts';
import { commonHeaders, noteUnauthorized } from '#web/client/http.ts';
import { onReconnected, useHubEvent } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { useSeconds } from '#web/map/use-targets.ts';

/** What a picture shows: outlines by intensity, or pixels. */
export type RainContent = { kind: 'areas'; areas: RainAreas } | { kind: 'image'; image: ImageBitmap };

/** A picture of a weather radar as it is shown now. */
export interface ShownRain {
  state: RainState;
  /** Null: it is still being loaded, or could not be. */
  content: RainContent | null;
  hasFailed: boolean;
  /** Minutes since it was seen. */
  ageMin: number;
  isDim: boolean;
}

interface Received extends RainPictures {
  /** When it came, monotonic ms. */
  localMs: number;
}

const rainKey = ['rain', 'pictures'];
const none: readonly ShownRain[] = [];
const received = (pictures: RainPictures): Received => ({ ...pictures, localMs: performance.now() });

/**
 * The newest picture of each weather radar: told by the hub, loaded once each, aged by the server's clock; one that is too old is
 * left out. While a new one is loaded the one before it stays.
 */
export function useRain(wanted: boolean): { rain: readonly ShownRain[]; error: unknown; retry: () => void } {
  const client = useQueryClient();
  const now = useSeconds();
  const pictures = useQuery({
    queryKey: rainKey,
    queryFn: async () => received(await callService('WeatherRadar', 'GetPictures', {})),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useHubEvent('instant', 'getRainPoints', (news) => {
    if (wanted) client.setQueryData<Received>(rainKey, received(news));
  });
  // What came while nothing could be heard is asked for.
  useEffect(
    () => onReconnected('instant', () => void client.invalidateQueries({ queryKey: rainKey })),
    [client],
  );

  const answer = wanted ? pictures.data : undefined;
  const serverNow = answer ? answer.at + (now - answer.localMs) : 0;
  const states = answer?.items.filter(({ at }) => serverNow - at < answer.dropAfterMs) ?? [];
  const contents = useQueries({
    queries: states.map((state) => ({
      queryKey: ['rain', 'content', state.id, state.at],
      queryFn: () => contentOf(state),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: 1,
    })),
  });
  const before = useRef(new Map<string, RainContent>());
  const shown = states.map((state, index): ShownRain => {
    const found = contents[index]?.data;
    if (found) before.current.set(state.id, found);
    const ageMs = Math.max(0, serverNow - state.at);
    return {
      state,
      content: found ?? before.current.get(state.id) ?? null,
      hasFailed: contents[index]?.isError ?? false,
      ageMin: Math.floor(ageMs / 60_000),
      isDim: answer !== undefined && ageMs >= answer.dimAfterMs,
    };
  });
  for (const id of before.current.keys())
    if (!states.some((state) => state.id === id)) before.current.delete(id);
  // The same list as long as nothing of it is another: it is drawn anew only then.
  const kept = useRef<readonly ShownRain[]>(none);
  const rain = isSame(kept.current, shown) ? kept.current : shown;
  kept.current = rain;
  return { rain, error: wanted ? pictures.error : null, retry: () => void pictures.refetch() };
}

function isSame(a: readonly ShownRain[], b: readonly ShownRain[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, i) => {
      const other = b[i];
      return (
        other !== undefined &&
        one.state.id === other.state.id &&
        one.state.at === other.state.at &&
        one.content === other.content &&
        one.hasFailed === other.hasFailed &&
        one.ageMin === other.ageMin &&
        one.isDim === other.isDim
      );
    })
  );
}

async function contentOf({ id, kind }: RainState): Promise<RainContent> {
  if (kind === 'areas') return { kind, areas: await callService('WeatherRadar', 'GetAreas', { id }) };
  const response = await fetch(`/api/services/app/WeatherRadar/GetImage?id=${encodeURIComponent(id)}`, {
    headers: commonHeaders(),
    credentials: 'include',
  });
  noteUnauthorized(response.status);
  if (!response.ok) throw new Error(`${id}: ${response.status}`);
  return { kind, image: await createImageBitmap(await response.blob()) };
}
