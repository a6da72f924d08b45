import { turnsAtDps } from './prediction.ts';

/** A track that was heard: UTC ms, true degrees. */
export interface HeardTrack {
  at: number;
  trackDeg: number;
}

/** Over how long a turn is measured: a quick one, and one so slow that a few seconds do not show it. */
export const turnMs = { quick: 6_000, slow: 30_000 };
/** Slower than this tracks waver: over a few seconds it is no turn. */
const quickDps = 1;
/** A slow turn is measured over no less than this, with no fewer tracks; radars are heard each four seconds or so. */
const [leastSlowMs, leastTracks] = [20_000, 5];
/** A slow turn is even: its tracks are so near to a constant rate, degrees (root mean square). */
const evenWithinDeg = 1.5;
/** And it goes on: in the last seconds its rate is within this of that. */
const goesOnWithinDps = 0.3;

/**
 * The turn that a target is in, degrees a second, to the right positive; 0: none that is to be followed. A wide circle at half a
 * degree a second leads 30° away from the straight line within a minute, and would raise an alert at each round.
 *
 * @param tracks of the last `turnMs.slow`, in the order of their times
 */
export function turnRate(tracks: readonly HeardTrack[]): number {
  const last = tracks.at(-1);
  if (!last) return 0;
  const first = tracks.find(({ at }) => at >= last.at - turnMs.quick);
  const quick = first && last.at - first.at >= 2_000 ? turned(first, last) / seconds(first, last) : 0;
  if (Math.abs(quick) >= quickDps) return quick;
  const slow = evenRate(tracks);
  return Math.abs(slow) >= turnsAtDps && Math.abs(slow - quick) <= goesOnWithinDps ? slow : 0;
}

/** The rate of the line through all tracks; 0: they are too few, or not on a line. */
function evenRate(tracks: readonly HeardTrack[]): number {
  const [first, last] = [tracks[0], tracks.at(-1)];
  if (!first || !last || tracks.length < leastTracks || last.at - first.at < leastSlowMs) return 0;
  let angle = 0;
  let before = first;
  let [sumS, sumA, sumSS, sumSA, sumAA] = [0, 0, 0, 0, 0];
  // In one pass without objects: for each target whenever it is heard.
  for (const track of tracks) {
    angle += turned(before, track);
    before = track;
    const s = seconds(first, track);
    sumS += s;
    sumA += angle;
    sumSS += s * s;
    sumSA += s * angle;
    sumAA += angle * angle;
  }
  const count = tracks.length;
  const spread = sumSS - (sumS * sumS) / count;
  if (spread === 0) return 0;
  const together = sumSA - (sumS * sumA) / count;
  const rate = together / spread;
  const off = Math.max(0, sumAA - (sumA * sumA) / count - rate * together) / count;
  return Math.sqrt(off) <= evenWithinDeg ? rate : 0;
}

const seconds = (from: HeardTrack, to: HeardTrack) => (to.at - from.at) / 1_000;

const turned = (from: HeardTrack, to: HeardTrack) => ((to.trackDeg - from.trackDeg + 540) % 360) - 180;
