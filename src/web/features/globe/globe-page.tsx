import { useQuery } from '@tanstack/react-query';
import { Button, Result } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { MapSettings } from '#contract/map.ts';
import { isCovered } from '#domain/geo/coverage.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { useHolds } from '#web/client/access.ts';
import { instantAt, wallDigits } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { useAlerts } from '#web/features/alerts/alert-store.ts';
import { TimeBar } from '#web/features/playback/time-bar.tsx';
import { useMoment } from '#web/features/playback/use-moment.ts';
import { usePlayback } from '#web/features/playback/use-playback.ts';
import { FeedBanner } from '#web/map/feed-strip.tsx';
import { useMapSettings } from '#web/map/map-settings.ts';
import { ServerBanner } from '#web/map/server-banner.tsx';
import type { TerrainCells } from '#web/map/terrain/terrain-layer.ts';
import { useTerrainCells } from '#web/map/terrain/use-terrain-cells.ts';
import { useTargets } from '#web/map/use-targets.ts';
import { viewIn, viewParameters } from '#web/map/view-address.ts';
import { Failure } from '#web/ui/failure.tsx';
import { GlobeView } from './globe-view.tsx';
import { type Webgl, webglOf } from './webgl.ts';
import './globe.css';

const dayMs = 86_400_000;
/** So far back begins what is played from the globe of now. */
const backMs = 15 * 60_000;

const nothing: never[] = [];

interface Ground {
  settings: MapSettings;
  cells: TerrainCells;
  webgl: Webgl;
}

/** The situation on a globe, now or as it was: with `at` in the address (UTC, ISO 8601) the recording of that moment. */
export function GlobePage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [webgl] = useState(webglOf);
  const settings = useMapSettings();
  const cells = useTerrainCells();
  const mayReplay = useHolds(['Pages.FlightWatch.Trackreplay']);
  const moment = Date.parse(query.get('at') ?? '');
  if (webgl === 'none') return <NoWebgl />;
  if (!settings || !cells) return <div className="cw-map-page" aria-busy="true" />;
  const ground = { settings, cells, webgl };
  if (Number.isNaN(moment)) return <LiveGlobe {...ground} />;
  if (!mayReplay) return <Result status="403" title={t('globe.noReplay')} />;
  return <PastGlobe key={wallDigits(moment).slice(0, 10)} start={moment} {...ground} />;
}

function LiveGlobe({ settings, cells, webgl }: Ground) {
  const { t } = useTranslation();
  const keep = useKeep(settings);
  const { store, hub } = useTargets(keep);
  const { alerts } = useAlerts();
  const mayReplay = useHolds(['Pages.FlightWatch.Trackreplay']);
  return (
    <GlobeView
      {...{ settings, cells, webgl, store, hub, alerts }}
      banner={
        <>
          <ServerBanner />
          <FeedBanner store={store} hub={hub} />
        </>
      }
      flatPath="/flightWatch/situationmap"
      links={(view) =>
        mayReplay && (
          <Link to={`?${new URLSearchParams({ ...viewParameters(view), at: momentBack() })}`}>
            {t('globe.back')}
          </Link>
        )
      }
    />
  );
}

const momentBack = () => new Date(Date.now() - backMs).toISOString();

function PastGlobe({ settings, cells, webgl, start }: Ground & { start: number }) {
  const { t } = useTranslation();
  const [speed, setSpeed] = useState(10);
  const [loop, setLoop] = useState(false);
  const keep = useKeep(settings);
  const day = wallDigits(start).slice(0, 10);
  const from = instantAt(`${day}T00:00:00`);
  const to = from + dayMs;
  const [end] = useState(() => Math.min(to, Date.now()));
  const playback = usePlayback({ start, from, to: end, speed, loop, keep, globe: true });
  // Without these the line of the day is empty, and everything else works.
  const density = useQuery({
    queryKey: ['playback', 'density', day],
    queryFn: () => callService('Playback', 'GetDensity', { day }),
  });
  const alertsOfDay = useQuery({
    queryKey: ['playback', 'alerts', day],
    queryFn: () => callService('Playback', 'GetAlerts', { day }),
  });
  const then = useMoment(playback.at, speed);
  return (
    <GlobeView
      {...{ settings, cells, webgl }}
      store={playback.store}
      hub={null}
      alerts={nothing}
      then={then.groups}
      banner={
        <>
          {playback.error !== null && (
            <Failure title={t('playback.failed')} error={playback.error} retry={playback.retry} />
          )}
          {then.error && (
            <Failure title={t('playback.failed')} error={then.error} retry={() => void then.refetch()} />
          )}
        </>
      }
      flatPath="/flightWatch/trackPlayback"
      moment={playback.at}
      links={(view) => <Link to={`?${new URLSearchParams(viewParameters(view))}`}>{t('playback.now')}</Link>}
      foot={
        <TimeBar
          playback={playback}
          from={from}
          to={to}
          speed={speed}
          loop={loop}
          density={density.data?.items ?? nothing}
          alerts={alertsOfDay.data?.items ?? nothing}
          onSpeed={setSpeed}
          onLoop={setLoop}
        />
      }
    />
  );
}

/** What of the targets may be shown. */
function useKeep({ coverage3d }: MapSettings): (target: Target) => boolean {
  return useMemo(() => (target: Target) => isCovered(coverage3d, target), [coverage3d]);
}

export function NoWebgl() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const view = viewIn(query);
  const at = view ? `?${new URLSearchParams(viewParameters(view))}` : '';
  return (
    <Result
      status="warning"
      title={t('globe.noWebgl')}
      subTitle={t('globe.noWebglHelp')}
      extra={
        <Link to={`/flightWatch/situationmap${at}`}>
          <Button type="primary">{t('globe.toFlat')}</Button>
        </Link>
      }
    />
  );
}
