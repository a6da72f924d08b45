import { sql as raw } from 'kysely';
import { hoursOf, isOpenAt, zonedHoursText } from '#domain/aerodromes/hours.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { altitudeM, isAltitude } from '#domain/geo/altitude.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { Finding } from '#domain/plans/findings.ts';
import {
  checkClearance,
  checkField,
  checkLevels,
  clearanceReachM,
  type FieldRecord,
} from '#domain/plans/flight-rules.ts';
import { type WorkCalendar, workCalendar } from '#domain/plans/working-days.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Row } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
import { readCalendar } from '#server/db/stored-calendar.ts';
import type { TaskShape } from './plan-volumes.ts';

/** Are the fields that a plan's tasks use open, at the times at which they use them? `rows`: as `placesWanted` asks. */
export async function fieldFindings(
  sql: Sql,
  { airports, points }: Record<'airports' | 'points', Map<number, Row>>,
  tasks: readonly TaskShape[],
  timeZone: string,
): Promise<Finding[]> {
  // Public holidays count in hours that are text alone.
  const hasText = [...airports.values(), ...points.values()].some(({ hours }) => hours);
  const calendar = hasText ? await readCalendar(sql) : workCalendar([]);
  return tasks.flatMap((task, index): Finding[] => {
    const use = (
      rows: Map<number, Row>,
      resource: string,
      id: number | null | undefined,
      time: string,
      field: string,
    ): Finding[] => {
      const row = rows.get(id ?? 0);
      const at = Date.parse(time);
      if (!row || Number.isNaN(at)) return [];
      const record = fieldRecord({ resource, id: id ?? 0, row }, at, timeZone, calendar);
      return checkField(record, at, timeZone, `tasks.${index}.${field}`);
    };
    return [
      ...use(airports, 'airport', task.departure, task.etd, 'departure'),
      ...use(airports, 'airport', task.destination, task.eta, 'destination'),
      ...use(airports, 'airport', task.alternate, task.eta, 'alternate'),
      ...use(points, 'takeoffLandingPoint', task.departurePoint, task.etd, 'departurePoint'),
      ...use(points, 'takeoffLandingPoint', task.destinationPoint, task.eta, 'destinationPoint'),
    ];
  });
}

/** As it is at a moment, UTC ms: its first and its last day of validity count, whole. */
function fieldRecord(
  { resource, id, row }: { resource: string; id: number; row: Row },
  at: number,
  timeZone: string,
  calendar: WorkCalendar,
): FieldRecord {
  const day = dayOf(at, timeZone);
  const isOver = typeof row.validTo === 'string' && row.validTo < day;
  const isYetToCome = typeof row.validFrom === 'string' && row.validFrom > day;
  const hours = hoursOf(row, calendar);
  return {
    itself: { resource, id, label: String(row.name), labelEn: stringOf(row.nameEn) },
    closed: row.status === 'closed' || isOver || isYetToCome,
    isOpen: isOpenAt(hours, at, timeZone),
    position: hours.position,
    night: nightOf(row.nightOperations),
    hours: {
      name: zonedHoursText(hours, at, timeZone, 'zh-Hans'),
      nameEn: zonedHoursText(hours, at, timeZone, 'en'),
    },
    timeZone: hours.timeZone ?? timeZone,
    source: stringOf(row.source),
  };
}

const nightOf = (value: unknown): FieldRecord['night'] =>
  value === 'allowed' || value === 'permission' || value === 'notAllowed' ? value : null;

/** What the levels of a plan's routes ought to be: warnings, for whoever looks at the plan. */
export async function levelFindings(sql: Sql, own: readonly Volume4d[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const volume of own) {
    const { footprint, lower, upper, part, context } = volume;
    if (footprint.type !== 'LineString') continue;
    const [first] = footprint.coordinates;
    const last = footprint.coordinates.at(-1);
    if (!first || !last) continue;
    const track = inverse(
      { longitude: first[0], latitude: first[1] },
      { longitude: last[0], latitude: last[1] },
    );
    // A route that comes back to where it began has no one direction.
    if (track.distanceM > 1_000) {
      const trackDeg = track.initialBearingDeg;
      findings.push(...checkLevels({ trackDeg, lower, upper }, `tasks.${part}.upper`));
    }
    if (lower?.reference === 'AMSL' || lower?.reference === 'QFE') {
      const ground = await groundBeside(sql, volume);
      findings.push(...checkClearance(lower, ground, `tasks.${part}.lower`, context?.aerodromeElevationM));
    }
  }
  return findings;
}

/** Elevations that the records know within reach of a route: aerodromes, take-off and landing points. */
async function groundBeside(
  sql: Sql,
  { footprint }: Volume4d,
): Promise<{ name: string; nameEn: string | null; elevationM: number }[]> {
  if (footprint.type !== 'LineString') return [];
  const latitudes = footprint.coordinates.map(([, latitude]) => latitude);
  // A geodesic between two latitudes may bulge: half a degree more than the reach of a quarter.
  const [south, north] = [Math.min(...latitudes) - 0.75, Math.max(...latitudes) + 0.75];
  const { rows } = await raw<{ name: string; nameEn: string | null; position: unknown; elevation: unknown }>`
    select name, name_en, position, elevation from airport
      where deleted_at is null and elevation is not null
        and (position->'coordinates'->>1)::float8 between ${south} and ${north}
    union all select name, name_en, position, elevation from takeoff_landing_point
      where deleted_at is null and elevation is not null
        and (position->'coordinates'->>1)::float8 between ${south} and ${north}`.execute(sql);
  return rows.flatMap(({ name, nameEn, position, elevation }) => {
    if (!isGeometry(position, ['Point']) || !isAltitude(elevation) || elevation.reference !== 'AMSL')
      return [];
    return overlapInPlanView(footprint, position, clearanceReachM)
      ? [{ name, nameEn, elevationM: altitudeM(elevation) }]
      : [];
  });
}
