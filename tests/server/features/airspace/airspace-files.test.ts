import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const call = (user: string, name: string, input: object): Promise<Answer> =>
  server.call(user, 'POST', `/api/services/app/Airspace/${name}`, input);
const file = (user: string, query: string) =>
  server.call(user, 'GET', `/api/services/app/Airspace/Export?${query}`);
const resultOf = <T>({ status, body }: Answer): T => {
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { result: T }).result;
};

interface Page {
  items: {
    id: number;
    name: string;
    company: number | null;
    state: number;
    openState: string | null;
    acceptState: string | null;
  }[];
  totalCount: number;
}
interface Checked {
  format: string;
  features: {
    draft: Record<string, unknown> | null;
    errors: { path: string; line: number | null; message: string }[];
  }[];
}

const openair = [
  'AC R',
  'AN Made up',
  'AL GND',
  'AH 300 m AGL',
  'V X=31:20:00 N 103:10:00 E',
  'DC 1',
  'AC P',
  'AN Broken',
  'AL GND',
  'AH high',
].join('\r\n');

describe('files of airspace', () => {
  test('a file is checked, what is sound of it is saved, and each refusal says why', async () => {
    const checked = resultOf<Checked>(await call('operator', 'ImportCheck', { text: openair }));
    expect(checked.format).toBe('openair');
    expect(checked.features[0]?.draft).toMatchObject({ name: 'Made up', kind: 'restricted', radiusM: 1852 });
    expect(checked.features[1]).toMatchObject({ draft: null });
    expect(checked.features[1]?.errors).toContainEqual({
      path: 'AH',
      line: 10,
      message: '无法识别的高度限制：high',
    });
    const [draft] = checked.features.map((feature) => feature.draft);
    const saved = resultOf<{ items: { id: number }[]; refused: { index: number; fields: object }[] }>(
      await call('operator', 'ImportSave', { drafts: [draft, { ...draft, kind: 'castle' }] }),
    );
    expect(saved.items).toHaveLength(1);
    expect(saved.refused).toMatchObject([{ index: 1, fields: { kind: expect.any(Array) } }]);
    const [made] = saved.items;
    const record = (await server.call('operator', 'GET', `/api/records/airspace/${made?.id}`)).body;
    expect(record).toMatchObject({
      state: 0,
      name: 'Made up',
      source: '文件导入',
      geometry: { type: 'Polygon' },
    });
    // Of the keeper's own there is no holder: it is published as it is saved, with its first version.
    const stored = resultOf<{ items: { id: number }[] }>(
      await call('atmb', 'ImportSave', {
        drafts: [
          {
            ...draft,
            geometry: null,
            name: 'Published',
            center: { type: 'Point', coordinates: [104.1, 30.9] },
          },
        ],
      }),
    );
    expect(stored).toMatchObject({ refused: [] });
    const id = stored.items[0]?.id;
    const published = resultOf<{ airspace: { state: number }; versions: unknown[] }>(
      await server.call('atmb', 'GET', `/api/services/app/Airspace/Get?id=${id}`),
    );
    expect([published.airspace.state, published.versions.length]).toEqual([1, 1]);
  });

  test('an arc keeps the ends of the file, and an error names its record and line', async () => {
    const text = [
      'AC TMZ',
      'AN Rounded centre',
      'AL GND',
      'AH UNL FT',
      'V X=44:40:18 N 004:47:05 E',
      'DB 44:50:00 N 004:47:05 E, 44:40:18 N 005:00:40 E',
      'DP 44:40:18 N 005:00:40 E',
      'DP 44:40:18 N 004:47:05 E',
      'AC P',
      'AN Upside down',
      'AL 900 m AGL',
      'AH 300 m AGL',
      'V X=44:40:18 N 004:47:05 E',
      'DC 1',
    ].join('\n');
    const { features } = resultOf<Checked>(await call('operator', 'ImportCheck', { text }));
    expect(features.map(({ errors }) => errors.map(({ path, line }) => [path, line]))).toEqual([
      [],
      [['AH', 12]],
    ]);
    expect(features[0]?.draft).toMatchObject({ kind: 'monitoring', upper: { value: 999, unit: 'FL' } });
    const saved = resultOf<{ items: object[]; refused: object[] }>(
      await call('operator', 'ImportSave', { drafts: [features[0]?.draft] }),
    );
    expect([saved.items.length, saved.refused]).toEqual([1, []]);
  });

  test('what the check lets pass the save takes, and the other way round', async () => {
    const airway = (width: string) =>
      [
        'AC AWY',
        'AN Way',
        'AL GND',
        'AH FL100',
        `V W=${width}`,
        'DY 31:00:00 N 103:00:00 E',
        'DY 31:20:00 N 103:30:00 E',
      ].join('\n');
    const check = async (text: string) =>
      resultOf<Checked>(await call('operator', 'ImportCheck', { text })).features;
    const [narrow] = await check(airway('5'));
    expect([narrow?.errors, narrow?.draft]).toEqual([
      [],
      expect.objectContaining({ widthM: 9260, shape: 'corridor' }),
    ]);
    // Wider than a record may be.
    const [wide] = await check(airway('80'));
    expect([wide?.errors.map(({ path, line }) => [path, line]), wide?.draft]).toEqual([[['V', 5]], null]);
    const { refused } = resultOf<{ refused: { fields: object }[] }>(
      await call('operator', 'ImportSave', {
        drafts: [narrow?.draft, { ...narrow?.draft, geometry: null, widthM: 148_160 }],
      }),
    );
    expect(refused).toMatchObject([{ index: 1, fields: { widthM: expect.any(Array) } }]);
  });

  test('of thousands of wrong lines the first are told, and how many more there are', async () => {
    const text = ['AC R', 'AN Noise', 'AL GND', 'AH FL100', ...Array(20_000).fill('DP nowhere')].join('\n');
    const { features } = resultOf<Checked>(await call('operator', 'ImportCheck', { text }));
    expect(features[0]?.errors).toHaveLength(51);
    expect(features[0]?.errors.at(-1)).toMatchObject({ path: '', message: '……另有 19950 项' });
  });

  test('what is handed out is among the reader’s own rows, and is read back without an error', async () => {
    const { items } = resultOf<Page>(await call('operator', 'Page', { maxResultCount: 1000 }));
    const ids = items.map(({ id }) => id).join(',');
    const mine = await file('operator', `format=geojson&ids=${ids}`);
    expect(mine.headers.get('content-type')).toContain('application/geo+json');
    const features = (typeof mine.body === 'string' ? JSON.parse(mine.body) : mine.body) as {
      features: { id: number }[];
    };
    expect(features.features).toHaveLength(items.length);
    const back = resultOf<Checked>(await call('operator', 'ImportCheck', { text: JSON.stringify(features) }));
    expect(back.features.flatMap(({ errors }) => errors)).toEqual([]);
    const other = await file('operator2', `format=geojson&ids=${ids}`);
    const seen = (typeof other.body === 'string' ? JSON.parse(other.body) : other.body) as {
      features: { id: number }[];
    };
    const hidden = items.filter(({ company, state }) => company !== null && state === 0).map(({ id }) => id);
    expect(hidden.length).toBeGreaterThan(0);
    expect(seen.features.map(({ id }) => id).filter((id) => hidden.includes(id))).toEqual([]);
    const kml = await file('atmb', 'format=kml');
    expect([kml.headers.get('content-type'), String(kml.body).slice(0, 5)]).toEqual([
      expect.stringContaining('kml'),
      '<?xml',
    ]);
    const again = resultOf<Checked>(await call('atmb', 'ImportCheck', { text: String(kml.body) }));
    expect(again.format).toBe('kml');
    expect(again.features.length).toBeGreaterThan(0);
    expect(again.features.flatMap(({ errors }) => errors)).toEqual([]);
  });
});

describe('the demo', () => {
  test('holds airspace in every stage of its life', async () => {
    const page = async (user: string, input: object) =>
      resultOf<Page>(await call(user, 'Page', { maxResultCount: 1000, ...input }));
    const waiting = await page('atmb', { acceptStates: ['0'] });
    expect(waiting.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['彭州滑翔空域', '金堂北航拍作业空域']),
    );
    expect((await page('agent', { acceptStates: ['2'] })).items.map(({ name }) => name)).toContain(
      '龙泉山北侧救援训练空域',
    );
    expect((await page('atmb', { openStates: ['closed'] })).items.map(({ name }) => name)).toContain(
      '金堂二号训练空域',
    );
    const [training] = (await page('atmb', { filter: 'JTX01' })).items;
    const detail = resultOf<{ versions: { number: number; current: boolean }[] }>(
      await server.call('atmb', 'GET', `/api/services/app/Airspace/Get?id=${training?.id}`),
    );
    expect(detail.versions.map(({ number, current }) => [number, current])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
    const around = {
      type: 'Polygon',
      coordinates: [
        [
          [104.4, 30.7],
          [104.9, 30.7],
          [104.9, 31],
          [104.4, 31],
          [104.4, 30.7],
        ],
      ],
    };
    const near = await page('atmb', { within: around, library: true });
    expect(near.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['金堂一号训练空域', '金堂二号训练空域']),
    );
    expect(near.items.map(({ name }) => name)).not.toContain('演示危险区 D903');
  });
});
