import { sql as raw } from 'kysely';
import type { RecordedTrack } from '#contract/playback.ts';
import type { Bounds } from '#domain/geo/geojson.ts';
import {
  mergePositions,
  packPositions,
  type RecordedPosition,
  unpackPositions,
} from '#domain/surveillance/recording/positions.ts';
import { type AddressType, addressTypeIn } from '#domain/surveillance/track/report.ts';
import type { Sql } from '#server/db/sql.ts';
import { createOpenMinutes, isSighting, minuteMs } from './recorded-minutes.ts';

/** Flights begin early and end late. */
const aroundPlanMs = 12 * 60 * minuteMs;
/** Of a plan that stands for months: its recording is in the dossiers of its days. */
const longestPlanMs = 7 * 24 * 60 * minuteMs;

interface MinuteRow {
  track: string;
  minute: string;
  icao24: string | null;
  addressType: AddressType | null;
  callsign: string | null;
  sourceId: number;
  planId: number | null;
  data: Uint8Array;
}

/** What is asked for of the recording: UTC ms; null: everywhere, every track. */
export interface AskedTracks {
  start: number;
  end: number;
  box: Bounds | null;
  track: string | null;
  /** Only minutes in which it was the track of this plan; absent: of whichever. */
  plan?: number;
}

/** From before its first time until after its last, what surveillance took for a flight of the plan. */
export function tracksOfPlan(
  sql: Sql,
  plan: {
    id: number;
    startTime: string | null;
    endTime: string | null;
    takeoffAt: string | null;
    realEta: string | null;
  },
  nowMs: number,
): Promise<RecordedTrack[]> {
  const times = [plan.startTime, plan.endTime, plan.takeoffAt, plan.realEta].flatMap((at) =>
    at === null ? [] : [Date.parse(at)],
  );
  if (times.length === 0) return Promise.resolve([]);
  const start = Math.min(...times) - aroundPlanMs;
  const end = Math.min(Math.max(...times) + aroundPlanMs, start + longestPlanMs);
  return recordedTracks(sql, { start, end, box: null, track: null, plan: plan.id }, nowMs);
}

/** Recorded tracks of a span, minute by minute; what still runs is read from the journal. */
export async function recordedTracks(sql: Sql, asked: AskedTracks, nowMs: number): Promise<RecordedTrack[]> {
  const stored = await storedMinutes(sql, asked);
  // The minute that still runs is in the journal only.
  const recent = asked.end > nowMs - 3 * minuteMs ? await journalMinutes(sql, asked) : [];
  return tracksOf([...stored, ...recent]);
}

async function storedMinutes(sql: Sql, asked: AskedTracks): Promise<MinuteRow[]> {
  const { box, track, plan } = asked;
  const [from, to] = [asked.start, asked.end].map((at) => new Date(at).toISOString());
  const inBox =
    box === null
      ? raw`true`
      : box[0] <= box[2]
        ? raw`west <= ${box[2]} and east >= ${box[0]} and south <= ${box[3]} and north >= ${box[1]}`
        : raw`(west <= ${box[2]} or east >= ${box[0]}) and south <= ${box[3]} and north >= ${box[1]}`;
  const { rows } = await raw<MinuteRow>`
    select track, minute, icao24, address_type as "addressType", callsign, source_id as "sourceId", plan_id as "planId", data from track_minute
    where minute >= ${from}::timestamptz and minute < ${to}::timestamptz and ${inBox}
      and ${track === null ? raw`true` : raw`track = ${track}`}
      and ${plan === undefined ? raw`true` : raw`plan_id = ${plan}`}
    order by track, minute`.execute(sql);
  return rows.map((row) => ({ ...row, addressType: addressTypeIn(row.addressType) }));
}

/** NUL and halves of characters in JSON, which `->>` can't turn into a text. The recorder quarantines what holds them. */
const unreadableEscapes = String.raw`\\u(0000|d[89a-f])`;

async function journalMinutes(sql: Sql, asked: AskedTracks): Promise<MinuteRow[]> {
  const { track } = asked;
  const from = new Date(asked.start).toISOString();
  // Of one track the database picks out what is its own: a second of a full sky is thousands.
  const { rows } =
    track === null
      ? await raw<{ data: unknown }>`
          select data from track_journal where at >= ${from}::timestamptz order by id`.execute(sql)
      : await raw<{ data: unknown }>`
          with readable as materialized (
            select id, data from track_journal
            where at >= ${from}::timestamptz and json_typeof(data) = 'array' and data::text !~* ${unreadableEscapes})
          select json_build_array(one.value) as data from readable j, json_array_elements(j.data) one
          where one.value->>'track' = ${track} order by j.id`.execute(sql);
  const open = createOpenMinutes();
  const sightings = rows.flatMap(({ data }): unknown[] => (Array.isArray(data) ? data : []));
  for (const sighting of sightings) if (isSighting(sighting)) open.add(sighting);
  return open.before(asked.end).flatMap((one) => {
    if (one.minute < asked.start) return [];
    if (asked.box && !meets(asked.box, one)) return [];
    if (asked.plan !== undefined && one.planId !== asked.plan) return [];
    const { track, icao24, callsign, sourceId, planId } = one;
    const addressType = addressTypeIn(one.addressType);
    const minute = new Date(one.minute).toISOString();
    return [{ track, icao24, addressType, callsign, sourceId, planId, minute, data: one.packer.bytes() }];
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
      addressType: known.addressType ?? track.addressType,
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

/** Only the positions that are to be seen; a track of which nothing is left is not there. */
export function keptOf(
  tracks: readonly RecordedTrack[],
  isSeen: (position: RecordedPosition) => boolean,
): RecordedTrack[] {
  return tracks.flatMap((track) => {
    const minutes = track.minutes.flatMap(({ at, data }) => {
      const all = unpackPositions(Buffer.from(data, 'base64'));
      const seen = all.filter(isSeen);
      if (seen.length === all.length) return [{ at, data }];
      return seen.length === 0 ? [] : [{ at, data: Buffer.from(packPositions(seen)).toString('base64') }];
    });
    return minutes.length === 0 ? [] : [{ ...track, minutes }];
  });
}
