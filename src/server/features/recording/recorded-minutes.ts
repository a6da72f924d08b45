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
import { isStorable } from '#domain/text/clean.ts';
import type { Text } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import { isRefusedData } from '#server/db/pg-errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { savepoint } from '#server/engine/records/insert-many.ts';
import { makePartition } from './recording-tables.ts';

/** Where one track was at one time, and what it was known as. */
export interface Sighting {
  track: string;
  icao24: string | null;
  /**
   * Of what kind its identity is, also one that only a newer version knows (see `addressTypeIn`); null, or absent as in older
   * journals: not known.
   */
  addressType?: string | null;
  callsign: string | null;
  sourceId: number;
  planId: number | null;
  position: RecordedPosition;
}

export function sightingOf(target: Target): Sighting {
  const { id, icao24, addressType, callsign, sourceId, planId } = target;
  const { at, latitude, longitude, pressureAltitudeM, geometricAltitudeM, amslAltitudeM } = target;
  const { groundSpeedMps, trackDeg, verticalRateMps, onGround, isCoasting } = target;
  const place = { at, latitude, longitude, pressureAltitudeM, geometricAltitudeM, amslAltitudeM };
  const motion = { groundSpeedMps, trackDeg, verticalRateMps, onGround, isCoasting };
  return {
    track: id,
    icao24,
    addressType,
    callsign,
    sourceId,
    planId,
    position: { ...place, ...motion },
  };
}

/** Characters of a track's id at most: the kind of name, its source and sensor, and a name of 64. */
const mostInTrack = 200;
const firstMoment = Date.UTC(2000, 0);
const lastMoment = Date.UTC(2200, 0);

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= mostInTrack && isStorable(value);
const isNameOrNull = (value: unknown): value is string | null => value === null || isName(value);
const isKindOrNone = (value: unknown): value is string | null | undefined =>
  value === undefined || isNameOrNull(value);
const isBetween = (value: unknown, low: number, high: number): value is number =>
  isNumber(value) && value >= low && value <= high;

function isPosition(value: unknown): value is RecordedPosition {
  return (
    isObject(value) &&
    isBetween(value.at, firstMoment, lastMoment) &&
    isBetween(value.latitude, -90, 90) &&
    isBetween(value.longitude, -180, 180) &&
    isNumberOrNull(value.pressureAltitudeM) &&
    isNumberOrNull(value.geometricAltitudeM) &&
    isNumberOrNull(value.amslAltitudeM) &&
    isNumberOrNull(value.groundSpeedMps) &&
    isNumberOrNull(value.trackDeg) &&
    isNumberOrNull(value.verticalRateMps) &&
    typeof value.onGround === 'boolean' &&
    typeof value.isCoasting === 'boolean'
  );
}

/** Can a value that was read from a journal be recorded? */
export function isSighting(value: unknown): value is Sighting {
  return (
    isObject(value) &&
    isName(value.track) &&
    value.track !== '' &&
    isNameOrNull(value.icao24) &&
    isKindOrNone(value.addressType) &&
    isNameOrNull(value.callsign) &&
    isId(value.sourceId) &&
    (value.planId === null || isId(value.planId)) &&
    isPosition(value.position)
  );
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
  /** How many there are: tracks, each once for every minute. */
  count(): number;
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
      if (at <= own.lastAt) {
        insertLate(own, position);
        return;
      }
      Object.assign(own, known, {
        addressType: known.addressType ?? own.addressType ?? null,
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
    count: () => [...minutes.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** Puts a position that came behind later ones where it belongs; one of a moment that is there already is let go. */
function insertLate(minute: TrackMinute, position: RecordedPosition): void {
  const known = unpackPositions(minute.packer.bytes());
  const positions = mergePositions([position], known);
  if (positions.length === known.length) return;
  const packer = createPacker();
  for (const one of positions) packer.add(one);
  const { latitude, longitude } = position;
  Object.assign(minute, {
    packer,
    west: Math.min(minute.west, longitude),
    south: Math.min(minute.south, latitude),
    east: Math.max(minute.east, longitude),
    north: Math.max(minute.north, latitude),
  });
}

/** Rows of one statement: PostgreSQL takes no more than 65,535 values. */
const batch = 2_000;

/**
 * Writes minutes, all of them or none, each once: what is there already, of another server or from before a restart, is
 * joined with it.
 */
export async function writeMinutes(sql: Sql, minutes: readonly PackedMinute[]): Promise<void> {
  await lockMinutes(sql, minutes);
  await makePartitions(sql, minutes);
  for (let from = 0; from < minutes.length; from += batch) {
    await writeBatch(sql, minutes.slice(from, from + batch));
  }
  await countMinutes(sql, minutes);
}

/** A minute that can't be stored, and why. */
export interface RefusedMinute {
  minute: PackedMinute;
  reason: Text;
}

/** Statements of one writing that may fail before whatever is left of their batches is refused as a whole. */
const mostFailures = 200;

/**
 * The same in a transaction, except for minutes that can't be stored: those are returned. A batch that fails is halved until
 * its bad rows stand alone. What isn't the data's fault (no connection, no table) is thrown, as is the reason of `signal`
 * once it is aborted.
 */
export async function writeStorableMinutes(
  sql: Sql,
  minutes: readonly PackedMinute[],
  signal?: AbortSignal,
): Promise<RefusedMinute[]> {
  const refused: RefusedMinute[] = [];
  let failures = 0;

  async function write(rows: readonly PackedMinute[]): Promise<void> {
    try {
      signal?.throwIfAborted();
      await savepoint(sql, () => writeBatch(sql, rows, signal));
    } catch (error) {
      if (!isRefusedData(error) && !(error instanceof RangeError)) throw error;
      failures += 1;
      if (rows.length > 1 && failures < mostFailures) {
        const middle = Math.ceil(rows.length / 2);
        await write(rows.slice(0, middle));
        await write(rows.slice(middle));
        return;
      }
      for (const minute of rows) refused.push({ minute, reason: refusalOf(error) });
    }
  }

  const storable: PackedMinute[] = [];
  for (const minute of minutes) {
    if (isStorableMinute(minute)) storable.push(minute);
    else refused.push({ minute, reason: { key: 'monitor.quarantine.value' } });
  }
  await lockMinutes(sql, storable);
  await makePartitions(sql, storable);
  for (let from = 0; from < storable.length; from += batch) await write(storable.slice(from, from + batch));
  await countMinutes(sql, storable);
  return refused;
}

const isStorableMinute = ({ track, icao24, addressType, callsign, minute }: PackedMinute): boolean =>
  isName(track) &&
  isNameOrNull(icao24) &&
  isKindOrNone(addressType) &&
  isNameOrNull(callsign) &&
  isBetween(minute, firstMoment, lastMoment);

/** What the database or the packing said. */
export function refusalOf(error: unknown): Text {
  const said = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return {
    key: 'monitor.quarantine.refused',
    values: { error: said instanceof Error ? said.message : String(said) },
  };
}

/** One writer of a minute at a time: two that update the same tracks in a different order would deadlock. */
const lockMinutes = (sql: Sql, minutes: readonly PackedMinute[]): Promise<void> =>
  lockNames(
    sql,
    [...new Set(minutes.map(({ minute }) => minute))].map((minute) => `track minute ${minute}`),
  );

async function makePartitions(sql: Sql, minutes: readonly PackedMinute[]): Promise<void> {
  const days = new Set(minutes.map(({ minute }) => new Date(minute).toISOString().slice(0, 10)));
  for (const day of days) await makePartition(sql, day);
}

/** Counts what is there of each of these minutes now. */
async function countMinutes(sql: Sql, minutes: readonly PackedMinute[]): Promise<void> {
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

async function writeBatch(sql: Sql, minutes: readonly PackedMinute[], signal?: AbortSignal): Promise<void> {
  const rows = minutes.map((one) => ({
    ...one,
    at: new Date(one.minute).toISOString(),
    positions: one.packer.count,
    data: Buffer.from(one.packer.bytes()),
  }));
  const { rows: written } = await raw<{ track: string; minute: string }>`
    insert into track_minute
      (minute, track, icao24, address_type, callsign, source_id, plan_id, west, south, east, north, positions, data)
    values ${raw.join(
      rows.map(
        (
          row,
        ) => raw`(${row.at}::timestamptz, ${row.track}, ${row.icao24}, ${row.addressType ?? null}, ${row.callsign}, ${row.sourceId}, ${row.planId},
          ${row.west}, ${row.south}, ${row.east}, ${row.north}, ${row.positions}, ${row.data})`,
      ),
    )}
    on conflict do nothing returning track, minute`.execute(sql);
  if (written.length === rows.length) return;
  const done = new Set(written.map(({ track, minute }) => `${track} ${Date.parse(minute)}`));
  for (const row of rows) {
    signal?.throwIfAborted();
    // Of two rows of one track the first is written, and the other joined with it.
    if (!done.delete(`${row.track} ${row.minute}`)) await join(sql, row);
  }
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
      icao24 = coalesce(${row.icao24}, icao24), address_type = coalesce(${row.addressType ?? null}, address_type),
      callsign = coalesce(${row.callsign}, callsign),
      plan_id = coalesce(${row.planId}, plan_id),
      west = least(west, ${row.west}), south = least(south, ${row.south}),
      east = greatest(east, ${row.east}), north = greatest(north, ${row.north}),
      positions = ${positions.length}, data = ${Buffer.from(packPositions(positions))}
    where minute = ${row.at}::timestamptz and track = ${row.track}`.execute(sql);
}
