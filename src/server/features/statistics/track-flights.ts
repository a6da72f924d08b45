import { sql as raw } from 'kysely';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { instantsOf } from '#domain/plans/report-period.ts';
import {
  createFlightLog,
  type FlightLog,
  type FlightLogState,
  type LandingPlace,
  type Movement,
  nearPlaceM,
  noFlightLog,
  silentMs,
  type TrackFlight,
} from '#domain/surveillance/recording/flight-log.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { aboveSeaM } from '#server/features/terrain/aerodrome-ground.ts';
import { betweenSteps } from '#server/kernel/in-slices.ts';
import { lock } from './fold.ts';
import { countedTo, type MinuteRow, minutes, nextWindow, noteCounted, windowMs } from './recorded-minutes.ts';

/** Before a day that is read again: what flies then is known when the day begins. */
const beforeMs = 3_600_000;
/** Flights of no plan are kept for so long. */
const keptYears = 3;
/** Places further north or south than this are out of reach, degrees. */
const nearDeg = 0.05;

/** A flight with the names under which its track was heard. */
interface NamedFlight extends TrackFlight {
  track: string;
  icao24: string | null;
  callsign: string | null;
}

/** The logs of the tracks that are read, and the flights of them that changed. */
function createLogs(placeAt: (position: Position) => LandingPlace | null) {
  const logs = new Map<string, { log: FlightLog; state: FlightLogState; at: number }>();
  const changed = new Map<string, NamedFlight>();

  function open(track: string, state: FlightLogState, at: number) {
    const one = { log: createFlightLog(placeAt, state), state, at };
    logs.set(track, one);
    return one;
  }

  function take({ track, planId, icao24, callsign, data }: MinuteRow): void {
    const one = logs.get(track) ?? open(track, noFlightLog(), 0);
    for (const position of unpackPositions(data)) {
      one.log.take(position, planId);
      one.at = Math.max(one.at, position.at);
    }
    note(track, one.log, { icao24, callsign });
  }

  function note(track: string, log: FlightLog, names: Pick<NamedFlight, 'icao24' | 'callsign'>): void {
    for (const flight of log.changed()) {
      const key = `${track} ${flight.begunAt}`;
      const before = changed.get(key);
      changed.set(key, {
        ...flight,
        track,
        icao24: names.icao24 ?? before?.icao24 ?? null,
        callsign: names.callsign ?? before?.callsign ?? null,
      });
    }
  }

  return {
    open,
    take,
    /** Ends the tracks that were silent at this moment, and forgets them. */
    endSilent(at: number): string[] {
      const ended: string[] = [];
      for (const [track, one] of logs) {
        if (one.at > at - silentMs) continue;
        one.log.end();
        note(track, one.log, { icao24: null, callsign: null });
        logs.delete(track);
        ended.push(track);
      }
      return ended;
    },
    states: () => [...logs].map(([track, { state, at }]) => ({ track, state, at })),
    flights: () => [...changed.values()],
  };
}

/**
 * Reads the flights of the recorded minutes that were not read yet, a window in one transaction; whether there may be more.
 */
export async function countFlights(database: Pick<Database, 'kysely'>, now: Date): Promise<boolean> {
  return database.kysely.transaction().execute(async (sql) => {
    await lock(sql);
    const window = await nextWindow(sql, 'flights', now);
    if (!window) return false;
    const { from, to, isLast } = window;
    const logs = createLogs(await readPlaces(sql));
    const rows = await minutes(sql, from, to);
    const known = await raw<{ track: string; at: string; state: FlightLogState }>`
      select track, at, state from track_log
      where track = any(${[...new Set(rows.map(({ track }) => track))]}::text[])
        or at <= ${new Date(to - silentMs).toISOString()}::timestamptz`.execute(sql);
    for (const { track, at, state } of known.rows) logs.open(track, state, Date.parse(at));
    await takeAll(logs, rows);
    const ended = logs.endSilent(to);
    await writeFlights(sql, logs.flights());
    await writeStates(sql, logs.states(), ended);
    await noteCounted(sql, 'flights', to);
    return !isLast;
  });
}

/**
 * Reads a day on the wall of the zone again, as far as `countFlights` came, and corrects the flights that began and ended in
 * it: whether any was wrong. A day whose tracks are no longer stored is left as it is.
 */
export async function recountFlights(
  database: Pick<Database, 'kysely'>,
  day: string,
  timeZone: string,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (sql) => {
    await lock(sql);
    const counted = await countedTo(sql, 'flights');
    if (counted === null) return false;
    const [from, end] = instantsOf({ from: day, to: day }, timeZone);
    const until = Math.min(end, counted);
    const logs = createLogs(await readPlaces(sql));
    let recorded = 0;
    for (let at = from - beforeMs; at < until; at += windowMs) {
      const rows = await minutes(sql, at, Math.min(until, at + windowMs));
      if (at >= from) recorded += rows.length;
      await takeAll(logs, rows);
      logs.endSilent(at);
    }
    if (recorded === 0) return false;
    // What may have ended since is told apart only later.
    const lastSure = until - silentMs;
    const fresh = logs
      .flights()
      .filter(({ begunAt, endedAt }) => begunAt >= from && endedAt !== null && endedAt < lastSure);
    const kept = await storedTexts(sql, from, lastSure);
    if (fresh.length === kept.size && fresh.every((flight) => kept.has(textOf(flight)))) return false;
    await raw`
      delete from track_flight where begun_at >= ${iso(from)}::timestamptz and ended_at < ${iso(lastSure)}::timestamptz`.execute(
      sql,
    );
    await writeFlights(sql, fresh);
    return true;
  });
}

/** Forgets the flights of no plan that are older than their time. */
export async function dropOldFlights(sql: Sql, now: Date): Promise<void> {
  await raw`
    delete from track_flight
    where plan_id is null and begun_at < ${now.toISOString()}::timestamptz - make_interval(years => ${keptYears}::int)`.execute(
    sql,
  );
}

/** The others have their turn in between: unpacking the minutes of a full sky takes seconds. */
async function takeAll(logs: ReturnType<typeof createLogs>, rows: readonly MinuteRow[]): Promise<void> {
  const turn = betweenSteps();
  for (const row of rows) {
    logs.take(row);
    await turn();
  }
}

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

/** What a recount compares, of a flight as it is read and as it is stored. */
const textOf = ({ track, begunAt, endedAt, planId, takeOff, landing }: NamedFlight): string =>
  [track, begunAt, endedAt, planId ?? '', takeOff?.at ?? '', landing?.at ?? ''].join();

async function storedTexts(sql: Sql, from: number, to: number): Promise<Set<string>> {
  const ms = (column: string) => `coalesce((extract(epoch from ${column}) * 1000)::bigint::text, '')`;
  const parts = [
    'track',
    ms('begun_at'),
    ms('ended_at'),
    `coalesce(plan_id::text, '')`,
    ms('takeoff_at'),
    ms('landing_at'),
  ];
  const { rows } = await raw<{ text: string }>`
    select ${raw.raw(`concat_ws(',', ${parts.join(', ')})`)} as text from track_flight
    where begun_at >= ${iso(from)}::timestamptz and ended_at < ${iso(to)}::timestamptz`.execute(sql);
  return new Set(rows.map(({ text }) => text));
}

const movementColumns = ['at', 'latitude', 'longitude', 'airport', 'point', 'inferred'];
const columns = [
  'track',
  'begun_at',
  'ended_at',
  'plan_id',
  'icao24',
  'callsign',
  'off_block_at',
  ...movementColumns.map((name) => `takeoff_${name}`),
  ...movementColumns.map((name) => `landing_${name}`),
  'on_block_at',
];
/** What a flight has once stays as it was where a later minute says nothing of it. */
const set = columns
  .slice(2)
  .map((name) =>
    name === 'icao24' || name === 'callsign'
      ? `${name} = coalesce(excluded.${name}, track_flight.${name})`
      : `${name} = excluded.${name}`,
  )
  .join(', ');
/** Rows of one statement. */
const atOnce = 1_000;

async function writeFlights(sql: Sql, flights: readonly NamedFlight[]): Promise<void> {
  const movement = (name: string, one: Movement | null) => ({
    [`${name}_at`]: isoOrNull(one?.at ?? null),
    [`${name}_latitude`]: one?.latitude ?? null,
    [`${name}_longitude`]: one?.longitude ?? null,
    [`${name}_airport`]: one?.airport ?? null,
    [`${name}_point`]: one?.point ?? null,
    [`${name}_inferred`]: one?.isInferred ?? null,
  });
  const rows = flights.map((flight) => ({
    track: flight.track,
    begun_at: iso(flight.begunAt),
    ended_at: isoOrNull(flight.endedAt),
    plan_id: flight.planId,
    icao24: flight.icao24,
    callsign: flight.callsign,
    off_block_at: isoOrNull(flight.offBlockAt),
    ...movement('takeoff', flight.takeOff),
    ...movement('landing', flight.landing),
    on_block_at: isoOrNull(flight.onBlockAt),
  }));
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = JSON.stringify(rows.slice(from, from + atOnce));
    const names = raw.raw(columns.join(', '));
    await raw`
      insert into track_flight (${names}) select ${names} from jsonb_populate_recordset(null::track_flight, ${part}::jsonb)
      on conflict (track, begun_at) do update set ${raw.raw(set)}`.execute(sql);
  }
}

async function writeStates(
  sql: Sql,
  states: readonly { track: string; state: FlightLogState; at: number }[],
  ended: readonly string[],
): Promise<void> {
  await raw`delete from track_log where track = any(${ended}::text[])`.execute(sql);
  for (let from = 0; from < states.length; from += atOnce) {
    const part = states.slice(from, from + atOnce).map((one) => ({ ...one, at: iso(one.at) }));
    await raw`
      insert into track_log (track, at, state)
      select track, at, state from jsonb_populate_recordset(null::track_log, ${JSON.stringify(part)}::jsonb)
      on conflict (track) do update set at = excluded.at, state = excluded.state`.execute(sql);
  }
}

/** The nearest aerodrome or point within reach of a position, of those that are recorded now. */
async function readPlaces(sql: Sql): Promise<(position: Position) => LandingPlace | null> {
  const { rows } = await raw<{
    airport: number | null;
    point: number | null;
    position: unknown;
    elevation: unknown;
  }>`
    select id as airport, null::bigint as point, position, elevation from airport where deleted_at is null
    union all
    select null, id, position, elevation from takeoff_landing_point where deleted_at is null`.execute(sql);
  const places = rows.flatMap(({ airport, point, position, elevation }) => {
    const at = positionIn(position);
    return at ? [{ airport, point, at, elevationM: aboveSeaM(elevation, 0) }] : [];
  });
  return (here) => {
    let best: { place: LandingPlace; distanceM: number } | null = null;
    for (const { at, ...place } of places) {
      if (Math.abs(at.latitude - here.latitude) > nearDeg) continue;
      const { distanceM } = inverse(at, here);
      if (distanceM <= nearPlaceM && distanceM < (best?.distanceM ?? Number.POSITIVE_INFINITY))
        best = { place, distanceM };
    }
    return best?.place ?? null;
  };
}
