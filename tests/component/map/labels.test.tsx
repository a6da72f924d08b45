import { expect, test } from 'vitest';
import { createLabelGrid, takeButtons } from '#web/map/layers/label-grid.ts';
import { placeLabels } from '#web/map/layers/label-placing.ts';

/** Where the words of the map stand: none covers another, whatever else is drawn there. */

const limits = { mostPlaced: 10, mostTries: 10, apart: true };
const label = (key: string, px: number, py: number) => ({ key, px, py, width: 60, height: 28 });

test('a label keeps clear of what is drawn in any case, also where two of those touch or leave the canvas', () => {
  const grid = createLabelGrid(400, 400);
  grid.take(100, 100, 41, 20);
  // In the last column of the first one.
  grid.take(142, 100, 40, 20);
  grid.take(380, 0, 60, 40);
  expect(grid.place(150, 104, 10, 10)).toBe(false);
  expect(grid.place(384, 10, 8, 8)).toBe(false);
  expect(grid.place(200, 100, 40, 20)).toBe(true);
});

test('of a target in sight the label is in sight, also where it was beyond the edge before', () => {
  const seen = { left: 40, top: 40, right: 360, bottom: 360 };
  const place = (before: ReadonlyMap<string, number>) =>
    placeLabels([label('a', 340, 200)], createLabelGrid(600, 400), before, { ...limits, seen })[0];
  for (const before of [new Map(), new Map([['a', 0]])]) {
    const { x = 0 } = place(before) ?? {};
    expect(x + 60).toBeLessThanOrEqual(360);
  }
  // Where its spot is in sight, it stays there.
  expect(place(new Map([['a', 5]]))?.spot).toBe(5);
});

test('a target beyond the edge keeps its label where it was', () => {
  const seen = { left: 40, top: 40, right: 360, bottom: 360 };
  const [placed] = placeLabels([label('a', 20, 200)], createLabelGrid(400, 400), new Map([['a', 3]]), {
    ...limits,
    seen,
  });
  expect(placed?.spot).toBe(3);
});

test('no label is below the buttons of the map', () => {
  const grid = createLabelGrid(500, 400);
  const frame = { width: 500, height: 400, padX: 50, padY: 40, ratio: 1, zoom: 9, world: 1 };
  takeButtons(grid, { ...frame, originX: 0, originY: 0, middleX: 0 });
  expect(grid.place(410, 60, 20, 20)).toBe(false);
  expect(grid.place(410, 190, 20, 20)).toBe(true);
});
