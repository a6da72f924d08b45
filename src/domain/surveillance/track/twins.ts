import { heightsOf } from './flight.ts';
import type { Flight } from './flight-state.ts';
import { mayBeOneHeight } from './heights.ts';
import { isAddress, isOfDevice } from './identity.ts';
import { sharedCodes } from './known-codes.ts';
import { eastOf, latitudeOf, longitudeOf, northOf } from './plane.ts';

/** So many positions of each before two can be held to be one. */
const leastUpdates = 3;
/** Mahalanobis distance squared, and difference of velocities, of two tracks of one aircraft. */
const mostDistance = 12;
const mostVelocityMps = 25;
const levelM = 200;
/** Plots of one turn are of two aircraft. */
const sameTurnMs = 1_500;
/** Both were heard within the turn of a slow radar: what was heard of one alone says nothing of the other. */
const mostApartMs = 13_000;
/** What sensors still do wrong alike, one deviation. */
const commonM = 40;
/** So long two move alike before they are one; where the other names itself by something that no radar asks for. */
const alikeMs = 8_000;
const alikeUnaskedMs = 30_000;
/** They may look otherwise for so long in between: one plot is off. */
const forgetAlikeMs = 7_000;

/** Do two flights show one aircraft, each fed by a part of its plots? `nameless` has no identity of its own. */
export function areTwins(nameless: Flight, other: Flight): boolean {
  if (nameless.identity !== null) return false;
  if (nameless.imm.updates < leastUpdates || other.imm.updates < leastUpdates) return false;
  if (Math.abs(nameless.imm.at - other.imm.at) > mostApartMs) return false;
  const { track: a } = nameless;
  const { track: b } = other;
  if (a.mode3A !== null && b.mode3A !== null && a.mode3A !== b.mode3A) return false;
  if (a.callsign !== null && b.callsign !== null && a.callsign !== b.callsign) return false;
  if (isOfDevice(a) && !isOfDevice(b)) return false;
  // Whether a glider or a drone is the one with the transponder beside it stays open.
  const isAnswering = a.mode3A !== null || a.callsign !== null;
  const isUnasked = isOfDevice(b) || (other.identity !== null && !isAddress(other.identity));
  if (isAnswering && isUnasked) return false;
  if (!mayBeOneHeight(heightsOf(nameless), heightsOf(other), levelM)) return false;
  return !isSeenTwice(nameless, other) && fitsTogether(nameless, other);
}

/** Have these two, which look like one now, moved alike for long enough? */
export function wereTwinsLong(nameless: Flight, other: Flight, nowMs: number): boolean {
  const code = nameless.track.mode3A;
  if (code !== null && code === other.track.mode3A && !sharedCodes.has(code)) return true;
  const { alike } = nameless;
  if (alike === null || alike.other !== other || nowMs - alike.lastMs > forgetAlikeMs) {
    nameless.alike = { other, sinceMs: nowMs, lastMs: nowMs };
    return false;
  }
  alike.lastMs = nowMs;
  const isAsked = other.identity === null || isAddress(other.identity);
  return nowMs - alike.sinceMs >= (isAsked ? alikeMs : alikeUnaskedMs);
}

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
