import { sql as raw } from 'kysely';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { createFlightEvents, type FlightEvents } from '#domain/plans/flight-events.ts';
import { planState } from '#domain/plans/states.ts';
import { nearPlaceM } from '#domain/surveillance/recording/flight-log.ts';
import { createGroundWatch, type GroundWatch } from '#domain/surveillance/track/ground-watch.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import type { Sql } from '#server/db/sql.ts';
import type { SeenStatus } from '#server/features/plans/flight-status-notes.ts';
import type { Sighting } from '#server/features/plans/report-proposals.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { isReplayed } from './replayed.ts';

export interface ReportWatch {
  /** Looks at every live target that flies a plan; called once a second. */
  tick(nowMs: number): void;
  /** Reads the plans again; for tests, and every few seconds by itself. */
  refresh(): Promise<void>;
  /** Resolves once what was seen has been proposed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Place {
  airport: number | null;
  point: number | null;
  position: Position;
}

/** A plan that waits for its take-off or its landing. */
interface WatchedPlan {
  state: number;
  /** The task of each aircraft and callsign. */
  tasks: { id: number; icao24: string | null; callsign: string }[];
  departure: Place | null;
  ends: Place[];
  releasedAt: string | null;
  takeoffAt: string | null;
}

interface Watched {
  watch: GroundWatch;
  events: FlightEvents;
  flownSince: number | null;
  seenAt: number;
}

const refreshMs = 10_000;
/** So long after a reported take-off a target on the ground has landed, even if it was never seen in the air. */
const rollMs = 3 * 60_000;
/** A target that is no longer heard is watched anew when it comes back. */
const forgetMs = 15 * 60_000;

/**
 * Watches the targets of released and flying plans leave and reach the ground near their aerodromes, and hands each
 * sighting on to be proposed as a report. Replays are not watched: what they show is past.
 */
export function createReportWatch(deps: {
  sql: Sql;
  targets: { entries(): Iterable<{ target: Target }> };
  propose(sighting: Sighting): Promise<void>;
  /** What else becomes of a flight: its s_FLT. */
  see(seen: SeenStatus): Promise<void>;
  log: Logger;
}): ReportWatch {
  const { sql, targets, propose, see, log } = deps;
  let plans = new Map<number, WatchedPlan>();
  const watches = new Map<string, Watched>();
  /** What was handed on already, by plan and by what made it: not every second again. */
  const announced = new Set<string>();
  let proposing: Promise<void> = Promise.resolve();
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const { rows } = await raw<Row>`
      select p.id, p.state, p.release_decided_at as "releasedAt", p.takeoff_at as "takeoffAt", t.id as task, t.callsign,
        lower(a.icao24) as icao24, t.departure, t.departure_point as "departurePoint", t.destination,
        t.destination_point as "destinationPoint", t.alternate,
        coalesce(dp.position, da.position) as "from", coalesce(ep.position, ea.position) as "to", al.position as "other"
      from plan p join job_task t on t.plan = p.id and t.deleted_at is null
      left join aircraft a on a.id = t.aircraft
      left join airport da on da.id = t.departure left join takeoff_landing_point dp on dp.id = t.departure_point
      left join airport ea on ea.id = t.destination left join takeoff_landing_point ep on ep.id = t.destination_point
      left join airport al on al.id = t.alternate
      where p.deleted_at is null and p.state in (${planState.releaseAllowed}, ${planState.inFlight})
      order by p.id, t.sequence`.execute(sql);
    const read = new Map<number, WatchedPlan>();
    for (const row of rows) {
      const departure = placeOf(row.departure, row.departurePoint, row.from);
      const plan = read.get(row.id) ?? {
        state: row.state,
        tasks: [],
        departure,
        ends: [],
        releasedAt: row.releasedAt,
        takeoffAt: row.takeoffAt,
      };
      plan.tasks.push({ id: row.task, icao24: row.icao24, callsign: row.callsign });
      const ends = [
        placeOf(row.destination, row.destinationPoint, row.to),
        placeOf(row.alternate, null, row.other),
        departure,
      ];
      plan.ends.push(...ends.flatMap((one) => one ?? []));
      read.set(row.id, plan);
    }
    plans = read;
    for (const key of announced) if (!read.has(Number(key.split(':')[0]))) announced.delete(key);
  }

  function refresh(): Promise<void> {
    reading = reading.then(read).catch((error: unknown) => {
      log.warn({ error }, 'the plans whose reports are watched for could not be read');
    });
    return reading;
  }

  function look(target: Target, nowMs: number): void {
    const plan = plans.get(target.planId ?? 0);
    if (!plan || target.planId === null) return;
    const entry = watches.get(target.id) ?? {
      watch: createGroundWatch(),
      events: createFlightEvents(),
      flownSince: null,
      seenAt: nowMs,
    };
    watches.set(target.id, entry);
    entry.seenAt = nowMs;
    const seen = entry.watch.observe(target);
    if (!seen) return;
    if (seen.phase === 'air') entry.flownSince ??= seen.since;
    const here = { latitude: target.latitude, longitude: target.longitude };
    const task = plan.tasks.find(
      ({ icao24, callsign }) => (icao24 !== null && icao24 === target.icao24) || callsign === target.callsign,
    );
    const base = {
      plan: target.planId,
      jobTask: task?.id ?? null,
      at: seen.since,
      icao24: target.icao24,
      callsign: target.callsign ?? task?.callsign ?? null,
      source: target.sourceId,
    };
    const flying = plan.state === planState.inFlight;
    const event = entry.events.observe({
      phase: seen.phase,
      groundSpeedMps: target.groundSpeedMps,
      stage: flying ? 'flying' : 'released',
      fromDepartureM: plan.departure && distanceM(plan.departure, here),
      fromEndM: plan.ends.length === 0 ? null : Math.min(...plan.ends.map((one) => distanceM(one, here))),
    });
    if (event) note({ ...base, planState: plan.state, event, at: target.at });
    if (plan.state === planState.releaseAllowed && seen.phase === 'air') {
      const near = plan.departure && isNear(plan.departure, here) ? plan.departure : null;
      if (near || plan.departure === null)
        hand({ ...base, kind: 'takeOff', ...at(near), key: plan.releasedAt });
    }
    if (flying && seen.phase === 'ground') {
      const flown = entry.flownSince !== null && entry.flownSince < seen.since;
      const rolled = plan.takeoffAt !== null && seen.since - Date.parse(plan.takeoffAt) > rollMs;
      const place = plan.ends.find((one) => isNear(one, here));
      if ((flown || rolled) && place) hand({ ...base, kind: 'landing', ...at(place), key: plan.takeoffAt });
    }
  }

  function hand({ key, ...sighting }: Omit<Sighting, 'sightingKey'> & { key: string | null }): void {
    // One take-off for each release, one landing for each take-off: the same on every server that sees it.
    const sightingKey = `${sighting.kind}:${key ?? ''}`;
    const mark = `${sighting.plan}:${sightingKey}`;
    if (announced.has(mark)) return;
    announced.add(mark);
    proposing = proposing
      .then(() => propose({ ...sighting, sightingKey }))
      .catch((error: unknown) => {
        announced.delete(mark);
        log.warn({ error, plan: sighting.plan }, 'a report that was seen could not be proposed');
      });
  }

  function note({ plan, jobTask, planState, event, at }: SeenStatus): void {
    proposing = proposing
      .then(() => see({ plan, jobTask, planState, event, at }))
      .catch((error: unknown) => log.warn({ error, plan }, 'a status that was seen could not be noted'));
  }

  const timer = setInterval(() => void refresh(), refreshMs).unref();

  return {
    tick(nowMs) {
      for (const { target } of targets.entries()) {
        if (target.planId !== null && !isReplayed(target)) look(target, nowMs);
      }
      for (const [id, { seenAt }] of watches) if (nowMs - seenAt > forgetMs) watches.delete(id);
    },
    refresh,
    settled: () => proposing,
    async close() {
      clearInterval(timer);
      await reading;
      await proposing;
    },
  };
}

interface Row {
  id: number;
  state: number;
  releasedAt: string | null;
  takeoffAt: string | null;
  task: number;
  callsign: string;
  icao24: string | null;
  departure: number | null;
  departurePoint: number | null;
  destination: number | null;
  destinationPoint: number | null;
  alternate: number | null;
  from: unknown;
  to: unknown;
  other: unknown;
}

function placeOf(airport: number | null, point: number | null, position: unknown): Place | null {
  if (!isGeometry(position, ['Point']) || position.type !== 'Point') return null;
  const [longitude, latitude] = position.coordinates;
  return { airport: point === null ? airport : null, point, position: { latitude, longitude } };
}

function distanceM(place: Place, here: Position): number {
  return inverse(place.position, here).distanceM;
}

/** Further away it is for a person to say where it was. */
function isNear(place: Place, here: Position): boolean {
  return distanceM(place, here) <= nearPlaceM;
}

function at(place: Place | null): { airport: number | null; point: number | null } {
  return { airport: place?.airport ?? null, point: place?.point ?? null };
}
