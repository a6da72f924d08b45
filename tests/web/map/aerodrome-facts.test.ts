import { expect, test } from 'vitest';
import { radioTexts, runwayBearing, runwayFeatures, runwayTexts } from '#web/map/layers/aerodrome-facts.ts';

const record = {
  id: 1,
  runways: [
    { designator: '13/31', lengthM: 800, headingTrue: 131 },
    { designator: '02/20', lengthM: 3600, widthM: 45, headingTrue: 22, lighted: true },
    { designator: 'H1' },
  ],
  frequencies: [
    { kind: 'ATIS', frequencyMhz: 128.6 },
    { kind: 'TWR', name: 'Tower', frequencyMhz: 118.7 },
  ],
};

test('an aerodrome says its runways and frequencies, the tower first', () => {
  expect(runwayTexts(record)).toEqual(['13/31 800 m', '02/20 3600 × 45 m', 'H1']);
  expect(radioTexts(record)).toEqual(['TWR 118.700', 'ATIS 128.600']);
});

test('its symbol lies as the longest runway does', () => {
  expect(runwayBearing(record)).toBe(22);
});

test('a runway whose thresholds are recorded is drawn to scale, with its designators at them', () => {
  const placed = { firstLatitude: 30, firstLongitude: 104, secondLatitude: 30.01, secondLongitude: 104 };
  const features = runwayFeatures({
    id: 7,
    runways: [{ designator: 'H1' }, { designator: '36/18', ...placed }],
  });
  expect(features.map(({ id, label, geometry }) => [id, label, geometry.type])).toEqual([
    ['runway-7-1', '', 'Polygon'],
    ['runway-7-1-0', '36', 'Point'],
    ['runway-7-1-1', '18', 'Point'],
  ]);
  expect(features[2]?.geometry).toEqual({ type: 'Point', coordinates: [104, 30.01] });
});

test('what its record does not carry is not said', () => {
  expect([runwayTexts({}), radioTexts({ frequencies: null }), runwayBearing({ runways: [{}] })]).toEqual([
    [],
    [],
    null,
  ]);
});
