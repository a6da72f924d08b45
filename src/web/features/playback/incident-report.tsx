import { Select } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertFigures, AlertGroup } from '#contract/alerts.ts';
import type { Incident } from '#contract/incident.ts';
import { localText, timesText, zuluText } from '#web/client/clock.ts';
import { lastingReason, reasonOf } from '#web/features/alerts/alert-reason.ts';
import { Facts } from '#web/map/facts.tsx';
import { FlatMap } from '#web/map/flat-map.tsx';
import { everywhere } from '#web/map/map-view.ts';
import { zulu } from '#web/map/target-text.ts';
import { aroundMoment, FitTracks, groupOf } from './incident-map.tsx';
import { IncidentRows } from './incident-rows.tsx';
import type { SkyTrack } from './recorded-sky.ts';
import { closestOf, measured } from './separation.ts';
import { HeightsChart, SeparationCharts } from './time-charts.tsx';
import { TrackProfile } from './track-profile.tsx';
import { nameWithKind, separationText, trackName } from './track-words.ts';
import { usePast } from './use-moment.ts';

/** Aircraft that the summary names; the list of all is below it. */
const mostNamed = 12;

/** The parts of the report, the same on the screen and on paper. */
export function IncidentReport({ incident, tracks }: { incident: Incident; tracks: readonly SkyTrack[] }) {
  const { t } = useTranslation();
  const { alert, at, from, to } = incident;
  const span = useMemo(() => ({ from: Date.parse(from), to: Date.parse(to) }), [from, to]);
  // What was true then lies below the tracks.
  const { groups: then } = usePast(Date.parse(at), 1);
  const flown = useMemo(() => aroundMoment(tracks, Date.parse(at), span), [tracks, at, span]);
  const groups = useMemo(() => [...then, groupOf(tracks, Date.parse(at), flown)], [then, tracks, at, flown]);
  // Other alerts are about one aircraft, or about none.
  const isConflict = alert === null || alert.kind === 'pairs';
  const closest = useMemo(
    () => (isConflict ? closestOf(tracks, span.from, span.to) : null),
    [isConflict, tracks, span],
  );
  const aircraft = useMemo(() => aircraftOf(t, alert?.figures ?? null, tracks), [t, alert, tracks]);
  const leastText = () => {
    // Without tracks of both at one time, what was measured while the alert was open.
    const least = closest?.least ?? alert?.figures.measured;
    if (!least) return t('playback.incident.notMeasured');
    return [...(closest && tracks.length > 2 ? [pairName(closest)] : []), separationText(t, least)].join(
      ' · ',
    );
  };
  return (
    <div className="incident">
      <Part title={t('playback.incident.summary')}>
        <Facts
          facts={[
            [t('playback.incident.moment'), `${localText(at)} · ${zuluText(at)}`],
            [t('playback.incident.span'), timesText(from, to)],
            ...(alert ? alertFacts(alert, tracks, t) : []),
            ...(isConflict && tracks.length > 1
              ? [[t('playback.incident.measured'), leastText()] satisfies [string, string]]
              : []),
            ...(alert ? predictionFacts(alert, t) : []),
            [t('playback.incident.aircraft'), firstNames(aircraft, t)],
          ]}
        />
        <AllAircraft aircraft={aircraft} />
        {aircraft.count > tracks.length && tracks.length > 0 && (
          <p className="cw-soft">
            {t('playback.incident.drawn', { shown: tracks.length, count: aircraft.count })}
          </p>
        )}
      </Part>
      <Part title={t('playback.incident.map')}>
        {flown.length > 0 ? (
          <div className="incident-map">
            <FlatMap label={t('playback.incident.map')} view={everywhere} groups={groups} embedded>
              <FitTracks flown={flown} />
            </FlatMap>
          </div>
        ) : (
          <p>{t('playback.incident.noTracks')}</p>
        )}
      </Part>
      {closest && (
        <Part
          title={
            tracks.length > 2
              ? `${t('playback.incident.separation')}: ${pairName(closest)}`
              : t('playback.incident.separation')
          }
        >
          <SeparationCharts separation={closest} span={span} />
        </Part>
      )}
      {tracks.length > 0 && (
        <Part title={t('playback.incident.overTime')}>
          <HeightsChart tracks={tracks} span={span} />
        </Part>
      )}
      <Profiles tracks={tracks} />
      {alert && (
        <Part title={t('playback.incident.life')}>
          <IncidentRows
            heads={['time', 'what', 'level', 'by', 'reason']}
            rows={alert.life.map((step) => [
              <Moment key="at" at={step.at} />,
              t(`playback.incident.step.${step.what}`),
              step.level ? t(`alert.level.${step.level}`) : '',
              step.by ?? '',
              step.reason ?? '',
            ])}
          />
        </Part>
      )}
      {alert && (
        <Part title={t('playback.incident.call')}>
          <p>{alert.figures.advice === '' ? '—' : t(alert.figures.advice)}</p>
          <IncidentRows
            heads={['name', 'phone']}
            rows={alert.figures.contacts.map(({ name, phone }) => [name, phone])}
          />
        </Part>
      )}
      <Part title={t('playback.incident.watch')}>
        <IncidentRows
          heads={['position', 'name', 'time']}
          rows={incident.watch.map((duty) => [
            duty.position,
            duty.name,
            `${localText(duty.since)} – ${duty.until ? localText(duty.until) : '…'}`,
          ])}
        />
      </Part>
      <Part title={t('playback.incident.orders')}>
        <IncidentRows
          heads={['time', 'flight', 'what', 'by', 'reason', 'acknowledged']}
          rows={incident.orders.map((order) => [
            <Moment key="at" at={order.orderedAt} />,
            [order.callsign, order.planNumber].filter(Boolean).join(' · '),
            t(`plan.order.${order.kind}`),
            order.orderedByName ?? '',
            order.reason,
            order.acknowledgedAt
              ? `${order.acknowledgedByName ?? ''} ${zuluText(order.acknowledgedAt)}`
              : t('plan.order.open'),
          ])}
        />
      </Part>
      <Part title={t('playback.incident.alerts')}>
        <IncidentRows
          heads={['time', 'level', 'what', 'acknowledged', 'cleared']}
          rows={incident.alerts.map((one) => [
            <Moment key="at" at={one.raisedAt} />,
            t(`alert.level.${one.level}`),
            lastingReason(t, reasonOf(one)),
            one.acknowledgedAt ? zuluText(one.acknowledgedAt) : '—',
            one.clearedAt ? zuluText(one.clearedAt) : '—',
          ])}
        />
      </Part>
      <Part title={t('playback.incident.log')}>
        <IncidentRows
          heads={['time', 'what', 'by']}
          rows={incident.log.map((entry) => [
            <Moment key="at" at={entry.at} />,
            entry.text,
            entry.byName ?? '',
          ])}
        />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="incident-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Moment = ({ at }: { at: string }) => (
  <span className="cw-figures">
    {localText(at)} <span className="cw-soft">{zuluText(at)}</span>
  </span>
);

/** Of two aircraft both profiles, of more the one that is chosen. */
function Profiles({ tracks }: { tracks: readonly SkyTrack[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  if (tracks.length <= 2)
    return tracks.map((track) => (
      <Part key={track.track} title={`${t('playback.profile')}: ${trackName(track)}`}>
        <TrackProfile positions={track.positions} />
      </Part>
    ));
  const shown = tracks.find(({ track }) => track === chosen) ?? tracks[0];
  return (
    shown && (
      <Part title={`${t('playback.profile')}: ${trackName(shown)}`}>
        <Select
          size="small"
          className="incident-choice"
          aria-label={t('playback.incident.aircraft')}
          value={shown.track}
          onChange={setChosen}
          options={tracks.map((track) => ({ value: track.track, label: trackName(track) }))}
        />
        <TrackProfile key={shown.track} positions={shown.positions} />
      </Part>
    )
  );
}

function alertFacts(
  alert: NonNullable<Incident['alert']>,
  tracks: readonly SkyTrack[],
  t: TFunction,
): [string, string][] {
  const [only] = tracks.length === 1 ? tracks : [];
  const heardAt = only ? measured(only.positions).map(({ at }) => at) : [];
  return [
    [t('playback.incident.alert'), `${t(`alert.net.${alert.kind}`)} · ${t(`alert.level.${alert.level}`)}`],
    [t('playback.incident.reason'), lastingReason(t, reasonOf(alert, heardAt))],
  ];
}

/** What the nets expected when the alert was stored; what happened is measured. */
function predictionFacts(
  { figures, raisedAt, countedAt }: NonNullable<Incident['alert']>,
  t: TFunction,
): [string, string][] {
  const approach = figures.approach ?? figures.predicted;
  if (!approach) return [];
  const words = approach.two
    ? [
        `${Math.round(approach.horizontalM).toLocaleString('en-US')} m`,
        approach.verticalM === null
          ? t('playback.incident.noVertical')
          : t('playback.incident.vertical', { distance: `${Math.round(approach.verticalM)} m` }),
        zulu(approach.at),
      ].join(' · ')
    : zulu(approach.at);
  const time = zulu(Date.parse(countedAt ?? raisedAt));
  return [
    [
      t(approach.two ? 'playback.incident.predicted' : 'playback.incident.predictedEntry'),
      t('playback.incident.predictedAt', { figures: words, time }),
    ],
  ];
}

type Aircraft = Pick<AlertGroup, 'count' | 'members'>;

/** All that the report is about: of a group those that its alert names, else those with a track. */
function aircraftOf(t: TFunction, figures: AlertFigures | null, tracks: readonly SkyTrack[]): Aircraft {
  const groups = figures?.group ? [figures.group] : (figures?.met ?? []);
  if (groups.length === 0) {
    const members = tracks.map((track) => ({ id: track.track, name: nameWithKind(t, track) }));
    return { count: members.length, members };
  }
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    members: groups.flatMap(({ members }) =>
      members.map((member) => {
        const track = tracks.find((one) => one.track === member.id);
        return track ? { ...member, name: nameWithKind(t, track) } : member;
      }),
    ),
  };
}

function firstNames({ count, members }: Aircraft, t: TFunction): string {
  const named = members.slice(0, mostNamed).map(({ name }) => name);
  const more = count - named.length;
  return [...named, ...(more > 0 ? [t('playback.incident.more', { count: more })] : [])].join(' · ') || '—';
}

/** Those whom the summary leaves out, with the others. */
function AllAircraft({ aircraft: { count, members } }: { aircraft: Aircraft }) {
  const { t } = useTranslation();
  if (count <= mostNamed) return null;
  const more = count - members.length;
  return (
    <details className="incident-values">
      <summary>{t('playback.incident.allAircraft', { count })}</summary>
      <p>
        {members.map(({ name }) => name).join(' · ')}
        {more > 0 && ` · ${t('playback.incident.more', { count: more })}`}
      </p>
    </details>
  );
}

const pairName = ({ one, two }: { one: SkyTrack; two: SkyTrack }) => `${trackName(one)} – ${trackName(two)}`;
