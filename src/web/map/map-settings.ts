import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MapSettings } from '#contract/map.ts';
import { queryClient } from '#web/client/query-client.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { rememberedView } from './map-memory.ts';
import { everywhere, type MapView } from './map-view.ts';

/** Where a map opens and what lies under it until the server has said, and where it cannot. */
const defaultSettings: MapSettings = {
  center: [everywhere.latitude, everywhere.longitude],
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

/** Without a user nothing is set up for them: what is known otherwise stands in for it. */
export function setMapSettings(known: Partial<MapSettings>): void {
  queryClient.setQueryData(['mapSettings', null], { ...defaultSettings, ...known });
}

/** Where this user's maps are set up to open. */
export function viewFrom({ center: [latitude, longitude], zoom }: MapSettings): MapView {
  return { latitude, longitude, zoom };
}

/** Where a map of what flies opens: where the situation map was left, else as it is set up; null while that is asked for. */
export function useStartView(): MapView | null {
  const settings = useMapSettings();
  const [left] = useState(rememberedView);
  return left ?? (settings && viewFrom(settings));
}
