import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Lightning, strokeFields, strokeKinds } from '#contract/lightning.ts';
import { onReconnected, useHubEvent } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { useSeconds } from '#web/map/use-targets.ts';
import type { StrokeAge } from './lightning-ink.ts';

/** A stroke as it is drawn. */
export interface ShownStroke {
  longitude: number;
  latitude: number;
  age: StrokeAge;
  isInCloud: boolean;
}

export interface ShownLightning {
  /** The oldest first: a new one lies over them. */
  strokes: readonly ShownStroke[];
  /** Until when it is known, by the server's clock, UTC ms: this minute, or the last stroke where no source is heard. */
  knownToMs: number;
  shownForMin: number;
  /** Minutes since the last; null: there was none. */
  newestMin: number | null;
  isCut: boolean;
  sources: number;
  /** Of these, those that are not heard. */
  silent: number;
}

/** What is known, by the id of each stroke. */
interface Known extends Omit<Lightning, 'strokes'> {
  /** When it came, monotonic ms. */
  localMs: number;
  strokes: ReadonlyMap<number, { at: number; longitude: number; latitude: number; kind: number }>;
}

const key = ['lightning'];
const minuteMs = 60_000;

/** Strokes of the last time that is shown: told of by the hub, asked for since the last answer, aged by the server's clock. */
export function useLightning(wanted: boolean): {
  /** Null: switched off, still loading, or no source locates lightning. */
  lightning: ShownLightning | null;
  error: unknown;
  retry: () => void;
} {
  const client = useQueryClient();
  const found = useQuery({
    queryKey: key,
    queryFn: async () => {
      const before = client.getQueryData<Known>(key);
      return merged(before, await callService('Lightning', 'GetStrokes', before ? { since: before.at } : {}));
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const renew = () => {
    if (wanted) void client.invalidateQueries({ queryKey: key });
  };
  useHubEvent('instant', 'getLightning', renew);
  // What came while nothing could be heard is asked for.
  useEffect(() => onReconnected('instant', () => void client.invalidateQueries({ queryKey: key })), [client]);

  const now = useSeconds();
  const known = wanted ? found.data : undefined;
  // Drawn anew once a minute, and when strokes have come.
  const minute = known ? Math.floor((known.at + now - known.localMs) / minuteMs) : 0;
  const lightning = useMemo(() => (known ? shownAt(known, (minute + 1) * minuteMs) : null), [known, minute]);
  return { lightning, error: wanted ? found.error : null, retry: () => void found.refetch() };
}

function merged(before: Known | undefined, { strokes: flat, ...answer }: Lightning): Known {
  const strokes = new Map(before?.strokes);
  for (let i = 0; i + strokeFields.length <= flat.length; i += strokeFields.length) {
    const [id = 0, at = 0, longitude = 0, latitude = 0, kind = 0] = flat.slice(i, i + strokeFields.length);
    strokes.set(id, { at, longitude, latitude, kind });
  }
  for (const [id, { at }] of strokes) if (answer.at - at >= answer.shownForMs) strokes.delete(id);
  return { ...answer, localMs: performance.now(), strokes };
}

function shownAt({ strokes, sources, silent, shownForMs, isCut }: Known, at: number): ShownLightning | null {
  const shown = [...strokes.values()].filter((one) => at - one.at < shownForMs).sort((a, b) => a.at - b.at);
  if (sources === 0 && shown.length === 0) return null;
  const newest = shown.at(-1);
  return {
    strokes: shown.map(({ at: seenAt, longitude, latitude, kind }) => ({
      longitude,
      latitude,
      age: ageOf((at - seenAt) / shownForMs),
      isInCloud: kind === strokeKinds.cloud,
    })),
    knownToMs: silent === sources && newest ? newest.at : at - minuteMs,
    shownForMin: Math.round(shownForMs / minuteMs),
    newestMin: newest ? Math.max(0, Math.floor((at - newest.at) / minuteMs)) : null,
    isCut,
    sources,
    silent,
  };
}

/** By which part of the time that is shown has passed. */
const ageOf = (part: number): StrokeAge => (part < 1 / 6 ? 'new' : part < 1 / 2 ? 'recent' : 'old');
