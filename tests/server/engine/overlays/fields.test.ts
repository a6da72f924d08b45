import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, type OverlayItem, oneOfEach, overlaysOf } from '#tests/support/overlays.ts';
import { idOf, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Fields that an administrator adds to a shipped record type, from the draft to their return after a withdrawal. */

const path = '/api/records/missionType';
let server: RunningTestServer;
let overlays: ReturnType<typeof overlaysOf>;
let overlay: OverlayItem;
let airport: number;

const nature = async () => {
  const dictionary = await idOf(server, 'dictionary', 'code', 'missionNature');
  const { rows } = await rowsOf(server, 'admin', 'dictionaryItem', `dictionary=${dictionary}`);
  return String(rows[0]?.code);
};

const full = async (code: string) => ({
  code,
  name: code,
  nameEn: code,
  stationName: `station ${code}`,
  seats: 4,
  noiseDb: 62.5,
  isQuiet: false,
  checkedOn: '2026-11-21',
  seenAt: '2026-11-21T02:30:00.000Z',
  grade: 'a',
  grades: ['x'],
  nature2: await nature(),
  natures: [await nature()],
  home: airport,
  homes: [airport],
  marks: ['one', 'two'],
  place: { type: 'Point', coordinates: [104, 30] },
  ceiling: { value: 120, unit: 'm', reference: 'AGL' },
});

async function create(values: object): Promise<Row> {
  const answer = await server.call('admin', 'POST', path, values);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body as Row;
}

beforeAll(async () => {
  server = await startTestServer();
  overlays = overlaysOf(server);
  airport = await idOf(server, 'airport', 'icao', 'ZUGH');
});
afterAll(() => server?.close());

test('a draft is in effect nowhere', async () => {
  overlay = await overlays.save('missionType', { fields: oneOfEach });
  expect(overlay).toMatchObject({ state: 'draft', number: 0, changed: true });
  const { body } = await server.call('admin', 'GET', `${path}?_end=1`);
  expect(body).not.toEqual([expect.objectContaining({ stationName: null })]);
  expect((await server.call('admin', 'GET', `${path}?stationName=x`)).status).toBe(400);
});

test('the preview says in words what publishing does, with counts, and changes nothing', async () => {
  const { total } = await rowsOf(server, 'admin', 'missionType');
  const preview = await overlays.preview({
    id: overlay.id,
    resource: 'missionType',
    kind: 'fields',
    definition: overlay.definition,
  });
  expect(preview.faults).toEqual([]);
  expect(preview.refusals).toEqual([]);
  expect(preview.changes.map(({ kind, field, rows }) => ({ kind, field, rows }))).toEqual(
    oneOfEach.map(({ name }) => ({ kind: 'add', field: name, rows: total })),
  );
  expect(preview.changes[0]?.text).toContain('stationName（中）');
  expect((await server.call('admin', 'GET', `${path}?stationName=x`)).status).toBe(400);
});

describe('a published field of each kind', () => {
  let made: Row;
  let values: Awaited<ReturnType<typeof full>>;

  beforeAll(async () => {
    overlay = await overlays.publish(overlay);
    values = await full('QUIET');
    made = await create(values);
  });

  test('is there at once, with its default, and keeps what it is given', async () => {
    expect(overlay).toMatchObject({ state: 'published', number: 1, changed: false });
    expect(made).toMatchObject(values);
    const plain = await create({ code: 'PLAIN', name: 'p', nameEn: 'p' });
    expect(plain).toMatchObject({ isQuiet: true, seats: null, homes: [] });
  });

  test('is a column of its own type', async () => {
    const { rows } = await server.database.database.pool.query(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = 'mission_type' and column_name in ('noise_db', 'seats', 'checked_on', 'place', 'station_name')
       order by 1`,
    );
    expect(rows).toEqual([
      { name: 'checked_on', type: 'date' },
      { name: 'noise_db', type: 'numeric' },
      { name: 'place', type: 'jsonb' },
      { name: 'seats', type: 'bigint' },
      { name: 'station_name', type: 'text' },
    ]);
  });

  test('is filtered, sorted, searched and labelled', async () => {
    for (const query of [
      'stationName_contains=station',
      'seats_gte=4',
      'noiseDb=62.5',
      'checkedOn_lte=2026-12-31',
      'grade_in=a',
      `home=${airport}`,
      `homes=${airport}`,
      'q=station QUIET',
    ]) {
      const { rows } = await rowsOf(server, 'admin', 'missionType', `${query}&_sort=stationName&_order=desc`);
      expect([query, rows.map(({ code }) => code)]).toEqual([query, ['QUIET']]);
      expect(rows[0]?._labels).toMatchObject({ home: expect.stringMatching(/./) });
    }
  });

  test('is judged by its rules, in the language of who asks', async () => {
    const answer = await server.call(
      'admin',
      'POST',
      path,
      { ...values, code: 'LOUD', seats: 21, noiseDb: 1.23, grade: 'z', home: 987654321, nature2: 'none' },
      new Headers({ 'accept-language': 'en' }),
    );
    expect(answer.status).toBe(400);
    const { errors } = answer.body as { errors: Record<string, string[]> };
    expect(Object.keys(errors).sort()).toEqual(['grade', 'home', 'nature2', 'noiseDb', 'seats']);
  });

  test('is in the history and in the document', async () => {
    const changed = await server.call('admin', 'PATCH', `${path}/${made.id}`, {
      version: made.version,
      seats: 5,
    });
    expect(changed.status).toBe(200);
    made = changed.body as Row;
    const history = await server.call('admin', 'GET', `${path}/${made.id}/history`);
    expect(history.body).toMatchObject([
      { action: 'update', changes: [{ field: 'seats', before: 4, after: 5 }] },
      { action: 'create' },
    ]);
    const document = (await server.call(null, 'GET', '/api/docs/json')).body as {
      components: { schemas: Record<string, { properties: object }> };
    };
    expect(Object.keys(document.components.schemas.missionType?.properties ?? {})).toContain('ceiling');
  });

  test('is told to pages with its judge, to whoever may read the type', async () => {
    const answer = await server.call('aiw', 'GET', '/api/catalogue');
    const { resources, validators, revision } = answer.body as {
      revision: number;
      resources: { name: string; schema: { properties: object } }[];
      validators: Record<string, string>;
    };
    expect([revision, resources.map(({ name }) => name)]).toEqual([1, ['missionType']]);
    expect(Object.keys(resources[0]?.schema.properties ?? {})).toContain('noiseDb');
    const module = await server.call(null, 'GET', validators.missionType ?? '');
    expect([module.status, module.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(module.headers.get('cache-control')).toContain('immutable');
    expect(String(module.body)).not.toMatch(/new Function|eval\(|require\(|^import/m);
    const guessed = '/api/catalogue/validators/missionType.js';
    expect((await server.call(null, 'GET', guessed)).status).toBe(404);
  });

  test('becomes unique only where the values allow it, and then refuses a second of one value', async () => {
    await create({ ...(await full('TWIN')), stationName: values.stationName });
    const unique = oneOfEach.map((own) => (own.name === 'stationName' ? { ...own, unique: true } : own));
    overlay = await overlays.save('missionType', { fields: unique }, 'fields', overlay);
    const { refusals } = await overlays.preview({
      id: overlay.id,
      resource: 'missionType',
      kind: 'fields',
      definition: overlay.definition,
    });
    expect(refusals).toEqual([{ field: 'fields.0.unique', message: '已有 2 条资料的值重复，不能设为唯一' }]);
    const refused = await server.call('admin', 'POST', '/api/services/app/SchemaOverlay/Publish', {
      id: overlay.id,
      version: overlay.version,
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('fields.0.unique');
    // All is as it was.
    const again = await create({ ...(await full('THIRD')), stationName: values.stationName });
    for (const id of [again.id, await idOf(server, 'missionType', 'code', 'TWIN')]) {
      const { body } = await server.call('admin', 'GET', `${path}/${id}`);
      await server.call('admin', 'PATCH', `${path}/${id}`, {
        version: (body as Row).version,
        stationName: `own ${id}`,
      });
    }
    overlay = await overlays.publish(overlay);
    const second = await server.call('admin', 'POST', path, { ...values, code: 'SECOND' });
    expect(second.status).toBe(409);
  });

  test('changes its type only where nothing is lost', async () => {
    const narrowed = oneOfEach.map((own) =>
      own.name === 'stationName'
        ? { ...own, kind: 'integer' as const, inSearch: false, maxLength: undefined }
        : own,
    );
    const { faults } = await overlays.preview({
      id: overlay.id,
      resource: 'missionType',
      kind: 'fields',
      definition: { fields: narrowed },
    });
    expect(faults.map(({ field: at }) => at)).toEqual(['fields.0.kind']);
    const widened = overlay.definition.fields.map((own) =>
      own.name === 'seats' ? field('seats', 'text') : own,
    );
    overlay = await overlays.publish(
      await overlays.save('missionType', { fields: widened }, 'fields', overlay),
    );
    const { body } = await server.call('admin', 'GET', `${path}/${made.id}`);
    expect(body).toMatchObject({ seats: '5' });
  });

  test('is withdrawn with its values kept and hidden, and comes back with them', async () => {
    const { changes } = (await overlays.call('GetConsequences', { id: overlay.id })) as {
      changes: { field: string; rows: number; text: string }[];
    };
    expect(changes.find(({ field: name }) => name === 'stationName')).toMatchObject({
      rows: 3,
      text: '隐藏字段“stationName（中）”：3 条资料中的值保留但不再显示',
    });
    overlay = await overlays.withdraw(overlay);
    expect(overlay.state).toBe('withdrawn');
    const { body } = await server.call('admin', 'GET', `${path}/${made.id}`);
    expect(body).not.toHaveProperty('stationName');
    expect((await server.call('admin', 'POST', path, { ...values, code: 'NOT' })).status).toBe(400);
    const between = await create({ code: 'BETWEEN', name: 'b', nameEn: 'b' });
    // Another start while it is withdrawn finds nothing to complain of, and a second one nothing to do.
    const other = await startTestServer({ beside: server });
    await other.close();

    overlay = await overlays.publish(overlay);
    const back = await server.call('admin', 'GET', `${path}/${made.id}`);
    expect(back.body).toMatchObject({ ...values, seats: '5' });
    const later = await server.call('admin', 'GET', `${path}/${between.id}`);
    // Made while the default was away.
    expect(later.body).toMatchObject({ isQuiet: null, stationName: null });
  });
});
