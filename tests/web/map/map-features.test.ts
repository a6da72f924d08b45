import { describe, expect, it } from 'vitest';
import { airspaceLabel, airspaceLook, airspaceStyles } from '#web/map/layers/airspace-style.ts';
import { eachShapeOnce } from '#web/map/layers/each-shape-once.ts';
import { createLabelGrid } from '#web/map/layers/label-grid.ts';
import { hits, type MapFeature, projectFeature } from '#web/map/layers/map-feature.ts';
import { mercatorX, mercatorY } from '#web/map/mercator.ts';

describe('how an airspace is drawn', () => {
  it.each([
    [{ kind: 'temporary', state: 1, openState: 'open' }, 'open'],
    [{ kind: 'temporary', state: 1, openState: 'closed' }, 'closed'],
    [{ kind: 'temporary', state: 1, openState: null }, 'standing'],
    [{ kind: 'temporary', state: 0, openState: null }, 'application'],
    [{ kind: 'prohibited', state: 1, openState: null }, 'prohibited'],
    [{ kind: 'restricted', state: 1, openState: null }, 'restricted'],
    [{ kind: 'tempRestricted', state: 1, openState: null }, 'restricted'],
    [{ kind: 'danger', state: 1, openState: null }, 'danger'],
    [{ kind: 'restricted', state: 1, openState: 'closed' }, 'closed'],
    [{ kind: 'temporary', state: 2, openState: 'open' }, 'expired'],
  ])('%o', (facts, look) => expect(airspaceLook(facts)).toBe(look));
});

it('a prohibited, restricted or danger area has the letter of a chart, and its own edge', () => {
  expect(airspaceLabel('ZU101', 'prohibited', 'prohibited', 'closed')).toBe('P ZU101');
  expect(airspaceLabel('ZU(R)102', 'restricted', 'restricted', 'closed')).toBe('ZU(R)102');
  expect(airspaceLabel('ZUA07', 'temporary', 'open', 'closed')).toBe('ZUA07');
  expect(airspaceLabel('ZU103', 'danger', 'closed', 'closed')).toBe('D ZU103\nclosed');
  const edges = (['prohibited', 'restricted', 'danger'] as const).map((look) => {
    const { edge, dash } = airspaceStyles[look];
    return JSON.stringify([edge, dash]);
  });
  expect(new Set(edges).size).toBe(3);
});

describe('labels', () => {
  it('stand only where nothing is in their way, and never over the edge', () => {
    const grid = createLabelGrid(200, 100);
    expect(grid.place(10, 10, 60, 14)).toBe(true);
    expect(grid.place(40, 16, 60, 14)).toBe(false);
    expect(grid.place(10, 40, 60, 14)).toBe(true);
    expect(grid.place(190, 40, 60, 14)).toBe(false);
    expect(grid.place(-5, 40, 20, 14)).toBe(false);
  });
});

describe('what lies across 180°', () => {
  const across = (geometry: MapFeature['geometry']) =>
    projectFeature({ id: 'x', geometry, style: { colour: 'open' }, label: '', rank: 1 });
  const square = (west: number, east: number) => [
    [west, -10],
    [east, -10],
    [east, 10],
    [west, 10],
    [west, -10],
  ];
  it.each<[string, MapFeature['geometry']]>([
    ['an area whose corners stand on both sides', { type: 'Polygon', coordinates: [square(175, -175)] }],
    [
      'an area that was divided there, as RFC 7946 asks',
      { type: 'MultiPolygon', coordinates: [[square(175, 180)], [square(-180, -175)]] },
    ],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [175, 0],
          [-175, 0],
        ],
      },
    ],
  ])('%s is drawn the short way, and is as wide as it is', (_, geometry) => {
    const found = across(geometry);
    expect(found && (found.box.east - found.box.west) * 360).toBeCloseTo(10);
  });

  it('a box round the whole world stays one', () => {
    const found = across({ type: 'Polygon', coordinates: [square(-180, 180)] });
    expect(found && found.box.east - found.box.west).toBe(1);
  });
});

describe('what a click means', () => {
  const feature = (geometry: MapFeature['geometry']) => {
    const projected = projectFeature({ id: 'x', geometry, style: { colour: 'open' }, label: '', rank: 1 });
    if (!projected) throw new Error('a feature expected');
    return projected;
  };
  const at = (longitude: number, latitude: number): [number, number] => [
    mercatorX(longitude),
    mercatorY(latitude),
  ];
  const ring = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];

  it('is inside an area, outside its hole', () => {
    const area = feature({ type: 'Polygon', coordinates: [ring(0, 10), ring(4, 6)] });
    expect(hits(area, ...at(2, 2), 0.0001)).toBe(true);
    expect(hits(area, ...at(5, 5), 0.0001)).toBe(false);
    expect(hits(area, ...at(11, 5), 0.0001)).toBe(false);
  });

  it('is near the outline alone of what holds the whole map', () => {
    const region = feature({ type: 'Polygon', coordinates: [ring(0, 10)] });
    region.feature.byOutline = true;
    expect(hits(region, ...at(5, 5), 0.0001)).toBe(false);
    expect(hits(region, ...at(0, 5), 0.0001)).toBe(true);
  });

  it('is near a line or a point', () => {
    const line = feature({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [10, 0],
      ],
    });
    expect(hits(line, ...at(5, 0.2), 0.001)).toBe(true);
    expect(hits(line, ...at(5, 2), 0.001)).toBe(false);
    expect(hits(feature({ type: 'Point', coordinates: [3, 3] }), ...at(3.1, 3), 0.001)).toBe(true);
  });
});

describe('plans in the same room', () => {
  const at = (longitude: number): MapFeature['geometry'] => ({ type: 'Point', coordinates: [longitude, 30] });
  const plan = (id: string, longitude: number, rank: number): MapFeature => ({
    id,
    geometry: at(longitude),
    style: { colour: rank === 10 ? 'planFlying' : 'plan' },
    label: id,
    rank,
    card: { title: id, subtitle: `FP-${id}`, facts: [['state', `state of ${id}`]], link: `/plans/${id}` },
  });

  it('are drawn once, as the one that matters most, with every name; the card tells of the others', () => {
    const drawn = eachShapeOnce([plan('a', 104, 12), plan('b', 105, 12), plan('c', 104, 10)], 'plan');
    expect(drawn.map(({ id, label }) => [id, label])).toEqual([
      ['b', 'b'],
      ['c', 'c, a'],
    ]);
    expect(drawn[1]?.style.colour).toBe('planFlying');
    expect(drawn[1]?.card?.link).toBe('/plans/c');
    expect(drawn[1]?.card?.facts.map(([, value]) => value)).toEqual(['state of c', 'a · FP-a · state of a']);
  });

  it('names a plan of several tasks in one shape once', () => {
    expect(eachShapeOnce([plan('a', 104, 10), plan('a', 104, 10)], 'plan').map(({ label }) => label)).toEqual(
      ['a'],
    );
  });
});
