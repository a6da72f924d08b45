import { expect, test } from 'vitest';
import { widened } from '#web/features/playback/height-axis.ts';

test.each([
  ['a level flight', { min: 1_299, max: 1_303 }, { min: 1_250, max: 1_360 }],
  ['one height', { min: 100, max: 100 }, { min: 50, max: 150 }],
  ['a climb', { min: 600, max: 1_303 }, undefined],
  ['no height', { min: Number.NaN, max: Number.NaN }, undefined],
])('%s is drawn on an axis of at least 100 m in round figures', (_, heights, axis) => {
  expect(widened(heights)).toEqual(axis);
});
