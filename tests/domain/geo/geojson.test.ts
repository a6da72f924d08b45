import { describe, expect, it, test } from 'vitest';
import { geometryError, isGeometry, maxVertices } from '#domain/geo/geojson.ts';
import type { GeometryKind } from '#domain/record/resource.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';

const square = [
  [104, 30],
  [105, 30],
  [105, 31],
  [104, 31],
  [104, 30],
];
const any: GeometryKind[] = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });

/** What it is, the geometry, and the key of its error (null: none). */
const cases: [string, unknown, string | null][] = [
  ['a point', { type: 'Point', coordinates: [104.5, 30.5] }, null],
  ['a point past the pole', { type: 'Point', coordinates: [104.5, 95] }, 'coordinates'],
  ['latitude and longitude swapped past 90', { type: 'Point', coordinates: [30.5, 104.5] }, 'coordinates'],
  ['a point with a height', { type: 'Point', coordinates: [104.5, 30.5, 500] }, null],
  ['a point of four numbers', { type: 'Point', coordinates: [104.5, 30.5, 500, 1] }, 'coordinates'],
  ['a point of texts', { type: 'Point', coordinates: ['104', '30'] }, 'coordinates'],
  ['a point of nothing', { type: 'Point', coordinates: [Number.NaN, 30] }, 'coordinates'],
  ['a line', { type: 'LineString', coordinates: square.slice(0, 2) }, null],
  ['a line of one point', { type: 'LineString', coordinates: square.slice(0, 1) }, 'line'],
  ['a square', polygon(square), null],
  [
    'a notched area over the date line, whose longitudes change sides',
    polygon([
      [179, 30],
      [-179, 30],
      [-179, 31],
      [179.5, 31],
      [179.5, 32],
      [-179, 32],
      [-179, 33],
      [179, 33],
      [179, 30],
    ]),
    null,
  ],
  [
    'a bow tie over the date line',
    polygon([
      [179, 30],
      [-179, 31],
      [-179, 30],
      [179, 31],
      [179, 30],
    ]),
    'crossing',
  ],
  [
    'around the pole',
    polygon([
      [0, 89],
      [120, 89],
      [-120, 89],
      [0, 89],
    ]),
    null,
  ],
  [
    'twice around the pole',
    polygon([
      [0, 89],
      [120, 89],
      [-120, 89],
      [0, 88],
      [120, 88],
      [-120, 88],
      [0, 89],
    ]),
    'crossing',
  ],
  ['an open ring', polygon(square.slice(0, 4)), 'ring'],
  ['a ring of three', polygon([square[0], square[1], square[0]]), 'ring'],
  [
    'a bow tie',
    polygon([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ]),
    'crossing',
  ],
  [
    'a spike that runs back',
    polygon([
      [0, 0],
      [2, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]),
    'crossing',
  ],
  [
    'a corner on a side',
    polygon([
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
      [0, 0],
    ]),
    'crossing',
  ],
  [
    'a straight corner',
    polygon([
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ]),
    null,
  ],
  [
    'an L',
    polygon([
      [0, 0],
      [4, 0],
      [4, 1],
      [1, 1],
      [1, 4],
      [0, 4],
      [0, 0],
    ]),
    null,
  ],
  [
    'a point twice in a row',
    polygon([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]),
    null,
  ],
  [
    'a hole',
    polygon(square, [
      [104.2, 30.2],
      [104.4, 30.2],
      [104.4, 30.4],
      [104.2, 30.2],
    ]),
    null,
  ],
  ['no ring', polygon(), 'empty'],
  ['two squares', { type: 'MultiPolygon', coordinates: [[square], [square]] }, null],
  ['a circle as GeoJSON has none', { type: 'Circle', coordinates: [104, 30] }, 'type'],
  ['a text', 'POINT(104 30)', 'type'],
  ['null', null, 'type'],
];

describe('geometry', () => {
  test.each(cases)('%s', (_, geometry, error) => {
    expect(geometryError(geometry, any)?.key ?? null).toBe(
      error === null ? null : `format.geometry.${error}`,
    );
  });

  it('takes only the kinds that the field names', () => {
    expect(isGeometry(polygon(square), ['Polygon'])).toBe(true);
    expect(geometryError(polygon(square), ['Point'])).toEqual({
      key: 'format.geometry.type',
      values: { kinds: 'Point' },
    });
  });

  it('looks at a ring of the most vertices, and refuses one more', () => {
    const ring = (count: number) => {
      const points = Array.from({ length: count - 1 }, (_, i) => {
        const angle = (2 * Math.PI * i) / (count - 1);
        return [104 + Math.cos(angle), 30 + Math.sin(angle)];
      });
      return polygon([...points, points[0]]);
    };
    expect(geometryError(ring(maxVertices), any)).toBeNull();
    expect(geometryError(ring(maxVertices + 1), any)?.key).toBe('format.geometry.tooMany');
  });

  it('says every error in both languages', () => {
    for (const error of new Set(cases.flatMap(([, , key]) => (key === null ? [] : [key])))) {
      for (const texts of Object.values(sharedTexts)) expect(texts[`format.geometry.${error}`]).toBeTruthy();
    }
  });
});
