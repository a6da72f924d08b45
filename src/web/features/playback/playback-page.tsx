import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type * as L from 'leaflet';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { useHolds } from '#web/client/access.ts';
import { instantAt, today, wallDigits } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { FlatMap } from '#web/map/flat-map.tsx';
import { FlightsPanel } from '#web/map/flights-panel.tsx';
import { GlobeLink } from '#web/map/globe-link.tsx';
import { MapDock } from '#web/map/map-dock.tsx';
import { useStartView } from '#web/map/map-settings.ts';
import { MapSheet } from '#web/map/map-sheet.tsx';
import type { MapView } from '#web/map/map-view.ts';
import { MovingTargets } from '#web/map/moving-targets.tsx';
import type { TargetView } from '#web/map/target-store.ts';
import { viewIn } from '#web/map/view-address.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { AlertRings } from './alert-rings.tsx';
import { DayFile } from './day-file.tsx';
import { copyLinkTo, incidentLink } from './moment-link.ts';
import { openingMoment } from './opening-moment.ts';
import { SecondMoment } from './second-moment.tsx';
import { ThenPanel } from './then-panel.tsx';
import { TimeBar } from './time-bar.tsx';
import { TrackPanel } from './track-panel.tsx';
import { usePast } from './use-moment.ts';
import { usePlayback } from './use-playback.ts';
import './playback.css';
import { DayPicker } from '#web/ui/pickers.tsx';

/** Today opens so long ago, where it was recorded. */
const todayOpensMs = 15 * 60_000;
const noAlerts: RecordedAlert[] = [];
const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** Any day, hour and aircraft once more, as surveillance saw it (specification §2, /flightWatch/trackPlayback). */
export function PlaybackPage() {
  const [query, setQuery] = useSearchParams();
  const moment = Date.parse(query.get('at') ?? '');
  const asked = query.get('day');
  const day = Number.isNaN(moment) ? (isDay(asked) ? asked : today()) : wallDigits(moment).slice(0, 10);
  const setDay = (next: string) => setQuery({ day: next }, { replace: true });
  const left = useStartView();
  const view = placeOf(query.get('map')) ?? viewIn(query) ?? left;
  // A map opens once, where it is to open.
  if (view === null) return <div className="cw-map-page" aria-busy="true" />;
  return (
    <DayPlayback
      key={day}
      day={day}
      start={moment}
      track={query.get('track')}
      opening={view}
      onDay={setDay}
    />
  );
}

/** `30.6,104.1,9`: latitude, longitude and zoom. */
function placeOf(text: string | null): MapView | null {
  const match = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(text ?? '');
  const [latitude = 0, longitude = 0, zoom = 0] = (match?.slice(1) ?? []).map(Number);
  return match && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude, zoom }
    : null;
}

function DayPlayback({
  day,
  start,
  track,
  opening,
  onDay,
}: {
  day: string;
  /** UTC ms; NaN: where the day's recording begins. */
  start: number;
  track: string | null;
  /** Where the map of the link stood, or this one was left. */
  opening: MapView;
  onDay: (day: string) => void;
}) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const { message } = App.useApp();
  const movesDays = useHolds(['Pages.Operating']);
  const from = instantAt(`${day}T00:00:00`);
  const to = instantAt(`${dayAfter(day, 1)}T00:00:00`);
  const [speed, setSpeed] = useState(10);
  const [loop, setLoop] = useState(false);
  /** Where the second moment began; null: there is none. */
  const [second, setSecond] = useState<number | null>(null);
  const [selected, setSelected] = useState(track);
  const map = useRef<L.Map>(null);
  const [view] = useState(opening);
  const density = useQuery({
    queryKey: ['playback', 'density', day],
    queryFn: () => callService('Playback', 'GetDensity', { day }),
    // A recording that has just begun opens as soon as there is something to show.
    refetchInterval: ({ state }) =>
      day === today() ? ((state.data?.items.length ?? 0) > 0 ? 60_000 : 5_000) : false,
  });
  const items = density.data?.items ?? [];
  const end = day === today() ? Math.min(to, Date.now()) : to;
  const playback = usePlayback({ start: Number.isNaN(start) ? from : start, from, to: end, speed, loop });
  const { store, seek } = playback;
  const { groups, moment, error: momentError, refetch } = usePast(playback.at, speed);
  const alertsOfDay = useQuery({
    queryKey: ['playback', 'alerts', day],
    queryFn: () => callService('Playback', 'GetAlerts', { day }),
    refetchInterval: day === today() ? 60_000 : false,
  });
  const alerts = alertsOfDay.data?.items ?? noAlerts;

  // A day opens where something is: today a quarter of an hour ago, another where its recording begins.
  const opened = useRef(!Number.isNaN(start));
  const recorded = density.data;
  useEffect(() => {
    if (opened.current || recorded === undefined) return;
    const wanted = day === today() ? Date.now() - todayOpensMs : from;
    const moment = openingMoment(
      recorded.items.map(({ at }) => Date.parse(at)),
      wanted,
    );
    if (moment === null) return;
    opened.current = true;
    seek(moment);
  }, [recorded, day, from, seek]);

  const onPick = useCallback((target: TargetView | null) => setSelected(target?.target.id ?? null), []);
  const choose = (target: TargetView) => {
    setSelected(target.target.id);
    const { latitude, longitude } = target.target;
    map.current?.setView([latitude, longitude], Math.max(map.current.getZoom(), 8));
  };
  const flights = <FlightsPanel store={store} selectedId={selected} onChoose={choose} none="playback.none" />;
  /** To this moment, place and track, for whoever may see them: the link opens nothing by itself. */
  const copyLink = async () => {
    const link = new URL('/flightWatch/trackPlayback', window.location.origin);
    link.searchParams.set('at', new Date(playback.at).toISOString());
    const centre = map.current?.getCenter();
    if (map.current && centre)
      link.searchParams.set(
        'map',
        `${centre.lat.toFixed(4)},${centre.lng.toFixed(4)},${map.current.getZoom()}`,
      );
    if (selected) link.searchParams.set('track', selected);
    const copied = await copyLinkTo(link);
    message[copied ? 'success' : 'info'](t(copied ? 'playback.linkCopied' : 'playback.linkInBar'));
  };
  const then = (
    <>
      {momentError && (
        <Failure title={t('playback.failed')} error={momentError} retry={() => void refetch()} />
      )}
      <ThenPanel at={playback.at} moment={moment} alerts={alerts} onSeek={seek} />
    </>
  );
  const figures = selected && <TrackPanel key={`${selected} ${day}`} track={selected} from={from} to={to} />;

  return (
    <div className="cw-map-page">
      <header className="cw-bar playback-head">
        <h1 className="cw-title">{t('playback.title')}</h1>
        <DayChoice day={day} onDay={onDay} />
        {density.isSuccess && items.length === 0 && <span role="status">{t('playback.noDay')}</span>}
        <span className="cw-grow" />
        <span role="status" className="cw-soft">
          {playback.isWaiting ? t('playback.loading') : ''}
        </span>
        {!mobile && (
          <Button
            size="small"
            aria-pressed={second !== null}
            onClick={() => setSecond(second === null ? playback.at : null)}
          >
            {t('playback.second')}
          </Button>
        )}
        {movesDays && <DayFile day={day} onDay={onDay} />}
        <Button size="small" onClick={() => void copyLink()}>
          {t('playback.link')}
        </Button>
        <Link to={incidentLink(playback.at, selected ? [selected] : [])}>{t('playback.incident')}</Link>
        <Link to="/flightWatch/situationmap">{t('playback.now')}</Link>
      </header>
      {playback.error !== null && (
        <Failure title={t('playback.failed')} error={playback.error} retry={playback.retry} />
      )}
      <div className="cw-map-and-beside">
        {!mobile && (
          <MapDock
            id="playback"
            card={
              figures && (
                <section className="cw-card" aria-label={t('playback.figures')}>
                  <header className="cw-panel-title">
                    <strong>{t('playback.figures')}</strong>
                  </header>
                  <div className="cw-panel-body">{figures}</div>
                </section>
              )
            }
            sections={[
              { id: 'then', title: t('playback.then'), content: then, openAtFirst: true },
              { id: 'flights', title: t('playback.flights'), content: flights, openAtFirst: true },
            ]}
          />
        )}
        <div className="cw-map-room">
          <FlatMap ref={map} label={t('playback.title')} view={view} groups={groups}>
            <MovingTargets store={store} selectedId={selected} onPick={onPick} />
            <AlertRings at={playback.at} alerts={alerts} store={store} />
            <GlobeLink moment={playback.at} />
          </FlatMap>
          {mobile && (
            <MapSheet
              card={figures || null}
              tabs={[
                { id: 'flights', title: t('playback.flights'), content: flights },
                { id: 'then', title: t('playback.then'), content: then },
              ]}
            />
          )}
        </div>
        {!mobile && second !== null && (
          <SecondMoment
            start={second}
            from={from}
            to={end}
            view={viewOf(map.current) ?? view}
            other={map}
            density={items}
            alerts={alerts}
          />
        )}
      </div>
      <TimeBar
        playback={playback}
        from={from}
        to={to}
        speed={speed}
        loop={loop}
        density={items}
        alerts={alerts}
        onSpeed={setSpeed}
        onLoop={setLoop}
      />
    </div>
  );
}

function viewOf(map: L.Map | null): MapView | null {
  if (!map) return null;
  const { lat, lng } = map.getCenter();
  return { latitude: lat, longitude: lng, zoom: map.getZoom() };
}

/** A calendar that marks the days of which there is something. */
function DayChoice({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const { t } = useTranslation();
  const [month, setMonth] = useState(day.slice(0, 7));
  const span = {
    from: dayAfter(`${month}-01`, -7),
    to: dayAfter(dayjs(`${month}-01`).endOf('month').format('YYYY-MM-DD'), 14),
  };
  const { data } = useQuery({
    queryKey: ['playback', 'days', span],
    queryFn: () => callService('Playback', 'GetDays', span),
  });
  const days = useMemo(() => new Map(data?.items.map((one) => [one.day, one.mostTracks])), [data]);
  const show = (date: Dayjs) => setMonth(date.format('YYYY-MM'));
  return (
    <DayPicker
      aria-label={t('playback.day')}
      allowClear={false}
      value={dayjs(day)}
      disabledDate={(date) => date.format('YYYY-MM-DD') > today()}
      onChange={(date) => date && onDay(date.format('YYYY-MM-DD'))}
      onPanelChange={show}
      cellRender={(current, { originNode, type }) => {
        if (type !== 'date' || !dayjs.isDayjs(current)) return originNode;
        const most = days.get(current.format('YYYY-MM-DD'));
        return most === undefined ? (
          originNode
        ) : (
          <div
            className="ant-picker-cell-inner playback-recorded"
            title={t('playback.most', { count: most })}
          >
            {current.date()}
          </div>
        );
      }}
    />
  );
}
