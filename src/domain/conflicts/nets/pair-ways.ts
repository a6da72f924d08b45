import { distanceAfterM, entryS, type Relative, timeToClosestS, type WellClear } from './closest-approach.ts';
import type { Offset } from './local-plane.ts';
import { firstWithinS, lastWithinS, leastS, stepS } from './pair-search.ts';
import type { Way } from './prediction.ts';

/** Beyond this a target that turns or follows a route is not taken to go straight on. */
export const lineS = 60;

/** Two ways, from what is between their targets now. Null: it goes straight on, by its velocity in metres a second. */
export interface Ways {
  first: Way | null;
  second: Way | null;
  vOne: Offset;
  vTwo: Offset;
  now: Relative;
  /** No two come nearer to each other than this, metres a second. */
  closingMps: number;
}

/** When the two are no longer well clear on the ways that they are taken to fly, not before `fromS`; where they turn to two seconds. */
export function entryOnWaysS(ways: Ways, limits: WellClear, fromS: number, withinS: number): number {
  const { now, closingMps } = ways;
  const tallM = limits.verticalM + now.slackM;
  const untilS = Math.min(withinS, lastWithinS(now.z, now.vz, tallM));
  let timeS = Math.max(Math.floor(fromS / stepS) * stepS, firstWithinS(now.z, now.vz, tallM));
  while (timeS <= untilS) {
    const straightS = straightAfterS(ways, timeS);
    stateAfter(ways, timeS, straightS > leastS ? Math.min(straightS, stepS) : stepS);
    if (straightS <= leastS) {
      // However they turn, they cannot be too near any sooner: what lies between need not be looked at.
      const freeS =
        (Math.sqrt(state.x * state.x + state.y * state.y) - limits.distanceM) / closingMps - limits.tauS;
      if (freeS > stepS) {
        timeS += freeS;
        continue;
      }
    }
    const entry = entryS(state, limits);
    const spanS = straightS > leastS ? straightS : stepS;
    if (entry <= spanS) return timeS + entry <= withinS ? timeS + entry : Number.POSITIVE_INFINITY;
    timeS += spanS;
  }
  return Number.POSITIVE_INFINITY;
}

/** When the two are closest on these ways, where they turn to two seconds. */
export function closestOn(ways: Ways, untilS: number): { timeS: number; horizontalM: number } {
  const best = { timeS: 0, horizontalM: Number.POSITIVE_INFINITY };
  for (let timeS = 0; timeS <= untilS; ) {
    const straightS = Math.min(untilS - timeS, straightAfterS(ways, timeS));
    const isStraight = straightS > leastS;
    stateAfter(ways, timeS, isStraight ? Math.min(straightS, stepS) : stepS);
    const atS = isStraight ? Math.min(straightS, timeToClosestS(state)) : 0;
    const horizontalM = distanceAfterM(state, atS);
    if (horizontalM < best.horizontalM) {
      best.timeS = timeS + atS;
      best.horizontalM = horizontalM;
    }
    timeS += isStraight
      ? straightS
      : Math.max(stepS, (Math.hypot(state.x, state.y) - best.horizontalM) / ways.closingMps);
  }
  return best;
}

/** Written anew at each look. */
const state: Relative = { x: 0, y: 0, z: 0, slackM: 0, vx: 0, vy: 0, vz: 0 };
const placeOne: Offset = { x: 0, y: 0 };
const placeTwo: Offset = { x: 0, y: 0 };

/** For how long both go straight on from then. */
function straightAfterS({ first, second }: Ways, timeS: number): number {
  const one = first === null ? Number.POSITIVE_INFINITY : first.straightUntilS(timeS);
  const two = second === null ? Number.POSITIVE_INFINITY : second.straightUntilS(timeS);
  return Math.min(one, two) - timeS;
}

/** The relative state after so many seconds, its velocity over the next `spanS`, into `state`. */
function stateAfter({ first, second, vOne, vTwo, now }: Ways, timeS: number, spanS: number): void {
  moved(first, vOne, timeS, placeOne);
  moved(second, vTwo, timeS, placeTwo);
  const x = placeOne.x - placeTwo.x;
  const y = placeOne.y - placeTwo.y;
  moved(first, vOne, timeS + spanS, placeOne);
  moved(second, vTwo, timeS + spanS, placeTwo);
  state.x = now.x + x;
  state.y = now.y + y;
  state.z = now.z + now.vz * timeS;
  state.slackM = now.slackM;
  state.vx = (placeOne.x - placeTwo.x - x) / spanS;
  state.vy = (placeOne.y - placeTwo.y - y) / spanS;
  state.vz = now.vz;
}

function moved(way: Way | null, v: Offset, timeS: number, into: Offset): void {
  if (way) way.after(timeS, into);
  else {
    into.x = v.x * timeS;
    into.y = v.y * timeS;
  }
}
