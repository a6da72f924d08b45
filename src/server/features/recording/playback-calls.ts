import { sql as raw } from 'kysely';
import { mostMinutes, mostMinutesOfTrack, type RecordedTrack } from '#contract/playback.ts';
import type { Bounds } from '#domain/geo/geojson.ts';
import { mergePositions, packPositions, unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { fieldError } from '#domain/text/errors.ts';
import { instantOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { alertsBetween, momentAt } from './moment.ts';
import { createOpenMinutes, minuteMs, type Sighting } from './recorded-minutes.ts';

interface MinuteRow {
  track: string;
  minute: string;
  icao24: string | null;
  callsign: string | null;
  sourceId: number;
  planId: number | null;
  data: Uint8Array;
}

/** Reads what was recorded. */
export function createPlaybackService(deps: {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  parameters: Pick<Parameters, 'text'>;
  clock: () => Date;
}): Service {
  const { sql, parameters, clock } = deps;
  const zone = () => parameters.text('deadline.timeZone');

  /** The day as the service's wall has it, in UTC. */
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

    async GetDensity({ day }) {
      const { from, to } = await limitsOf(day);
      // The minute that still runs is in the journal only: as many as moved in one of its seconds.
      const { rows } = await raw<{ at: string; tracks: number }>`
        select at, max(tracks)::int as tracks from (
          select minute as at, tracks from track_density
          where minute >= ${from}::timestamptz and minute < ${to}::timestamptz
          union all
          select date_trunc('minute', at), json_array_length(data) from track_journal
          where at >= ${from}::timestamptz and at < ${to}::timestamptz
        ) minutes group by at order by at`.execute(sql);
      return { items: rows };
    },

    async GetTracks({ from, to, bounds, track }) {
      const start = Math.floor(Date.parse(from) / minuteMs) * minuteMs;
      const end = Date.parse(to);
      if (!(end > start)) throw fieldError('to', 'track.playback.order');
      const most = track === undefined ? mostMinutes : mostMinutesOfTrack;
      if (end - start > (most + 1) * minuteMs) throw fieldError('to', 'track.playback.tooLong', { most });
      const box = bounds === undefined ? null : boundsOf(bounds);
      const stored = await storedMinutes(sql, { start, end, box, track: track ?? null });
      // The minute that still runs is in the journal only.
      const recent =
        end > clock().getTime() - 3 * minuteMs ? await journalMinutes(sql, { start, end, box, track }) : [];
      return { items: tracksOf([...stored, ...recent]) };
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

async function storedMinutes(
  sql: Sql,
  asked: { start: number; end: number; box: Bounds | null; track: string | null },
): Promise<MinuteRow[]> {
  const { box, track } = asked;
  const [from, to] = [asked.start, asked.end].map((at) => new Date(at).toISOString());
  const inBox =
    box === null
      ? raw`true`
      : box[0] <= box[2]
        ? raw`west <= ${box[2]} and east >= ${box[0]} and south <= ${box[3]} and north >= ${box[1]}`
        : raw`(west <= ${box[2]} or east >= ${box[0]}) and south <= ${box[3]} and north >= ${box[1]}`;
  const { rows } = await raw<MinuteRow>`
    select track, minute, icao24, callsign, source_id as "sourceId", plan_id as "planId", data from track_minute
    where minute >= ${from}::timestamptz and minute < ${to}::timestamptz and ${inBox}
      and ${track === null ? raw`true` : raw`track = ${track}`}
    order by track, minute`.execute(sql);
  return rows;
}

async function journalMinutes(
  sql: Sql,
  asked: { start: number; end: number; box: Bounds | null; track: string | undefined },
): Promise<MinuteRow[]> {
  const { rows } = await raw<{ data: Sighting[] }>`
    select data from track_journal where at >= ${new Date(asked.start).toISOString()}::timestamptz order by id`.execute(
    sql,
  );
  const open = createOpenMinutes();
  for (const { data } of rows) for (const sighting of data) open.add(sighting);
  return open.before(asked.end).flatMap((one) => {
    if (one.minute < asked.start) return [];
    if (asked.track !== undefined && one.track !== asked.track) return [];
    if (asked.box && !meets(asked.box, one)) return [];
    const { track, icao24, callsign, sourceId, planId } = one;
    const minute = new Date(one.minute).toISOString();
    return [{ track, icao24, callsign, sourceId, planId, minute, data: one.packer.bytes() }];
  });
}

function meets(
  [west, south, east, north]: Bounds,
  one: { west: number; south: number; east: number; north: number },
): boolean {
  if (one.south > north || one.north < south) return false;
  return west <= east ? one.west <= east && one.east >= west : one.west <= east || one.east >= west;
}

/** Minutes by track; the last that is known of it is what it is called. */
function tracksOf(rows: readonly MinuteRow[]): RecordedTrack[] {
  const tracks = new Map<string, RecordedTrack>();
  for (const { minute, data, ...known } of rows) {
    const track = tracks.get(known.track) ?? { ...known, minutes: [] };
    tracks.set(known.track, track);
    const at = new Date(minute).toISOString();
    const same = track.minutes.find((one) => one.at === at);
    Object.assign(track, {
      icao24: known.icao24 ?? track.icao24,
      callsign: known.callsign ?? track.callsign,
      planId: known.planId ?? track.planId,
      sourceId: known.sourceId,
    });
    if (same) same.data = joined(Buffer.from(same.data, 'base64'), data);
    else track.minutes.push({ at, data: Buffer.from(data).toString('base64') });
  }
  return [...tracks.values()];
}

const joined = (stored: Uint8Array, more: Uint8Array): string =>
  Buffer.from(packPositions(mergePositions(unpackPositions(stored), unpackPositions(more)))).toString(
    'base64',
  );
