import { useTranslation } from 'react-i18next';
import type { MapSettings } from '#contract/map.ts';
import { AlertMarks, useAlertTips, useUrgent } from '#web/features/alerts/alert-marks.tsx';
import { FeedStrip } from '#web/map/feed-strip.tsx';
import { FlatMap } from '#web/map/flat-map.tsx';
import { useMapSettings } from '#web/map/map-settings.ts';
import type { MapView } from '#web/map/map-view.ts';
import { MovingTargets } from '#web/map/moving-targets.tsx';
import { useLayers } from '#web/map/use-layers.ts';
import { TellViewport, useTargets } from '#web/map/use-targets.ts';

const shown: ReadonlySet<string> = new Set(['boundaries', 'airspaces', 'routes', 'plans', 'aerodromes']);

/** The air as it is now: today's plans, airspace, and what flies, with the age of each feed. */
export function BoardMap() {
  const settings = useMapSettings();
  if (!settings) return <div className="board-map" aria-busy="true" />;
  return <Drawn settings={settings} />;
}

function Drawn({ settings }: { settings: MapSettings }) {
  const { t } = useTranslation();
  const { store, hub } = useTargets();
  const { groups } = useLayers(shown, settings.boundariesUrl);
  const urgent = useUrgent();
  const words = useAlertTips();
  const [latitude, longitude] = settings.center;
  const view: MapView = { latitude, longitude, zoom: settings.zoom };
  return (
    <section className="board-map" data-panel="map">
      <div className="board-map-room">
        <FlatMap label={t('board.map')} view={view} groups={groups}>
          <MovingTargets store={store} selectedId={null} urgent={urgent} words={words} />
          <AlertMarks />
          <TellViewport hub={hub} />
        </FlatMap>
      </div>
      <FeedStrip store={store} hub={hub} connection />
    </section>
  );
}
