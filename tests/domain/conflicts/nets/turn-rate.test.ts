import { expect, test } from 'vitest';
import { turnRate } from '#domain/conflicts/nets/turn-rate.ts';

/** Tracks of the last 30 s, each `everyS`. */
const tracks = (trackAt: (s: number) => number, everyS = 1, lastsS = 30) =>
  Array.from({ length: Math.floor(lastsS / everyS) + 1 }, (_, i) => ({
    at: i * everyS * 1_000,
    trackDeg: ((trackAt(i * everyS) % 360) + 360) % 360,
  }));
/** An error that comes and goes. */
const noise = (s: number, deg: number) => deg * Math.sin(s * 12.9898);

const cases: [name: string, heard: { at: number; trackDeg: number }[], dps: number][] = [
  ['straight on', tracks(() => 90), 0],
  ['nothing heard', [], 0],
  ['a standard turn', tracks((s) => 90 + 3 * s), 3],
  ['the same to the left, through north', tracks((s) => 20 - 3 * s), -3],
  ['a standard turn that has just begun', tracks((s) => 90 + 3 * Math.max(0, s - 24)), 3],
  ['a wide circle', tracks((s) => 90 + 0.5 * s), 0.5],
  ['a wide circle to the left, through north', tracks((s) => 5 - 0.5 * s), -0.5],
  ['a wide circle that a radar hears', tracks((s) => 90 + 0.5 * s, 4, 28), 0.5],
  ['a wide circle with some noise', tracks((s) => 90 + 0.5 * s + noise(s, 0.5)), 0.5],
  ['a wide circle of which too little was heard', tracks((s) => 90 + 0.5 * s, 1, 15), 0],
  ['a wide circle that has ended', tracks((s) => 90 + 0.6 * Math.min(s, 24)), 0],
  ['hardly a turn', tracks((s) => 90 + 0.2 * s), 0],
  ['a track that wavers', tracks((s) => 90 + 4 * Math.sin(s / 5)), 0],
  ['a course that was changed', tracks((s) => (s < 15 ? 90 : 100)), 0],
];

test.each(cases)('%s', (_, heard, dps) => {
  expect(turnRate(heard)).toBeCloseTo(dps, 1);
});
