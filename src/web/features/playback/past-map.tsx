import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wallDigits, zoneLabel } from '#web/client/clock.ts';
import { FlatMap } from '#web/map/flat-map.tsx';
import { FlightsPanel } from '#web/map/flights-panel.tsx';
import { MapDock } from '#web/map/map-dock.tsx';
import { KeepView } from '#web/map/map-page.tsx';
import { useStartView } from '#web/map/map-settings.ts';
import { everywhere } from '#web/map/map-view.ts';
import { MovingTargets } from '#web/map/moving-targets.tsx';
import type { TargetView } from '#web/map/target-store.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { AlertRings } from './alert-rings.tsx';
import { pastMs } from './last-hours.tsx';
import { incidentLink, momentLink } from './moment-link.ts';
import { ThenPanel } from './then-panel.tsx';
import { TimeBar } from './time-bar.tsx';
import { usePast } from './use-moment.ts';
import { usePlayback } from './use-playback.ts';
import { useRecordedSpan } from './use-recorded-span.ts';
import './playback.css';
import { pressedKey } from '#web/ui/composing.ts';

/**
 * The situation map as it was some time ago, in the same place: marked as past on every side, and back at what is now with one
 * key. What stands beside it (the alerts of now) stays what it is.
 */
export function PastMap({
  start,
  beside,
  onLive,
}: {
  /** UTC ms. */
  start: number;
  beside?: ReactNode;
  onLive: () => void;
}) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [now] = useState(Date.now);
  const [from, to] = [now - pastMs, now];
  const [speed, setSpeed] = useState(1);
  const [loop, setLoop] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [view] = useState(useStartView() ?? everywhere);
  const playback = usePlayback({ start, from, to, speed, loop });
  const { store, at } = playback;
  const { groups, moment } = usePast(at, speed);
  const { alerts, density } = useRecordedSpan(from, to);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isSlider = event.target instanceof HTMLInputElement && event.target.type === 'range';
      if (!isSlider && isTyping(event.target)) return;
      if (pressedKey(event).toLowerCase() === 'l') onLive();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onLive]);
  const onPick = useCallback((target: TargetView | null) => setSelected(target?.target.id ?? null), []);
  const minutes = Math.max(0, Math.round((Date.now() - at) / 60_000));
  return (
    <div className="cw-map-page past-map" data-past="true">
      <h1 className="cw-hidden">{t('map.title')}</h1>
      <div className="past-banner" role="status">
        <strong>{t('playback.past')}</strong>
        <span className="cw-figures">
          {`${wallDigits(at).replace('T', ' ')} ${zoneLabel(at)}`} · {t('playback.pastAgo', { minutes })}
        </span>
        <span className="cw-grow" />
        <Link to={incidentLink(at, selected ? [selected] : [])}>{t('playback.incident')}</Link>
        <Link to={momentLink(new Date(at).toISOString(), selected ?? undefined)}>{t('playback.title')}</Link>
        <Button size="small" type="primary" onClick={onLive}>
          {t('playback.toLive')} <kbd>L</kbd>
        </Button>
      </div>
      {playback.error !== null && (
        <Failure title={t('playback.failed')} error={playback.error} retry={playback.retry} />
      )}
      <div className="cw-map-and-beside">
        {!mobile && (
          <MapDock
            id="past"
            card={null}
            sections={[
              {
                id: 'then',
                title: t('playback.then'),
                content: <ThenPanel at={at} moment={moment} alerts={alerts} onSeek={playback.seek} />,
                openAtFirst: true,
              },
              {
                id: 'flights',
                title: t('playback.flights'),
                content: (
                  <FlightsPanel
                    store={store}
                    selectedId={selected}
                    onChoose={({ target }) => setSelected(target.id)}
                    none="playback.none"
                  />
                ),
                openAtFirst: true,
              },
            ]}
          />
        )}
        <div className="cw-map-room">
          <FlatMap label={t('playback.past')} view={view} groups={groups}>
            <MovingTargets store={store} selectedId={selected} onPick={onPick} />
            <AlertRings at={at} alerts={alerts} store={store} />
            <KeepView />
          </FlatMap>
        </div>
        {!mobile && beside && <div className="cw-beside">{beside}</div>}
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
    </div>
  );
}
