import type { RouteStation, RouteWeather, WeatherStation } from '#contract/weather.ts';
import { stretchesAlong } from '#domain/conflicts/along-track.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { conflictOf, defaultBuffers, type Volume4d } from '#domain/conflicts/strategic.ts';
import { type WarnedAir, warnedAir } from '#domain/conflicts/warned-air.ts';
import { lengthM, type Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { approachesAlong, nearestAlong, nearestOf } from '#domain/weather/along-route.ts';
import type { CategoryLimits } from '#domain/weather/category.ts';
import { categoriesIn, forecastsOver } from '#domain/weather/forecast-time.ts';
import type { Forecast } from '#domain/weather/weather.ts';
import { ofRegions } from '#server/features/conflicts/weather-source.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { StoredReport, StoredWarning } from './weather-rows.ts';
import { forecastView, warningView } from './weather-stations.ts';

/** A sortie as weather is looked up for it: its air, with both times. */
export type FlownPart = Volume4d & { from: number; to: number };

/** What of plans a route is looked up by. */
export interface RouteDeps {
  /** The sorties of a plan that the caller may read; of one for a term those of its next day. */
  partsOfPlan(caller: Caller, id: number): Promise<FlownPart[]>;
  /** Whole width of a route for which none was given, and the radius around a lone point, metres. */
  widths(): Promise<{ corridorWidthM: number; pointRadiusM: number }>;
}

/** The positions of a line; null: it is none. */
const lineOf = (footprint: Geometry): Position[] | null =>
  footprint.type === 'LineString'
    ? footprint.coordinates.map(([longitude, latitude]) => ({ longitude, latitude }))
    : null;

/**
 * Where a part comes nearest to a place, and when: from the first to the last time that it comes near. Null: not within these
 * metres.
 */
export function passingOf(
  part: FlownPart,
  place: Position,
  withinM: number,
): Pick<RouteStation, 'distanceM' | 'alongM' | 'from' | 'to'> | null {
  const { footprint, from, to } = part;
  const line = lineOf(footprint);
  if (line) {
    const near = approachesAlong(line, place, withinM);
    const nearest = nearestOf(near);
    if (!nearest) return null;
    const wholeM = lengthM(line);
    const times = near.map(({ alongM }) => (wholeM > 0 ? from + ((to - from) * alongM) / wholeM : from));
    return { ...nearest, from: Math.min(...times), to: Math.max(...times) };
  }
  const point: Geometry = { type: 'Point', coordinates: [place.longitude, place.latitude] };
  if (!overlapInPlanView(footprint, point, part.marginM + withinM)) return null;
  return { distanceM: distanceTo(footprint, point, place, withinM), alongM: null, from, to };
}

/** Metres to the edge of an area; 0 within it. */
function distanceTo(footprint: Geometry, point: Geometry, place: Position, withinM: number): number {
  if (overlapInPlanView(footprint, point, 0.01)) return 0;
  const rings =
    footprint.type === 'Polygon'
      ? footprint.coordinates
      : footprint.type === 'MultiPolygon'
        ? footprint.coordinates.flat()
        : footprint.type === 'Point'
          ? [[footprint.coordinates]]
          : [];
  const distances = rings.map((ring) => {
    const line = ring.map(([longitude, latitude]) => ({ longitude, latitude }));
    return nearestAlong(line, place)?.distanceM ?? withinM;
  });
  return Math.min(withinM, ...distances);
}

/** A station with all of its forecasts that are not over, the newest first. */
export interface StationReports {
  station: WeatherStation;
  forecasts: readonly StoredReport<Forecast>[];
}

/** A station at the time of passing: what its forecast says of then, and what changes before. */
export function stationThen(
  reported: StationReports,
  passing: Pick<RouteStation, 'distanceM' | 'alongM' | 'from' | 'to'>,
  now: number,
  limits: CategoryLimits,
): RouteStation {
  const found = forecastsOver(reported.forecasts, passing);
  const [then] = found;
  const station = {
    ...reported.station,
    forecast: then ? forecastView(then.report) : reported.station.forecast,
  };
  const stretches = found.flatMap((one) => one.stretches);
  const changes = found.flatMap(({ report: { decoded } }) =>
    decoded.changes.filter(
      ({ from, to }) => (from ?? decoded.validFrom) <= passing.to && (to ?? decoded.validTo) > now,
    ),
  );
  return { ...station, ...passing, stretches, ...categoriesIn(stretches, limits), changes };
}

/** The stations near the parts, each at its nearest, for all the time that the parts come near, in the order of the route. */
export function stationsAlong(
  parts: readonly FlownPart[],
  stations: readonly StationReports[],
  now: number,
  { withinM, limits }: { withinM: number; limits: CategoryLimits },
): RouteStation[] {
  return stations
    .flatMap((reported): RouteStation[] => {
      const { position } = reported.station;
      if (!position) return [];
      const passings = parts.flatMap((part) => passingOf(part, position, withinM) ?? []);
      const nearest = nearestOf(passings);
      if (!nearest) return [];
      const time = {
        from: Math.min(...passings.map(({ from }) => from)),
        to: Math.max(...passings.map(({ to }) => to)),
      };
      return [stationThen(reported, { ...nearest, ...time }, now, limits)];
    })
    .sort((a, b) => a.from - b.from || a.distanceM - b.distanceM);
}

/** A warning as a piece of air. */
function volumeIn({ id, decoded }: StoredWarning, air: WarnedAir): Volume4d {
  const { kind, sequence, fir, lower, upper, validFrom, validTo } = decoded;
  const label = [kind, fir, sequence].filter(Boolean).join(' ');
  const owner = { resource: 'weatherReport', id, label };
  return { owner, part: 0, ...air, marginM: 0, lower, upper, from: validFrom, to: validTo };
}

/** Which warnings of whole regions whose boundaries are not recorded hold at the height and time of a part: wherever that is. */
export const unplacedAlong = (
  parts: readonly FlownPart[],
  warnings: readonly StoredWarning[],
): RouteWeather['unplaced'] =>
  warnings
    .filter(
      (warning) =>
        warning.area === null &&
        ofRegions.has(warning.decoded.kind) &&
        parts.some((part) =>
          conflictOf(part, volumeIn(warning, { footprint: part.footprint }), defaultBuffers),
        ),
    )
    .map(warningView);

/** Which warnings the parts meet in plan view, height and time. */
export function warningsAlong(
  parts: readonly FlownPart[],
  warnings: readonly StoredWarning[],
): RouteWeather['warnings'] {
  return warnings
    .flatMap((warning) => {
      const air = warnedAir(warning.decoded, warning.area);
      if (!air) return [];
      const volume = volumeIn(warning, air);
      return parts.flatMap((part) => {
        const met = conflictOf(part, volume, defaultBuffers);
        if (!met) return [];
        const { footprint, marginM } = part;
        const isLine = footprint.type === 'LineString';
        return [
          {
            warning: warningView(warning),
            part: part.part,
            from: met.from ?? part.from,
            to: met.to ?? part.to,
            along: isLine ? stretchesAlong(footprint.coordinates, met.other.footprint, marginM) : null,
            altitudeCompared: met.altitudeCompared,
          },
        ];
      });
    })
    .sort((a, b) => a.from - b.from);
}

/** Length of what is a line among the parts, metres; null: nothing is. */
export function routeLengthM(parts: readonly FlownPart[]): number | null {
  const lengths = parts.flatMap(({ footprint }) => {
    const line = lineOf(footprint);
    return line ? [lengthM(line)] : [];
  });
  return lengths.length > 0 ? lengths.reduce((sum, one) => sum + one, 0) : null;
}
