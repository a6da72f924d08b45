import type { Feature } from 'protomaps-leaflet';
import { expect, test } from 'vitest';
import { namesOf } from '#web/map/layers/vector/vector-names.ts';

const feature = (geomType: number, x: number, y: number, props: Record<string, string | number>) =>
  ({ geomType, props, numVertices: 1, geom: [[{ x, y }]], bbox: {} }) as unknown as Feature;
const tile = (layers: Record<string, Feature[]>) => ({
  z: 1,
  x: 1,
  y: 0,
  sizePx: 512,
  layers: new Map(Object.entries(layers)),
});
const town = (more: object = {}) => ({ kind: 'locality', name: '阆中市', population_rank: 9, ...more });

test('a name is in the language of the screen, else as it is on the spot', () => {
  const names = { 'name:zh': '阆中', 'name:en': 'Langzhong' };
  const both = tile({ places: [feature(1, 256, 256, town(names))] });
  expect(namesOf(both, 'en').map(({ label }) => label)).toEqual(['Langzhong']);
  expect(namesOf(both, 'zh-Hans').map(({ label }) => label)).toEqual(['阆中']);
  const one = tile({ places: [feature(1, 256, 256, town())] });
  expect(namesOf(one, 'en').map(({ label }) => label)).toEqual(['阆中市']);
});

test('it stands where the tile has it, and what lies in the margin is left to the neighbour', () => {
  const [name] = namesOf(tile({ places: [feature(1, 256, 512 - 1e-9, town())] }), 'en');
  const [longitude, latitude] = name?.geometry.type === 'Point' ? name.geometry.coordinates : [];
  expect(longitude).toBeCloseTo(90);
  expect(latitude).toBeCloseTo(0);
  expect(namesOf(tile({ places: [feature(1, -3, 256, town())] }), 'en')).toEqual([]);
});

test('larger towns go first; countries, and borders with them, are left out', () => {
  const rank = (population_rank: number) =>
    namesOf(tile({ places: [feature(1, 1, 1, town({ population_rank }))] }), 'en')[0]?.rank;
  expect([rank(13), rank(10), rank(8), rank(3)]).toEqual([91, 92, 93, 94]);
  const country = feature(1, 1, 1, { kind: 'country', name: 'Nowhere' });
  expect(namesOf(tile({ places: [country], boundaries: [feature(2, 1, 1, { name: 'x' })] }), 'en')).toEqual(
    [],
  );
});

test('a road has its number once a tile, a water its name at its point', () => {
  const road = (x: number) => feature(2, x, 9, { kind: 'highway', ref: 'G5' });
  const names = namesOf(
    tile({
      roads: [road(9), road(200), feature(2, 5, 5, { kind: 'path', ref: 'X' })],
      water: [
        feature(1, 9, 9, { kind: 'lake', name: 'Ming' }),
        feature(3, 9, 9, { kind: 'lake', name: 'Ming' }),
      ],
    }),
    'en',
  );
  expect(names.map(({ label }) => label).sort()).toEqual(['G5', 'Ming']);
});
