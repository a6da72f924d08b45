import { expect, test } from 'vitest';
import { wallZoom } from '#web/features/plans/board/use-wall-zoom.ts';

test.each([
  [1920, 1080, 1],
  [3840, 2160, 2],
  // The narrower side decides: nothing is cut off.
  [3840, 1080, 1],
  [5760, 2160, 2],
  // A window smaller than the design is not drawn smaller: letters are read there too.
  [1366, 768, 1],
  [390, 844, 1],
])('a wall in a room of %i by %i pixels is drawn %f times as large', (width, height, zoom) => {
  expect(wallZoom(width, height)).toBe(zoom);
});
