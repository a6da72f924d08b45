import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Briefing, Information } from '#contract/briefing.ts';
import type { InformationItem, InformationKind } from '#domain/briefing/item.ts';
import { sqlNow } from '#tests/support/database.ts';
import { makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** One query over all information, and briefings that are stored as they were shown. */

let server: RunningTestServer;
let guanghan: Row;
/** A patch of air west of the demo, in which nothing is but what a test puts there. */
const wild = { type: 'Point', coordinates: [90.5, 35.5] } as const;
const square = (west: number, south: number, size = 0.2) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
const hour = 3_600_000;
const iso = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

beforeAll(async () => {
  server = await startTestServer();
  // The demo has information of its own.
  const { kysely } = server.database.database;
  await kysely.deleteFrom('notam').execute();
  await kysely.deleteFrom('weatherReport').execute();
  await makeUser(server, 'keeper', { roles: ['ATMB'] });
  const found = await server.call('admin', 'GET', '/api/records/airport?icao=ZUGH');
  guanghan = (found.body as Row[])[0] as Row;
});
afterAll(() => server?.close());

const query = async (input: object, user = 'operator') =>
  (await server.service(user, 'Briefing/Query', input)) as Information;
const of = ({ items }: { items: InformationItem[] }, kind: InformationKind) =>
  items.filter((item) => item.kind === kind);
const make = async (resource: string, values: object, user = 'admin') => {
  const answer = await server.call(user, 'POST', `/api/records/${resource}`, values);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as Row).id;
};
const report = (values: object) =>
  server.database.database.kysely
    .insertInto('weatherReport')
    .values({ receivedAt: iso(0), state: 'current', amendment: 'none', ...values } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
const notam = (values: object) =>
  server.database.database.kysely
    .insertInto('notam')
    .values({
      type: 'N',
      state: 'current',
      kind: 'notam',
      isChecklist: false,
      receivedAt: iso(0),
      validFrom: iso(-1),
      validTo: iso(30),
      raw: 'raw',
      text: 'text',
      ...values,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();

test('an aerodrome has its hours, runways, radio and sun in words of both languages', async () => {
  const found = await query({ airport: guanghan.id, withinM: 1000 });
  const [field] = of(found, 'aerodrome');
  expect(field).toMatchObject({ key: `airport:${guanghan.id}`, resource: 'airport', id: guanghan.id });
  expect(field?.title).toContain('ZUGH');
  expect(field?.titleEn).toMatch(/^ZUGH [A-Za-z ]+$/);
  // A figure that is not recorded is not said.
  const mast = await server.call('admin', 'POST', '/api/records/obstacle', {
    name: '试验线',
    kind: 'powerLine',
    heightAglM: 46,
    geometry: guanghan.position,
  });
  expect(mast.status).toBe(201);
  const line = of(await query({ airport: guanghan.id, withinM: 1000 }), 'obstacle').find(
    ({ title }) => title === '试验线',
  );
  expect(line?.en).toContain('46 m above ground');
  expect(line?.en).not.toContain('AMSL');
  expect(field?.zh).toMatch(/日出 \d\d:\d\d/);
  expect(field?.en).toMatch(/sunrise \d\d:\d\d/);
});

test('what lies apart in place, time or level is left out', async () => {
  const inside = await make('notice', {
    title: '试验通告',
    content: '此处有试验',
    level: 2,
    kind: 'control',
    startTime: iso(-1),
    endTime: iso(5),
    area: square(90.45, 35.45),
    lower: { value: 0, unit: 'm', reference: 'AMSL' },
    upper: { value: 6000, unit: 'm', reference: 'AMSL' },
  });
  const has = async (input: object) =>
    of(await query({ geometry: wild, ...input }), 'notice').some(({ id }) => id === inside);
  expect(await has({})).toBe(true);
  expect(await has({ geometry: { type: 'Point', coordinates: [92.5, 35.5] } })).toBe(false);
  expect(await has({ from: iso(6), to: iso(8) })).toBe(false);
  expect(await has({ lower: { value: 7000, unit: 'm', reference: 'AMSL' } })).toBe(false);
  expect(await has({ lower: { value: 5000, unit: 'm', reference: 'AMSL' } })).toBe(true);
  expect(await has({ words: '试验' })).toBe(true);
  expect(await has({ words: '鹭鸶' })).toBe(false);
  expect(await has({ kinds: ['notam'] })).toBe(false);
});

test('a notice for one company is found by nobody else', async () => {
  const companies = await server.call('admin', 'GET', '/api/records/company');
  const other = (companies.body as (Row & { name: string })[]).find(({ name }) => name.includes('蜀翔'));
  const id = await make('notice', {
    title: '只给一家',
    content: '内部',
    level: 2,
    kind: 'control',
    startTime: iso(-1),
    endTime: iso(5),
    area: square(90.45, 35.45),
    companies: [other?.id],
  });
  const sees = async (user: string) =>
    of(await query({ geometry: wild }, user), 'notice').some((one) => one.id === id);
  expect(await sees('operator2')).toBe(true);
  expect(await sees('operator')).toBe(false);
});

test('a briefing that a body made of a plan shows its operator what they may read, at every endpoint', async () => {
  const plans = (await server.call('operator', 'GET', '/api/records/plan?_sort=id&_order=desc&_end=50'))
    .body as (Row & { endTime: string })[];
  const plan = plans.find(({ endTime }) => Date.parse(endTime) > Date.now());
  const { geometry } = await query({ plan: plan?.id });
  const [longitude, latitude] = (geometry?.coordinates.flat(2) ?? []) as number[];
  if (longitude === undefined || latitude === undefined) throw new Error('the demo has no plan with a route');
  const companies = await server.call('admin', 'GET', '/api/records/company');
  const other = (companies.body as (Row & { name: string })[]).find(({ name }) => name.includes('蜀翔'));
  const secret = 'GNEISS-QUARTZ';
  const about = { startTime: iso(-1), endTime: iso(40 * 24), level: 2, kind: 'control', content: secret };
  const area = square(longitude - 0.05, latitude - 0.05, 0.1);
  const notice = await make('notice', { title: secret, ...about, area, companies: [other?.id] });
  const trashed = await make('notice', { title: secret, ...about, area, companies: [other?.id] });
  const field = await make('takeoffLandingPoint', {
    name: secret,
    company: other?.id,
    position: { type: 'Point', coordinates: [longitude, latitude] },
  });
  const made = (await server.service('admin', 'Briefing/Make', { plan: plan?.id })) as Briefing;
  await server.call('admin', 'DELETE', `/api/records/notice/${trashed}`);
  const ids = ({ items }: Briefing) =>
    items.flatMap(({ item }) =>
      ['notice', 'takeoffLandingPoint'].includes(item.resource) ? [`${item.resource} ${item.id}`] : [],
    );
  const hidden = [`notice ${notice}`, `notice ${trashed}`, `takeoffLandingPoint ${field}`];
  expect(ids(made)).toEqual(expect.arrayContaining(hidden));
  const read = (user: string) =>
    server.service(user, 'Briefing/Get', { id: made.id }, 'GET') as Promise<Briefing>;
  expect(ids(await read('admin'))).toEqual(expect.arrayContaining(hidden));
  const open = ids(await read('operator'));
  for (const one of hidden) expect(open).not.toContain(one);
  for (const path of [
    `/api/records/briefing/${made.id}`,
    `/api/records/briefing?_end=1000&id=${made.id}`,
    `/api/records/briefing/${made.id}/history`,
    `/api/records/briefing/export?format=json&ids=${made.id}`,
    `/api/records/briefing/export?format=csv&ids=${made.id}`,
    `/api/services/app/Briefing/Get?id=${made.id}`,
    `/api/services/app/Briefing/GetList?plan=${plan?.id}`,
    `/api/services/app/Search/Find?words=${secret}`,
  ]) {
    const answer = await server.call('operator', 'GET', path);
    expect([path, answer.status, JSON.stringify(answer.body).includes(secret)]).toEqual([path, 200, false]);
  }
  // What was ended for good is still what its maker was shown, and nobody else's.
  expect((await server.call('admin', 'POST', `/api/records/notice/${trashed}/purge`)).status).toBe(204);
  expect(ids(await read('admin'))).toContain(`notice ${trashed}`);
  expect(ids(await read('operator'))).not.toContain(`notice ${trashed}`);
});

test('who may not see a field of a record is not shown it by a briefing', async () => {
  const phone = '028-83507711';
  const { version } = (await server.call('admin', 'GET', `/api/records/airport/${guanghan.id}`)).body as Row;
  const changed = await server.call('admin', 'PATCH', `/api/records/airport/${guanghan.id}`, {
    phone,
    version,
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await server.call('admin', 'POST', '/api/records/role', {
    name: 'Dispatch',
    displayName: 'Dispatch',
    permissions: ['Pages.Navigation'],
    recordRules: [{ resource: 'airport', hidden: ['phone'] }],
  });
  const { rows } = await rowsOf(server, 'operator', 'company');
  await makeUser(server, 'dispatcher', { roles: ['Dispatch'], company: rows[0]?.id });
  const place = { airport: guanghan.id, withinM: 100 };
  expect(JSON.stringify(await query(place, 'operator'))).toContain(phone);
  const [seen] = of(await query(place, 'dispatcher'), 'aerodrome');
  expect(seen?.title).toContain('ZUGH');
  expect(JSON.stringify(seen)).not.toContain(phone);
  const made = (await server.service('operator', 'Briefing/Make', place)) as Briefing;
  expect(JSON.stringify(made)).toContain(phone);
  const read = await server.service('dispatcher', 'Briefing/Get', { id: made.id }, 'GET');
  expect(JSON.stringify(read)).not.toContain(phone);
});

test('a briefing with more than anybody reads is refused at the distance', async () => {
  await server.database.database.pool.query(
    `insert into notam (number, type, fir, q_code, locations, valid_from, valid_to, text, state, kind, is_checklist,
       is_estimated, is_permanent, is_demo)
     select 'X' || lpad(n::text, 4, '0') || '/26', 'N', 'ZLHW', 'QFAXX', '["ZLQQ"]', ${sqlNow()} - interval '1 day',
       ${sqlNow()} + interval '9 days', 'TEXT', 'current', 'notam', false, false, false, false from generate_series(1, 2001) n`,
  );
  const field = await make('airport', {
    name: '多通告机场',
    icao: 'ZLQQ',
    kind: 'civil',
    position: { type: 'Point', coordinates: [90.5, 34.2] },
  });
  const answer = await server.call('operator', 'POST', '/api/services/app/Briefing/Make', { airport: field });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    error: {
      validationErrors: [
        { message: expect.stringMatching(/共 20\d\d 条.*最多 2000 条/), members: ['withinM'] },
      ],
    },
  });
  expect(await query({ airport: field })).toMatchObject({ more: true });
  await server.database.database.pool.query(`delete from notam where number like 'X%'`);
});

test('a briefing of an aerodrome, of a route and of a line has changed by nothing when it is read again', async () => {
  for (const place of [
    { airport: guanghan.id },
    { route: 'ZUGH ZUUU' },
    {
      geometry: {
        type: 'LineString',
        coordinates: [
          [104.3, 30.9],
          [104.6, 31.2],
        ],
      },
    },
  ]) {
    const made = (await server.service('operator', 'Briefing/Make', { ...place, withinM: 3000 })) as Briefing;
    const again = (await server.service('operator', 'Briefing/Get', { id: made.id }, 'GET')) as Briefing;
    expect([place, again.changes, again.items.length]).toEqual([place, 0, made.items.length]);
    expect(again).toMatchObject({ airport: 'airport' in place ? place.airport : null, lower: null });
  }
});

test('NOTAMs of the aerodrome, of the air and of the region; closing ones first', async () => {
  await notam({
    number: 'A9001/26',
    qCode: 'QMRLC',
    locations: JSON.stringify(['ZUGH']),
    fir: 'ZPKM',
    text: 'RWY CLSD',
  });
  await notam({
    number: 'A9002/26',
    qCode: 'QWELW',
    locations: JSON.stringify(['ZLHW']),
    fir: 'ZLHW',
    center: JSON.stringify(wild),
    radiusNm: 5,
    area: JSON.stringify(square(90.4, 35.4)),
    areaFrom: 'qLine',
  });
  await notam({
    number: 'A9003/26',
    qCode: 'QKKKK',
    isChecklist: true,
    locations: JSON.stringify(['ZUGH']),
    fir: 'ZPKM',
  });
  await notam({
    number: 'A9004/26',
    qCode: 'QMRLC',
    state: 'replaced',
    locations: JSON.stringify(['ZUGH']),
    fir: 'ZPKM',
  });
  const here = of(await query({ airport: guanghan.id }), 'notam').map(({ key, grave }) => [key, grave]);
  expect(here).toEqual([['notam:A9001/26', true]]);
  const there = of(await query({ geometry: wild, withinM: 1000 }), 'notam').map(({ key }) => key);
  expect(there).toEqual(['notam:A9002/26']);
  const away = { type: 'Point', coordinates: [90.5, 36.2] };
  expect(of(await query({ geometry: away, withinM: 1000 }), 'notam')).toEqual([]);
});

test('documents are found by their words, a route by its points; nonsense is refused at its field', async () => {
  const found = await query({ geometry: wild, words: '真高', kinds: ['document'] });
  expect(of(found, 'document').length).toBeGreaterThan(1);
  expect(of(found, 'document').map(({ key }) => key)).toContain('article:order761:19');
  const refused = async (input: object) =>
    (await server.call('operator', 'POST', '/api/services/app/Briefing/Query', input)).status;
  expect(await refused({})).toBe(400);
  expect(await refused({ route: 'NOWHERE AT ALL' })).toBe(400);
  expect(await refused({ geometry: { type: 'Polygon', coordinates: [[[0, 0]]] } })).toBe(400);
  expect(await refused({ geometry: wild, from: iso(2), to: iso(1) })).toBe(400);
  expect(await refused({ geometry: wild, from: iso(0), to: iso(40 * 24) })).toBe(400);
  expect(await refused({ airport: 99_999_999 })).toBe(404);
  const height = (value: number) => ({ value, unit: 'm', reference: 'AMSL' });
  expect(await refused({ geometry: wild, lower: height(3000), upper: height(1000) })).toBe(400);
});

test('a briefing keeps what was shown, and marks what is new, changed and gone since', async () => {
  const area = { type: 'Point', coordinates: [91.9, 34.9] } as const;
  const rows = async (values: object) =>
    make('notice', {
      content: '甲',
      level: 2,
      kind: 'control',
      startTime: iso(-1),
      endTime: iso(20),
      area: square(91.85, 34.85),
      ...values,
    });
  const [kept, changed, gone] = [
    await rows({ title: '一' }),
    await rows({ title: '二' }),
    await rows({ title: '三' }),
  ];
  const made = (await server.service('operator', 'Briefing/Make', {
    geometry: area,
    title: '西线',
  })) as Briefing;
  expect(made).toMatchObject({ title: '西线', changes: 0, isOver: false });
  expect(made.count).toBe(made.items.length);

  const record = async (id: number) =>
    (await server.call('admin', 'GET', `/api/records/notice/${id}`)).body as Row & { version: number };
  const { version } = await record(changed);
  await server.call('admin', 'PATCH', `/api/records/notice/${changed}`, { content: '乙', version });
  await server.call('admin', 'DELETE', `/api/records/notice/${gone}`);
  const fresh = await rows({ title: '四' });

  const again = (await server.service('operator', 'Briefing/Get', { id: made.id }, 'GET')) as Briefing;
  const change = (id: number) =>
    again.items.find(({ item }) => item.kind === 'notice' && item.id === id)?.change;
  expect([change(kept), change(changed), change(gone), change(fresh)]).toEqual([
    null,
    'changed',
    'gone',
    'new',
  ]);
  expect(again.items.find(({ item }) => item.id === changed)?.before?.zh).toBe('甲');
  expect(again.changes).toBe(3);
  expect(again.madeAt).toBe(made.madeAt);
  // The record itself says how much was shown, and nobody changes it.
  const stored = await server.call('operator', 'GET', `/api/records/briefing/${made.id}`);
  expect(stored.body).toMatchObject({ count: made.count, madeByName: made.madeByName });
  expect(
    (await server.call('admin', 'PATCH', `/api/records/briefing/${made.id}`, { title: 'x', version: 1 }))
      .status,
  ).toBe(403);
  // Nobody else's.
  expect((await server.call('operator2', 'GET', `/api/services/app/Briefing/Get?id=${made.id}`)).status).toBe(
    404,
  );
});

test('of a plan: its aerodromes, its weather, and how much changed since; asked for where the parameter says so', async () => {
  const plans = (await server.call('operator', 'GET', '/api/records/plan?_sort=id&_order=desc&_end=50'))
    .body as (Row & { endTime: string })[];
  const at = (item: InformationItem) => /^Z[A-Z]{3} /.test(item.title) && item.resource === 'airport';
  let plan: Row | undefined;
  for (const one of plans.filter(({ endTime }) => Date.parse(endTime) > Date.now())) {
    if ((await query({ plan: one.id, kinds: ['aerodrome'] })).items.some(at)) plan = one;
  }
  if (!plan) throw new Error('the demo has no plan to come near an aerodrome');
  const wanted = plan.id;
  const before = (await server.service('operator', 'Briefing/GetList', { plan: wanted }, 'GET')) as {
    items: unknown[];
    changes: number | null;
    required: boolean;
  };
  expect(before).toEqual({ items: [], changes: null, required: false });
  const made = (await server.service('operator', 'Briefing/Make', { plan: wanted })) as Briefing;
  expect(made.plan).toBe(wanted);
  expect(made.items.some(({ item }) => item.kind === 'aerodrome')).toBe(true);
  const listed = async () =>
    (await server.service('operator', 'Briefing/GetList', { plan: wanted }, 'GET')) as {
      items: { id: number; madeByName: string }[];
      changes: number;
    };
  expect((await listed()).items).toMatchObject([{ id: made.id, madeByName: made.madeByName }]);
  const unchanged = (await listed()).changes;
  const icao = made.items
    .find(({ item }) => item.kind === 'aerodrome' && /^Z[A-Z]{3} /.test(item.title))
    ?.item.title.slice(0, 4);
  expect(icao).toBeDefined();
  await notam({
    number: 'A9100/26',
    qCode: 'QFALC',
    locations: JSON.stringify([icao]),
    fir: 'ZPKM',
    validTo: null,
  });
  expect((await listed()).changes).toBe((unchanged ?? 0) + 1);
  // Whoever may not read the plan has no briefing of it.
  expect(
    (await server.call('operator2', 'POST', '/api/services/app/Briefing/Make', { plan: wanted })).status,
  ).toBe(404);
});

test('weather stands in it as it came and in words', async () => {
  const [, day, clock] = /-(\d\d)T(\d\d:\d\d)/.exec(iso(-0.5)) ?? [];
  const text = `METAR ZUGH ${day}${clock?.replace(':', '')}Z 32002MPS CAVOK 16/05 Q1023 NOSIG=`;
  await server.service('admin', 'Information/Submit', { text });
  const [found] = of(await query({ airport: guanghan.id, withinM: 100 }), 'weather');
  expect(found).toMatchObject({ key: 'weather:METAR:ZUGH' });
  expect(found?.en).toContain('1023');
  await report({
    kind: 'SIGMET',
    station: 'ZLHW',
    issuedAt: iso(-1),
    validFrom: iso(-1),
    validTo: iso(3),
    raw: 'ZLHW SIGMET 1',
    area: JSON.stringify(square(90.4, 35.4)),
    decoded: JSON.stringify({
      kind: 'SIGMET',
      fir: 'ZLHW',
      office: 'ZLHW',
      sequence: '1',
      issuedAt: null,
      validFrom: Date.now() - hour,
      validTo: Date.now() + 3 * hour,
      isCancellation: false,
      cancels: null,
      phenomenon: 'SEV TURB',
      isObserved: true,
      area: square(90.4, 35.4),
      lower: null,
      upper: null,
      movement: null,
      intensity: null,
      text: 'SEV TURB',
    }),
  });
  const [warning] = of(await query({ geometry: wild }), 'warning');
  expect(warning).toMatchObject({ key: 'warning:SIGMET:ZLHW:1', raw: 'ZLHW SIGMET 1', grave: true });
  expect(warning?.zh).toMatch(/[\u4e00-\u9fff]/);
});

test('wind and temperature of each leg of a plan are stored as they were shown, and a newer forecast changes them', async () => {
  const plans = (await server.call('operator', 'GET', '/api/records/plan?_sort=id&_order=desc&_end=50'))
    .body as (Row & { endTime: string })[];
  const { kysely } = server.database.database;
  const station = '3030N10412E';
  const table = async ({ geometry, from, to }: Information, issuedAt: number, speedMps: number) => {
    const [longitude, latitude] = (geometry?.coordinates.flat(3) ?? []) as number[];
    const validFrom = Date.parse(from) - hour;
    const validTo = Date.parse(to) + hour;
    const level = (value: number) => ({
      altitude: { value, unit: 'm', reference: 'AMSL' },
      directionDeg: 270,
      speedMps,
      temperatureC: -3.6,
    });
    const decoded = {
      kind: 'windsAloft',
      station,
      position: { longitude, latitude },
      issuedAt,
      validAt: (validFrom + validTo) / 2,
      validFrom,
      validTo,
      levels: [level(-500), level(12_000)],
    };
    const times = {
      issuedAt: new Date(issuedAt).toISOString(),
      validFrom: new Date(validFrom).toISOString(),
      validTo: new Date(validTo).toISOString(),
    };
    return report({ kind: 'windsAloft', station, raw: 'FD', ...times, decoded: JSON.stringify(decoded) });
  };
  // A plan whose height is known: of some of the demo's it is above ground that is not.
  let found: { plan: number; asked: Information; older: number } | undefined;
  for (const { id: plan } of plans.filter(({ endTime }) => Date.parse(endTime) > Date.now() + hour)) {
    const asked = await query({ plan });
    expect(of(asked, 'wind')).toEqual([]);
    const { id: older } = await table(asked, Date.parse(asked.from) - 2 * hour, 7.8);
    const winds = of(await query({ plan, kinds: ['wind'] }), 'wind');
    if (winds.some(({ resource }) => resource === 'weatherReport')) found = { plan, asked, older };
    if (found) break;
    // What nobody can say is said of the plan.
    for (const wind of winds) expect(wind).toMatchObject({ resource: 'plan', id: plan, from: null });
    await kysely.deleteFrom('weatherReport').where('kind', '=', 'windsAloft').execute();
  }
  if (!found) throw new Error('the demo has no plan to come with a height');
  const { plan, asked, older } = found;
  const made = (await server.service('operator', 'Briefing/Make', { plan })) as Briefing;
  const leg = made.items.map(({ item }) => item).find(({ id, kind }) => kind === 'wind' && id === older);
  expect(leg).toMatchObject({
    from: new Date(Date.parse(asked.from) - hour).toISOString(),
    to: new Date(Date.parse(asked.to) + hour).toISOString(),
  });
  expect(leg?.en).toMatch(/wind 270° 8 m\/s; temperature -4 °C/);
  expect(leg?.en).toMatch(/forecast of 3030N10412E, \d+ km away, issued /);
  expect(leg?.zh).toMatch(/风 270° 8 m\/s；气温 -4 °C/);
  const read = async () => {
    const { items } = (await server.service('operator', 'Briefing/Get', { id: made.id }, 'GET')) as Briefing;
    return items.filter(({ item }) => item.kind === 'wind');
  };
  expect((await read()).every(({ change }) => change === null)).toBe(true);
  // The newer one of the same place and time takes the place of the older.
  await kysely.updateTable('weatherReport').set({ state: 'superseded' }).where('id', '=', older).execute();
  await table(asked, Date.parse(asked.from) - 1.5 * hour, 15);
  const again = (await read()).find(({ item }) => item.key === leg?.key);
  expect(again).toMatchObject({ change: 'changed', before: { zh: leg?.zh } });
  expect(again?.item.en).toMatch(/wind 270° 15 m\/s/);
  await kysely.deleteFrom('weatherReport').where('kind', '=', 'windsAloft').execute();
});

test('a SNOWTAM stands at its aerodrome by runway in words, its text beside; one of the old format as its text alone', async () => {
  const stamp = iso(-1).replace(/^\d{4}-(\d\d)-(\d\d)T(\d\d):(\d\d).*$/, '$1$2$3$4');
  const text = `SNOWTAM 0012\nZUGH\n${stamp} 13 5/5/3 100/100/50 NR/NR/04 WET/WET/WET SNOW\n\nTWY B POOR.`;
  const table = { number: null, kind: 'snowtam', fir: 'ZPKM' };
  const locations = JSON.stringify(['ZUGH']);
  const { id } = await notam({ ...table, locations, raw: `(${text})`, text });
  const old = { raw: '(SNOWTAM 0149 A) ZUUU)', text: 'SNOWTAM 0149 A) ZUUU B) 11070620 C) 02 F) 4/5/4' };
  const { id: before } = await notam({ ...table, locations: JSON.stringify(['ZUUU']), ...old });
  const place = { airport: guanghan.id, withinM: 10_000 };
  const at = (items: InformationItem[]) => items.filter((item) => item.title.startsWith('SNOWTAM'));
  const [shown] = at((await query(place)).items);
  expect(shown).toMatchObject({ key: 'notam:snowtam:ZUGH', title: 'SNOWTAM ZUGH', id, raw: `(${text})` });
  expect(shown?.en).toMatch(/^Runway 13, assessed .*: first third RWYCC 5 \(good\), wet, 100% covered; /);
  expect(shown?.en).toMatch(
    /last third RWYCC 3 \(medium\), wet snow, 4 mm deep, 50% covered\nAlso: taxiway B poor$/,
  );
  expect(shown?.zh).toMatch(/跑道状况代码 3（中）、湿雪、深 4 mm、覆盖 50%/);
  const made = (await server.service('operator', 'Briefing/Make', place)) as Briefing;
  expect(at(made.items.map(({ item }) => item))[0]?.zh).toBe(shown?.zh);
  const airports = await server.call('admin', 'GET', '/api/records/airport?icao=ZUUU');
  const [chengdu] = at((await query({ airport: (airports.body as Row[])[0]?.id, withinM: 1_000 })).items);
  expect(chengdu).toMatchObject({ key: 'notam:snowtam:ZUUU', id: before, raw: old.raw, en: '' });
});
