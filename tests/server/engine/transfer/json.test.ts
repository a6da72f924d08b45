import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { createItemScanner } from '#server/engine/transfer/json-items.ts';
import { type Importing, importingOn } from '#tests/support/importing.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let imports: Importing;

beforeAll(async () => {
  server = await startTestServer();
  imports = importingOn(server);
}, 240_000);
afterAll(() => server?.close());

const mission = (n: number, rest: object = {}) => ({
  code: `J${n}`,
  name: `任务 {${n}} [“\\"”]`,
  nameEn: `Mission ${n}`,
  ...rest,
});
const found = async (query: string) =>
  (await server.call('admin', 'GET', `/api/records/missionType?${query}`)).body as Record<string, unknown>[];

describe('a list of records in JSON', () => {
  test('is mapped by the names of its fields, those that only a later record has too', async () => {
    const list = [mission(1), { ...mission(2), isUrgent: true, unheard: { of: 1 } }];
    const { status, body } = await imports.upload('admin', 'missionType', JSON.stringify(list), 'x.json');
    expect([status, body.format]).toEqual([201, 'json']);
    expect(body.columns.map(({ header, guess }) => [header, guess])).toEqual([
      ['code', 'code'],
      ['name', 'name'],
      ['nameEn', 'nameEn'],
      ['isUrgent', 'isUrgent'],
      ['unheard', null],
    ]);
    expect(body.columns[4]?.samples[1]).toBe('{"of":1}');
  });

  test('is judged and written record by record; what is refused comes back as it was, with the reason', async () => {
    const list = [mission(11), mission(12, { name: 7, isUrgent: 'maybe' }), mission(11), mission(13)];
    const { checked, done } = await imports.whole('admin', 'missionType', JSON.stringify(list, null, 2));
    expect(checked.faults.map(({ row, name, value, code }) => [row, name, value, code])).toEqual([
      [2, 'isUrgent', 'maybe', 'transfer.cell.boolean'],
      [3, 'code', 'J11', 'transfer.row.duplicate'],
    ]);
    expect(done).toMatchObject({ state: 'done', created: 2, badRows: 2 });
    expect(await found('code=J13')).toMatchObject([{ name: mission(13).name, isUrgent: false }]);

    const path = `/api/records/missionType/import/${done.id}/refused`;
    const refused = await imports.download('admin', path);
    expect(refused.headers.get('content-type')).toContain('application/json');
    const [wrong, twice] = JSON.parse(refused.bytes.toString());
    expect(wrong).toEqual({
      ...list[1],
      原因: expect.stringContaining(sharedTexts['zh-Hans']['transfer.cell.boolean'] ?? '?'),
    });
    expect(twice).toMatchObject(mission(11));
    const mended = [{ ...wrong, isUrgent: true }];
    const again = await imports.whole('admin', 'missionType', JSON.stringify(mended));
    expect(again.done).toMatchObject({ created: 1, badRows: 0 });
    expect((await imports.download('admin', `${path}?format=csv`)).status).toBe(400);
  });

  test('a number whose digits are lost is refused at a text field', async () => {
    const file = '[{"code": 510107199001011234, "name": "a", "nameEn": "a"}]';
    const { checked } = await imports.whole('admin', 'missionType', file);
    expect(checked.faults.map(({ row, name, code }) => [row, name, code])).toEqual([
      [1, 'code', 'transfer.cell.jsonDigits'],
    ]);
  });

  test.each([
    ['[{"code": "A"}, {"code": ]', 'transfer.file.json'],
    ['[{"code": "A"} {"code": "B"}]', 'transfer.file.json'],
    ['[{"code": "A"}, 5]', 'transfer.file.json'],
    ['[{"code": "A"},]', 'transfer.file.json'],
    ['[{"code": "A"', 'transfer.file.json'],
    ['[{"code": "A"}] more', 'transfer.file.json'],
    [`[{"code": ${'['.repeat(200)}${']'.repeat(200)}}]`, 'transfer.file.json'],
    ['{"code": "A"}', 'transfer.file.jsonShape'],
    ['{"type":"FeatureCollection","features":[{"type":"Point","coordinates":[1,2]}]}', 'transfer.file.json'],
    ['[]', 'transfer.file.empty'],
  ])('%s is refused', async (text, key) => {
    const { status, body } = await imports.upload('admin', 'missionType', text);
    const answer = sharedTexts['zh-Hans'][key] ?? '?';
    expect([status, body.message?.slice(-8)]).toEqual([400, answer.slice(-8)]);
  });
});

describe('the coordinate system of a FeatureCollection', () => {
  const collection = (crs: string, isLast: boolean) => {
    const features = '"features":[{"type":"Feature","properties":{"crs":"x"},"geometry":null}]';
    const members = isLast ? [features, crs] : [crs, features];
    return `{"type":"FeatureCollection",${members.join(', ')} }`;
  };
  const named = (name: string) => `"crs": {"type":"name", "properties":{"name":"${name}"}}`;

  test.each([
    [named('EPSG:4214'), 'EPSG:4214'],
    [named('EPSG:3857'), 'EPSG:3857'],
    ['"crs" : "a, } \\" b"', 'a, } " b'],
    [`${named('EPSG:4326')}, ${named('EPSG:4214')}`, 'EPSG:4214'],
  ])('%s is refused', async (crs, system) => {
    for (const isLast of [false, true]) {
      const { status, body } = await imports.upload('admin', 'airspace', collection(crs, isLast));
      const answer = sharedTexts['zh-Hans']['transfer.file.crs']?.replace('{{system}}', system);
      expect([status, body.message]).toEqual([400, answer]);
    }
  });

  test.each([named('urn:ogc:def:crs:OGC:1.3:CRS84'), named('EPSG:4326'), '"crs":null', '"a":"crs"'])(
    '%s is accepted',
    async (crs) => {
      for (const isLast of [false, true]) {
        expect((await imports.upload('admin', 'airspace', collection(crs, isLast))).status).toBe(201);
      }
    },
  );

  test('is read wherever the text is broken into pieces', () => {
    const text = collection(named('EPSG:4214'), true);
    for (let size = 1; size < 12; size += 1) {
      const scanner = createItemScanner('geojson');
      for (let at = 0; at < text.length; at += size) for (const _ of scanner.read(text.slice(at, at + size)));
      scanner.end();
      expect(JSON.parse(scanner.crs())).toEqual({ type: 'name', properties: { name: 'EPSG:4214' } });
    }
  });
});

describe('features of GeoJSON', () => {
  const square = (west: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, 30],
        [west + 0.1, 30],
        [west + 0.1, 30.1],
        [west, 30.1],
        [west, 30],
      ],
    ],
  });

  test('give their shape to the field that is one, whatever stands around them', async () => {
    const exported = await imports.download('admin', '/api/records/airspace/export?format=geojson&_sort=id');
    const { features } = JSON.parse(exported.bytes.toString());
    const [feature] = features;
    const { id: _, createdAt: __, updatedAt: ___, ...properties } = feature.properties;
    const named = { ...properties, name: '导入的空域', designator: 'IMP1' };
    const file = {
      type: 'FeatureCollection',
      name: 'features',
      bbox: [103, 30, 105, 31],
      features: [{ type: 'Feature', id: 'own-1', properties: named, geometry: square(104) }],
      after: { features: [1, 2] },
    };
    const text = JSON.stringify(file);
    const { body } = await imports.upload('admin', 'airspace', text, 'x.geojson');
    expect(body.format).toBe('geojson');
    expect(body.columns.find(({ header }) => header === 'geometry')?.guess).toBe('geometry');
    const { done } = await imports.whole('admin', 'airspace', text);
    expect(done.faults).toEqual([]);
    expect(done).toMatchObject({ created: 1 });
    const { body: made } = await server.call(
      'admin',
      'GET',
      `/api/records/airspace?name=${encodeURIComponent('导入的空域')}`,
    );
    expect(made).toMatchObject([{ geometry: square(104) }]);
  });
});

test('items are cut out of a text wherever it is broken into pieces', () => {
  const items = [mission(1), { a: '}{][,"\\', b: [{ c: [] }], 名: '\u{1F681}' }, {}];
  for (const [format, text] of [
    ['json', ` ${JSON.stringify(items, null, 1)} `],
    ['geojson', JSON.stringify({ a: '"features":[', x: [[1]], features: items, y: {} })],
  ] as const) {
    for (let size = 1; size < 12; size += 1) {
      const scanner = createItemScanner(format);
      const cut: unknown[] = [];
      for (let at = 0; at < text.length; at += size) {
        for (const item of scanner.read(text.slice(at, at + size))) cut.push(JSON.parse(item));
      }
      scanner.end();
      expect(cut).toEqual(items);
    }
  }
});

describe('a workbook of several sheets', () => {
  async function workbook(): Promise<Buffer> {
    const book = new exceljs.Workbook();
    book.addWorksheet('说明').addRows([['请看第二张表'], ['…']]);
    book.addWorksheet('任务 & 计划').addRows([
      ['代码', '名称', '英文名称'],
      ['XS1', '第二张', 'Second'],
    ]);
    return Buffer.from(await book.xlsx.writeBuffer());
  }

  test('begins with its first, and is imported from the one that is chosen', async () => {
    const { body } = await imports.upload('admin', 'missionType', await workbook(), 'x.xlsx');
    expect(body).toMatchObject({ sheets: ['说明', '任务 & 计划'], sheet: '说明' });
    const path = `/api/records/missionType/import/${body.id}`;
    const choose = (sheet: unknown, user = 'admin') => server.call(user, 'POST', `${path}/sheet`, { sheet });
    expect((await choose('第三张')).status).toBe(400);
    expect((await choose(undefined)).body).toMatchObject({ errors: { sheet: ['请选择工作表。'] } });
    expect((await choose('任务 & 计划', 'operator')).status).not.toBe(200);
    const chosen = await choose('任务 & 计划');
    expect(chosen).toMatchObject({
      status: 200,
      body: { sheet: '任务 & 计划', state: 'uploaded', columns: [{ guess: 'code' }, {}, {}] },
    });
    const plan = { mapping: { 0: 'code', 1: 'name', 2: 'nameEn' }, mode: 'insert' };
    const checked = await imports.step('admin', 'missionType', body.id, 'check', plan);
    expect(checked).toMatchObject({ state: 'checked', checkedRows: 1, badRows: 0 });
    // What was checked of a sheet does not stand for another.
    const back = await choose('说明');
    expect(back.body).toMatchObject({ state: 'uploaded', plan: null, checkedRows: 0 });
    await choose('任务 & 计划');
    await imports.step('admin', 'missionType', body.id, 'check', plan);
    const done = await imports.step('admin', 'missionType', body.id, 'run');
    expect(done).toMatchObject({ state: 'done', created: 1 });
    expect((await choose('说明')).status).toBe(409);
  });
});
