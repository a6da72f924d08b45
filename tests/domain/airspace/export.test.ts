import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExportedAirspace, toGeoJson, toKml } from '#domain/airspace/formats/export.ts';
import { escapeXml } from '#domain/airspace/formats/xml.ts';
import { anyCharacter } from '#tests/support/any-character.ts';
import { breadth } from '#tests/support/breadth.ts';
import { agl } from './extents.ts';
import { keysOf, read, zone } from './imported.ts';

const exported = (change: Partial<ExportedAirspace> = {}): ExportedAirspace => ({
  id: 1,
  name: 'A & <B> "C"',
  kindText: '危险区',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [104, 30],
        [104.1, 30],
        [104.1, 30.1],
        [104, 30],
      ],
    ],
  },
  lower: agl(100),
  upper: agl(500),
  properties: {
    name: 'A & <B> "C"',
    nameEn: 'Gliding area',
    kind: 'danger',
    shape: 'polygon',
    lower: agl(100),
    upper: agl(500),
    schedule: [{ days: [1], startTime: '0800', endTime: '2000' }],
  },
  ...change,
});

test('what is exported as GeoJSON comes back as it was', () => {
  const circle = read(JSON.stringify({ UASZoneList: [zone] })).features[0]?.draft;
  const properties = { ...circle, geometry: undefined };
  const out = [
    exported(),
    exported({ id: 2, geometry: circle?.geometry ?? exported().geometry, properties }),
  ];
  const back = read(toGeoJson(out));
  expect(keysOf(back, 'errors')).toEqual([[], []]);
  expect(keysOf(back, 'warnings')).toEqual([[], []]);
  for (const [index, { geometry, properties }] of out.entries()) {
    expect(back.features[index]?.draft).toMatchObject({
      ...JSON.parse(JSON.stringify(properties)),
      geometry,
    });
  }
});

test('KML is solid: a roof, a floor and walls; from the ground up it is extruded', () => {
  const kml = toKml('空域', [
    exported(),
    exported({ id: 2, lower: agl(0), upper: { value: 1000, unit: 'ft', reference: 'AMSL' } }),
  ]);
  expect(kml).toContain('<name>A &amp; &lt;B&gt; &quot;C&quot;</name>');
  // A roof and a floor, and a wall for each of three sides; then a roof alone.
  expect(kml.match(/<Polygon>/g)).toHaveLength(6);
  expect(kml.match(/<extrude>1<\/extrude>/g)).toHaveLength(1);
  expect(kml).toContain('<altitudeMode>absolute</altitudeMode>');
  expect(kml).toContain('104,30,304.8');
  // Every element that is opened is closed, in order.
  const open: string[] = [];
  for (const [, close, name = '', alone] of kml.matchAll(/<(\/?)([A-Za-z]+)[^>]*?(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name);
    else if (!alone) open.push(name);
  }
  expect(open).toEqual([]);
});

test('what is exported as KML comes back as the same corners at the same height', () => {
  const [airspace] = [exported({ upper: { value: 195, unit: 'FL', reference: 'STD' } })];
  const [roof = ''] = toKml('空域', [airspace]).match(/<coordinates>[^<]+/) ?? [];
  const corners = roof
    .replace('<coordinates>', '')
    .split(' ')
    .map((corner) => corner.split(',').map(Number));
  const ring = airspace.geometry.type === 'Polygon' ? (airspace.geometry.coordinates[0] ?? []) : [];
  // A flight level is hundreds of feet of the standard atmosphere.
  expect(corners).toEqual(ring.map(([longitude, latitude]) => [longitude, latitude, 5943.6]));
});

test('no text breaks the XML', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const escaped = escapeXml(text);
      expect(escaped).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|apos;)/);
      const held = [...escaped].every((sign) => sign >= ' ' || '\t\n\r'.includes(sign));
      expect(held && !/[\uFFFE\uFFFF]/.test(escaped)).toBe(true);
    }),
    { seed: 7, numRuns: breadth(100, 500) },
  );
});
