import { expect, test } from 'vitest';
import { aircraft } from '#tests/domain/conflicts/nets/scene.ts';
import { createLabelGrid, takeButtons } from '#web/map/layers/label-grid.ts';
import { placeLabels } from '#web/map/layers/label-placing.ts';
import { TargetBlocks } from '#web/map/layers/target-blocks.ts';
import { mapColours } from '#web/map/map-colours.ts';

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

test('words of alerts at one place are clear of one another and of the data block there, and are there without blocks', () => {
  const context = document.createElement('canvas').getContext('2d');
  const frame = { width: 600, height: 400, padX: 0, padY: 0, ratio: 1, zoom: 0, world: 256 };
  const at = { latitude: 0, longitude: 0 };
  const view = { target: aircraft('780a01'), x: 0.5, y: 0.5, trail: [], trailTimes: [] };
  const boxesWith = (showLabels: boolean) => {
    const blocks = new TargetBlocks();
    if (!context) throw new Error('there is no canvas');
    blocks.draw(
      context,
      { ...frame, originX: 0, originY: 0, middleX: 0.5 },
      [{ view, px: 128, py: 128 }],
      {
        colours: mapColours.light,
        selectedId: null,
        hoveredId: null,
        urgent: new Map(),
        words: [
          { key: '1', ...at, text: 'in 0 s · 70 m' },
          { key: '2', ...at, text: '12 aircraft' },
        ],
        showLabels,
        trailMinutes: 0,
        trailDots: false,
        vectorS: 0,
        blockOf: () => ['450 m STD'],
      },
      null,
    );
    // Without the symbol of the target.
    return blocks.boxes.boxes.filter(({ width }) => width > 20);
  };
  const boxes = boxesWith(true);
  expect(boxes).toHaveLength(3);
  for (const [i, one] of boxes.entries())
    for (const two of boxes.slice(i + 1))
      expect(
        one.x + one.width <= two.x ||
          two.x + two.width <= one.x ||
          one.y + one.height <= two.y ||
          two.y + two.height <= one.y,
      ).toBe(true);
  expect(boxesWith(false)).toHaveLength(2);
});

test.each([
  ['warning', mapColours.light.closed],
  ['caution', mapColours.light.application],
  ['advisory', mapColours.light.ink],
] as const)('the callsign of a target in a %s has the colour of that level', (level, colour) => {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('there is no canvas');
  const written: [string, unknown][] = [];
  context.fillText = (text: string) => void written.push([text, context.fillStyle]);
  const target = aircraft('780a01');
  new TargetBlocks().draw(
    context,
    {
      width: 600,
      height: 400,
      padX: 0,
      padY: 0,
      ratio: 1,
      zoom: 0,
      world: 256,
      originX: 0,
      originY: 0,
      middleX: 0.5,
    },
    [{ view: { target, x: 0.5, y: 0.5, trail: [], trailTimes: [] }, px: 128, py: 128 }],
    {
      colours: mapColours.light,
      selectedId: null,
      hoveredId: null,
      urgent: new Map([[target.id, level]]),
      showLabels: true,
      trailMinutes: 0,
      trailDots: false,
      vectorS: 0,
      blockOf: () => ['450 m STD'],
    },
    null,
  );
  expect(written[0]?.[1]).toBe(colour);
});

test('words to the left of their place end at it, so that the line to them is not cut short', () => {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('there is no canvas');
  const written: { right: number; text: string }[] = [];
  context.fillText = (text: string, x: number) => {
    const width = context.measureText(text).width;
    written.push({ text, right: context.textAlign === 'right' ? x : x + width });
  };
  const frame = { width: 600, height: 400, padX: 0, padY: 0, ratio: 1, zoom: 0, world: 256 };
  // At the right edge there is room on the left only.
  new TargetBlocks().draw(
    context,
    { ...frame, originX: 128 - 590, originY: -72, middleX: 0.5 },
    [],
    {
      colours: mapColours.light,
      selectedId: null,
      hoveredId: null,
      urgent: new Map(),
      words: [{ key: '1', latitude: 0, longitude: 0, text: 'in 129 s · 1.7 km' }],
      showLabels: true,
      trailMinutes: 0,
      trailDots: false,
      vectorS: 0,
      blockOf: () => [],
    },
    null,
  );
  expect(written.map(({ text }) => text)).toEqual(['in 129 s · 1.7 km']);
  expect(written[0]?.right).toBeLessThan(590);
  expect(written[0]?.right).toBeGreaterThan(560);
});
