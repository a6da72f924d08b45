import { describe, expect, test } from 'vitest';
import { type AirspaceFormat, airspaceFormats } from '#domain/airspace/formats/draft.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { read, zone } from './imported.ts';

/** A file of another format than the one that the user chose: it is named, and not read as the other. */

const square = [
  [104, 30],
  [104.1, 30],
  [104.1, 30.1],
  [104, 30],
];
const feature = (geometry: object, properties: object = {}) => ({
  type: 'Feature',
  properties: { name: 'A', kind: 'danger', lower: 'GND', upper: '300 m AGL', ...properties },
  geometry,
});
const area = { type: 'Polygon', coordinates: [square] };
const layer = { upper: 120, upperReference: 'AGL', lower: 0, lowerReference: 'AGL', uom: 'm' };
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const files: Record<Exclude<AirspaceFormat, 'shapefile'>, string> = {
  geojson: collection(feature(area)),
  openair: '* Zones\nAC R\nAN One\nAL GND\nAH 300m AGL\nV X=30:34:42 N 103:56:49 E\nDC 5',
  ed269: JSON.stringify({ features: [zone] }),
  ed318: collection(feature({ ...area, layer }, { type: 'PROHIBITED', identifier: 'A1' })),
  kml: '<?xml version="1.0"?><!-- from a <gpx> file --><kml><Placemark><name>A</name></Placemark></kml>',
  gpx: '<?xml version="1.0"?>\n<gpx version="1.1"><rte><name>A</name></rte></gpx>',
};
const names = {
  geojson: 'GeoJSON',
  openair: 'OpenAir',
  ed269: 'ED-269',
  ed318: 'ED-318',
  kml: 'KML',
  gpx: 'GPX',
};

const formats = Object.keys(files) as (keyof typeof files)[];
const pairs = formats.flatMap((found) =>
  airspaceFormats.filter((chosen) => chosen !== found).map((chosen) => [found, chosen] as const),
);

test.each(pairs)('a file of %s is not read as %s', (found, chosen) => {
  const file = read(files[found], chosen);
  expect([file.format, file.features, file.errors.length]).toEqual([chosen, [], 1]);
  const [error] = file.errors;
  const asked = chosen === 'shapefile' ? 'Shapefile' : names[chosen];
  const article = found === 'openair' || found.startsWith('ed') ? 'an' : 'a';
  expect(error && textIn(error.text, 'en')).toBe(
    `The file is ${article} ${names[found]} file, not ${asked}: set the format to ${names[found]} or to automatic detection`,
  );
  expect(error && textIn(error.text, 'zh-Hans')).toBe(
    `这是 ${names[found]} 文件，不是 ${asked}：请将格式改为 ${names[found]} 或自动识别`,
  );
});

test.each(formats)('a file of %s is read as what it is, chosen or detected', (format) => {
  for (const file of [read(files[format]), read(files[format], format)]) {
    expect(file.format).toBe(format);
    expect(file.errors).toEqual([]);
    expect(file.features).toHaveLength(1);
  }
});

describe('what fits no format', () => {
  const keyOf = (text: string, format: AirspaceFormat) => read(text, format).errors[0]?.text.key;
  test.each<[string, string, AirspaceFormat, string]>([
    ['a text', 'nothing of ours', 'shapefile', 'textNoShapefile'],
    ['a text', 'nothing of ours', 'geojson', 'notJson'],
    ['JSON that breaks off', files.geojson.slice(0, -3), 'geojson', 'notJson'],
    ['JSON of something else', '{"rows": 3}', 'geojson', 'notGeoJson'],
    ['JSON of something else', '{"rows": 3}', 'ed269', 'notEd269'],
    ['a web page', '<html><body>AC R</body></html>', 'kml', 'empty'],
  ])('%s is refused as before (%s, %s)', (_, text, format, key) =>
    expect(keyOf(text, format)).toBe(`airspace.import.${key}`),
  );
});

test('zones of ED-318 that all lack their limits are read as such where it is chosen', () => {
  const text = collection(feature(area, { type: 'PROHIBITED', identifier: 'A1', variant: 'COMMON' }));
  const file = read(text, 'ed318');
  expect([file.format, file.errors]).toEqual(['ed318', []]);
  expect(file.features[0]?.errors.map(({ text: { key } }) => key)).toContain('airspace.import.noUnit');
});

test('a GeoJSON that mentions another format is GeoJSON', () => {
  const text = collection(feature(area, { name: 'from <kml > and <AIXMBasicMessage >' }));
  expect(read(text)).toMatchObject({ format: 'geojson', errors: [] });
});
