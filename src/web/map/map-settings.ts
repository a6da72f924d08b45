import { useQuery } from '@tanstack/react-query';
import type { MapSettings } from '#contract/map.ts';
import { queryClient } from '#web/client/query-client.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';

/** Where a map opens and what lies under it until the server has said, and where it cannot. */
const defaultSettings: MapSettings = {
  center: [34.5, 108.9],
  zoom: 5,
  tileUrl: null,
  basemapUrl: null,
  boundariesUrl: null,
  coverage3d: [],
};
const keptMs = 60_000;

/** What is set up for the maps of this user; null while it is asked for. */
export function useMapSettings(): MapSettings | null {
  const userId = currentUser.get()?.actor.userId ?? null;
  const { data } = useQuery(
    {
      queryKey: ['mapSettings', userId],
      // A failure here must not cost the map: it opens with the defaults.
      queryFn: () =>
        callService('Map', 'GetSettings', {}).then(
          (answer) => ({ ...defaultSettings, ...answer }),
          () => defaultSettings,
        ),
      staleTime: keptMs,
    },
    queryClient,
  );
  return data ?? null;
}
