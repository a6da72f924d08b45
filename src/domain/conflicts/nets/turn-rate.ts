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
  const points = tracks.map((track) => {
    angle += turned(before, track);
    before = track;
    return { s: seconds(first, track), angle };
  });
  const mean = (of: (point: { s: number; angle: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middleS, middle] = [mean(({ s }) => s), mean((point) => point.angle)];
  const spread = mean(({ s }) => (s - middleS) ** 2);
  if (spread === 0) return 0;
  const rate = mean((point) => (point.s - middleS) * (point.angle - middle)) / spread;
  const off = mean((point) => (point.angle - middle - rate * (point.s - middleS)) ** 2);
  return Math.sqrt(off) <= evenWithinDeg ? rate : 0;
}

const seconds = (from: HeardTrack, to: HeardTrack) => (to.at - from.at) / 1_000;

const turned = (from: HeardTrack, to: HeardTrack) => ((to.trackDeg - from.trackDeg + 540) % 360) - 180;
