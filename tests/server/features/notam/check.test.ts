import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultHeights } from '#domain/conflicts/nets/figures.ts';
import { readNotams } from '#domain/notam/read.ts';
import { createNotamStore, type NotamStore } from '#server/features/notam/notam-store.ts';
import { notamsAlong } from '#server/features/notam/notams-along.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { clearPlans, planActs, planOfCompany, say } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** What NOTAMs do to a plan, through Navigation/CheckErrors. */

interface Check {
  ok: boolean;
  findings: {
    level: string;
    code: string;
    rule: string;
    field: string;
    message: string;
    with: { resource: string; label: string } | null;
    shape: { from: string | null; to: string | null } | null;
  }[];
}

let world: PlanWorld;
let store: NotamStore;
beforeAll(async () => {
  world = await startPlanWorld();
  world.setClock('2026-11-20T10:00:00+08:00');
  store = createNotamStore({ records: world.records });
});
afterAll(() => world?.close());

const receivedAt = Date.parse('2026-11-20T02:00:00Z');
async function notam(
  number: string,
  parts: {
    /** null: without a Q-line. */
    q?: string | null;
    a?: string;
    d?: string;
    e?: string;
    fg?: string;
    c?: string;
    type?: string;
    radius?: string;
    fir?: string;
    traffic?: string;
  },
) {
  const { q = 'QRTCA' } = parts;
  const qLine = `Q) ${parts.fir ?? 'ZUUU'}/${q}/${parts.traffic ?? 'IV'}/BO/W/000/033/3125N10625E${parts.radius ?? '020'}\n`;
  const text = `(${number} NOTAM${parts.type ?? 'N'}
${q === null ? '' : qLine}A) ${parts.a ?? 'ZPKM'} B) 2611200100 C) ${parts.c ?? '2611300900'}
${parts.d ? `D) ${parts.d}\n` : ''}E) ${parts.e ?? 'RESTRICTED AREA ACTIVE. RADIUS 5KM CENTERED ON N3125E10625'}
${parts.fg ?? 'F) SFC G) 2000M AMSL'})`;
  const [one] = readNotams(text, receivedAt);
  if (!one) throw new Error('unread');
  const taken = await store.store(one, { sourceId: null, receivedAt, isDemo: false });
  if (taken.state === 'unreadable') throw new Error('unreadable');
  return taken.recordId;
}
const forget = () => world.sql.deleteFrom('notam').execute();
// 10:00 to 11:00 in Beijing on the 21st, 600 to 900 m AMSL, through the middle of the area.
const plan = (task: object = {}) =>
  planOfCompany(world, 'yunyi', {
    geometry: {
      type: 'LineString',
      coordinates: [
        [106.3, 31.42],
        [106.5, 31.42],
      ],
    },
    ...task,
  });
const check = async (of: object = plan()) =>
  ((await world.call(world.operator, 'Navigation/CheckErrors', of)) as Check).findings.filter(
    ({ with: about }) => about?.resource === 'notam',
  );

describe('air that a NOTAM takes', () => {
  test('holds a plan that meets it, and names number, text and time', async () => {
    await forget();
    await notam('C0001/26', {});
    const [finding, ...more] = await check();
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      level: 'error',
      code: 'conflict.notam',
      field: 'tasks.0.geometry',
      with: { label: 'C0001/26' },
      shape: { from: '2026-11-21T02:00:00.000Z', to: '2026-11-21T03:00:00.000Z' },
    });
    expect(finding?.message).toContain('C0001/26');
    expect(finding?.message).toContain('RESTRICTED AREA ACTIVE');
  });

  test('warns where a part of it is missing, and the finding says which', async () => {
    await forget();
    await notam('C0001/26A03', {});
    const [finding] = await check();
    expect(finding).toMatchObject({ level: 'warning', with: { label: 'C0001/26' } });
    expect(finding?.message).toContain('缺少部分：2, 3/3');
    expect(finding?.message).toContain('RESTRICTED AREA ACTIVE');
  });

  test('does not at the hours of D) at which it is not active, nor above its upper limit, nor beside it', async () => {
    await forget();
    await notam('C0001/26', { d: 'DAILY 0400-0900' });
    expect(await check()).toEqual([]);
    await forget();
    await notam('C0001/26', { d: '21 0230-0245' });
    expect((await check())[0]?.shape).toMatchObject({
      from: '2026-11-21T02:30:00.000Z',
      to: '2026-11-21T02:45:00.000Z',
    });
    await forget();
    await notam('C0001/26', { fg: 'F) 3000M AMSL G) 6000M AMSL' });
    expect(await check()).toEqual([]);
    await forget();
    await notam('C0001/26', { e: 'RESTRICTED AREA ACTIVE. RADIUS 5KM CENTERED ON N3225E10625' });
    expect(await check()).toEqual([]);
  });

  test('holds on the days that the calendar gives its D), and on others as soon as the calendar changes', async () => {
    const labels = async () => (await check()).map(({ with: about }) => about?.label).toSorted();
    await forget();
    await notam('C0031/26', { d: '0100-0900 EXC HOL' });
    await notam('C0032/26', { d: 'HOL 0100-0900' });
    await notam('C0033/26', { d: 'WORKDAYS 0100-0900' });
    // Other regions keep holidays that are not known here: it may hold on any day.
    await notam('C0034/26', { d: 'HOL 0100-0900', fir: 'VVHN' });
    // The 21st is a Saturday.
    expect(await labels()).toEqual(['C0031/26', 'C0034/26']);
    const { id, version } = await world.records.create(world.admin, 'holiday', {
      date: '2026-11-21',
      name: 'Day off',
      kind: 'holiday',
    });
    expect(await labels()).toEqual(['C0032/26', 'C0034/26']);
    await world.records.update(world.admin, 'holiday', id, version, { kind: 'workday' });
    expect(await labels()).toEqual(['C0031/26', 'C0033/26', 'C0034/26']);
    await world.records.trash(world.admin, 'holiday', id);
    expect(await labels()).toEqual(['C0031/26', 'C0034/26']);
  });

  test('warns by kind, and where only the Q-line says where it is', async () => {
    await forget();
    await notam('C0002/26', { q: 'QWULW', e: 'UAV ACTIVITY. RADIUS 5KM CENTERED ON N3125E10625' });
    await notam('C0003/26', { e: 'RESTRICTED AREA ZU-R123 ACTIVE' });
    await notam('C0004/26', { q: 'QKKKK' });
    await notam('C0005/26', { q: 'QRTCD' });
    expect((await check()).map(({ level, with: about }) => `${level} ${about?.label}`).toSorted()).toEqual([
      'warning C0002/26',
      'warning C0003/26',
    ]);
  });

  test('warns by the flight rules of its traffic, where it takes no air', async () => {
    const found = async (traffic: string, rules: string | null, q: string) => {
      await forget();
      await notam('C0001/26', { q, traffic });
      return (await check(plan({ rules }))).map(({ level }) => level);
    };
    expect(await found('I', 'V', 'QWULW')).toEqual([]);
    expect(await found('V', 'I', 'QWULW')).toEqual([]);
    for (const [traffic, rules] of [
      ['I', 'I'],
      ['V', 'V'],
      ['IV', 'V'],
      ['I', 'Y'],
      ['I', 'Z'],
      ['I', null],
    ] as const) {
      expect(await found(traffic, rules, 'QWULW'), `${traffic} ${rules}`).toEqual(['warning']);
    }
    expect(await found('I', 'V', 'QRTCA')).toEqual(['error']);
  });

  test('warns where the Q-code says nothing, or is missing: a person reads the text', async () => {
    await forget();
    await notam('C0052/26', { q: 'QXXXX', e: 'ROCKET DEBRIS MAY FALL. RADIUS 5KM CENTERED ON N3125E10625' });
    const found = async () => (await check()).map(({ level, with: about }) => [level, about?.label]);
    expect(await found()).toEqual([['warning', 'C0052/26']]);
    await forget();
    await notam('C0053/26', { q: null, e: 'ROCKET DEBRIS MAY FALL. RADIUS 5KM CENTERED ON N3125E10625' });
    expect(await found()).toEqual([['warning', 'C0053/26']]);
  });

  test('is free again when it is cancelled, and stays taken past an estimated end', async () => {
    await forget();
    await notam('C0006/26', { c: '2611202300 EST' });
    expect((await check()).map(({ level }) => level)).toEqual(['error']);
    await notam('C0007/26', { type: 'C C0006/26' });
    expect(await check()).toEqual([]);
  });

  test('refuses the submission as well', async () => {
    await forget();
    await notam('C0008/26', {});
    await expect(
      world.call(world.operator, 'Navigation/SaveNAircrafts', { plans: [plan()], submit: true }),
    ).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('an aerodrome', () => {
  const airport = async () => {
    const row = await world.sql
      .selectFrom('airport')
      .select(['id', 'icao', 'runways'])
      .where('icao', 'is not', null)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return row;
  };
  test('that is closed holds what departs from it; a limited one warns; another hour does not matter', async () => {
    await forget();
    const { id, icao } = await airport();
    const from = plan({ departure: id });
    await notam('C0010/26', { q: 'QFALC', a: String(icao), e: 'AD CLSD DUE TO WIP.', fg: '' });
    expect(await check(from)).toMatchObject([
      { level: 'error', code: 'notam.aerodrome', field: 'tasks.0.departure' },
    ]);
    await forget();
    await notam('C0010/26', { q: 'QFALT', a: String(icao), e: 'AD LIMITED.', fg: '' });
    expect(await check(from)).toMatchObject([{ level: 'warning' }]);
    await forget();
    await notam('C0010/26', { q: 'QFALC', a: String(icao), e: 'AD CLSD.', fg: '', d: 'DAILY 1200-1400' });
    expect(await check(from)).toEqual([]);
  });

  test('that closes shortly after the take-off warns: at the very time it is open', async () => {
    await forget();
    const { id, icao } = await airport();
    await notam('C0013/26', { q: 'QFALC', a: String(icao), e: 'AD CLSD.', fg: '', d: 'DAILY 0215-0400' });
    const [finding, ...more] = await check(plan({ departure: id }));
    expect(finding).toMatchObject({ level: 'warning', field: 'tasks.0.departure' });
    expect(finding?.message).toContain('11-21 10:15');
    expect(more).toEqual([]);
  });

  test('that is the alternate warns where it is closed', async () => {
    await forget();
    const { id, icao } = await airport();
    await notam('C0012/26', { q: 'QFALC', a: String(icao), e: 'AD CLSD.', fg: '' });
    expect(await check(plan({ departure: null, destination: null, alternate: id }))).toMatchObject([
      { level: 'warning', code: 'notam.aerodrome', field: 'tasks.0.alternate' },
    ]);
  });

  test('with another runway is not closed by one', async () => {
    await forget();
    const { id, icao } = await airport();
    await notam('C0011/26', { q: 'QMRLC', a: String(icao), e: 'RWY CLSD.', fg: '' });
    const levels = async (runways: unknown[]) => {
      await world.sql
        .updateTable('airport')
        .set({ runways: JSON.stringify(runways) })
        .where('id', '=', id)
        .execute();
      return (await check(plan({ departure: id }))).map(({ level }) => level);
    };
    expect(await levels([{ designator: '01/19' }])).toEqual(['error']);
    const two = [{ designator: '01/19' }, { designator: '02/20' }];
    expect(await levels(two)).toEqual(['warning']);
    // Both of them closed, in one NOTAM or in two, leave none.
    await forget();
    await notam('C0011/26', { q: 'QMRLC', a: String(icao), e: 'RWY 01/19 AND RWY 20/02 CLSD.', fg: '' });
    expect(await levels(two)).toEqual(['error']);
    await forget();
    await notam('C0011/26', { q: 'QMRLC', a: String(icao), e: 'RWY 01/19 CLSD.', fg: '' });
    expect(await levels(two)).toEqual(['warning']);
    await notam('C0014/26', { q: 'QMRLC', a: String(icao), e: 'RWY 02/20 CLSD.', fg: '' });
    expect(await levels(two)).toEqual(['error', 'error']);
  });
});

test('what came after the approval stops the release, too', async () => {
  await forget();
  const { file, approve, release } = planActs(() => world);
  const [task] = plan({ corridorWidthM: 1_000 }).tasks;
  const { id } = await file({ task });
  await approve(id);
  const asked = () => say(release(id, '2026-11-21T02:05:00Z'));
  await notam('C0050/26', {});
  expect((await asked()).text).toContain('C0050/26');
  await forget();
  await notam('C0051/26', { q: 'QFALC', a: 'ZUGH', e: 'AD CLSD DUE TO WIP.', fg: '' });
  expect(await asked()).toMatchObject({ key: 'plan.refused.findings' });
  await forget();
  const status = (to: string) =>
    world.sql
      .updateTable('airport')
      .set({ status: to as 'closed' })
      .where('id', '=', world.demo.airports.get('ZUGH|') ?? 0)
      .execute();
  await status('closed');
  expect(await asked()).toMatchObject({ key: 'plan.refused.findings' });
  await status('open');
  expect((await release(id, '2026-11-21T02:05:00Z')).state).toBe(8);
  await clearPlans(world);
});

test('what holds in all of an FIR warns a plan within it, where the air is concerned at all', async () => {
  await forget();
  const whole = { fir: 'ZPKM', a: 'ZPKM', radius: '999', fg: 'F) SFC G) 2000M AMSL' };
  await notam('C0041/26', { ...whole, q: 'QWULW', e: 'UNMANNED AIRCRAFT WILL FLY IN THE WHOLE FIR' });
  await notam('C0042/26', { ...whole, q: 'QAFXX', e: 'PROCEDURES OF THE FIR HAVE CHANGED' });
  await notam('C0043/26', { ...whole, a: 'ZUUU', q: 'QWULW', e: 'UNMANNED AIRCRAFT WILL FLY' });
  await notam('C0044/26', { ...whole, q: 'QRTCA', e: 'RESTRICTED. THE WHOLE FIR' });
  const found = await check();
  expect(found.map(({ level, with: about }) => [level, about?.label]).sort()).toEqual([
    ['warning', 'C0041/26'],
    ['warning', 'C0044/26'],
  ]);
});

test('what holds in all of an FIR whose boundary is not recorded is named as not checked, until it is recorded', async () => {
  await forget();
  const elsewhere = { fir: 'ZWUQ', a: 'ZWUQ', radius: '999', e: 'RESTRICTED. THE WHOLE FIR' };
  await notam('C0051/26', elsewhere);
  // Above the flight it does not matter where the region lies.
  await notam('C0052/26', { ...elsewhere, fg: 'F) 3000M AMSL G) 6000M AMSL' });
  await notam('C0053/26', { ...elsewhere, q: 'QAFXX', e: 'PROCEDURES OF THE FIR HAVE CHANGED' });
  const unplaced = async () =>
    ((await world.call(world.operator, 'Navigation/CheckErrors', plan())) as Check).findings.filter(
      ({ code }) => code === 'conflict.unplaced',
    );
  const [finding, ...more] = await unplaced();
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ level: 'warning', with: null });
  expect(finding?.message).toMatch(/ZWUQ.*C0051\/26/);
  expect(finding?.message).not.toContain('C0052/26');
  const box = (west: number, east: number) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, 30],
        [east, 30],
        [east, 33],
        [west, 33],
        [west, 30],
      ] as [number, number][],
    ],
  });
  const { id } = await world.records.untyped.create(systemCaller(), 'airspace', {
    ...{ kind: 'fir', designator: 'ZWUQ', name: 'ZWUQ', shape: 'polygon' },
    geometry: box(80, 90),
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 660, unit: 'FL', reference: 'STD' },
  });
  expect(await unplaced()).toEqual([]);
  expect(await check()).toEqual([]);
  const { version } = await world.records.get(systemCaller(), 'airspace', id);
  await world.records.update(systemCaller(), 'airspace', id, version, { geometry: box(105, 108) });
  expect(await unplaced()).toEqual([]);
  expect((await check()).map(({ with: about }) => about?.label)).toEqual(['C0051/26']);
});

test('NOTAMs along a way: by area, by aerodrome, by FIR, with their times', async () => {
  await forget();
  const deps = {
    sql: world.sql,
    conflicts: world.air,
    parameters: { corridorWidthM: 1000, pointRadiusM: 500, timeZone: 'Asia/Shanghai', ...defaultHeights },
  };
  const area = await notam('C0020/26', { d: 'DAILY 0200-0300' });
  const field = await notam('C0021/26', { q: 'QFUAU', a: 'ZUUU', e: 'FUEL NOT AVBL', fg: '' });
  const fir = await notam('C0022/26', { q: 'QAFXX', a: 'ZPKM', e: 'IN THE WHOLE FIR', fg: '' });
  await world.sql.updateTable('notam').set({ area: null }).where('id', '=', fir).execute();
  await notam('C0023/26', { e: 'FAR AWAY. RADIUS 5KM CENTERED ON N4125E10625' });
  const time = { from: Date.parse('2026-11-21T00:00:00Z'), to: Date.parse('2026-11-21T06:00:00Z') };
  const found = await notamsAlong(deps, {
    volumes: [
      {
        owner: { resource: 'plan', id: 0, label: '' },
        part: 0,
        footprint: {
          type: 'LineString',
          coordinates: [
            [106.3, 31.42],
            [106.5, 31.42],
          ],
        },
        marginM: 500,
        lower: null,
        upper: null,
        ...time,
      },
    ],
    aerodromes: ['ZUUU'],
    time,
  });
  expect(found.map(({ record, because }) => [record.id, because])).toEqual([
    [field, ['aerodrome', 'area']],
    [area, ['area']],
    [fir, ['fir']],
  ]);
  expect(found[1]?.times).toEqual([
    { from: Date.parse('2026-11-21T02:00:00Z'), to: Date.parse('2026-11-21T03:00:00Z') },
  ]);
});
