import { sql as raw } from 'kysely';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { variationAt } from '#domain/geo/magnetic-variation.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import type { Finding } from '#domain/plans/findings.ts';
import {
  checkNight,
  checkWeather,
  type ReportedWeather,
  type WeatherNeeds,
} from '#domain/plans/weather-rules.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { OwnMinima } from '#domain/weather/category.ts';
import { type RunwayBearing, runwayEnds } from '#domain/weather/runway-wind.ts';
import { type Row, rowsById } from '#server/db/rows-by-id.ts';
import type { Sql } from '#server/db/sql.ts';
import { passingOf } from '#server/features/weather/route-weather.ts';
import { minimaOf } from '#server/features/weather/weather-parameters.ts';
import { forecastsUntilReplaced, newestObservations } from '#server/features/weather/weather-rows.ts';
import type { Crewed } from './plan-crew.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { TaskShape } from './plan-volumes.ts';

/** No forecast reaches further ahead. */
const aheadMs = 36 * 3_600_000;
/** Stations on the way that a check looks at, the nearest first. */
const mostOnTheWay = 20;

type CheckedTask = TaskShape & Crewed & { rules?: string | null };

/** An aerodrome or a point at which a task takes off or lands. */
interface FieldUse {
  row: Row;
  field: string;
  at: number;
  isVisual: boolean;
  code: 'departure' | 'arrival';
}

/**
 * What the weather says of a plan, as warnings: below the minima of its operator, its type or of visual flight where it takes
 * off, on the way and where it lands; cross wind beyond the type's limit; visual flight by night.
 */
export async function weatherFindings(
  sql: Sql,
  plan: { company: number; kind?: string | null; tasks: readonly CheckedTask[] },
  own: readonly Volume4d[],
  now: Date,
  parameters: PlanParameters,
): Promise<Finding[]> {
  const { timeZone } = parameters.deadlines;
  // A plan for a term is judged day by day.
  if (plan.kind === 'standing') return [];
  const { tasks } = plan;
  const place = ['name', 'nameEn', 'position'];
  const rows = await rowsById(sql, {
    airports: {
      table: 'airport',
      ids: ids(tasks.flatMap((task) => [task.departure, task.destination, task.alternate])),
      columns: [...place, 'icao', 'runways', 'magneticVariation'],
    },
    points: {
      table: 'takeoffLandingPoint',
      ids: ids(tasks.flatMap((task) => [task.departurePoint, task.destinationPoint])),
      columns: place,
    },
    companies: { table: 'company', ids: [plan.company], columns: ['minVisibilityM', 'minCeilingM'] },
    types: {
      table: 'aircraft',
      ids: ids(tasks.map(({ aircraft }) => aircraft)),
      columns: [],
      more: {
        designator: raw`(select y.designator from aircraft_type y where y.id = t.type)`,
        minVisibilityM: raw`(select y.min_visibility_m from aircraft_type y where y.id = t.type)`,
        minCeilingM: raw`(select y.min_ceiling_m from aircraft_type y where y.id = t.type)`,
        maxCrosswindMps: raw`(select y.max_crosswind_mps from aircraft_type y where y.id = t.type)`,
      },
    },
  });
  const uses = tasks.map((task, index) => usesOf(task, index, rows));
  const night = uses.flatMap((ofTask) =>
    ofTask.flatMap(({ row, at, field, isVisual }) => {
      const position = positionIn(row.position);
      return isVisual && position
        ? checkNight({ name: String(row.name), nameEn: stringOf(row.nameEn), position }, at, timeZone, field)
        : [];
    }),
  );
  const soon = tasks.some(
    ({ etd, eta }) => Date.parse(eta) > now.getTime() && Date.parse(etd) < now.getTime() + aheadMs,
  );
  if (!soon) return night;
  const { limits, routeWithinM } = parameters.weather;
  const ofOperator = minimaOf(rows.companies.get(plan.company));
  const [observations, forecasts] = await Promise.all([
    newestObservations(sql, now.getTime()),
    forecastsUntilReplaced(sql, now.getTime()),
  ]);
  const reportedOf = (station: string): ReportedWeather => ({
    station,
    observation: observations.get(station) ?? null,
    forecasts: forecasts.get(station) ?? [],
  });
  const needsOf = (task: CheckedTask, isVisual: boolean): WeatherNeeds => {
    const type = rows.types.get(task.aircraft);
    const ofFlight = isVisual ? limits.instrument : { visibilityM: null, ceilingFt: null };
    return {
      minima: strictest(ofFlight, ofOperator, minimaOf(type)),
      maxCrosswindMps: numberOf(type?.maxCrosswindMps),
      type: stringOf(type?.designator) ?? '',
    };
  };
  const atFields = tasks.flatMap((task, index) =>
    (uses[index] ?? []).flatMap(({ row, field, at, isVisual, code }) => {
      if (typeof row.icao !== 'string') return [];
      const runways = Array.isArray(row.runways) ? (row.runways as RunwayBearing[]) : [];
      const variation = variationAt(row.magneticVariation, positionIn(row.position), at);
      const ends = runwayEnds(runways, variation);
      const use = { code, field, from: at, to: at, ends, timeZone };
      return checkWeather(reportedOf(row.icao), needsOf(task, isVisual), use);
    }),
  );
  const used = new Set(uses.flat().map(({ row }) => row.icao));
  const others = [...new Set([...observations.keys(), ...forecasts.keys()])].filter(
    (station) => !used.has(station),
  );
  const onTheWay = await wayFindings();
  return [...atFields, ...onTheWay, ...night];

  async function wayFindings(): Promise<Finding[]> {
    if (others.length === 0 || own.length === 0) return [];
    const places = await sql
      .selectFrom('airport')
      .select(['icao', 'position'])
      .where('icao', 'in', others)
      .where('deletedAt', 'is', null)
      .execute();
    return own.flatMap((volume) => {
      const { from, to, part } = volume;
      const task = tasks[part];
      if (from === null || to === null || !task) return [];
      return places
        .flatMap(({ icao, position }) => {
          const at = positionIn(position);
          const passing = icao && at && passingOf({ ...volume, from, to }, at, routeWithinM);
          return passing ? [{ station: icao, ...passing }] : [];
        })
        .sort((a, b) => a.distanceM - b.distanceM)
        .slice(0, mostOnTheWay)
        .flatMap(({ station, from, to }) =>
          checkWeather(
            reportedOf(station),
            { ...needsOf(task, isVisualAt(task.rules, 'enRoute')), maxCrosswindMps: null },
            { code: 'enRoute', field: `tasks.${part}.geometry`, from, to, ends: [], timeZone },
          ),
        );
    });
  }
}

const ids = (values: readonly (number | null | undefined)[]) => values.filter((id) => typeof id === 'number');

/** The higher of each of these; null: none has one. */
function strictest(visual: OwnMinima, operator: OwnMinima, type: OwnMinima): OwnMinima {
  const highest = (own: number | null, otherwise: number | null, ofType: number | null) => {
    const known = [own ?? otherwise, ofType].filter((value) => value !== null);
    return known.length > 0 ? Math.max(...known) : null;
  };
  return {
    visibilityM: highest(operator.visibilityM, visual.visibilityM, type.visibilityM),
    ceilingFt: highest(operator.ceilingFt, visual.ceilingFt, type.ceilingFt),
  };
}

/** V or nothing said: visual all the way; Z begins visually, Y ends so (ICAO Doc 4444, item 8). */
function isVisualAt(rules: string | null | undefined, where: 'departure' | 'arrival' | 'enRoute'): boolean {
  if (!rules || rules === 'V') return true;
  return (rules === 'Z' && where === 'departure') || (rules === 'Y' && where === 'arrival');
}

function usesOf(
  task: CheckedTask,
  index: number,
  { airports, points }: Record<'airports' | 'points', Map<number, Row>>,
): FieldUse[] {
  const use = (
    rows: Map<number, Row>,
    id: number | null | undefined,
    name: string,
    code: FieldUse['code'],
  ): FieldUse[] => {
    const row = rows.get(id ?? 0);
    const at = Date.parse(code === 'departure' ? task.etd : task.eta);
    if (!row || Number.isNaN(at)) return [];
    return [{ row, field: `tasks.${index}.${name}`, at, code, isVisual: isVisualAt(task.rules, code) }];
  };
  return [
    ...use(airports, task.departure, 'departure', 'departure'),
    ...use(points, task.departurePoint, 'departurePoint', 'departure'),
    ...use(airports, task.destination, 'destination', 'arrival'),
    ...use(points, task.destinationPoint, 'destinationPoint', 'arrival'),
    ...use(airports, task.alternate, 'alternate', 'arrival'),
  ];
}
