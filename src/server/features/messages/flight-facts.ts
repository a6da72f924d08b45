import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import type { FlightFacts, FlightPlace } from '#domain/messages/compose.ts';
import { plainText } from '#domain/messages/compose.ts';
import { textOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { PlanRecord, TaskRecord } from '#server/features/plans/plan-rows.ts';

/** What the messages say of a flight, from the records that its task names. */
export async function flightFacts(sql: Sql, plan: PlanRecord, task: TaskRecord): Promise<FlightFacts> {
  const aircraft = await sql
    .selectFrom('aircraft')
    .innerJoin('aircraftType', 'aircraftType.id', 'aircraft.type')
    .select([
      'aircraft.registration',
      'aircraft.comNavEquipment',
      'aircraft.surveillanceEquipment',
      'aircraft.icao24',
      'aircraft.colour',
      'aircraft.enduranceMin',
      'aircraftType.designator',
      'aircraftType.model',
      'aircraftType.wtc',
      'aircraftType.cruiseSpeedKmh',
      'aircraftType.enduranceMin as typeEnduranceMin',
    ])
    .where('aircraft.id', '=', task.aircraft)
    .executeTakeFirstOrThrow();
  const company = await sql
    .selectFrom('company')
    .select(['nameEn', 'shortName'])
    .where('id', '=', plan.company)
    .executeTakeFirst();
  const mission = await sql
    .selectFrom('missionType')
    .select(['nameEn', 'isMedical'])
    .where('id', '=', plan.missionType)
    .executeTakeFirst();
  const [pic] = task.pilots ?? [];
  const pilot =
    pic === undefined
      ? undefined
      : await sql.selectFrom('pilot').select(['nameEn']).where('id', '=', pic).executeTakeFirst();
  const departure = await placeOf(sql, task.departure, task.departurePoint);
  const somewhere: FlightPlace = departure ??
    (await placeOf(sql, task.destination, task.destinationPoint)) ?? {
      indicator: null,
      name: null,
      position: anyPosition(task.geometry),
    };
  const alternate = await placeOf(sql, task.alternate, null);
  const delay = plan.realEtd && plan.startTime ? Date.parse(plan.realEtd) - Date.parse(plan.startTime) : 0;
  return {
    callsign: task.callsign,
    ssrCode: task.ssrCode ?? null,
    rules: task.rules ?? 'V',
    etd: Date.parse(task.etd) + delay,
    eta: Date.parse(task.eta) + delay,
    route: task.route ?? null,
    geometry: geometryOf(task.geometry),
    upper: task.upper ?? null,
    aircraft: {
      registration: aircraft.registration,
      designator: textOf(aircraft.designator),
      model: aircraft.model,
      wake: wakeOf(aircraft.wtc),
      radio: textOf(aircraft.comNavEquipment),
      surveillance: textOf(aircraft.surveillanceEquipment),
      cruiseKmh: aircraft.cruiseSpeedKmh,
      enduranceMinutes: aircraft.enduranceMin ?? aircraft.typeEnduranceMin,
      address: textOf(aircraft.icao24),
      colour: textOf(aircraft.colour),
    },
    departure: departure ?? somewhere,
    // Where nothing is said of it, a flight ends where it began.
    destination: (await placeOf(sql, task.destination, task.destinationPoint)) ?? somewhere,
    alternates: alternate ? [alternate] : [],
    operator: textOf(company?.nameEn) ?? textOf(company?.shortName),
    pilot: textOf(pilot?.nameEn),
    persons: task.crewCount ?? null,
    handling: [
      ...(mission?.isMedical === true ? ['MEDEVAC'] : []),
      ...(plan.urgency === 'rescue' ? ['SAR'] : []),
      ...(plan.urgency === 'disaster' ? ['HUM'] : []),
    ],
    remark: textOf(mission?.nameEn),
  };
}

/** The aerodrome, or the point, that stands at an end of the flight; null: neither is given. */
export async function placeOf(
  sql: Sql,
  airport: number | null | undefined,
  point: number | null | undefined,
): Promise<FlightPlace | null> {
  if (airport) {
    const row = await sql
      .selectFrom('airport')
      .select(['icao', 'nameEn', 'name', 'position'])
      .where('id', '=', airport)
      .executeTakeFirst();
    const position = positionIn(row?.position);
    if (!row || !position) return null;
    return { indicator: textOf(row.icao), name: latin(row.nameEn) ?? latin(row.name), position };
  }
  if (!point) return null;
  const row = await sql
    .selectFrom('takeoffLandingPoint')
    .select(['code', 'position'])
    .where('id', '=', point)
    .executeTakeFirst();
  const position = positionIn(row?.position);
  return position && { indicator: null, name: latin(row?.code), position };
}

function latin(value: unknown): string | null {
  return typeof value === 'string' ? plainText(value) || null : null;
}

function wakeOf(value: unknown): 'L' | 'M' | 'H' | 'J' {
  return value === 'M' || value === 'H' || value === 'J' ? value : 'L';
}

function geometryOf(value: unknown): Geometry | null {
  return typeof value === 'object' && value !== null && 'type' in value && 'coordinates' in value
    ? (value as Geometry)
    : null;
}

/** A flight that only circles over a shape is told by one of its points. */
function anyPosition(value: unknown): Position {
  const geometry = geometryOf(value);
  let inner: unknown = geometry?.coordinates;
  while (Array.isArray(inner) && Array.isArray(inner[0])) inner = inner[0];
  return positionIn({ coordinates: inner }) ?? { latitude: 0, longitude: 0 };
}
