import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nationalZones } from '#tests/support/national-zones.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { dbfOf, shpOf } from '#tests/support/shapefile.ts';

/** Files of airspace as they come: national ones, packed ones, and those of elsewhere. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const call = (user: string, name: string, input: object): Promise<Answer> =>
  server.call(user, 'POST', `/api/services/app/Airspace/${name}`, input);
const resultOf = <T>({ status, body }: Answer): T => {
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  return (body as { result: T }).result;
};
interface Checked {
  format: string;
  errors: { message: string }[];
  features: {
    name: string | null;
    draft: object | null;
    errors: { path: string; message: string }[];
    warnings: { path: string; message: string }[];
  }[];
  encoding?: { encoding: string; isCertain: boolean };
}
interface Saved {
  items: { id: number }[];
  refused: { message: string; fields: Record<string, string[]> }[];
}
const count = async (name: string) => {
  const answer = await server.call('admin', 'GET', `/api/records/airspace?_start=0&_end=1&name=${name}`);
  return Number(answer.headers.get('x-total-count'));
};

test('zones of the caller’s area are checked and saved, each with its limits', async () => {
  const text = nationalZones({ zones: 30, corners: 350, south: 30, west: 103.5 });
  const { format, features } = resultOf<Checked>(await call('atmb', 'ImportCheck', { text }));
  expect(format).toBe('ed269');
  expect(features.flatMap(({ errors }) => errors)).toEqual([]);
  const drafts = features.map(({ draft }) => draft);
  const saved = resultOf<Saved>(await call('atmb', 'ImportSave', { drafts }));
  expect([saved.items.length, saved.refused]).toEqual([30, []]);
  // The tenth had no upper limit.
  expect(drafts[9]).toMatchObject({ upper: { value: 999, unit: 'FL' } });
});

test('zones outside of it are refused by the check and by the save, and none is made', async () => {
  const text = nationalZones({ zones: 2, corners: 20, south: 46, west: 6 })
    .replaceAll('TST', 'FAR')
    .replaceAll('Zone ', 'Far zone ');
  const [first] = resultOf<Checked>(await call('atmb', 'ImportCheck', { text })).features;
  expect(first?.errors).toEqual([
    { path: 'features.0.geometry.0.horizontalProjection', line: null, message: '不在您负责的区域内' },
  ]);
  const [draft] = resultOf<Checked>(await call('admin', 'ImportCheck', { text })).features;
  const { items, refused } = resultOf<Saved>(await call('atmb', 'ImportSave', { drafts: [draft?.draft] }));
  expect(items).toEqual([]);
  expect(refused).toMatchObject([{ fields: { geometry: ['不在您负责的区域内'] } }]);
  expect(await count('Far zone 0')).toBe(0);
});

const packed = (files: Record<string, Uint8Array | string>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, octets]) => [
          name,
          typeof octets === 'string' ? strToU8(octets) : octets,
        ]),
      ),
    ),
  ).toString('base64');
const square: [number, number][] = [
  [104, 30.6],
  [104, 30.7],
  [104.1, 30.7],
  [104.1, 30.6],
  [104, 30.6],
];
const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>成都临时空域</name><description>GND - 300 m AGL</description><Polygon><outerBoundaryIs><LinearRing><coordinates>${square.map((one) => one.join(',')).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;

test('a KMZ and a packed Shapefile are read', async () => {
  const data = packed({ 'files/icon.png': new Uint8Array(3000), 'doc.kml': kml });
  expect(resultOf<Checked>(await call('atmb', 'ImportCheck', { data }))).toMatchObject({
    format: 'kml',
    errors: [],
    features: [{ name: '成都临时空域', errors: [] }],
  });
  const shape = packed({
    'zones/a.shp': shpOf([[square]]),
    'zones/a.dbf': dbfOf(['NAME', 'LOWER', 'UPPER'], [['Zone A', 'GND', '120 m AGL']]),
    'zones/a.prj': 'GEOGCS["GCS_WGS_1984"]',
  });
  expect(resultOf<Checked>(await call('atmb', 'ImportCheck', { data: shape }))).toMatchObject({
    format: 'shapefile',
    errors: [],
    features: [{ name: 'Zone A', errors: [] }],
  });
});

const kmlNamed = (name: string, encoding: string) =>
  new Uint8Array(
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${kml.replace('成都临时空域', name)}`, 'latin1'),
  );
test.each([
  ['ISO-8859-1', 'TMA Malm\xf6', 'TMA Malmö'],
  ['windows-1251', '\xcc\xee\xf1\xea\xe2\xe0', 'Москва'],
  ['Shift_JIS', '\x93\x8c\x8b\x9e', '東京'],
])('a KMZ is read in the encoding that it names (%s)', async (encoding, octets, name) => {
  const data = packed({ 'doc.kml': kmlNamed(octets, encoding) });
  const { features } = resultOf<Checked>(await call('atmb', 'ImportCheck', { data }));
  expect(features.map((one) => one.name)).toEqual([name]);
});

test('a packed text that names no encoding is to be looked at', async () => {
  const text = ['AC D', 'AN CTR K\xd6LN', 'AL GND', 'AH FL95', 'V X=30:36:00 N 104:00:00 E', 'DC 5'];
  const data = packed({ 'zones.txt': new Uint8Array(Buffer.from(text.join('\n'), 'latin1')) });
  const { features } = resultOf<Checked>(await call('atmb', 'ImportCheck', { data }));
  expect(features[0]?.name).toBe('CTR KÖLN');
  expect(features[0]?.warnings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('windows-1252'),
  );
});

test('a packed Shapefile whose table names no encoding is to be looked at, and is read in the one that the user chooses', async () => {
  // In GB 18030: 高 is a common sign, 塔 follows it; too few to be certain.
  const encoded = (text: string) =>
    text === '?' ? Buffer.from('\xb8\xdf\xcb\xfe', 'latin1') : Buffer.from(text);
  const data = packed({
    'zones/a.shp': shpOf([[square]]),
    'zones/a.dbf': dbfOf(['NAME', 'LOWER', 'UPPER'], [['?', 'GND', '120 m AGL']], encoded),
    'zones/a.prj': 'GEOGCS["GCS_WGS_1984"]',
  });
  const check = async (encoding?: string) =>
    resultOf<Checked>(await call('atmb', 'ImportCheck', { data, ...(encoding ? { encoding } : {}) }));
  const found = await check();
  expect(found.encoding?.isCertain).toBe(false);
  expect(found.features[0]?.warnings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(String(found.encoding?.encoding)),
  );
  const other = await check('windows-1252');
  expect(other.features[0]?.name).toBe('¸ßËþ');
  const chosen = await check('gb18030');
  expect(chosen.encoding).toEqual({ encoding: 'gb18030', isCertain: true });
  expect(chosen.features[0]).toMatchObject({ name: '高塔', errors: [] });
  expect(chosen.features[0]?.warnings.filter(({ message }) => message.includes('gb18030'))).toEqual([]);
  expect((await call('atmb', 'ImportCheck', { data, encoding: 'klingon' })).status).toBe(400);
});

test.each([
  [
    'a KMZ',
    () => packed({ 'doc.kml': kml }),
    'openair',
    '这是 KML 文件，不是 OpenAir：请将格式改为 KML 或自动识别',
  ],
  [
    'several KML',
    () => packed({ 'a.kml': kml, 'b.kml': kml }),
    'gpx',
    '这是 KML 文件，不是 GPX：请将格式改为 KML 或自动识别',
  ],
  [
    'a packed Shapefile',
    () => packed({ 'a.shp': shpOf([[square]]) }),
    'geojson',
    '这是 Shapefile，不是 GeoJSON：请将格式改为 Shapefile 或自动识别',
  ],
  [
    'a Shapefile alone',
    () => Buffer.from(shpOf([[square]])).toString('base64'),
    'ed269',
    '这是 Shapefile，不是 ED-269：请将格式改为 Shapefile 或自动识别',
  ],
])('%s is not read in another format that was chosen', async (_, data, format, message) => {
  expect(resultOf<Checked>(await call('atmb', 'ImportCheck', { data: data(), format }))).toMatchObject({
    format,
    features: [],
    errors: [{ message }],
  });
});

test('every KML of a packed file is read, and one that cannot be read is named', async () => {
  const named = (name: string) => kml.replace('成都临时空域', name);
  const data = packed({ 'a.kml': named('A'), 'b.kml': named('B'), 'c.kml': '<kml' });
  const { features } = resultOf<Checked>(await call('atmb', 'ImportCheck', { data }));
  expect(features.map(({ name }) => name)).toEqual(['A', 'B', null]);
  expect(features[2]?.errors.map(({ path }) => path)).toEqual(['c.kml']);
  const link = '<kml><NetworkLink><Link><href>files/a.kml</href></Link></NetworkLink></kml>';
  const linked = packed({ 'files/a.kml': named('Linked'), 'doc.kml': link });
  expect(resultOf<Checked>(await call('atmb', 'ImportCheck', { data: linked }))).toMatchObject({
    errors: [],
    features: [{ name: 'Linked', errors: [] }],
  });
});

test.each([
  ['nothing of ours inside', packed({ 'a.docx': 'x' }), /没有 KML/],
  ['several files', packed({ 'a.geojson': '{}', 'b.geojson': '{}' }), /2 个空域文件/],
  ['a broken one', Buffer.from('PK\u0003\u0004 and nothing more').toString('base64'), /已损坏/],
  ['a bomb', packed({ 'doc.kml': new Uint8Array(25_000_000) }), /超过 24 MB/],
])('a packed file with %s is refused in words', async (_, data, words) => {
  const { errors, features } = resultOf<Checked>(await call('atmb', 'ImportCheck', { data }));
  expect(features).toEqual([]);
  expect(errors[0]?.message).toMatch(words);
});

test('one of text and data is needed', async () =>
  expect((await call('atmb', 'ImportCheck', {})).status).toBe(400));
