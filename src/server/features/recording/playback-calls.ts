import { sql as raw } from 'kysely';
import { mostMinutes, mostMinutesOfTrack } from '#contract/playback.ts';
import type { Bounds } from '#domain/geo/geojson.ts';
import { fieldError } from '#domain/text/errors.ts';
import { instantOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { CoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import { FileAnswer, implement, type Service } from '#server/http/service.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { DayTransfer } from './day-transfer.ts';
import { type IncidentDeps, incidentOfAlert, incidentOfMoment } from './incident.ts';
import { alertsBetween, momentAt } from './moment.ts';
import { minuteMs } from './recorded-minutes.ts';
import { keptOf, recordedTracks } from './recorded-tracks.ts';

/** Answers requests for recorded tracks, moments and incidents. */
export function createPlaybackService(deps: {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  parameters: Pick<Parameters, 'text'>;
  clock: () => Date;
  days: DayTransfer;
  areas: Pick<CoverageAreas, 'of' | 'ofGlobe'>;
  orders: IncidentDeps['orders'];
}): Service {
  const { sql, parameters, clock, areas } = deps;
  const zone = () => parameters.text('deadline.timeZone');

  /** Start and end of a day in the service's time zone, in UTC. */
  async function limitsOf(day: string): Promise<{ from: string; to: string }> {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    const timeZone = await zone();
    const at = (add: number) =>
      new Date(
        instantOf({ year, month, day: date + add, hour: 0, minute: 0, second: 0 }, timeZone),
      ).toISOString();
    return { from: at(0), to: at(1) };
  }

  return implement('Playback', {
    async GetDays({ from, to }) {
      const [first, last] = await Promise.all([limitsOf(from), limitsOf(to)]);
      const { rows } = await raw<{
        day: string;
        positions: number;
        mostTracks: number;
        from: string;
        to: string;
      }>`
        select to_char(minute at time zone ${await zone()}, 'YYYY-MM-DD') as day, sum(positions)::bigint as positions,
          max(tracks) as "mostTracks", min(minute) as "from", max(minute) as "to"
        from track_density where minute >= ${first.from}::timestamptz and minute < ${last.to}::timestamptz
        group by 1 order by 1`.execute(sql);
      return { items: rows };
    },

    GetMoment: ({ at }, caller) => momentAt(deps, caller, new Date(at)),
    async GetAlerts({ day }, caller) {
      const { from, to } = await limitsOf(day);
      return { items: await alertsBetween(deps, caller, from, to) };
    },

    GetIncident: (asked, caller) => incidentOfMoment(deps, caller, asked),
    GetAlertIncident: ({ id }, caller) => incidentOfAlert(deps, caller, id),
    async ExportDay({ day }, caller) {
      const limits = await limitsOf(day);
      const alerts = await alertsBetween(deps, caller, limits.from, limits.to);
      return new FileAnswer({
        name: `clearway-${day}.day.gz`,
        mediaType: 'application/gzip',
        stream: await deps.days.open(day, limits, alerts),
      });
    },

    async GetDensity({ day }) {
      const { from, to } = await limitsOf(day);
      // The current minute is in the journal only: the most tracks that moved in one of its seconds.
      const { rows } = await raw<{ at: string; tracks: number }>`
        select at, max(tracks)::int as tracks from (
          select minute as at, tracks from track_density
          where minute >= ${from}::timestamptz and minute < ${to}::timestamptz
          union all
          select date_trunc('minute', at), case json_typeof(data) when 'array' then json_array_length(data) else 0 end
          from track_journal where at >= ${from}::timestamptz and at < ${to}::timestamptz
        ) minutes group by at order by at`.execute(sql);
      return { items: rows };
    },

    async GetTracks({ from, to, bounds, track, globe }, caller) {
      const start = Math.floor(Date.parse(from) / minuteMs) * minuteMs;
      const end = Date.parse(to);
      if (!(end > start)) throw fieldError('to', 'track.playback.order');
      const most = track === undefined ? mostMinutes : mostMinutesOfTrack;
      if (end - start > (most + 1) * minuteMs) throw fieldError('to', 'track.playback.tooLong', { most });
      const box = bounds === undefined ? null : boundsOf(bounds);
      const asked = { start, end, box, track: track ?? null };
      const tracks = await recordedTracks(sql, asked, clock().getTime());
      const bounded = globe === true ? await areas.ofGlobe(caller.actor) : areas.of(caller.actor);
      return { items: bounded ? keptOf(tracks, bounded.covers) : tracks };
    },
  });
}

function boundsOf(text: string): Bounds {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = text
    .split(',')
    .map(Number);
  const valid = [west, south, east, north].every(Number.isFinite) && south <= north;
  if (!valid) throw fieldError('bounds', 'track.playback.bounds');
  return [west, south, east, north];
}
