import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '#contract/incident.ts';
import { positionAt } from '#domain/surveillance/recording/positions.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { localText, timesText, zuluText } from '#web/client/clock.ts';
import { Facts } from '#web/map/facts.tsx';
import { type FeatureGroup, FlatMap } from '#web/map/flat-map.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import type { MapView } from '#web/map/map-view.ts';
import { bothUnits } from '#web/map/target-text.ts';
import type { SkyTrack } from './recorded-sky.ts';
import { TrackProfile } from './track-profile.tsx';
import { usePast } from './use-moment.ts';

const colours = ['planFlying', 'closed', 'application', 'neutral'] as const;

/** The parts of the report, the same on the screen and on paper. */
export function IncidentReport({ incident, tracks }: { incident: Incident; tracks: readonly SkyTrack[] }) {
  const { t } = useTranslation();
  const { alert, at } = incident;
  // What was true then lies below the tracks.
  const { groups: then } = usePast(Date.parse(at), 1);
  const groups = useMemo(() => [...then, groupOf(tracks, Date.parse(at))], [then, tracks, at]);
  const view = useMemo(() => viewOf(tracks), [tracks]);
  return (
    <div className="incident">
      <Part title={t('playback.incident.summary')}>
        <Facts
          facts={[
            [t('playback.incident.moment'), `${localText(at)} · ${zuluText(at)}`],
            [t('playback.incident.span'), timesText(incident.from, incident.to)],
            ...(alert ? alertFacts(alert, t) : []),
            [t('playback.incident.tracks'), tracks.map(nameOf).join(', ') || '—'],
          ]}
        />
      </Part>
      <Part title={t('playback.incident.map')}>
        {view ? (
          <div className="incident-map">
            <FlatMap label={t('playback.incident.map')} view={view} groups={groups} embedded />
          </div>
        ) : (
          <p>{t('playback.incident.noTracks')}</p>
        )}
      </Part>
      {tracks.map((track) => (
        <Part key={track.track} title={`${t('playback.profile')}: ${nameOf(track)}`}>
          <TrackProfile positions={track.positions} />
        </Part>
      ))}
      {alert && (
        <Part title={t('playback.incident.life')}>
          <Rows
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
          <Rows
            heads={['name', 'phone']}
            rows={alert.figures.contacts.map(({ name, phone }) => [name, phone])}
          />
        </Part>
      )}
      <Part title={t('playback.incident.watch')}>
        <Rows
          heads={['position', 'name', 'time']}
          rows={incident.watch.map((duty) => [
            duty.position,
            duty.name,
            `${localText(duty.since)} – ${duty.until ? localText(duty.until) : '…'}`,
          ])}
        />
      </Part>
      <Part title={t('playback.incident.orders')}>
        <Rows
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
        <Rows
          heads={['time', 'level', 'what', 'acknowledged', 'cleared']}
          rows={incident.alerts.map((one) => [
            <Moment key="at" at={one.raisedAt} />,
            t(`alert.level.${one.level}`),
            t(one.reason.key, { ...one.reason.values }),
            one.acknowledgedAt ? zuluText(one.acknowledgedAt) : '—',
            one.clearedAt ? zuluText(one.clearedAt) : '—',
          ])}
        />
      </Part>
      <Part title={t('playback.incident.log')}>
        <Rows
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

function Rows({ heads, rows }: { heads: readonly string[]; rows: readonly ReactNode[][] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <p className="cw-soft">{t('playback.incident.nothing')}</p>;
  return (
    <div className="incident-table">
      <table className="cw-print-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`playback.incident.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report stand still
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function alertFacts(alert: NonNullable<Incident['alert']>, t: TFunction): [string, string][] {
  const { approach } = alert.figures;
  return [
    [t('playback.incident.alert'), `${t(`alert.net.${alert.kind}`)} · ${t(`alert.level.${alert.level}`)}`],
    [t('playback.incident.reason'), t(alert.reason.key, { ...alert.reason.values })],
    ...(approach
      ? [
          [
            t('playback.incident.closest'),
            [
              `${Math.round(approach.horizontalM)} m`,
              approach.verticalM === null ? null : bothUnits(approach.verticalM),
              zuluText(new Date(approach.at).toISOString()),
            ]
              .filter(Boolean)
              .join(' · '),
          ] satisfies [string, string],
        ]
      : []),
  ];
}

const nameOf = (track: SkyTrack) => targetName({ ...track, id: track.track });

/** Each track as a line, with where it was at the moment. */
function groupOf(tracks: readonly SkyTrack[], at: number): FeatureGroup {
  return {
    id: 'incident',
    features: tracks.flatMap((track, index): MapFeature[] => {
      const colour = colours[index % colours.length] ?? 'planFlying';
      const now = positionAt(track.positions, at);
      const line: MapFeature = {
        id: `track-${track.track}`,
        geometry: {
          type: 'LineString',
          coordinates: track.positions.map(({ longitude, latitude }) => [longitude, latitude]),
        },
        style: { colour, width: 2 },
        label: '',
        rank: 1,
      };
      if (!now) return [line];
      const height = now.pressureAltitudeM === null ? '' : `${bothUnits(now.pressureAltitudeM)} STD`;
      return [
        line,
        {
          id: `place-${track.track}`,
          geometry: { type: 'Point', coordinates: [now.longitude, now.latitude] },
          style: { colour, symbol: 'waypoint' },
          label: [nameOf(track), height].filter(Boolean).join('\n'),
          rank: 0,
        },
      ];
    }),
  };
}

/** Room for all of the tracks; null: there are none. */
function viewOf(tracks: readonly SkyTrack[]): MapView | null {
  const positions = tracks.flatMap((track) => track.positions);
  if (positions.length === 0) return null;
  const [latitudes, longitudes] = [
    positions.map(({ latitude }) => latitude),
    positions.map(({ longitude }) => longitude),
  ];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const widthDeg = Math.max(east - west, 1.8 * (north - south), 0.02);
  return {
    latitude: (south + north) / 2,
    longitude: (west + east) / 2,
    // A tile of 256 px is the world at zoom 0; the picture is some 700 px wide.
    zoom: Math.max(3, Math.min(12, Math.floor(2 * Math.log2((360 / widthDeg) * (560 / 256))) / 2)),
  };
}
