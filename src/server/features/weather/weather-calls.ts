import type { InputOf } from '#contract/services.ts';
import type { Qnh } from '#contract/weather.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { variationAt } from '#domain/geo/magnetic-variation.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import type { Interval } from '#domain/time/interval.ts';
import { qnhAt, type ReportedQnh } from '#domain/weather/qnh.ts';
import { runwayEnds } from '#domain/weather/runway-wind.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { lowestAlong, reportedIn } from './pressures.ts';
import {
  type FlownPart,
  type RouteDeps,
  routeLengthM,
  stationsAlong,
  unplacedAlong,
  warningsAlong,
} from './route-weather.ts';
import { type Elevation, windsOfRoute } from './route-winds.ts';
import { limitsOf, readWeatherParameters } from './weather-parameters.ts';
import { dayMs, observationsOf, warningsIn, windsIn } from './weather-rows.ts';
import {
  boundsOf,
  liesIn,
  observationView,
  reachesInto,
  stationsWithWeather,
  warningView,
} from './weather-stations.ts';
import { windReports, windsView } from './wind-reports.ts';

/** The longest span of time for which warnings are asked. */
const longestSpanMs = 7 * dayMs;

export interface WeatherDeps {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
  route: RouteDeps;
  elevationAt: Elevation;
  /** The transition altitude that holds at a place, metres AMSL. */
  transitionAltitudeM(place: Position): Promise<number>;
}

/** Weather by aerodrome, by area and along a route. */
export function createWeatherService(deps: WeatherDeps): Service {
  const { sql, clock } = deps;

  async function judgedFor(caller: Caller) {
    const parameters = await readWeatherParameters(deps.parameters);
    const limits = await limitsOf(sql, caller.actor.companyId, parameters.limits);
    const { oldAfterMin, routeWithinM, windsWithinM } = parameters;
    const at = clock().getTime();
    return { judged: { at, oldAfterMin, limits }, routeWithinM, windsWithinM };
  }

  /** The parts of what is asked about: a plan that the caller may read, or a line with its times. */
  async function partsOf(caller: Caller, input: InputOf<'Weather', 'GetRouteWeather'>): Promise<FlownPart[]> {
    if (input.plan !== undefined) return deps.route.partsOfPlan(caller, input.plan);
    const { line = [], etd = '', eta = '', lower, upper } = input;
    if (line.length === 0) throw fieldError('line', 'weather.route.nothing');
    const [from, to] = [Date.parse(etd), Date.parse(eta)];
    if (!(from < to)) throw fieldError('eta', 'weather.route.times');
    const coordinates = line.map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
    const [first = [0, 0]] = coordinates;
    const footprint: Geometry =
      coordinates.length > 1 ? { type: 'LineString', coordinates } : { type: 'Point', coordinates: first };
    const parameters = await deps.route.widths();
    return [
      {
        owner: { resource: 'plan', id: 0, label: '' },
        part: 0,
        footprint,
        marginM: coordinates.length > 1 ? parameters.corridorWidthM / 2 : parameters.pointRadiusM,
        lower: lower ?? null,
        upper: upper ?? null,
        from,
        to,
      },
    ];
  }

  return implement('Weather', {
    async GetStations(input, caller) {
      const { judged } = await judgedFor(caller);
      const bounds = boundsOf(input);
      const { coverageIds } = caller.actor;
      const own = input.covered === true && coverageIds.length > 0 ? new Set(coverageIds) : null;
      const found = await stationsWithWeather(deps, caller, judged.at, judged.limits);
      const items = found.filter(
        ({ station, place }) =>
          (bounds === null || (station.position !== null && liesIn(bounds, station.position))) &&
          (own === null || place.coverageIds.some((id) => own.has(id))),
      );
      return { ...judged, items: items.map(({ station }) => station) };
    },

    async GetStation({ station: wanted }, caller) {
      const { judged } = await judgedFor(caller);
      const name = wanted.toUpperCase();
      const [found] = await stationsWithWeather(deps, caller, judged.at, judged.limits, [name]);
      const history = await observationsOf(sql, name, { from: judged.at - dayMs, to: judged.at + 3_600_000 });
      const isKnown = found && (found.place.airport !== null || found.station.forecast !== null);
      if (!found || (!isKnown && history.length === 0)) {
        throw new AppError('notFound', { key: 'weather.station.unknown', values: { station: name } });
      }
      const { position } = found.station;
      const point: Geometry | null = position && {
        type: 'Point',
        coordinates: [position.longitude, position.latitude],
      };
      const soon = await warningsIn(sql, { from: judged.at, to: judged.at + dayMs });
      return {
        ...judged,
        station: found.station,
        runways: runwayEnds(found.place.runways, variationAt(found.place.variationDeg, position, judged.at)),
        history: history.map((report) => observationView(report, judged.limits)),
        warnings: soon
          .filter(({ area }) => area !== null && point !== null && overlapInPlanView(area, point, 1))
          .map(warningView),
      };
    },

    async GetWarnings(input) {
      const at = clock().getTime();
      const span = spanOf(input, at);
      const bounds = boundsOf(input);
      const found = await warningsIn(sql, span);
      const near = found.filter(({ area }) => bounds === null || area === null || reachesInto(bounds, area));
      return { at, items: near.map(warningView) };
    },

    async GetWindsAloft(input, caller) {
      const at = clock().getTime();
      const bounds = boundsOf(input);
      const all = await windReports(deps, caller, await windsIn(sql, spanOf(input, at)));
      const near = all.filter(
        ({ place: { position } }) => bounds === null || (position !== null && liesIn(bounds, position)),
      );
      return { at, items: near.map(windsView) };
    },

    async GetQnh(place) {
      const { qnh: limits } = await readWeatherParameters(deps.parameters);
      const now = clock().getTime();
      return {
        qnh: qnhView(qnhAt(place, await reportedIn(sql, now, limits), limits, now)),
        transitionAltitudeM: await deps.transitionAltitudeM(place),
      };
    },

    async GetRouteWeather(input, caller) {
      const { judged, routeWithinM, windsWithinM } = await judgedFor(caller);
      const withinM = input.withinM ?? routeWithinM;
      const parts = await partsOf(caller, input);
      const empty = { ...judged, withinM, lengthM: null, stations: [], winds: [], qnh: null };
      if (parts.length === 0) return { ...empty, warnings: [], unplaced: [] };
      const hours = {
        from: Math.min(...parts.map(({ from }) => from)),
        to: Math.max(...parts.map(({ to }) => to)),
      };
      const [stations, warnings, winds] = await Promise.all([
        stationsWithWeather(deps, caller, judged.at, judged.limits),
        warningsIn(sql, hours),
        windsIn(sql, hours),
      ]);
      const along = stationsAlong(parts, stations, judged.at, { withinM, limits: judged.limits });
      const { qnh: limits } = await readWeatherParameters(deps.parameters);
      const qnh = qnhView(lowestAlong(along, judged.at, limits));
      return {
        ...judged,
        withinM,
        lengthM: routeLengthM(parts),
        stations: along,
        warnings: warningsAlong(parts, warnings),
        unplaced: unplacedAlong(parts, warnings),
        winds: await windsOfRoute(deps, caller, parts, winds, {
          withinM: windsWithinM,
          qnhHpa: qnh?.hpa ?? null,
        }),
        qnh,
      };
    },
  });
}

function qnhView(found: (Omit<ReportedQnh, 'position'> & { distanceM: number }) | null): Qnh | null {
  return (
    found && {
      hpa: found.qnhHpa,
      station: found.station,
      observedAt: found.observedAt,
      distanceM: found.distanceM,
    }
  );
}

function spanOf({ from, to }: { from?: string; to?: string }, now: number): Interval {
  const start = from ? Date.parse(from) : now;
  const end = to ? Date.parse(to) : start + dayMs;
  if (!(start < end) || end - start > longestSpanMs) throw fieldError('to', 'weather.span.limits');
  return { from: start, to: end };
}
