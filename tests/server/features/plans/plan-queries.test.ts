import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanState } from '#domain/plans/states.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

interface Page {
  totalCount: number;
  items: {
    id: number;
    state: number;
    submitBy: string | null;
    lapsesAt: string | null;
    overdueAt: string | null;
    tasks?: unknown[];
  }[];
  counts: { state: number; count: number }[];
}

let world: PlanWorld;
/** One plan for each line: what it flies, when and where, and the state that it is put into. */
const ids = new Map<string, number>();
const square = (lon: number, lat: number) => [
  [
    [lon, lat],
    [lon + 0.05, lat],
    [lon + 0.05, lat + 0.05],
    [lon, lat + 0.05],
    [lon, lat],
  ],
];

const call = <T>(caller: Caller, path: string, input: object = {}) =>
  world.call(caller, path, input) as Promise<T>;

beforeAll(async () => {
  world = await startPlanWorld();
  const { demo } = world;
  const make = async (
    name: string,
    caller: Caller,
    change: Record<string, unknown>,
    task: Record<string, unknown>,
    state: PlanState,
    stored: Record<string, unknown> = {},
  ) => {
    const { id } = await call<{ id: number }>(caller, 'Navigation/AddNAircraft', {
      missionType: demo.missionTypes.get('PATROL'),
      ...change,
      tasks: [
        {
          callsign: 'B10QA',
          aircraft: demo.aircraft.get('B-10QA'),
          pilots: [demo.pilots.get('高翔')],
          departure: demo.airports.get('ZUGH|'),
          destination: demo.airports.get('ZUGH|'),
          etd: '2026-11-21T02:00:00Z',
          eta: '2026-11-21T03:00:00Z',
          geometry: { type: 'Polygon', coordinates: square(104, 31.6) },
          lower: { value: 300, unit: 'm', reference: 'AMSL' },
          upper: { value: 900, unit: 'm', reference: 'AMSL' },
          ...task,
        },
      ],
    });
    await world.sql
      .updateTable('plan')
      .set({ state, ...stored })
      .where('id', '=', id)
      .execute();
    ids.set(name, id);
  };
  world.setClock('2026-11-20T02:00:00Z');
  const { operator, operator2 } = world;
  await make('draft', operator, { mission: '管线巡查' }, {}, 0);
  await make(
    'urgent',
    operator,
    { urgency: 'rescue' },
    { callsign: 'RESCUE1', etd: '2026-11-22T02:00:00Z', eta: '2026-11-22T03:00:00Z' },
    4,
  );
  await make(
    'route',
    operator,
    { kind: 'nextDay' },
    {
      geometry: {
        type: 'LineString',
        coordinates: [
          [105, 31],
          [105.5, 31.5],
        ],
      },
      destination: demo.airports.get('|HZU'),
    },
    8,
    { restricted: true },
  );
  await make('flying', operator, {}, { geometry: { type: 'Polygon', coordinates: square(103, 30) } }, 9);
  await make(
    'other',
    operator2,
    { missionType: demo.missionTypes.get('SURVEY') ?? demo.missionTypes.get('PATROL') },
    { callsign: 'B10SX', aircraft: demo.aircraft.get('B-10SX'), pilots: [demo.pilots.get('许晴')] },
    10,
  );
});
afterAll(() => world.close());

const found = async (caller: Caller, input: object) => {
  const page = await call<Page>(caller, 'Navigation/GetHistoryNAircraft', { maxResultCount: 100, ...input });
  expect(page.totalCount).toBe(page.items.length);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return page.items.map(({ id }) => names.get(id) ?? '?').sort();
};

describe('query and history', () => {
  test.each<[string, () => object, string[]]>([
    ['everything', () => ({}), ['draft', 'flying', 'other', 'route', 'urgent']],
    ['states', () => ({ states: [8, 9] }), ['flying', 'route']],
    ['kinds', () => ({ kinds: ['nextDay'] }), ['route']],
    ['urgencies', () => ({ urgencies: ['rescue', 'disaster'] }), ['urgent']],
    ['companies', () => ({ companies: [world.demo.companies.shuxiang] }), ['other']],
    ['aircraft', () => ({ aircraft: [world.demo.aircraft.get('B-10SX')] }), ['other']],
    ['pilots', () => ({ pilots: [world.demo.pilots.get('许晴')] }), ['other']],
    ['airports', () => ({ airports: [world.demo.airports.get('|HZU')] }), ['route']],
    ['words', () => ({ filter: 'RESCUE1' }), ['urgent']],
    ['words of the mission', () => ({ keyword: '管线' }), ['draft']],
    ['a span of time', () => ({ from: '2026-11-22T00:00:00Z', to: '2026-11-22T02:30:00Z' }), ['urgent']],
    ['restricted', () => ({ restricted: true }), ['route']],
    [
      'within, by a polygon',
      () => ({ within: { type: 'Polygon', coordinates: square(103.02, 30.02) } }),
      ['flying'],
    ],
    [
      'within, by a route',
      () => ({ within: { type: 'Polygon', coordinates: square(105.22, 31.22) } }),
      ['route'],
    ],
    ['within, where nothing is', () => ({ within: { type: 'Polygon', coordinates: square(100, 20) } }), []],
    ['several at once', () => ({ states: [0, 9], keyword: 'B10QA', kinds: ['quick'] }), ['draft', 'flying']],
    ['an airspace that none uses', () => ({ airspaces: [999_999] }), []],
  ])('%s', async (_, input, names) => {
    expect(await found(world.admin, input())).toEqual(names);
  });

  test('rows are those of the caller, and counts are by state whatever states are asked for', async () => {
    expect(await found(world.operator, {})).toEqual(['draft', 'flying', 'route', 'urgent']);
    expect(await found(world.operator2, {})).toEqual(['other']);
    const { counts } = await call<Page>(world.operator, 'Navigation/GetHistoryNAircraft', { states: [9] });
    expect(counts).toEqual([
      { state: 0, count: 1 },
      { state: 4, count: 1 },
      { state: 8, count: 1 },
      { state: 9, count: 1 },
    ]);
  });

  test('overdue is past the estimate by more than the grace, and says since when', async () => {
    world.setClock('2026-11-21T03:30:00Z');
    expect(await found(world.operator, { overdue: true })).toEqual([]);
    world.setClock('2026-11-21T03:30:01Z');
    expect(await found(world.operator, { overdue: true })).toEqual(['flying']);
    expect(await found(world.operator, { overdue: false })).toEqual(['draft', 'route', 'urgent']);
    const { items } = await call<Page>(world.operator, 'Navigation/GetHistoryNAircraft', { states: [9] });
    expect(items[0]).toMatchObject({ overdueAt: '2026-11-21T03:30:00.000Z', lapsesAt: null });

    // Left forty minutes late, it is to be down so much later; left early, it may fly until its approved end.
    const id = ids.get('flying') ?? 0;
    const before = await world.sql
      .selectFrom('plan')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const leave = (minutes: number) =>
      world.sql
        .updateTable('plan')
        .set({ takeoffAt: new Date(Date.parse(String(before.startTime)) + minutes * 60_000).toISOString() })
        .where('id', '=', id)
        .execute();
    const overdueAt = async () =>
      (await call<Page>(world.operator, 'Navigation/GetHistoryNAircraft', { states: [9] })).items[0]
        ?.overdueAt;
    await leave(40);
    expect(await overdueAt()).toBe('2026-11-21T04:10:00.000Z');
    expect(await found(world.operator, { overdue: true })).toEqual([]);
    world.setClock('2026-11-21T04:10:01Z');
    expect(await found(world.operator, { overdue: true })).toEqual(['flying']);
    await leave(-20);
    expect(await overdueAt()).toBe('2026-11-21T03:30:00.000Z');
    await world.sql.updateTable('plan').set({ takeoffAt: before.takeoffAt }).where('id', '=', id).execute();
    world.setClock('2026-11-20T02:00:00Z');
  });

  test('asked by what was flown, who is late is found after the plan, and who left early before it', async () => {
    const [flying = 0, other = 0] = [ids.get('flying'), ids.get('other')];
    const set = (id: number, values: { takeoffAt: string | null; realEta: string | null }) =>
      world.sql.updateTable('plan').set(values).where('id', '=', id).execute();
    await set(flying, { takeoffAt: '2026-11-21T02:10:00Z', realEta: null });
    await set(other, { takeoffAt: '2026-11-21T01:30:00Z', realEta: '2026-11-21T03:40:00Z' });
    world.setClock('2026-11-21T03:35:00Z');
    const after = { from: '2026-11-21T03:30:00Z', to: '2026-11-21T06:00:00Z' };
    expect(await found(world.admin, after)).toEqual([]);
    expect(await found(world.admin, { ...after, flown: true })).toEqual(['flying', 'other']);
    const before = { from: '2026-11-21T01:00:00Z', to: '2026-11-21T01:45:00Z' };
    expect(await found(world.admin, before)).toEqual([]);
    expect(await found(world.admin, { ...before, flown: true })).toEqual(['other']);
    // Who is in the air is not yet where the clock has not come to.
    const later = { from: '2026-11-21T04:00:00Z', to: '2026-11-21T06:00:00Z', flown: true };
    expect(await found(world.admin, later)).toEqual([]);
    for (const id of [flying, other]) await set(id, { takeoffAt: null, realEta: null });
    world.setClock('2026-11-20T02:00:00Z');
  });

  test('the clocks that run are told: to be submitted by, and when it lapses', async () => {
    const { items } = await call<Page>(world.operator, 'Navigation/GetNAircraft', {
      states: [0, 4],
      sorting: 'state asc',
    });
    expect(items[0]).toMatchObject({ submitBy: '2026-11-20T07:00:00.000Z', lapsesAt: null });
    expect(items[1]).toMatchObject({ lapsesAt: '2026-11-22T03:00:00.000Z' });
  });

  test('the tasks come where they are asked for, with where they fly', async () => {
    const { items } = await call<Page>(world.operator, 'Navigation/GetHistoryNAircraft', {
      states: [8],
      withTasks: true,
    });
    expect(items[0]?.tasks).toEqual([
      expect.objectContaining({
        callsign: 'B10QA',
        registration: 'B-10QA',
        geometry: expect.objectContaining({ type: 'LineString' }),
        upper: { value: 900, unit: 'm', reference: 'AMSL' },
        departureName: expect.any(String),
      }),
    ]);
    const plain = await call<Page>(world.operator, 'Navigation/GetNAircraft', { states: [8] });
    expect(plain.items[0]).not.toHaveProperty('tasks');
  });

  test('what is no time, no order and no polygon is said at its field', async () => {
    for (const input of [
      { from: 'yesterday' },
      { sorting: 'secret desc' },
      { within: { type: 'Polygon', coordinates: [[[1, 2]]] } },
    ]) {
      const refusal = await refusalOf(call(world.operator, 'Navigation/GetHistoryNAircraft', input));
      expect(refusal.code).toBe('validation');
      expect(refusal.extra.fields?.map(({ field }) => field)).toEqual(Object.keys(input));
    }
  });
});

test('the figures of the clocks are answered with the day on the wall', async () => {
  world.setClock('2026-11-20T17:00:00Z');
  expect(await call(world.operator, 'Navigation/GetSettingValue')).toMatchObject({
    timeZone: 'Asia/Shanghai',
    today: '2026-11-21',
    lapseMinutes: 60,
    overdueMinutes: 30,
    reportGraceMinutes: 30,
    standingMaxDays: 15,
    deadlines: { submitTime: '1500', transitSubmitDays: 2, termSubmitMinutes: 60 },
  });
  world.setClock('2026-11-20T02:00:00Z');
});

test('unfinished plans are listed until they are finished', async () => {
  world.setClock('2026-11-21T03:31:00Z');
  const { items } = await call<Page>(world.operator, 'TomorrowNavigation/GetNotFinishNAircraft');
  expect(items.map(({ id }) => id).sort()).toEqual([ids.get('route'), ids.get('flying')].sort());
  expect((await call<Page>(world.operator2, 'TomorrowNavigation/GetNotFinishNAircraft')).items).toEqual([]);
  world.setClock('2026-11-20T02:00:00Z');
});

describe('templates', () => {
  test('where a plan flies is kept: an area as it is, a route as a corridor', async () => {
    const area = await call<{ id: number }>(world.operator, 'Navigation/NAircraftToUserAirspace', {
      id: ids.get('draft'),
    });
    expect(await call(world.operator, 'Template/GetTemplate', { id: area.id })).toMatchObject({
      shape: 'polygon',
      kind: 'temporary',
      company: world.demo.companies.yunyi,
      lower: { value: 300, unit: 'm', reference: 'AMSL' },
      upper: { value: 900, unit: 'm', reference: 'AMSL' },
    });
    const route = await call<{ id: number; ids: number[] }>(
      world.operator,
      'Navigation/NAircraftToUserAirspace',
      {
        id: ids.get('route'),
        name: '巡线走廊',
      },
    );
    expect(route.ids).toEqual([route.id]);
    expect(await call(world.operator, 'Template/GetTemplate', { id: route.id })).toMatchObject({
      name: '巡线走廊',
      shape: 'corridor',
      widthM: 2000,
      geometry: { type: 'Polygon' },
    });
  });

  test('one is changed from the version that was read, and only by whom it belongs to', async () => {
    const fields = {
      name: '试飞空域',
      shape: 'polygon',
      geometry: { type: 'Polygon', coordinates: square(104, 31) },
      lower: { value: 0, unit: 'm', reference: 'AGL' },
      upper: { value: 600, unit: 'm', reference: 'AMSL' },
    };
    const made = await call<{ id: number; version: number }>(world.operator, 'Template/EditTemplate', fields);
    const changed = await call<{ id: number; version: number }>(world.operator, 'Template/EditTemplate', {
      ...fields,
      ...made,
      name: '试飞空域二',
    });
    expect(changed).toEqual({ id: made.id, version: made.version + 1 });
    expect(
      (await refusalOf(call(world.operator, 'Template/EditTemplate', { ...fields, ...made }))).code,
    ).toBe('conflict');
    expect(
      (await refusalOf(call(world.operator, 'Template/EditTemplate', { ...fields, id: made.id }))).code,
    ).toBe('validation');
    expect((await refusalOf(call(world.operator2, 'Template/GetTemplate', { id: made.id }))).code).toBe(
      'notFound',
    );
    const theirs = { ...fields, company: world.demo.companies.shuxiang };
    expect((await refusalOf(call(world.operator, 'Template/EditTemplate', theirs))).text.key).toBe(
      'plan.refused.otherCompany',
    );
    expect((await refusalOf(call(world.aiw, 'Template/EditTemplate', fields))).code).toBe('forbidden');
  });
});
