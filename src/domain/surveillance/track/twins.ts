import type { Flight } from './flight.ts';
import { eastOf, latitudeOf, longitudeOf, northOf } from './plane.ts';

/** So many positions of each before two can be held to be one. */
const leastUpdates = 3;
/** Mahalanobis distance squared, and difference of velocities, of two tracks of one aircraft. */
const mostDistance = 12;
const mostVelocityMps = 25;
const levelM = 200;
/** Plots of one turn are of two aircraft. */
const sameTurnMs = 1_500;
/** What sensors still do wrong alike, one deviation. */
const commonM = 40;

/** Do two flights show one aircraft, each fed by a part of its plots? `nameless` has no address. */
export function areTwins(nameless: Flight, other: Flight): boolean {
  if (nameless.imm.updates < leastUpdates || other.imm.updates < leastUpdates) return false;
  const { track: a } = nameless;
  const { track: b } = other;
  if (a.mode3A !== null && b.mode3A !== null && a.mode3A !== b.mode3A) return false;
  if (a.callsign !== null && b.callsign !== null && a.callsign !== b.callsign) return false;
  if (differs(nameless.pressure.valueM, other.pressure.valueM)) return false;
  return !isSeenTwice(nameless, other) && fitsTogether(nameless, other);
}

const differs = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) > levelM;

/** One sensor has seen both in one turn. */
function isSeenTwice(first: Flight, second: Flight): boolean {
  return first.sensors.some((one) =>
    second.sensors.some(
      (other) =>
        one.sourceId === other.sourceId &&
        one.sourceKey === other.sourceKey &&
        (Math.abs(one.at - other.at) < sameTurnMs ||
          (one.trackNumber !== null && other.trackNumber !== null && one.trackNumber !== other.trackNumber)),
    ),
  );
}

function fitsTogether(first: Flight, second: Flight): boolean {
  const aheadS = (first.imm.at - second.imm.at) / 1000;
  const [x = 0, y = 0, vx = 0, vy = 0] = first.imm.mean;
  const [east = 0, north = 0, otherVx = 0, otherVy = 0] = second.imm.mean;
  if (Math.hypot(vx - otherVx, vy - otherVy) > mostVelocityMps) return false;
  const longitude = longitudeOf(second.plane, east + otherVx * aheadS);
  const latitude = latitudeOf(second.plane, north + otherVy * aheadS);
  const dx = eastOf(first.plane, longitude) - x;
  const dy = northOf(first.plane, latitude) - y;
  const variance = varianceOf(first) + varianceOf(second) + commonM * commonM;
  return (dx * dx + dy * dy) / variance < mostDistance;
}

const varianceOf = ({ imm: { covariance } }: Flight): number =>
  ((covariance[0] ?? 0) + (covariance[5] ?? 0)) / 2;
