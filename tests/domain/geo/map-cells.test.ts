import { expect, it } from 'vitest';
import { blockOf, cellAt, cellsOf, holdsCell } from '#domain/geo/map-cells.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';

type View = [west: number, south: number, east: number, north: number];

const { uniform } = seeded(5);
const between = (least: number, most: number) => least + uniform() * (most - least);
const turned = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude);
const widthOf = ([west, , east]: View) => (west <= east ? east - west : east - west + 360);

function anyView(): View {
  const size = 10 ** between(-4, 2.2);
  const south = between(-90, 89);
  const west = between(-180, 180);
  return [west, south, turned(west + size), Math.min(90, south + size * between(0.1, 1))];
}

it('a view lies in its cells whole, and they are less than one cell larger on each side', () => {
  const wrong: unknown[] = [];
  for (let n = 0; n < 1_000; n += 1) {
    const view = anyView();
    const [west, south, , north] = view;
    const block = blockOf(view);
    const cells = new Set(cellsOf(block));
    const degrees = 360 / 2 ** block.level;
    if (cells.size !== block.rows * block.columns || block.columns > 9 || block.rows > 9) wrong.push(view);
    for (let k = 0; k < 20; k += 1) {
      const inside = { latitude: between(south, north), longitude: turned(west + uniform() * widthOf(view)) };
      if (!holdsCell(block, cellAt(block.level, inside))) wrong.push([view, inside]);
      const place = { latitude: between(-90, 90), longitude: between(-180, 180) };
      const cell = cellAt(block.level, place);
      const east = (place.longitude - west + 360 + degrees) % 360;
      const isNear =
        east < widthOf(view) + 2 * degrees &&
        place.latitude > south - degrees &&
        place.latitude < north + degrees;
      if (holdsCell(block, cell) !== cells.has(cell) || (cells.has(cell) && !isNear))
        wrong.push([view, place]);
    }
  }
  expect(wrong).toEqual([]);
});

it.each<[string, View]>([
  ['the whole world', [-180, -90, 180, 90]],
  ['all but a strip over the date line', [10, -90, 5, 90]],
])('%s holds every place, the edges included', (_name, view) => {
  const block = blockOf(view);
  const missing = [-180, -90.5, 0, 5, 10, 179.99, 180]
    .flatMap((longitude) => [-90, -0.01, 0, 45, 90].map((latitude) => ({ longitude, latitude })))
    .filter((place) => !holdsCell(block, cellAt(block.level, place)));
  expect(missing).toEqual([]);
});

it('views that differ by little are shown the same cells', () => {
  expect(blockOf([110.01, 22.02, 114.9, 26.9])).toEqual(blockOf([110.07, 22.1, 114.95, 26.95]));
});

it('a view whose south is north of its north holds nothing', () => {
  expect(cellsOf(blockOf([110, 80, 111, 10]))).toEqual([]);
});
