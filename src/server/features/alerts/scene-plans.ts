import { sql as raw, type SqlBool } from 'kysely';
import type { Landings, ScenePlan } from '#domain/conflicts/nets/safety-net.ts';
import type { LonLat, Position } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { activeStates, planState } from '#domain/plans/states.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Condition } from '#server/engine/records/scope.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { KnownVolume } from '#server/features/conflicts/known-volume.ts';
import { expectedEnd } from '#server/features/plans/expected-end.ts';
import { volumeOf } from './scene-volume.ts';

const dayMs = 86_400_000;

interface PlanRow {
  id: number;
  state: number;
  planNumber: string | null;
  startAt: string;
  endAt: string;
  takeoffAt: string | null;
  orderId: number | null;
  orderKind: 'stop' | 'recall' | null;
  orderedAt: string | null;
  company: number;
  companyName: string;
  dutyPhone: string | null;
  companyPhone: string | null;
  contact: string | null;
  phone: string | null;
  formation: string | null;
  callsign: string;
  icao24: string | null;
  from: unknown;
  to: unknown;
  alternate: unknown;
  toName: string | null;
  toPhone: string | null;
}

/** Every plan that is filed and not over, near to now. */
export function readPlans(
  sql: Sql,
  air: Pick<Conflicts, 'known'>,
  nowMs: number,
): Promise<Map<number, ScenePlan>> {
  const near = (ms: number) => new Date(nowMs + ms).toISOString();
  const condition = raw<SqlBool>`(p.state = ${planState.inFlight} or (
      p.state = any(${[...activeStates]}::bigint[]) and p.start_time < ${near(dayMs / 2)}::timestamptz
      and p.end_time > ${near(-dayMs / 4)}::timestamptz))`;
  return plansWhere(sql, condition, (id) => air.known('plan', id));
}

/** Plans over `p` that meet a condition, as they are stored now; `volumesOf`: what each reserves. */
export async function plansWhere(
  sql: Sql,
  condition: Condition,
  volumesOf: (id: number) => readonly KnownVolume[],
): Promise<Map<number, ScenePlan>> {
  const { rows } = await raw<PlanRow>`
    select p.id, p.state, p.plan_number as "planNumber", coalesce(p.real_etd, p.start_time) as "startAt",
      ${expectedEnd('p')} as "endAt", p.takeoff_at as "takeoffAt", p.company, c.name as "companyName",
      c.duty_phone as "dutyPhone", c.phone as "companyPhone", p.contact, p.phone, p.formation, t.callsign,
      lower(a.icao24) as icao24, coalesce(dp.position, da.position) as "from",
      coalesce(ep.position, ea.position) as "to", al.position as alternate,
      coalesce(ep.name, ea.name) as "toName", coalesce(ep.phone, ea.phone) as "toPhone",
      fo.id as "orderId", fo.kind as "orderKind", fo.ordered_at as "orderedAt"
    from plan p join job_task t on t.plan = p.id and t.deleted_at is null join company c on c.id = p.company
    left join aircraft a on a.id = t.aircraft
    left join airport da on da.id = t.departure left join takeoff_landing_point dp on dp.id = t.departure_point
    left join airport ea on ea.id = t.destination left join takeoff_landing_point ep on ep.id = t.destination_point
    left join airport al on al.id = t.alternate
    left join flight_order fo on fo.plan = p.id and fo.state = 'open' and fo.deleted_at is null
    where p.deleted_at is null and p.kind is distinct from 'standing' and ${condition}
    order by p.id, t.sequence`.execute(sql);
  const plans = new Map<number, ScenePlan>();
  for (const row of rows) {
    const known = plans.get(row.id);
    const places = [row.from, row.to, row.alternate].flatMap((place) => positionOf(place) ?? []);
    plans.set(row.id, {
      ...(known ?? planOf(row, volumesOf(row.id))),
      callsigns: [...new Set([...(known?.callsigns ?? []), row.callsign])],
      addresses: [...new Set([...(known?.addresses ?? []), ...(row.icao24 ? [row.icao24] : [])])],
      places: [...(known?.places ?? []), ...places],
    });
  }
  return plans;
}

/** One without a plan is not looked for so long after it was heard. */
export const landedMs = 3_600_000;

/** The landings of the last hour. */
export const readLandings = (sql: Sql, nowMs: number): Promise<Landings> =>
  landingsBetween(sql, nowMs - landedMs, null);

/** Landings of a span, UTC ms (`toMs` null: without end); of an aircraft that landed twice the last. */
export async function landingsBetween(sql: Sql, fromMs: number, toMs: number | null): Promise<Landings> {
  const { rows } = await raw<{ callsign: string; icao24: string | null; landedAt: string }>`
    select upper(t.callsign) as callsign, lower(a.icao24) as icao24, p.real_eta as "landedAt"
    from plan p join job_task t on t.plan = p.id and t.deleted_at is null
    left join aircraft a on a.id = t.aircraft
    where p.deleted_at is null and p.state = ${planState.landed}
      and p.end_time > ${new Date(fromMs + landedMs - dayMs / 4).toISOString()}::timestamptz
      and p.real_eta > ${new Date(fromMs).toISOString()}::timestamptz
      and ${toMs === null ? raw`true` : raw`p.real_eta <= ${new Date(toMs).toISOString()}::timestamptz`}
    order by p.real_eta`.execute(sql);
  return new Map(
    rows.flatMap(({ callsign, icao24, landedAt }) =>
      [callsign, ...(icao24 ? [icao24] : [])].map((name) => [name, Date.parse(landedAt)] as const),
    ),
  );
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
    openOrder:
      row.orderId && row.orderKind && row.orderedAt
        ? { id: row.orderId, kind: row.orderKind, at: Date.parse(row.orderedAt) }
        : null,
    volumes: volumes.flatMap((volume) => volumeOf(volume) ?? []),
    places: [],
    route:
      lines.length === 1 ? (lines[0]?.coordinates.map(([lon, lat]): LonLat => [lon, lat]) ?? null) : null,
    safeAltitude: null,
    formation: row.formation,
    contacts: contacts.flatMap(({ name, phone }) => (phone ? [{ name, phone }] : [])),
  };
}

function positionOf(place: unknown): Position | null {
  if (!isGeometry(place, ['Point']) || place.type !== 'Point') return null;
  const [longitude, latitude] = place.coordinates;
  return { latitude, longitude };
}
