import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AirspaceWorld,
  agl,
  type SavedAirspace as Saved,
  startAirspaceWorld,
  type Who,
} from '#tests/support/airspace-world.ts';
import type { PlanWorld } from '#tests/support/plan-world.ts';

let air: AirspaceWorld;
let world: PlanWorld;

beforeAll(async () => {
  air = await startAirspaceWorld();
  world = air.world;
}, 120_000);
afterAll(() => air.close());

const call = (who: Who, name: string, input: object) => air.call(who, name, input);
const done = <T>(who: Who, name: string, input: object) => air.done<T>(who, name, input);
const get = (who: Who, id: number) => air.get(who, id);
const draft = (change?: object) => air.draft(change);
const approved = (change?: object, who?: Who) => air.approved(change, who);
const decide = (who: Who, id: number, decision: string, comment?: string) =>
  air.decide(who, id, decision, comment);
const iso = (days: number) => air.iso(days);
const later = (days: number) => air.later(days);
const tick = () => air.tick();

describe('an application', () => {
  test('is saved with the geometry of its figures, submitted, locked, taken back, submitted and approved', async () => {
    const made = await done<Saved>('operator', 'Save', draft());
    expect(made).toMatchObject({ state: 0, auditState: 0 });
    const first = await get('operator', made.id);
    expect(first.airspace).toMatchObject({
      company: world.demo.companies.yunyi,
      state: 0,
      acceptState: null,
    });
    expect(first.airspace.geometry).toMatchObject({ type: 'Polygon' });
    expect(first.versions).toEqual([]);

    expect(await done('operator', 'Submit', { id: made.id })).toMatchObject({ state: 0, auditState: 3 });
    const waiting = await get('atmb', made.id);
    expect(waiting.airspace).toMatchObject({ acceptState: '0', waiting: true, decideBy: expect.any(String) });
    expect((await get('aiw', made.id)).airspace.acceptState).toBe('3');
    const edit = { id: made.id, version: waiting.airspace.version, name: '改名' };
    expect((await call('operator', 'Save', edit)).code).toBe('conflict');
    expect((await call('operator', 'Delete', { id: made.id })).code).toBe('conflict');

    expect(await done('operator', 'Withdraw', { id: made.id })).toMatchObject({ auditState: 0 });
    await done('operator', 'Submit', { id: made.id });
    expect((await decide('operator', made.id, 'approve')).code).toBe('forbidden');
    expect((await decide('atmb', made.id, 'approve')).code).toBe('done');
    const library = await get('operator', made.id);
    expect(library.airspace).toMatchObject({ state: 1, acceptState: '1', decidedAt: expect.any(String) });
    expect(library.versions).toMatchObject([{ number: 1, current: true }]);
    const sealed = await call('operator', 'Save', { ...edit, version: library.airspace.version });
    expect(sealed.code).toBe('forbidden');
    const attempt = world.records.update(world.operator, 'airspace', made.id, library.airspace.version, {
      name: '改名',
    });
    await expect(attempt).rejects.toMatchObject({ text: { key: 'audit.refused.sealed' } });
  });

  test('says at each field what Order 371 asks for', async () => {
    const bare = { name: '空', kind: 'temporary', shape: 'circle', lower: agl(0), upper: agl(300) };
    const center = { type: 'Point', coordinates: [102.5, 31.5] };
    const { id } = await done<Saved>('operator', 'Save', { ...bare, center, radiusM: 500 });
    const answer = await call('operator', 'Submit', { id });
    expect(answer.code).toBe('validation');
    expect(answer.fields).toEqual(
      expect.arrayContaining(['activityNature', 'entryExit', 'validFrom', 'validTo']),
    );
  });

  test.each([
    ['six days ahead is late', { validFrom: 6, validTo: 60 }, 'validFrom'],
    ['more than twelve months is too long', { validFrom: 20, validTo: 400 }, 'validTo'],
    ['over the prohibited area of the demo', { center: [104.86, 31.12] }, 'geometry'],
  ])('%s', async (_, change, field) => {
    const { validFrom, validTo, center } = change as {
      validFrom?: number;
      validTo?: number;
      center?: number[];
    };
    const { id } = await done<Saved>('operator', 'Save', {
      ...draft(),
      ...(validFrom ? { validFrom: iso(validFrom) } : {}),
      ...(validTo ? { validTo: iso(validTo) } : {}),
      ...(center ? { center: { type: 'Point', coordinates: center } } : {}),
    });
    const answer = await call('operator', 'Submit', { id });
    expect([answer.code, answer.fields]).toEqual(['validation', expect.arrayContaining([field])]);
  });

  test('is refused where geometry and figures say different things', async () => {
    const square = [
      [103, 31],
      [103.1, 31],
      [103.1, 31.1],
      [103, 31.1],
      [103, 31],
    ];
    const answer = await call('operator', 'Save', {
      ...draft(),
      geometry: { type: 'Polygon', coordinates: [square] },
    });
    expect([answer.code, answer.fields]).toEqual(['validation', ['geometry']]);
  });

  test('of another company is not there', async () => {
    const { id } = await done<Saved>('operator', 'Save', draft());
    for (const name of ['Get', 'GetVersions', 'GetEvents', 'Submit', 'Delete', 'Complete', 'CheckErrors']) {
      expect([name, (await call('operator2', name, { id })).code]).toEqual([name, 'notFound']);
    }
    const { items } = await done<{ items: { id: number }[] }>('operator2', 'Page', { maxResultCount: 1000 });
    expect(items.map((item) => item.id)).not.toContain(id);
    const removed = await done('operator', 'Delete', { id });
    expect(removed).toEqual({ id });
  });

  test('comes back with a reason when it is returned, and may be submitted again', async () => {
    const { id } = await done<Saved>('operator', 'Save', draft());
    await done('operator', 'Submit', { id });
    expect((await decide('atmb', id, 'return', '请补充进出方法')).code).toBe('done');
    const returned = await get('operator', id);
    expect(returned.airspace).toMatchObject({ state: 0, acceptState: '2', auditOpinion: '请补充进出方法' });
    await done('operator', 'Save', { id, version: returned.airspace.version, entryExit: '自北侧进出' });
    expect(await done('operator', 'Submit', { id })).toMatchObject({ auditState: 3 });
  });
});

describe('an approved airspace', () => {
  test('is opened and closed by who watches or controls, and by nobody else', async () => {
    const id = await approved();
    const close = { id, reason: '军事活动' };
    expect((await call('operator', 'Close', close)).code).toBe('forbidden');
    expect((await call('agent', 'Close', close)).code).toBe('forbidden');
    expect((await call('aiw', 'Close', { id })).code).toBe('validation');
    expect(await done('aiw', 'Close', close)).toMatchObject({ openState: 'closed' });
    expect((await get('operator', id)).airspace).toMatchObject({
      openState: 'closed',
      openReason: '军事活动',
    });
    expect(await done('atmb', 'Open', { id })).toMatchObject({ openState: 'open' });
    // A closing that is still ahead begins and ends by the clock, and leads back to what was before it.
    const ahead = { id, from: iso(1), to: iso(2), reason: '演习' };
    expect(await done('aiw', 'Close', ahead)).toMatchObject({ openState: 'open' });
    later(1.5);
    expect((await tick()).opened).toContain(id);
    expect((await get('operator', id)).airspace).toMatchObject({ openState: 'closed', openReason: '演习' });
    later(1);
    await tick();
    expect((await get('operator', id)).airspace).toMatchObject({ openState: 'open' });
    expect((await get('operator', id)).events.map(({ kind }) => kind)).toEqual(['close', 'open', 'close']);
  });

  test('that sixteen close, or open, at once has one event of each, and the same again changes nothing', async () => {
    const id = await approved();
    const to = iso(3);
    for (const [name, input] of [
      ['Close', { id, reason: '军事活动', to }],
      ['Open', { id }],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 16 }, () => call('aiw', name, input)));
      expect(answers.map(({ code }) => code)).toEqual(Array(16).fill('done'));
    }
    await done('atmb', 'Open', { id });
    // The latest first.
    expect((await get('operator', id)).events.map(({ kind }) => kind)).toEqual(['open', 'close']);
    await done('aiw', 'Close', { id, reason: '另一原因', to });
    expect((await get('operator', id)).events.map(({ kind }) => kind)).toEqual(['close', 'open', 'close']);
  });

  test('is temporary for twelve months at most, by whoever sets its validity', async () => {
    const id = await approved();
    const { version } = (await get('atmb', id)).airspace;
    const change = { id, version, reason: '延长' };
    const refusal = { code: 'validation', fields: ['validTo'] };
    expect(await call('atmb', 'Save', { ...change, validTo: iso(20 + 370) })).toEqual(refusal);
    expect(await call('atmb', 'Save', { ...change, validTo: iso(20 + 370), effectiveFrom: iso(2) })).toEqual(
      refusal,
    );
    expect(await call('atmb', 'Save', draft({ validTo: iso(20 + 370) }))).toEqual(refusal);
    await done('atmb', 'Save', { ...change, validTo: iso(20 + 360) });
    // What is no temporary airspace has no such limit.
    await done('atmb', 'Save', draft({ kind: 'ctr', validTo: iso(2_000) }));
  });

  test('is changed by version, which comes into force at its time', async () => {
    const id = await approved();
    const { airspace } = await get('atmb', id);
    const change = { id, version: airspace.version, upper: agl(600), reason: '提高上限' };
    expect((await call('operator', 'Save', { ...change, effectiveFrom: iso(2) })).code).toBe('forbidden');
    await done('atmb', 'Save', { ...change, effectiveFrom: iso(2) });
    expect((await get('atmb', id)).airspace.upper).toMatchObject({ value: 300 });
    later(3);
    expect((await tick()).changed).toContain(id);
    const after = await get('operator', id);
    expect(after.airspace.upper).toMatchObject({ value: 600 });
    expect(after.versions.map(({ number, current, changed }) => [number, current, changed])).toEqual([
      [2, true, ['upper']],
      [1, false, []],
    ]);
    await done('atmb', 'Save', { id, version: after.airspace.version, radiusM: 1500, reason: '扩大' });
    const now = await get('operator', id);
    expect(now.versions.map(({ number }) => number)).toEqual([3, 2, 1]);
    const moment = async (days: number) => {
      const { items } = await done<{ items: { id: number; number: number; upper: { value: number } }[] }>(
        'atmb',
        'GetAt',
        { at: iso(days) },
      );
      return items.find((item) => item.id === id);
    };
    expect(await moment(30)).toMatchObject({ number: 3, upper: { value: 600 } });
    expect(await moment(-2)).toBeUndefined();
  });

  test('is extended by its approver, ends by the clock, and is then changed no more', async () => {
    const id = await approved({ validFrom: iso(20), validTo: iso(40) });
    const request = { id, validTo: iso(60), reason: '作业未完成' };
    expect((await call('operator', 'Extend', request)).code).toBe('forbidden');
    expect((await call('atmb', 'Extend', { ...request, validTo: iso(39) })).code).toBe('validation');
    expect((await call('atmb', 'Extend', { ...request, validTo: iso(500) })).code).toBe('validation');
    await done('atmb', 'Extend', request);
    later(45);
    expect((await tick()).reminded).toContain(id);
    expect((await tick()).reminded).not.toContain(id);
    expect((await get('operator', id)).airspace.state).toBe(1);
    later(20);
    expect((await tick()).expired).toContain(id);
    const ended = await get('operator', id);
    expect(ended.airspace.state).toBe(2);
    expect(ended.events.map(({ kind }) => kind)).toEqual(['expire', 'extend']);
    expect(ended.versions.some(({ current }) => current)).toBe(false);
    expect((await call('atmb', 'Extend', { ...request, validTo: iso(90) })).code).toBe('conflict');
    expect((await call('aiw', 'Close', { id, reason: '…' })).code).toBe('conflict');
    expect((await call('operator', 'Submit', { id })).code).toBe('conflict');
  });

  test('is not extended into air that somebody else was given meanwhile', async () => {
    const id = await approved({ validFrom: iso(20), validTo: iso(40) });
    const { airspace } = await get('operator', id);
    // The same place from a day on at which the first has ended: nothing stood against it.
    const same = { center: airspace.center, validFrom: iso(50), validTo: iso(90), sharing: 'exclusive' };
    await approved(same, 'operator2');
    const request = { id, validTo: iso(60), reason: '作业未完成' };
    const answer = await call('atmb', 'Extend', request);
    expect([answer.code, answer.fields]).toEqual(['validation', ['validTo']]);
    const stored = await get('operator', id);
    expect([stored.airspace.validTo, stored.events]).toEqual([airspace.validTo, []]);
    await done('atmb', 'Extend', { ...request, validTo: iso(49) });
    expect((await get('operator', id)).events.map(({ kind }) => kind)).toEqual(['extend']);
  });

  test('ends when its holder reports it, or when it is taken back with a reason', async () => {
    const one = await approved();
    expect(await done('operator', 'Complete', { id: one })).toMatchObject({ state: 2 });
    const two = await approved();
    expect((await call('atmb', 'Complete', { id: two })).code).toBe('validation');
    expect(await done('atmb', 'Complete', { id: two, reason: '违反使用规定' })).toMatchObject({ state: 2 });
    expect((await get('operator', two)).events).toMatchObject([{ kind: 'cancel', reason: '违反使用规定' }]);
  });
});
