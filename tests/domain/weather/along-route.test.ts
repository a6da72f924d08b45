import { expect, test } from 'vitest';
import { approachesAlong, nearestAlong } from '#domain/weather/along-route.ts';

/** Where lines come near to places. One degree of the equator is 111.32 km. */

const line = (...points: [number, number][]) =>
  points.map(([longitude, latitude]) => ({ longitude, latitude }));
const place = (longitude: number, latitude: number) => ({ longitude, latitude });
const km = (found: { distanceM: number; alongM: number }[]) =>
  found.map(({ distanceM, alongM }) => [Math.round(distanceM / 1_000), Math.round(alongM / 1_000)]);

test('the nearest point of a line lies on a leg, at a corner, or is its only point', () => {
  const way = line([0, 0], [1, 0], [1, 1]);
  expect(km([nearestAlong(way, place(0.5, 0.1)) ?? fail()])).toEqual([[11, 56]]);
  expect(km([nearestAlong(way, place(1.1, -0.1)) ?? fail()])).toEqual([[16, 111]]);
  expect(km([nearestAlong(line([0, 0]), place(0, 0.1)) ?? fail()])).toEqual([[11, 0]]);
  expect(nearestAlong([], place(0, 0))).toBeNull();
});

test('a line that leaves a place and comes back is near it twice, one that passes once', () => {
  const back = line([0, 0], [1, 0], [0, 0]);
  expect(km(approachesAlong(back, place(0, 0), 50_000))).toEqual([
    [0, 0],
    [0, 223],
  ]);
  expect(km(approachesAlong(line([-1, 0], [0, 0], [1, 0]), place(0.2, 0.1), 50_000))).toEqual([[11, 134]]);
  expect(approachesAlong(back, place(0, 1), 50_000)).toEqual([]);
});

function fail(): never {
  throw new Error('nothing is near');
}
