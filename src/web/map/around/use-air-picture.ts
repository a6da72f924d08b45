import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AirPicture } from '#contract/map.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import type { FeatureGroup } from '#web/map/flat-map.tsx';
import { mapLayers } from '#web/map/layers/index.ts';

const pictureKey = 'airPicture';
const changing = ['plan', 'airspace', 'notice', 'notam'];

/** The air around a document in its hours, kept as the server has it. */
export function useAirPicture(resource: 'plan' | 'airspace', id: number) {
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: [pictureKey] }), [client]);
  useLiveChanges(changing, refresh);
  return useQuery<AirPicture, RequestError>({
    queryKey: [pictureKey, resource, id],
    queryFn: () => callService('Map', 'GetAirPicture', { resource, id }),
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
}

/** Of the situation map's layers those that do not depend on an hour. */
const still = ['routes', 'aerodromes', 'points'];
const stillMs = 5 * 60_000;

/** The layers of the situation map that stand still, for a map beside a document; one that cannot be read stays empty. */
export function useStillLayers(): FeatureGroup[] {
  const locale = useLocale();
  const layers = mapLayers.filter(({ id }) => still.includes(id));
  return useQueries({
    queries: layers.map(({ id, load }) => ({
      queryKey: ['mapLayer', id, locale],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(locale, signal, { boundariesUrl: null }),
      staleTime: stillMs,
    })),
    combine: (results) =>
      layers.map(({ id }, index): FeatureGroup => ({ id, features: results[index]?.data ?? [] })),
  });
}
