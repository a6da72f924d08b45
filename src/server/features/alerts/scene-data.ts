import { sql as raw } from 'kysely';
import type { AreaUse, SceneArea, ScenePlan, SceneVolume } from '#domain/conflicts/nets/safety-net.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { circleRing, corridor, type LonLat, type Position } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { activeStates, planState } from '#domain/plans/states.ts';
import { within } from '#domain/time/interval.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { KnownVolume } from '#server/features/conflicts/known-volume.ts';
import { expectedEnd } from '#server/features/plans/expected-end.ts';
import { separationOfClass } from './net-parameters.ts';

/** What of the records the nets look at: read every few seconds. */
export interface SceneData {
  plans: ReadonlyMap<number, ScenePlan>;
  areas: readonly SceneArea[];
  /** Sources that are listened to: a recording that ends is not a sensor that fails. */
  liveSources: ReadonlySet<number>;
}

export const noSceneData: SceneData = { plans: new Map(), areas: [], liveSources: new Set() };

/** How far ahead an area's hours matter, ms. */
const aheadMs = 30 * 60_000;
const dayMs = 86_400_000;

export async function readSceneData(
  sql: Sql,
  air: Pick<Conflicts, 'known'>,
  nowMs: number,
  parameters: ReadonlyMap<string, string>,
): Promise<SceneData> {
  const { rows: sources } = await raw<{ id: number }>`
    select id from surveillance_source where deleted_at is null and enabled and transport <> 'replay'`.execute(
    sql,
  );
  return {
    plans: await readPlans(sql, air, nowMs),
    areas: await readAreas(sql, air, nowMs, parameters),
    liveSources: new Set(sources.map(({ id }) => id)),
  };
}

interface PlanRow {
  id: number;
  state: number;
  planNumber: string | null;
  startAt: string;
  endAt: string;
  takeoffAt: string | null;
  company: number;
  companyName: string;
  dutyPhone: string | null;
  companyPhone: string | null;
  contact: string | null;
  phone: string | null;
  callsign: string;
  icao24: string | null;
  from: unknown;
  to: unknown;
  alternate: unknown;
  toName: string | null;
  toPhone: string | null;
}

async function readPlans(
  sql: Sql,
  air: Pick<Conflicts, 'known'>,
  nowMs: number,
): Promise<Map<number, ScenePlan>> {
  const near = (ms: number) => new Date(nowMs + ms).toISOString();
  const { rows } = await raw<PlanRow>`
    select p.id, p.state, p.plan_number as "planNumber", coalesce(p.real_etd, p.start_time) as "startAt",
      ${expectedEnd('p')} as "endAt", p.takeoff_at as "takeoffAt", p.company, c.name as "companyName",
      c.duty_phone as "dutyPhone", c.phone as "companyPhone", p.contact, p.phone, t.callsign,
      lower(a.icao24) as icao24, coalesce(dp.position, da.position) as "from",
      coalesce(ep.position, ea.position) as "to", al.position as alternate,
      coalesce(ep.name, ea.name) as "toName", coalesce(ep.phone, ea.phone) as "toPhone"
    from plan p join job_task t on t.plan = p.id and t.deleted_at is null join company c on c.id = p.company
    left join aircraft a on a.id = t.aircraft
    left join airport da on da.id = t.departure left join takeoff_landing_point dp on dp.id = t.departure_point
    left join airport ea on ea.id = t.destination left join takeoff_landing_point ep on ep.id = t.destination_point
    left join airport al on al.id = t.alternate
    where p.deleted_at is null and p.kind is distinct from 'standing' and (p.state = ${planState.inFlight} or (
      p.state = any(${[...activeStates]}::bigint[]) and p.start_time < ${near(dayMs / 2)}::timestamptz
      and p.end_time > ${near(-dayMs / 4)}::timestamptz))
    order by p.id, t.sequence`.execute(sql);
  const plans = new Map<number, ScenePlan>();
  for (const row of rows) {
    const known = plans.get(row.id);
    const places = [row.from, row.to, row.alternate].flatMap((place) => positionOf(place) ?? []);
    plans.set(row.id, {
      ...(known ?? planOf(row, air.known('plan', row.id))),
      callsigns: [...new Set([...(known?.callsigns ?? []), row.callsign])],
      addresses: [...new Set([...(known?.addresses ?? []), ...(row.icao24 ? [row.icao24] : [])])],
      places: [...(known?.places ?? []), ...places],
    });
  }
  return plans;
}

function planOf(row: PlanRow, volumes: readonly KnownVolume[]): ScenePlan {
  const lines = volumes.flatMap(({ footprint }) => (footprint.type === 'LineString' ? [footprint] : []));
  const contacts = [
    { name: row.contact ?? row.companyName, phone: row.phone },
    { name: row.companyName, phone: row.dutyPhone ?? row.companyPhone },
    { name: row.toName ?? '', phone: row.toPhone },
  ];
  return {
    id: row.id,
    planNumber: row.planNumber ?? `#${row.id}`,
    callsigns: [],
    addresses: [],
    companyId: row.company,
    companyName: row.companyName,
    state: row.state,
    startAt: Date.parse(row.startAt),
    endAt: Date.parse(row.endAt),
    takeoffAt: row.takeoffAt ? Date.parse(row.takeoffAt) : null,
    volumes: volumes.flatMap((volume) => volumeOf(volume) ?? []),
    places: [],
    route:
      lines.length === 1 ? (lines[0]?.coordinates.map(([lon, lat]): LonLat => [lon, lat]) ?? null) : null,
    contacts: contacts.flatMap(({ name, phone }) => (phone ? [{ name, phone }] : [])),
  };
}

interface AreaRow {
  id: number;
  name: string;
  kind: string;
  airspaceClass: string | null;
  company: number | null;
  state: number | null;
  densityLimit: number | null;
  separationM: number | null;
  separationVerticalM: number | null;
  minimumAltitudeM: number | null;
  geometry: unknown;
  lower: unknown;
  upper: unknown;
  validFrom: string | null;
  validTo: string | null;
}

/** Kinds in which whoever flies needs a plan. */
const managed = new Set(['aerodrome', 'corridor', 'atz', 'ctr', 'temporary', 'monitoring', 'uasControlled']);

async function readAreas(
  sql: Sql,
  air: Pick<Conflicts, 'known'>,
  nowMs: number,
  parameters: ReadonlyMap<string, string>,
): Promise<SceneArea[]> {
  const { rows } = await raw<AreaRow>`
    select id, name, kind, airspace_class as "airspaceClass", company, state, density_limit as "densityLimit",
      separation_m as "separationM", separation_vertical_m as "separationVerticalM",
      minimum_altitude_m as "minimumAltitudeM", geometry, lower, upper, valid_from as "validFrom", valid_to as "validTo"
    from airspace where deleted_at is null`.execute(sql);
  const window = { from: nowMs, to: nowMs + aheadMs };
  return rows
    .map((row) => separated(row, parameters))
    .flatMap((row) => [
      ...air.known('airspace', row.id).flatMap((volume) => shutArea(row, volume, window)),
      ...ownArea(row),
    ]);
}

/** What its record does not state is as its class has it. */
function separated(row: AreaRow, parameters: ReadonlyMap<string, string>): AreaRow {
  const ofClass = separationOfClass(parameters, row.airspaceClass);
  return {
    ...row,
    separationM: row.separationM ?? ofClass.separationM,
    separationVerticalM: row.separationVerticalM ?? ofClass.separationVerticalM,
  };
}

/** What is closed, prohibited, restricted or dangerous within the next while, each time that it is. */
function shutArea(row: AreaRow, volume: KnownVolume, window: { from: number; to: number }): SceneArea[] {
  if (volume.source !== 'airspace' || volume.because === 'granted' || volume.because === 'restrictedOpen')
    return [];
  const use = volume.because;
  const shape = volumeOf(volume);
  const whole = within(window, {
    from: volume.from ?? Number.NEGATIVE_INFINITY,
    to: volume.to ?? Number.POSITIVE_INFINITY,
  });
  if (!shape || !whole) return [];
  const times = volume.times ? volume.times(whole) : [whole];
  // What lasts beyond the window is not over at its end.
  return times.map(({ from, to }) => areaOf(row, use, { ...shape, from, to: to >= window.to ? null : to }));
}

/** The area for what its own record says: training, a plan asked for, limits. */
function ownArea(row: AreaRow): SceneArea[] {
  const limits = [row.densityLimit, row.separationM, row.separationVerticalM, row.minimumAltitudeM];
  const use = row.kind === 'training' ? 'training' : managed.has(row.kind) ? 'managed' : 'plain';
  if (row.state !== 1 || (use === 'plain' && limits.every((limit) => limit === null))) return [];
  if (!isGeometry(row.geometry, ['Polygon', 'MultiPolygon'])) return [];
  const shape = volumeOf({
    footprint: row.geometry,
    marginM: 0,
    lower: isAltitude(row.lower) ? row.lower : null,
    upper: isAltitude(row.upper) ? row.upper : null,
    from: row.validFrom ? Date.parse(row.validFrom) : null,
    to: row.validTo ? Date.parse(row.validTo) : null,
  });
  return shape ? [areaOf(row, use, shape)] : [];
}

function areaOf(row: AreaRow, use: AreaUse, volume: SceneVolume): SceneArea {
  const { id, name, airspaceClass, densityLimit, separationM, separationVerticalM, minimumAltitudeM } = row;
  // Limits are of the area itself; of the same area as closed they would be asked twice.
  const own = use === 'training' || use === 'managed' || use === 'plain';
  return {
    id,
    name,
    use,
    volume,
    companyId: row.company,
    airspaceClass,
    densityLimit: own ? densityLimit : null,
    separationM: own ? separationM : null,
    separationVerticalM: own ? separationVerticalM : null,
    minimumAltitudeM: own ? minimumAltitudeM : null,
  };
}

type Shape = Pick<Volume4d, 'footprint' | 'marginM' | 'lower' | 'upper' | 'context' | 'from' | 'to'>;

/** A volume as polygons; null: it has no extent. */
function volumeOf({ footprint, marginM, lower, upper, context, from, to }: Shape): SceneVolume | null {
  const polygons = polygonsOf(footprint, marginM);
  if (!polygons) return null;
  return { polygons, lower, upper, ...(context ? { context } : {}), from, to };
}

function polygonsOf(footprint: Shape['footprint'], marginM: number): LonLat[][][] | null {
  switch (footprint.type) {
    case 'Point': {
      const [longitude, latitude] = footprint.coordinates;
      return [[circleRing({ longitude, latitude }, Math.max(marginM, 1))]];
    }
    case 'LineString': {
      const line = footprint.coordinates.map(([longitude, latitude]) => ({ longitude, latitude }));
      const shape = corridor(line, 2 * Math.max(marginM, 1));
      return shape && (shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates);
    }
    case 'Polygon':
      return [footprint.coordinates.map(ringOf)];
    case 'MultiPolygon':
      return footprint.coordinates.map((rings) => rings.map(ringOf));
  }
}

const ringOf = (ring: readonly (readonly number[])[]): LonLat[] =>
  ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);

function positionOf(place: unknown): Position | null {
  if (!isGeometry(place, ['Point']) || place.type !== 'Point') return null;
  const [longitude, latitude] = place.coordinates;
  return { latitude, longitude };
}
