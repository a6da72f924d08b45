import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChangeMessage, hubPaths } from '#contract/hub.ts';
import type { NotamArea, NotamDetail, NotamInput, NotamPreview, NotamView } from '#contract/notam.ts';
import { sqlNow } from '#tests/support/database.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Aeronautical notices over the public endpoints. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const hour = 3_600_000;
const day = 24 * hour;
const iso = (ms: number) => new Date(Math.floor((Date.now() + ms) / 60_000) * 60_000).toISOString();
const list = async (user: string, input: object = {}) =>
  (await server.service(user, 'Notam/GetList', { maxResultCount: 200, ...input })) as {
    totalCount: number;
    items: NotamView[];
  };
const get = async (user: string, id: number) =>
  (await server.service(user, 'Notam/Get', { id }, 'GET')) as NotamDetail;
const refusal = async (user: string, path: string, input: object) =>
  server.call(user, 'POST', `/api/services/app/${path}`, input);

const draft: NotamInput = {
  series: 'X',
  fir: 'ZPKM',
  qCode: 'QWULW',
  traffic: 'IV',
  purpose: 'BO',
  scope: 'W',
  locations: ['ZPKM'],
  validFrom: iso(-hour),
  validTo: iso(2 * day),
  isEstimated: false,
  isPermanent: false,
  schedule: null,
  text: 'Unmanned aircraft will fly in the area below.',
  textZh: '无人驾驶航空器活动。',
  lower: { value: 0, unit: 'm', reference: 'AGL' },
  upper: { value: 1500, unit: 'm', reference: 'AMSL' },
  area: {
    type: 'Polygon',
    coordinates: [
      [
        [100, 25],
        [100.2, 25],
        [100.2, 25.2],
        [100, 25.2],
        [100, 25],
      ],
    ],
  },
};
const save = async (input: Partial<NotamInput> = {}) =>
  (await server.service('admin', 'Notam/Save', { ...draft, ...input })) as { id: number; number: string };

describe('the list', () => {
  test('has the demo of every kind, without its checklist unless that is asked for', async () => {
    const { items } = await list('operator');
    expect(items.every(({ isChecklist }) => !isChecklist)).toBe(true);
    expect(new Set(items.map(({ group }) => group)).size).toBeGreaterThanOrEqual(5);
    const all = await list('operator', { checklists: true });
    expect(all.items.filter(({ isChecklist }) => isChecklist).length).toBe(1);
    expect(items.find(({ qCode }) => qCode === 'QMRLC')?.words).toEqual({
      'zh-Hans': '跑道：关闭',
      en: 'Runway: Closed',
    });
  });

  test('is told apart by phase, aerodrome, FIR, kind, level and words', async () => {
    const of = async (input: object) => (await list('operator', input)).items;
    expect((await of({ phase: 'over' })).map(({ state }) => state)).toContain('replaced');
    for (const one of await of({ phase: 'active' })) expect([one.phase, one.type]).not.toContain('C');
    for (const one of await of({ phase: 'coming' }))
      expect(Date.parse(one.validFrom)).toBeGreaterThan(Date.now());
    expect((await of({ aerodrome: 'zugh' })).every(({ locations }) => locations.includes('ZUGH'))).toBe(true);
    expect(await of({ fir: 'ZBPE' })).toEqual([]);
    expect((await of({ group: 'lighting' })).every(({ group }) => group === 'lighting')).toBe(true);
    expect((await of({ group: 'lighting' })).length).toBeGreaterThan(0);
    expect((await of({ search: '跳伞' })).map(({ qCode }) => qCode)).toEqual(['QWPLW']);
  });

  test('of one level leaves out what lies above it', async () => {
    const { id } = await save({
      lower: { value: 3000, unit: 'm', reference: 'AMSL' },
      upper: { value: 4000, unit: 'm', reference: 'AMSL' },
    });
    const ids = async (belowM: number) => (await list('operator', { belowM })).items.map((one) => one.id);
    expect(await ids(1000)).not.toContain(id);
    expect(await ids(3500)).toContain(id);
  });
});

describe('by hand', () => {
  test('holidays of the calendar are left out where the schedule says so, in the regions whose they are', async () => {
    const off = new Date(Date.now() + 2 * day).toISOString().slice(0, 10);
    const made = await server.call('admin', 'POST', '/api/records/holiday', { date: off, name: '试验假日' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const days = async (input: Partial<NotamInput>) => {
      const long = { validTo: iso(5 * day), schedule: 'DAILY 0100-0300 EXC HOL' };
      const preview = (await server.service('admin', 'Notam/Preview', {
        ...draft,
        ...long,
        ...input,
      })) as NotamPreview;
      return preview.times.map(({ from }) => new Date(from).toISOString().slice(0, 10));
    };
    expect(await days({})).not.toContain(off);
    expect((await days({})).length).toBeGreaterThan(2);
    expect(await days({ fir: 'VHHK', locations: ['VHHK'] })).toContain(off);
    const { id } = made.body as { id: number };
    await server.call('admin', 'DELETE', `/api/records/holiday/${id}`);
    expect(await days({})).toContain(off);
  });

  test('is written as correct text, and what it means is read of that text', async () => {
    const preview = (await server.service('admin', 'Notam/Preview', draft)) as NotamPreview;
    expect(preview.errors).toEqual([]);
    expect(preview.problems).toEqual([]);
    const [message, ...more] = preview.messages;
    expect(more).toEqual([]);
    expect(message?.text).toMatch(
      /^\(X----\/\d\d NOTAMN\nQ\) ZPKM\/QWULW\/IV\/BO\/W\/000\/\d{3}\/2506N10006E\d{3}\nA\) ZPKM B\) \d{10} C\) \d{10}\nE\) /,
    );
    expect(message?.text).toContain('N250000E1000000-N250000E1001200');
    expect(message?.text).toMatch(/F\) SFC G\) 1500M AMSL\)$/);
    expect(preview.areaFrom).toBe('text');
    expect(preview.words.en).toBe('Unmanned aircraft: Will take place');
  });

  test('says what forbids it, at the field, and saves nothing', async () => {
    const wrong = {
      ...draft,
      qCode: 'QZZZZ',
      validTo: iso(-2 * day),
      schedule: 'NOW AND THEN',
      text: '中文',
    };
    const preview = (await server.service('admin', 'Notam/Preview', wrong)) as NotamPreview;
    expect(preview.errors.map(({ field }) => field).toSorted()).toEqual([
      'qCode',
      'schedule',
      'text',
      'validTo',
    ]);
    // Of a schedule that cannot be read no hours are known.
    const unread = { ...draft, schedule: 'NOW AND THEN' };
    expect((await server.service('admin', 'Notam/Preview', unread)) as NotamPreview).toMatchObject({
      times: [],
    });
    const before = (await list('admin')).totalCount;
    const answer = await refusal('admin', 'Notam/Save', wrong);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('schedule');
    // A text, not its key.
    expect(answer.body).toMatchObject({ error: { message: expect.stringMatching(/\p{Script=Han}/u) } });
    expect((await list('admin')).totalCount).toBe(before);
  });

  const errorsOf = async (input: Partial<NotamInput>) =>
    Object.fromEntries(
      ((await server.service('admin', 'Notam/Preview', { ...draft, ...input })) as NotamPreview).errors.map(
        ({ field, message }) => [field, message],
      ),
    );

  test('is not issued where its text would be read otherwise', async () => {
    const before = (await list('admin')).totalCount;
    const text = 'Unmanned aircraft will fly. F) SFC G) FL400';
    expect(Object.keys(await errorsOf({ text }))).toEqual(['text']);
    const answer = await refusal('admin', 'Notam/Save', { ...draft, text });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('text')]);
    expect(Object.keys(await errorsOf({ textZh: '无人驾驶航空器活动\nF) SFC G) FL400' }))).toEqual([
      'textZh',
    ]);
    const { id } = await save();
    const cancelled = await refusal('admin', 'Notam/Cancel', { id, text: 'Ended. C) PERM E) Not ended.' });
    expect([cancelled.status, JSON.stringify(cancelled.body)]).toEqual([
      400,
      expect.stringContaining('text'),
    ]);
    expect((await list('admin')).totalCount).toBe(before + 1);
  });

  test('has the place of what is recorded: the whole FIR, or its aerodromes with the ground there', async () => {
    const textOf = async (input: Partial<NotamInput>) =>
      ((await server.service('admin', 'Notam/Preview', { ...draft, ...input })) as NotamPreview).messages[0]
        ?.text;
    const anywhere = { text: 'Unmanned aircraft will fly.', area: null };
    expect(await textOf(anywhere)).toMatch(/\/W\/000\/050\/\d{4}N\d{5}E999\n/);
    expect(Object.keys(await errorsOf({ ...anywhere, fir: 'ZYSH', locations: ['ZYSH'] }))).toEqual([
      'locations',
    ]);
    const atAerodrome = { ...anywhere, locations: ['ZUGH'], scope: 'AW' } satisfies Partial<NotamInput>;
    const upper = { value: 300, unit: 'm', reference: 'AGL' } as const;
    expect(await textOf({ ...atAerodrome, upper })).toMatch(/\/AW\/000\/026\/3057N10420E005\n/);
    expect(Object.keys(await errorsOf({ ...atAerodrome, locations: ['QQQQ'] }))).toEqual(['locations']);
  });

  test('has limits of a whole FIR above mean sea level, and the area of its text or that which was drawn', async () => {
    const upper = { value: 300, unit: 'm', reference: 'AGL' } as const;
    const ofFir = await errorsOf({ text: 'Unmanned aircraft will fly.', area: null, upper });
    expect(Object.keys(ofFir)).toEqual(['upper']);
    const text = 'Activity within 5 km radius of N250000E1000000.';
    const both = await errorsOf({ text });
    expect(both.area).toContain('N250000E1001200');
    expect(await errorsOf({ text, area: null })).toEqual({});
    const { hasOwnArea } = (await server.service('admin', 'Notam/Preview', {
      ...draft,
      text,
    })) as NotamPreview;
    expect(hasOwnArea).toBe(true);
  });

  test('is sent in parts where it is long, and stored as one', async () => {
    const sentence = 'UNMANNED AIRCRAFT WILL FLY IN THE AREA, AND PARACHUTISTS WILL JUMP. ';
    const text = sentence.repeat(40).trim();
    const { messages, errors, problems } = (await server.service('admin', 'Notam/Preview', {
      ...draft,
      text,
    })) as NotamPreview;
    expect([errors, problems]).toEqual([[], []]);
    expect(messages.map((one) => /^\(X----\/\d\d([A-Z]\d\d) NOTAMN/.exec(one.text)?.[1])).toEqual([
      'A02',
      'B02',
    ]);
    expect(messages.every(({ length }) => length > 0 && length <= 1_800)).toBe(true);
    const { id, number } = await save({ text });
    const stored = await get('admin', id);
    expect(stored).toMatchObject({ number, problems: [], areaFrom: 'text' });
    expect(stored.text.replace(/\s+/g, ' ')).toContain(`${text} AREA BOUNDED BY`);
    expect(stored.raw.match(/NOTAMN/g)).toHaveLength(2);
    const most = { text: sentence.repeat(146), textZh: '活动。'.repeat(3_333) };
    expect(Object.keys(await errorsOf(most))).toEqual(['text']);
  });

  test('of which no hour of the schedule is left is refused', async () => {
    const validTo = iso(day);
    expect(Object.keys(await errorsOf({ validTo, schedule: 'DAILY 0100-0300' }))).toEqual([]);
    const other = new Date(Date.now() + 5 * day).toISOString().slice(8, 10);
    expect(Object.keys(await errorsOf({ validTo, schedule: `${other} 0100-0300` }))).toEqual(['schedule']);
  });

  test('keeps series, FIR, places and subject of the one that it replaces', async () => {
    const { id, number } = await save();
    const changed = {
      replaces: id,
      series: 'Y',
      fir: 'ZLHW',
      locations: ['ZLHW'],
      qCode: 'QWPLW',
    };
    const errors = await errorsOf(changed);
    expect(Object.keys(errors).toSorted()).toEqual(['fir', 'locations', 'qCode', 'series']);
    expect(errors.fir).toContain(number);
    const answer = await refusal('admin', 'Notam/Save', { ...draft, ...changed });
    expect(answer.status).toBe(400);
    expect(await get('admin', id)).toMatchObject({ state: 'current' });
    expect(await errorsOf({ replaces: id, qCode: 'QWUCD' })).toEqual({});
  });

  test('that replaces another begins when that one ends', async () => {
    const { id, number } = await save();
    const errors = await errorsOf({ replaces: id, validFrom: iso(day) });
    expect([Object.keys(errors), errors.validFrom]).toEqual([['validFrom'], expect.stringContaining(number)]);
    const answer = await refusal('admin', 'Notam/Save', { ...draft, replaces: id, validFrom: iso(day) });
    expect(answer.status).toBe(400);
    expect(await get('admin', id)).toMatchObject({ state: 'current', phase: 'active' });
    expect(await errorsOf({ replaces: id, validFrom: iso(0) })).toEqual({});
    const later = await save({ validFrom: iso(day) });
    expect(await errorsOf({ replaces: later.id, validFrom: iso(day) })).toEqual({});
  });

  test('with a drawing whose sides cross is refused, not issued for the whole FIR', async () => {
    const ring = [
      [100, 25],
      [100.2, 25.2],
      [100.2, 25],
      [100, 25.2],
      [100, 25],
    ] as [number, number][];
    const area = { type: 'Polygon' as const, coordinates: [ring] };
    expect(Object.keys(await errorsOf({ area }))).toEqual(['area']);
    const answer = await refusal('admin', 'Notam/Save', { ...draft, area });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('area')]);
  });

  test('with little English stores each language as it was filled in', async () => {
    const words = { text: 'RWY 13/31 CLSD', textZh: '13/31号跑道关闭' };
    const ofRunway = { qCode: 'QMRLC', scope: 'A', locations: ['ZUGH'] } satisfies Partial<NotamInput>;
    const { id } = await save({ ...ofRunway, ...words, area: null, lower: null, upper: null });
    expect(await get('operator', id)).toMatchObject(words);
  });

  test('is numbered, replaced and cancelled, and each says what became of it', async () => {
    const first = await save();
    const second = await save({ replaces: first.id, text: 'Other times.' });
    expect(Number(second.number.slice(1, 5))).toBe(Number(first.number.slice(1, 5)) + 1);
    expect(await get('operator', first.id)).toMatchObject({
      state: 'replaced',
      phase: 'over',
      after: { number: second.number },
    });
    expect(await get('admin', second.id)).toMatchObject({
      type: 'R',
      refers: first.number,
      phase: 'active',
      mayChange: true,
    });
    expect((await get('operator', second.id)).mayChange).toBe(false);
    const third = (await server.service('admin', 'Notam/Cancel', {
      id: second.id,
      text: 'Activity ended.',
    })) as { id: number };
    expect(await get('operator', second.id)).toMatchObject({ state: 'cancelled', phase: 'over' });
    const { raw } = await get('operator', third.id);
    expect(raw).toContain(`NOTAMC ${second.number}`);
    // The place is that of what it cancels.
    const placeOf = (text: string) => /\/(\d{4}N\d{5}E\d{3})\n/.exec(text)?.[1];
    expect(placeOf(raw)).toBe(placeOf((await get('operator', second.id)).raw));
    expect(placeOf(raw)).toMatch(/^2506N10006E/);
    const again = await refusal('admin', 'Notam/Cancel', { id: second.id, text: 'Again.' });
    expect(again.status).toBe(500);
    expect(JSON.stringify(again.body)).toContain(second.number);
  });

  test('that another office issued is neither replaced nor cancelled here', async () => {
    const { id } = await save({ series: 'K' });
    await server.database.database.pool.query(
      'update notam set source = (select min(id) from information_source) where id = $1',
      [id],
    );
    for (const refusedOne of [
      await refusal('admin', 'Notam/Cancel', { id, text: 'Ended.' }),
      await refusal('admin', 'Notam/Save', { ...draft, series: 'K', replaces: id }),
    ])
      expect(JSON.stringify(refusedOne.body)).toContain('其他机构');
  });

  test('that was handed in is of the office that issued it, not ours', async () => {
    const from = iso(-hour).replace(/\D/g, '').slice(2, 12);
    const to = iso(day).replace(/\D/g, '').slice(2, 12);
    const text = `(A7701/26 NOTAMN\nQ) ZPKM/QOBCE/IV/M/A/000/020/2459N10245E005\nA) ZPPP B) ${from} C) ${to}\nE) CRANE ERECTED.)`;
    await server.service('admin', 'Information/Submit', { text });
    const [one] = (await list('admin', { search: 'A7701/26' })).items;
    if (!one) throw new Error('it was not stored');
    expect((await get('admin', one.id)).mayChange).toBe(false);
    const answer = await refusal('admin', 'Notam/Cancel', { id: one.id, text: 'Ended.' });
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('其他机构') } });
  });

  test('that has ended is neither replaced nor cancelled', async () => {
    const { id } = await save({ text: 'Cranes work beside the river.' });
    expect((await get('admin', id)).mayChange).toBe(true);
    await server.database.database.pool.query(
      'update notam set valid_from = $1, valid_to = $2 where id = $3',
      [iso(-2 * day), iso(-hour), id],
    );
    expect((await get('admin', id)).mayChange).toBe(false);
    const ended = { error: { message: expect.stringContaining('到期') } };
    expect((await refusal('admin', 'Notam/Cancel', { id, text: '取消' })).body).toMatchObject(ended);
    expect((await refusal('admin', 'Notam/Save', { ...draft, replaces: id })).body).toMatchObject(ended);
  });

  test('is issued by those who may alone, and two at once have two numbers', async () => {
    expect((await refusal('operator', 'Notam/Save', draft)).status).toBe(403);
    expect((await refusal('operator', 'Notam/Preview', draft)).status).toBe(403);
    const made = await Promise.all([save({ series: 'Y' }), save({ series: 'Y' }), save({ series: 'Y' })]);
    expect(new Set(made.map(({ number }) => number)).size).toBe(3);
  });
});

test('is acknowledged once by each, and who did is for those who issue', async () => {
  const { id } = await save();
  const take = async (user: string) =>
    (await server.service(user, 'Notam/Acknowledge', { id })) as { acknowledgedAt: string };
  const first = await take('operator');
  expect(await take('operator')).toEqual(first);
  await take('operator2');
  expect((await get('admin', id)).acknowledged).toHaveLength(2);
  expect((await get('operator', id)).acknowledged).toMatchObject([{ at: first.acknowledgedAt }]);
  expect((await list('operator', { unread: true })).items.map((one) => one.id)).not.toContain(id);
  expect((await list('aiw', { unread: true })).items.map((one) => one.id)).toContain(id);
});

test('areas come with the hours at which they are active', async () => {
  const { id } = await save({ schedule: 'DAILY 0100-0200' });
  const at = Math.ceil(Date.now() / day) * day;
  const areas = async (from: number, to: number) =>
    (
      (await server.service(
        'operator',
        'Notam/GetAreas',
        { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        'GET',
      )) as { items: NotamArea[] }
    ).items;
  const found = (await areas(at, at + day)).find((one) => one.id === id);
  expect(found).toMatchObject({
    times: [{ from: at + hour, to: at + 2 * hour }],
    upper: { value: 1500, unit: 'm', reference: 'AMSL' },
    effect: 'warn',
  });
  expect((await areas(at + 3 * hour, at + 4 * hour)).some((one) => one.id === id)).toBe(false);
});

describe('whom a NOTAM concerns', () => {
  test('hears of it at once and has a reminder: the plan, the watch; not the others', async () => {
    // A flight of the demo that is released for the next hours, from an aerodrome.
    const { pool } = server.database.database;
    const { rows } = await pool.query<{ plan: number; id: number; icao: string; user_name: string }>(
      `select t.plan, t.id, a.icao, u.user_name from job_task t join plan p on p.id = t.plan
        join "user" u on u.company = t.company and u.user_name in ('operator', 'operator2')
        cross join airport a where a.icao = 'ZUGH' and p.deleted_at is null order by t.id limit 1`,
    );
    const [task] = rows;
    if (!task) throw new Error('the demo has no plan');
    await pool.query(
      `update job_task set etd = ${sqlNow()} + interval '1 hour', eta = ${sqlNow()} + interval '2 hours',
        departure = (select id from airport where icao = 'ZUGH') where id = $1`,
      [task.id],
    );
    await pool.query('update plan set state = 8 where id = $1', [task.plan]);
    const other = task.user_name === 'operator' ? 'operator2' : 'operator';
    const heard: ChangeMessage[] = [];
    const elsewhere: ChangeMessage[] = [];
    (await server.hub(task.user_name, hubPaths.chat)).on('getChangeMessage', (one: ChangeMessage) =>
      heard.push(one),
    );
    (await server.hub(other, hubPaths.chat)).on('getChangeMessage', (one: ChangeMessage) =>
      elsewhere.push(one),
    );
    const positions = (await server.service('aiw', 'Watch/GetPositions', {}, 'GET')) as {
      items?: { id: number }[];
    };
    const [position] = positions.items ?? (positions as unknown as { id: number }[]);
    if (position) await server.service('aiw', 'Watch/SignOn', { position: position.id });
    const began = Date.now();
    const { number } = await save({
      qCode: 'QFALT',
      scope: 'A',
      locations: [task.icao],
      text: 'Aerodrome limited to aircraft based there.',
      textZh: '仅供驻场航空器使用。',
      lower: null,
      upper: null,
      validTo: iso(5 * day),
      area: null,
    });
    await eventually(
      () => heard.some(({ type, id }) => type === 'plan.notam' && id === task.plan),
      'the message',
    );
    expect(Date.now() - began).toBeLessThan(5_000);
    const message = heard.find(({ type, id }) => type === 'plan.notam' && id === task.plan);
    expect(message?.content).toContain(number);
    expect(message?.content).toContain('仅供驻场航空器使用');
    expect(message?.contentEn).toContain('AERODROME LIMITED');
    expect(elsewhere.some(({ id }) => id === task.plan)).toBe(false);
    const reminders = async (user: string, of = number) =>
      ((await server.service(user, 'Reminder/GetList', {}, 'GET')) as { content: string }[]).filter(
        ({ content }) => content.includes(of),
      );
    expect((await reminders(task.user_name)).length).toBeGreaterThan(0);
    expect((await reminders('aiw')).length).toBe(1);
    expect(await reminders('atmb')).toEqual([]);
    // One of the whole FIR has no area of its own: it holds in the region.
    const whole = await save({ text: 'Unmanned aircraft will fly in the whole FIR.', area: null });
    expect((await reminders(task.user_name, whole.number)).length).toBeGreaterThan(0);
    // Closed at other hours than those of the flight: its people are not told; nor is the watch of what is far away.
    const hhmm = (at: number) => iso(at).slice(11, 16).replace(':', '');
    const aerodrome = {
      qCode: 'QFALC',
      scope: 'A',
      lower: null,
      upper: null,
      area: null,
      validTo: iso(5 * day),
    } satisfies Partial<NotamInput>;
    const night = await save({
      ...aerodrome,
      locations: [task.icao],
      text: 'Aerodrome closed.',
      schedule: `DAILY ${hhmm(8 * hour)}-${hhmm(10 * hour)}`,
    });
    expect(await reminders(task.user_name, night.number)).toEqual([]);
    expect((await reminders('aiw', night.number)).length).toBe(1);
    // Its alternate concerns it as well.
    await pool.query(
      `update job_task set alternate = (select id from airport where icao = 'ZUBC') where id = $1`,
      [task.id],
    );
    const alternate = await save({ ...aerodrome, locations: ['ZUBC'], text: 'Aerodrome closed.' });
    expect((await reminders(task.user_name, alternate.number)).length).toBeGreaterThan(0);
    const far = await save({ ...aerodrome, fir: 'ZYSH', locations: ['ZYTX'], text: 'Aerodrome closed.' });
    expect(await reminders('aiw', far.number)).toEqual([]);
  });
});
