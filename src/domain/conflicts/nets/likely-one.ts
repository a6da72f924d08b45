import { mayBeOneHeight } from '#domain/surveillance/track/heights.ts';
import { carriedDevices } from '#domain/surveillance/track/identity.ts';
import type { AddressType } from '#domain/surveillance/track/report.ts';
import { offsetM, velocityOf } from './local-plane.ts';
import type { SceneTarget } from './safety-net.ts';

/** Two symbols of one aircraft lie within this, and what it flies while one source is later than the other. */
const nearM = 100;
const laterS = 2;
/** As fast as this, or as this share of their speed, may their velocities differ in a turn. */
const leastMps = 3;
const shareOfSpeed = 0.25;
/** Their heights may differ by so much, beside what datums and weather do. */
const levelM = 100;

/**
 * Are these two likely one aircraft that is shown twice, as with a transponder and a FLARM, which the tracker never joins
 * because each names itself? They name themselves by devices of different kinds, say nothing that contradicts, are at one
 * place and height as far as it is known, and move alike. It may also be two in company: so an alert of them is
 * told as what it is, and never left out.
 */
export function areLikelyOne(one: SceneTarget, two: SceneTarget): boolean {
  if (!mayCarryBoth(one, two) || contradict(one, two)) return false;
  const [a, b] = [velocityOf(one), velocityOf(two)];
  const speedMps = (Math.hypot(a.x, a.y) + Math.hypot(b.x, b.y)) / 2;
  const { x, y } = offsetM(two, one);
  if (Math.hypot(x, y) > nearM + laterS * speedMps) return false;
  if (Math.hypot(a.x - b.x, a.y - b.y) > Math.max(leastMps, shareOfSpeed * speedMps)) return false;
  return mayBeOneHeight(heightsOf(one), heightsOf(two), levelM);
}

function mayCarryBoth(one: SceneTarget, two: SceneTarget): boolean {
  const [first, second] = [kindOf(one), kindOf(two)];
  return (
    first !== null &&
    second !== null &&
    first !== second &&
    (carriedDevices.has(first) || carriedDevices.has(second))
  );
}

const kindOf = ({ icao24, addressType }: SceneTarget): AddressType | null =>
  addressType ?? (icao24 === null ? null : 'icao');

/** Different callsigns, codes or plans are of two. */
function contradict(one: SceneTarget, two: SceneTarget): boolean {
  const differ = <T>(first: T | null, second: T | null) =>
    first !== null && second !== null && first !== second;
  return (
    differ(one.callsign, two.callsign) || differ(one.mode3A, two.mode3A) || differ(one.planId, two.planId)
  );
}

const heightsOf = ({ pressureAltitudeM, geometricAltitudeM, amslAltitudeM }: SceneTarget) => ({
  pressureM: pressureAltitudeM,
  geometricM: geometricAltitudeM,
  amslM: amslAltitudeM,
});
