import type { Measurement } from './imm.ts';
import { eastOf, northOf, type Plane, roughDistanceM } from './plane.ts';
import type { RadarBias } from './radar-bias.ts';
import type { Report } from './report.ts';

const radians = Math.PI / 180;
/** A radar's own noise, one deviation, where nobody says it: a monopulse secondary radar. */
const rangeDeviationM = 50;
const azimuthDeviationDeg = 0.08;
/** Deviation of a position of which nobody says how good it is, metres. */
const unsaidDeviationM = 40;
const leastDeviationM = 4;
/** What holds 95 times in 100 in two dimensions is so many deviations. */
const deviationsOf95 = 2.45;
/** Deviation of a velocity that an aircraft says of itself, metres per second. */
const velocityDeviationMps = 3;
/** What is late by an unknown time, as a report without a time of its own is, seconds. */
const unsaidTimeS = 0.6;
const leastTimeS = 0.03;

/** Seen from a radar: unit vector away from it, and the distance. */
export interface Ray {
  east: number;
  north: number;
  distanceM: number;
}

export const createRay = (): Ray => ({ east: 0, north: 1, distanceM: 0 });

/** Writes where a report lies as seen from its radar. */
export function rayOf(
  plane: Plane,
  report: Pick<Report, 'latitude' | 'longitude' | 'radar'>,
  into: Ray,
): void {
  if (report.radar === null) return;
  const dx = eastOf(plane, report.longitude) - eastOf(plane, report.radar.longitude);
  const dy = northOf(plane, report.latitude) - northOf(plane, report.radar.latitude);
  const length = Math.max(1, Math.hypot(dx, dy));
  into.east = dx / length;
  into.north = dy / length;
  into.distanceM = roughDistanceM(report, report.radar);
}

const ray = createRay();

/**
 * Writes a report as a measurement in a plane, with the covariance of its own sensor: what the report says of itself,
 * for a radar that of its range and azimuth, freed from its bias.
 */
export function measure(
  report: Report,
  plane: Plane,
  bias: RadarBias | null,
  into: Measurement,
): Measurement {
  into.at = report.at;
  into.x = eastOf(plane, report.longitude);
  into.y = northOf(plane, report.latitude);
  into.isStated = true;
  if (report.radar !== null) measurePolar(report, plane, bias, into);
  else {
    const said = report.accuracy?.horizontalM ?? null;
    into.isStated = said !== null;
    const deviation = said === null ? unsaidDeviationM : Math.max(leastDeviationM, said / deviationsOf95);
    into.xx = into.yy = deviation * deviation;
    into.xy = 0;
  }
  into.vx = into.vy = Number.NaN;
  into.vv = velocityDeviationMps * velocityDeviationMps;
  if (report.groundSpeedMps === null) return into;
  const course = report.trackDeg === null ? null : (report.trackDeg * Math.PI) / 180;
  const vx = course === null ? 0 : report.groundSpeedMps * Math.sin(course);
  const vy = course === null ? 0 : report.groundSpeedMps * Math.cos(course);
  addTiming(report, vx, vy, course === null, into);
  // What a radar says of the velocity it has from its own track, which lags in turns.
  if (course === null || report.radar !== null) return into;
  into.vx = vx;
  into.vy = vy;
  return into;
}

function measurePolar(report: Report, plane: Plane, bias: RadarBias | null, into: Measurement): void {
  rayOf(plane, report, ray);
  const { east, north, distanceM } = ray;
  const along = rangeVarianceOf(report) + (bias?.rangeVariance ?? 0);
  const across = distanceM * distanceM * (azimuthVarianceOf(report) + (bias?.azimuthVariance ?? 0));
  into.xx = along * east * east + across * north * north;
  into.yy = along * north * north + across * east * east;
  into.xy = (along - across) * east * north;
  if (bias === null) return;
  const aside = bias.azimuthRad * distanceM;
  into.x -= bias.rangeM * east + aside * north;
  into.y -= bias.rangeM * north - aside * east;
}

/** A time that is not exact is a place that is not exact, along the way flown. */
function addTiming(report: Report, vx: number, vy: number, allWays: boolean, into: Measurement): void {
  const deviationS =
    report.timeResolutionS === null
      ? unsaidTimeS
      : Math.max(leastTimeS, report.timeResolutionS / Math.sqrt(12));
  const variance = deviationS * deviationS;
  if (allWays) {
    const speed = report.groundSpeedMps ?? 0;
    into.xx += speed * speed * variance;
    into.yy += speed * speed * variance;
    return;
  }
  into.xx += vx * vx * variance;
  into.yy += vy * vy * variance;
  into.xy += vx * vy * variance;
}

/** Variance of the range of a plot, square metres: as its radar's record says, else of a usual radar. */
export function rangeVarianceOf({ radar }: Report): number {
  const deviationM = radar?.rangeDeviationM ?? rangeDeviationM;
  return deviationM * deviationM;
}

/** Variance of its azimuth, square radians. */
export function azimuthVarianceOf({ radar }: Report): number {
  const deviation = (radar?.azimuthDeviationDeg ?? azimuthDeviationDeg) * radians;
  return deviation * deviation;
}
