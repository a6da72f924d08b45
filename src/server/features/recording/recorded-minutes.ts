import { sql as raw } from 'kysely';
import {
  createPacker,
  mergePositions,
  type PositionPacker,
  packPositions,
  type RecordedPosition,
  unpackPositions,
} from '#domain/surveillance/recording/positions.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import type { Sql } from '#server/db/sql.ts';
import { makePartition } from './recording-tables.ts';

/** Where one track was at one time, and what it was known as. */
export interface Sighting {
  track: string;
  icao24: string | null;
  callsign: string | null;
  sourceId: number;
  planId: number | null;
  position: RecordedPosition;
}

export function sightingOf(target: Target): Sighting {
  const { id, icao24, callsign, sourceId, planId } = target;
  const { at, latitude, longitude, pressureAltitudeM, geometricAltitudeM, amslAltitudeM } = target;
  const { groundSpeedMps, trackDeg, verticalRateMps, onGround, isCoasting } = target;
  const place = { at, latitude, longitude, pressureAltitudeM, geometricAltitudeM, amslAltitudeM };
  const motion = { groundSpeedMps, trackDeg, verticalRateMps, onGround, isCoasting };
  return { track: id, icao24, callsign, sourceId, planId, position: { ...place, ...motion } };
}

/** One track in one minute, as it grows. */
export interface TrackMinute extends Omit<Sighting, 'position'> {
  minute: number;
  lastAt: number;
  west: number;
  south: number;
  east: number;
  north: number;
  packer: PositionPacker;
}

/** One that is packed already. */
export type PackedMinute = Omit<TrackMinute, 'packer'> & { packer: Pick<PositionPacker, 'count' | 'bytes'> };

/** Minutes that are not written yet, packed as they come. */
export interface OpenMinutes {
  add(sighting: Sighting): void;
  /** The minutes that began before a moment (UTC ms). */
  before(at: number): TrackMinute[];
  /** Forgets them: they are written. */
  dropBefore(at: number): void;
}

export const minuteMs = 60_000;
const startOf = (at: number) => Math.floor(at / minuteMs) * minuteMs;

export function createOpenMinutes(): OpenMinutes {
  const minutes = new Map<number, Map<string, TrackMinute>>();

  return {
    add({ position, ...known }) {
      const minute = startOf(position.at);
      const tracks = minutes.get(minute) ?? new Map<string, TrackMinute>();
      minutes.set(minute, tracks);
      const { latitude, longitude, at } = position;
      const own = tracks.get(known.track);
      if (!own) {
        const packer = createPacker();
        packer.add(position);
        const box = { west: longitude, south: latitude, east: longitude, north: latitude };
        tracks.set(known.track, { ...known, ...box, minute, lastAt: at, packer });
        return;
      }
      // Said again, or later than what followed it.
      if (at <= own.lastAt) return;
      Object.assign(own, known, {
        lastAt: at,
        west: Math.min(own.west, longitude),
        south: Math.min(own.south, latitude),
        east: Math.max(own.east, longitude),
        north: Math.max(own.north, latitude),
      });
      own.packer.add(position);
    },
    before: (at) => [...minutes].flatMap(([minute, tracks]) => (minute < at ? [...tracks.values()] : [])),
    dropBefore(at) {
      for (const minute of [...minutes.keys()]) if (minute < at) minutes.delete(minute);
    },
  };
}

/** Rows of one statement: PostgreSQL takes no more than 65,535 values. */
const batch = 2_000;

/** Writes minutes, each once: what is there already, of another server or from before a restart, is joined with it. */
export async function writeMinutes(sql: Sql, minutes: readonly PackedMinute[]): Promise<void> {
  const days = new Set(minutes.map(({ minute }) => new Date(minute).toISOString().slice(0, 10)));
  for (const day of days) await makePartition(sql, day);
  for (let from = 0; from < minutes.length; from += batch) {
    await writeBatch(sql, minutes.slice(from, from + batch));
  }
  const touched = [...new Set(minutes.map(({ minute }) => new Date(minute).toISOString()))];
  for (const minute of touched) {
    await raw`
      insert into track_density (minute, tracks, positions)
      select minute, count(*), sum(positions) from track_minute where minute = ${minute}::timestamptz group by minute
      on conflict (minute) do update set tracks = excluded.tracks, positions = excluded.positions`.execute(
      sql,
    );
  }
}

async function writeBatch(sql: Sql, minutes: readonly PackedMinute[]): Promise<void> {
  const rows = minutes.map((one) => ({
    ...one,
    at: new Date(one.minute).toISOString(),
    positions: one.packer.count,
    data: Buffer.from(one.packer.bytes()),
  }));
  const { rows: written } = await raw<{ track: string; minute: string }>`
    insert into track_minute
      (minute, track, icao24, callsign, source_id, plan_id, west, south, east, north, positions, data)
    values ${raw.join(
      rows.map(
        (
          row,
        ) => raw`(${row.at}::timestamptz, ${row.track}, ${row.icao24}, ${row.callsign}, ${row.sourceId}, ${row.planId},
          ${row.west}, ${row.south}, ${row.east}, ${row.north}, ${row.positions}, ${row.data})`,
      ),
    )}
    on conflict do nothing returning track, minute`.execute(sql);
  if (written.length === rows.length) return;
  const done = new Set(written.map(({ track, minute }) => `${track} ${Date.parse(minute)}`));
  for (const row of rows) if (!done.has(`${row.track} ${row.minute}`)) await join(sql, row);
}

async function join(sql: Sql, row: PackedMinute & { at: string; data: Buffer }): Promise<void> {
  const { rows } = await raw<{ data: Buffer }>`
    select data from track_minute where minute = ${row.at}::timestamptz and track = ${row.track} for update`.execute(
    sql,
  );
  const [stored] = rows;
  if (!stored) return;
  const positions = mergePositions(unpackPositions(stored.data), unpackPositions(row.data));
  await raw`
    update track_minute set
      icao24 = coalesce(${row.icao24}, icao24), callsign = coalesce(${row.callsign}, callsign),
      plan_id = coalesce(${row.planId}, plan_id),
      west = least(west, ${row.west}), south = least(south, ${row.south}),
      east = greatest(east, ${row.east}), north = greatest(north, ${row.north}),
      positions = ${positions.length}, data = ${Buffer.from(packPositions(positions))}
    where minute = ${row.at}::timestamptz and track = ${row.track}`.execute(sql);
}
