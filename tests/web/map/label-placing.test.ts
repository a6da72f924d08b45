import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLabelGrid } from '#web/map/layers/label-grid.ts';
import { type PlacedLabel, placeLabels, type WantedLabel } from '#web/map/layers/label-placing.ts';

const [width, height] = [1920, 1080];
const all = { mostPlaced: 5_000, mostTries: 5_000, apart: true };
const nothing = new Map<string, number>();
const place = (labels: WantedLabel[], before: ReadonlyMap<string, number> = nothing) =>
  placeLabels(labels, createLabelGrid(width, height), before, all);
const label = (change: Partial<WantedLabel> = {}): WantedLabel => ({
  key: 'a',
  px: 500,
  py: 500,
  width: 80,
  height: 42,
  ...change,
});
const spotsOf = (placed: PlacedLabel<WantedLabel>[]) =>
  new Map(placed.map(({ label: { key }, spot }) => [key, spot]));

function cover(a: PlacedLabel<WantedLabel>, b: PlacedLabel<WantedLabel>): boolean {
  return (
    a.x < b.x + b.label.width &&
    b.x < a.x + a.label.width &&
    a.y < b.y + b.label.height &&
    b.y < a.y + a.label.height
  );
}

const wanted = fc.record(
  {
    key: fc.uuid(),
    px: fc.integer({ min: -50, max: 700 }),
    py: fc.integer({ min: -50, max: 500 }),
    width: fc.integer({ min: 10, max: 140 }),
    height: fc.integer({ min: 10, max: 50 }),
    byHand: fc.record({ dx: fc.integer({ min: -90, max: 90 }), dy: fc.integer({ min: -90, max: 90 }) }),
  },
  { requiredKeys: ['key', 'px', 'py', 'width', 'height'] },
);

test('no two labels cover each other, and none leaves the map', () => {
  fc.assert(
    fc.property(fc.array(wanted, { maxLength: 60 }), (labels) => {
      const placed = place(labels as WantedLabel[]);
      placed.forEach((one, i) => {
        expect(one.x >= 0 && one.y >= 0).toBe(true);
        for (const other of placed.slice(i + 1)) expect(cover(one, other)).toBe(false);
      });
    }),
  );
});

test('the more important has its place first', () => {
  const crowd = Array.from({ length: 60 }, (_, i) => label({ key: String(i) }));
  const placed = place(crowd);
  expect(placed.length).toBeLessThan(crowd.length);
  expect(placed[0]).toMatchObject({ label: { key: '0' }, spot: 0 });
  // Those without room are the last ones.
  expect(placed.map(({ label: { key } }) => Number(key))).toEqual(placed.map((_, i) => i));
});

test('a label keeps its spot from one drawing to the next while that is free', () => {
  const one = label({ key: 'one' });
  const other = label({ key: 'other', px: 700 });
  const first = place([one, other]);
  expect(spotsOf(first).get('other')).toBe(0);
  // Its neighbour goes away: it stays where it is, though the best spot is free.
  const before = new Map([['one', 5]]);
  expect(spotsOf(place([one], before)).get('one')).toBe(5);
  // Nothing moved: nothing changes.
  expect(spotsOf(place([one, other], spotsOf(first)))).toEqual(spotsOf(first));
});

test('targets that move a little leave the labels where they were', () => {
  const fleet = Array.from({ length: 200 }, (_, i) =>
    label({ key: String(i), px: 60 + (i % 20) * 92, py: 60 + Math.floor(i / 20) * 98 }),
  );
  const first = place(fleet);
  const moved = fleet.map((one, i) => ({ ...one, px: one.px + (i % 3) - 1, py: one.py + (i % 2) }));
  const second = place(moved, spotsOf(first));
  const stayed = second.filter(({ label: { key }, spot }) => spotsOf(first).get(key) === spot);
  expect(stayed.length).toBe(fleet.length);
});

test('one that was put by hand stands there, with a line, and gives way to what matters more', () => {
  const byHand = { dx: 60, dy: -120 };
  expect(place([label({ byHand })])).toEqual([
    { label: label({ byHand }), x: 560, y: 380, spot: -1, isApart: true },
  ]);
  const above = label({ key: 'selected', px: 560 - 12, py: 380 + 21 });
  const [, given] = place([above, label({ byHand })]);
  expect(given).toMatchObject({ label: { key: 'a' }, spot: 0, isApart: false });
});

test('where all beside is taken it stands apart with a line', () => {
  const crowd = Array.from({ length: 12 }, (_, i) => label({ key: String(i), width: 30, height: 20 }));
  const placed = place(crowd);
  expect(placed.some(({ isApart }) => isApart)).toBe(true);
  for (const { spot, isApart } of placed) expect(isApart).toBe(spot >= 8);
});

test('no label is tried more often than it has spots: what a crowd costs is bounded', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const crowd = Array.from({ length: 2_000 }, (_, i) =>
    label({ key: String(i), px: random() * width, py: random() * height }),
  );
  const grid = createLabelGrid(width, height);
  let tries = 0;
  const counting = {
    place: (...box: Parameters<typeof grid.place>) => {
      tries += 1;
      return grid.place(...box);
    },
  };
  const placed = placeLabels(crowd, counting, nothing, all);
  expect(placed.length).toBeGreaterThan(200);
  expect(tries).toBeLessThanOrEqual(2_000 * 17);
  // Fewer where a limit is set.
  tries = 0;
  expect(
    placeLabels(crowd, createLabelGrid(width, height), nothing, { ...all, mostPlaced: 50 }),
  ).toHaveLength(50);
});
