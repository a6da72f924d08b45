import { expect, test } from 'vitest';
import { openingMoment } from '#web/features/playback/opening-moment.ts';

const minute = 60_000;
const minutes = (...of: number[]) => of.map((one) => one * minute);

test('a day of which nothing was recorded opens nowhere', () => {
  expect(openingMoment([], 5 * minute)).toBeNull();
});

test('a day opens a minute after its recording begins, when most have been seen', () => {
  expect(openingMoment(minutes(10, 11, 12), Number.NEGATIVE_INFINITY)).toBe(11 * minute);
});

test('a moment within the recording is opened as it is', () => {
  expect(openingMoment(minutes(10, 11, 12, 13), 12.5 * minute)).toBe(12.5 * minute);
});

test('where nothing was recorded at the moment, what came next is opened', () => {
  expect(openingMoment(minutes(10, 11, 40, 41), 20 * minute)).toBe(41 * minute);
});

test('where nothing came after it, the end of the recording is opened', () => {
  expect(openingMoment(minutes(10, 11), 40 * minute)).toBe(11.5 * minute);
});
