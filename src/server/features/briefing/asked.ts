import type { InputOf } from '#contract/services.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { altitudeM } from '#domain/geo/altitude.ts';
import { type Geometry, geometryError, isGeometry } from '#domain/geo/geojson.ts';
import { standingTasks } from '#domain/plans/standing.ts';
import { fieldError } from '#domain/text/errors.ts';
import type { Interval } from '#domain/time/interval.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { routeLine } from '#server/features/plans/navigation-route.ts';
import { checkedPlan } from '#server/features/plans/plan-life.ts';
import { type PlanParameters, readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { getPlan, tasksOf } from '#server/features/plans/plan-store.ts';
import { loadPlaces, volumesOf } from '#server/features/plans/plan-volumes.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

export interface AskedDeps {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
}

export type PlaceInput = InputOf<'Briefing', 'Make'>;
/** A piece of air with both ends of its time. */
export type AskedPart = Volume4d & { from: number; to: number };

/** What is asked about, understood: the air, the aerodromes that are used, the time, and how far around. */
export interface Asked {
  plan: { id: number; company: number; label: string } | null;
  /** One aerodrome alone. */
  airport: number | null;
  parts: AskedPart[];
  /** Departures and destinations: theirs is asked wherever they lie. */
  aerodromes: number[];
  time: Interval;
  withinM: number;
  parameters: PlanParameters;
}

const dayMs = 86_400_000;
/** The longest time of one question. */
const longestMs = 32 * dayMs;
const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** Understands a place and a time, or refuses at the field that says neither. */
export async function understood(deps: AskedDeps, caller: Caller, input: PlaceInput): Promise<Asked> {
  const values = await deps.parameters.all();
  const parameters = await readPlanParameters(deps.parameters);
  const km = Number(values.get('plan.briefingWithinKm') ?? Number.NaN);
  const withinM = input.withinM ?? (Number.isFinite(km) && km >= 0 ? km : 20) * 1000;
  const base = { plan: null, airport: null, aerodromes: [], withinM, parameters };
  if (input.plan !== undefined) return { ...base, ...(await ofPlan(deps, caller, input.plan, parameters)) };
  const now = deps.clock().getTime();
  const from = input.from ? Date.parse(input.from) : now;
  const to = input.to ? Date.parse(input.to) : from + dayMs;
  if (!(from < to) || to - from > longestMs) throw fieldError('to', 'briefing.refused.time');
  const limits = { lower: input.lower ?? null, upper: input.upper ?? null };
  const { lower, upper } = limits;
  if (lower && upper && lower.reference === upper.reference && altitudeM(lower) >= altitudeM(upper))
    throw fieldError('upper', 'plan.check.limitsCrossed');
  const part = (footprint: Geometry, marginM = 0): AskedPart => ({
    owner: { resource: 'area', id: 0, label: '' },
    part: 0,
    footprint,
    marginM,
    ...limits,
    from,
    to,
  });
  const time = { from, to };
  if (input.airport !== undefined) {
    const { position } = await deps.records.get(caller, 'airport', input.airport);
    if (!isGeometry(position, kinds)) throw fieldError('airport', 'briefing.refused.place');
    return { ...base, airport: input.airport, aerodromes: [input.airport], parts: [part(position)], time };
  }
  if (input.route?.trim()) {
    const line = await routeLine(deps.sql, input.route, now);
    if (!line) throw fieldError('route', 'briefing.refused.route');
    return { ...base, parts: [part(line, parameters.corridorWidthM / 2)], time };
  }
  if (input.geometry) {
    const error = geometryError(input.geometry, kinds);
    if (error || !isGeometry(input.geometry, kinds)) throw fieldError('geometry', 'briefing.refused.place');
    // A line is a route, stored as the line that it was.
    const marginM = input.geometry.type === 'LineString' ? parameters.corridorWidthM / 2 : 0;
    return { ...base, parts: [part(input.geometry, marginM)], time };
  }
  throw fieldError('geometry', 'briefing.refused.place');
}

async function ofPlan(
  { records, sql, clock }: AskedDeps,
  caller: Caller,
  id: number,
  parameters: PlanParameters,
): Promise<Pick<Asked, 'plan' | 'parts' | 'aerodromes' | 'time'>> {
  const plan = await getPlan(records, caller, id);
  const { tasks: filed } = checkedPlan(plan, await tasksOf(records, sql, caller, id));
  const now = clock().getTime();
  const days = plan.kind === 'standing' ? standingTasks(plan, filed, parameters.deadlines.timeZone) : [];
  const next = days.find(({ task }) => Date.parse(task.eta) > now)?.day;
  const flown =
    plan.kind === 'standing' ? days.filter(({ day }) => day === next).map(({ task }) => task) : filed;
  const label = plan.planNumber ?? `#${id}`;
  const owner = { resource: 'plan', id, label };
  const parts = volumesOf(owner, flown, await loadPlaces(sql, flown), parameters).flatMap((volume) =>
    volume.from !== null && volume.to !== null && volume.from < volume.to
      ? [{ ...volume, from: volume.from, to: volume.to }]
      : [],
  );
  const aerodromes = flown.flatMap(({ departure, destination }) => [departure ?? 0, destination ?? 0]);
  const times = flown.flatMap(({ etd, eta }) => [Date.parse(etd), Date.parse(eta)]).filter(Number.isFinite);
  const time =
    times.length > 0 ? { from: Math.min(...times), to: Math.max(...times) } : { from: now, to: now + dayMs };
  return {
    plan: { id, company: plan.company, label },
    parts,
    aerodromes: [...new Set(aerodromes)].filter((one) => one > 0),
    time,
  };
}

/** What is asked about as one shape for a map; null: it has none. */
export function shapeOf({ parts }: Asked): Geometry | null {
  return parts[0]?.footprint ?? null;
}
