import type * as L from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { FlatMap } from '#web/map/flat-map.tsx';
import type { MapView } from '#web/map/map-view.ts';
import { MovingTargets } from '#web/map/moving-targets.tsx';
import { AlertRings } from './alert-rings.tsx';
import { TimeBar } from './time-bar.tsx';
import { usePast } from './use-moment.ts';
import { usePlayback } from './use-playback.ts';

/** Beside the playback another moment of the same day, on a map of its own that shows the same place. */
export function SecondMoment({
  start,
  from,
  to,
  view,
  other,
  density,
  alerts,
}: {
  /** UTC ms. */
  start: number;
  from: number;
  to: number;
  /** Where it opens. */
  view: MapView;
  /** The map that it moves with. */
  other: RefObject<L.Map | null>;
  density: readonly { at: string; tracks: number }[];
  alerts: readonly RecordedAlert[];
}) {
  const { t } = useTranslation();
  const [speed, setSpeed] = useState(10);
  const [loop, setLoop] = useState(false);
  const map = useRef<L.Map>(null);
  const playback = usePlayback({ start, from, to, speed, loop });
  const { groups } = usePast(playback.at, speed);
  useEffect(() => movingTogether(map.current, other.current), [other]);
  return (
    <section className="second-moment" aria-label={t('playback.second')}>
      <div className="cw-map-room">
        <FlatMap ref={map} label={t('playback.second')} view={view} groups={groups}>
          <MovingTargets store={playback.store} selectedId={null} />
          <AlertRings at={playback.at} alerts={alerts} store={playback.store} />
        </FlatMap>
      </div>
      <TimeBar
        playback={playback}
        from={from}
        to={to}
        speed={speed}
        loop={loop}
        density={density}
        alerts={alerts}
        onSpeed={setSpeed}
        onLoop={setLoop}
      />
    </section>
  );
}

/** Two maps that show the same place, whichever is moved. */
function movingTogether(one: L.Map | null, two: L.Map | null): () => void {
  if (!one || !two) return () => undefined;
  const follow = (moved: L.Map, after: L.Map) => () => {
    const [a, b] = [moved.getCenter(), after.getCenter()];
    // Its own answer to being moved is no move.
    if (moved.getZoom() === after.getZoom() && moved.distance(a, b) < 1) return;
    after.setView(a, moved.getZoom(), { animate: false });
  };
  const [first, second] = [follow(one, two), follow(two, one)];
  one.on('moveend', first);
  two.on('moveend', second);
  return () => {
    one.off('moveend', first);
    two.off('moveend', second);
  };
}
