import { describe, expect, test } from 'vitest';
import { delayMessage } from '#domain/messages/compose.ts';
import { levelOf } from '#domain/messages/levels.ts';
import { type Names, parseWay, positionOf } from '#domain/messages/route.ts';
import { type NamedPlace, type RouteWorld, routeGeometry } from '#domain/messages/route-geometry.ts';

const place = (
  name: string,
  longitude: number,
  latitude: number,
  more: Partial<NamedPlace> = {},
): NamedPlace => ({
  name,
  kind: 'waypoint',
  position: { latitude, longitude },
  ...more,
});
const places = [
  place('AAA', 104, 30),
  place('BBB', 104, 31),
  place('CCC', 104, 32),
  place('DDD', 104, 33),
  // Of one name, here and on the other side of the world.
  place('TWICE', 104.5, 31.5),
  place('TWICE', -70, -20),
  place('P47', 104.2, 30.5),
  place('ZUGH', 104.3, 30.9, { kind: 'airport' }),
  place('EAST', 179, 10),
  place('WEST', -179, 10),
  place('VOR', 104, 30, { variation: -2 }),
];
const world: RouteWorld = {
  named: (name) => places.filter((one) => one.name === name),
  airway: (name) => (name === 'W1' ? places.slice(0, 4) : null),
};
const ends = { departure: null, destination: null };
const names = (route: string) => routeGeometry(route, world, ends).points.map(({ name }) => name);
const errorsOf = (route: string) =>
  routeGeometry(route, world, ends).errors.map(({ token, index, column, key }) => [
    token,
    index,
    column,
    key,
  ]);

describe('tokens', () => {
  test.each([
    ['DCT', 'direct'],
    ['AAA', 'point'],
    ['46N078W', 'point'],
    ['4620N07805W', 'point'],
    ['302640N1040800E', 'point'],
    ['DUB180040', 'point'],
    ['46N078W/M082F330', 'point'],
    ['LN/K0305S0780', 'point'],
    ['W66', 'airway'],
    ['UL607', 'airway'],
    ['KA12', 'airway'],
    ['GUSIN1A', 'procedure'],
    ['BCN1', 'procedure'],
    ['KODAP2A', 'procedure'],
    ['B1', 'airway'],
    ['UM601Y', 'airway'],
    ['TK502', 'airway'],
    ['N123B', 'airway'],
    ['R2204', 'airway'],
    ['C/48N050W/M082F290F350', 'cruiseClimb'],
    ['C/48N050W/M082F290PLUS', 'cruiseClimb'],
    ['T', 'truncated'],
  ])('%s is %s', (token, kind) => {
    const found: string[] = [];
    expect(parseWay(token, (_, __, key) => found.push(key)).map((one) => one.kind)).toEqual([kind]);
    expect(found).toEqual([]);
  });

  test.each(['91N078W', '46N181E', '4660N07805W', '4620N078W', '46N07805W', 'A', 'DUB361040', '12345'])(
    '%s is nothing',
    (token) => expect(parseWay(token, () => {})).toEqual([]),
  );
});

test('designators of 2 to 7 characters are routes wherever they stand', () => {
  const found: string[] = [];
  const route = 'GUSIN1A AAA AR16 BBB TK502 CCC KODAP2A DDD UN857 AAA BCN1';
  const elements = parseWay(route, (_, __, key) => found.push(key));
  expect(found).toEqual([]);
  expect(elements.map(({ kind }) => kind)).toEqual([
    'procedure',
    'point',
    'airway',
    'point',
    'airway',
    'point',
    'airway',
    'point',
    'airway',
    'point',
    'procedure',
  ]);
  // Eight characters are too many.
  expect(parseWay('AAA KODAP12A BBB', () => {}).map(({ token }) => token)).toEqual(['AAA', 'BBB']);
});

describe('P47 has the form of an airway and of a domestic point', () => {
  const kinds = (route: string, names?: Names) => {
    const found: string[] = [];
    const elements = parseWay(route, (_, __, key) => found.push(key), names);
    expect(found).toEqual([]);
    return elements.map(({ kind }) => kind);
  };

  test.each([
    ['DCT P47 DCT', ['direct', 'point', 'direct']],
    ['AAA W66 P47 W67 BBB', ['point', 'airway', 'point', 'airway', 'point']],
    ['P47 W66 BBB', ['point', 'airway', 'point']],
    ['AAA P47/K0200M0120 BBB', ['point', 'point', 'point']],
    ['DCT P47180020 DCT', ['direct', 'point', 'direct']],
    ['C/P47/M082F290F350', ['cruiseClimb']],
    // Where both may stand and nothing is known of it, it is what its form says internationally.
    ['AAA P47 BBB', ['point', 'airway', 'point']],
    ['AAA P901 UP901 BBB', ['point', 'airway', 'airway', 'point']],
  ])('%s by what may stand there', (route, expected) => expect(kinds(route)).toEqual(expected));

  test('and is what the records know it for', () => {
    expect(kinds('AAA P47 BBB', () => 'point')).toEqual(['point', 'point', 'point']);
    expect(kinds('AAA P47 BBB', () => 'airway')).toEqual(['point', 'airway', 'point']);
    const found: string[] = [];
    parseWay(
      'DCT P47 DCT',
      (_, __, key) => found.push(key),
      () => 'airway',
    );
    expect(found).toEqual(['message.fault.airwayAfterDirect', 'message.fault.directAfter']);
  });
});

describe('a route as a line', () => {
  test('goes by a point of the records that is named by P and figures', () => {
    expect(names('AAA P47 BBB')).toEqual(['AAA', 'P47', 'BBB']);
    expect(errorsOf('AAA P47 BBB')).toEqual([]);
    // Nothing of that name: it reads as the airway that it looks like.
    expect(errorsOf('AAA P48 BBB')).toEqual([['P48', 1, 4, 'message.route.unknownAirway']]);
    expect(errorsOf('AAA DCT P48 DCT BBB')).toEqual([['P48', 2, 8, 'message.route.unknownPoint']]);
  });

  test('follows an airway, both ways, between where it is joined and left', () => {
    expect(names('AAA W1 DDD')).toEqual(['AAA', 'BBB', 'CCC', 'DDD']);
    expect(names('DDD W1 BBB')).toEqual(['DDD', 'CCC', 'BBB']);
  });

  test('tells points of one name apart by nearness', () => {
    const { points } = routeGeometry('TWICE CCC', world, ends);
    expect(points[0]?.position.longitude).toBe(104.5);
  });

  test('goes over the date line the short way', () => {
    expect(routeGeometry('EAST WEST', world, ends).line).toEqual([
      [179, 10],
      [181, 10],
    ]);
  });

  test('takes bearings as magnetic', () => {
    const [point] = routeGeometry('VOR092060 AAA', world, ends).points;
    expect(point?.position.latitude).toBeCloseTo(30, 1);
    expect(point?.position.longitude).toBeCloseTo(105.15, 1);
  });

  test('begins and ends at the aerodromes', () => {
    const [departure = null] = world.named('ZUGH');
    const { points, line } = routeGeometry('DCT', world, { departure, destination: departure });
    expect(points).toHaveLength(2);
    expect(line).toBeNull();
  });

  test('says what is not there, at its column', () => {
    expect(errorsOf('AAA NOPE W9 CCC ?')).toEqual([
      ['?', 4, 16, 'message.fault.routeToken'],
      ['NOPE', 1, 4, 'message.route.unknownPoint'],
      ['W9', 2, 9, 'message.route.unknownAirway'],
    ]);
    expect(errorsOf('ZUGH W1 CCC')).toEqual([['W1', 1, 5, 'message.route.notOnAirway']]);
  });
});

test.each([
  ['46N078W', 46, -78],
  ['4630S07815E', -46.5, 78.25],
  ['302640N1040800E', 30.4444, 104.1333],
])('%s is a place', (text, latitude, longitude) => {
  expect(positionOf(text)?.latitude).toBeCloseTo(latitude, 3);
  expect(positionOf(text)?.longitude).toBeCloseTo(longitude, 3);
});

test.each([
  [
    { value: 900, unit: 'm', reference: 'AMSL' },
    { unit: 'M', value: 90 },
  ],
  [
    { value: 7800, unit: 'm', reference: 'STD' },
    { unit: 'S', value: 780 },
  ],
  [
    { value: 98, unit: 'FL', reference: 'STD' },
    { unit: 'F', value: 98 },
  ],
  [
    { value: 3000, unit: 'ft', reference: 'AMSL' },
    { unit: 'M', value: 91 },
  ],
  [{ value: 300, unit: 'm', reference: 'AGL' }, null],
] as const)('%j as a level', (altitude, level) => expect(levelOf(altitude)).toEqual(level));

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
test.each([
  ['21T02:00', '21T02:30', null],
  ['21T02:00', '21T02:31', 'DLA'],
  ['21T02:00', '21T01:45', null],
  ['21T02:00', '21T01:15', 'CHG'],
  ['20T23:45', '21T00:10', null],
  ['20T23:45', '21T00:20', 'CHG'],
] as const)('from %s to %s: %s', (before, after, type) => {
  const notified = {
    callsign: 'A',
    departure: 'ZUGH',
    destination: 'ZUGH',
    departurePlace: null,
    destinationPlace: null,
    offBlockAt: at(before),
    dated: true,
  };
  expect(delayMessage(notified, at(after), 30)).toBe(type);
});
