import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapSettings } from '#contract/map.ts';
import { callService } from '#web/client/services.ts';
import { FeedStrip } from '#web/map/feed-strip.tsx';
import { FlatMap, type MapView } from '#web/map/flat-map.tsx';
import { MovingTargets } from '#web/map/moving-targets.tsx';
import { useLayers } from '#web/map/use-layers.ts';
import { TellViewport, useTargets } from '#web/map/use-targets.ts';

const middle: MapSettings = { center: [34.5, 108.9], zoom: 5, tileUrl: null, boundariesUrl: null };
const shown: ReadonlySet<string> = new Set(['boundaries', 'airspaces', 'routes', 'plans', 'aerodromes']);

/** The air as it is now: today's plans, airspace, and what flies, with the age of each feed. */
export function BoardMap() {
  const [settings, setSettings] = useState<MapSettings | null>(null);
  useEffect(() => {
    let gone = false;
    callService('Map', 'GetSettings', {})
      // Without settings the map opens on the middle of China.
      .catch(() => null)
      .then((answer) => {
        if (!gone) setSettings({ ...middle, ...answer });
      });
    return () => {
      gone = true;
    };
  }, []);
  if (!settings) return <div className="board-map" aria-busy="true" />;
  return <Drawn settings={settings} />;
}

function Drawn({ settings }: { settings: MapSettings }) {
  const { t } = useTranslation();
  const { store, hub } = useTargets();
  const { groups } = useLayers(shown, settings.boundariesUrl);
  const [latitude, longitude] = settings.center;
  const view: MapView = { latitude, longitude, zoom: settings.zoom };
  return (
    <section className="board-map" data-panel="map">
      <div className="board-map-room">
        <FlatMap label={t('board.map')} view={view} groups={groups} tileUrl={settings.tileUrl}>
          <MovingTargets store={store} selectedId={null} />
          <TellViewport hub={hub} />
        </FlatMap>
      </div>
      <FeedStrip store={store} hub={hub} connection />
    </section>
  );
}
