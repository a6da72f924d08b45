import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AirspaceDetail, ExtensionAskItem } from '#contract/airspace/airspace-output.ts';
import { isReminding } from '#domain/notices/reminders.ts';
import { type AirspaceWorld, startAirspaceWorld, type Who } from '#tests/support/airspace-world.ts';

let air: AirspaceWorld;
beforeAll(async () => {
  air = await startAirspaceWorld({ reminders: true });
}, 120_000);
afterAll(() => air.close());

const iso = (days: number) => air.iso(days);
/** Approved, of `operator`'s company, and valid from 20 to 40 days on. */
const approved = (change: object = {}) => air.approved({ validFrom: iso(20), validTo: iso(40), ...change });
async function requested(days = 60, change: object = {}): Promise<number> {
  const id = await approved(change);
  await air.done('operator', 'AskExtension', { id, validTo: iso(days), reason: '作业未完成' });
  return id;
}
const asks = async (who: Who) =>
  (await air.done<{ items: ExtensionAskItem[] }>(who, 'GetExtensionAsks', {})).items;
const action = (detail: AirspaceDetail, name: string) => detail.actions.find((one) => one.action === name);
const states = ({ events }: AirspaceDetail) =>
  events.flatMap(({ kind, state, answer, answeredByName }) =>
    kind === 'extensionAsked' ? [[state, answer, answeredByName]] : [],
  );
/** The types of the messages that were sent of it. */
const announcedFor = (id: number) =>
  air.world.changes.flatMap((change) =>
    change.resource === 'airspace' && change.id === id && change.message ? [change.message.type] : [],
  );

describe('a request for an extension (Order 371, art. 10)', () => {
  test('changes nothing, and is seen by its holder and by who answers it', async () => {
    const id = await approved();
    const before = await air.get('operator', id);
    expect(action(before, 'askExtension')).toMatchObject({
      relevant: true,
      allowed: true,
      call: 'Airspace/AskExtension',
      needs: ['time', 'reason'],
    });
    expect([before.extensionAsk, action(before, 'withdrawExtension')?.relevant]).toEqual([null, false]);
    const validTo = iso(60);
    const answer = await air.done('operator', 'AskExtension', { id, validTo, reason: ' 作业未完成 ' });
    expect(answer).toMatchObject({ id, state: 1, version: before.airspace.version });

    const own = await air.get('operator', id);
    expect(own.airspace.validTo).toBe(before.airspace.validTo);
    expect(own.extensionAsk).toMatchObject({ validTo, reason: '作业未完成', byName: 'HE Yuan' });
    expect(own.events).toMatchObject([
      {
        kind: 'extensionAsked',
        state: 'waiting',
        stateText: 'Waits for an answer',
        from: own.airspace.validTo,
        to: validTo,
      },
    ]);
    expect(action(own, 'askExtension')).toMatchObject({ relevant: true, allowed: false });
    expect(action(own, 'withdrawExtension')).toMatchObject({ relevant: true, allowed: true });
    expect(action(own, 'declineExtension')?.relevant).toBe(false);

    const forAuthority = await air.get('atmb', id);
    expect(action(forAuthority, 'declineExtension')).toMatchObject({ relevant: true, allowed: true });
    expect(action(forAuthority, 'askExtension')?.relevant).toBe(false);
    expect((await asks('atmb')).find(({ airspace }) => airspace.id === id)).toMatchObject({
      validTo,
      reason: '作业未完成',
      airspace: {
        name: own.airspace.name,
        companyName: own.airspace.companyName,
        validTo: own.airspace.validTo,
      },
    });
    // Who keeps no library has nothing to answer, and another company no such airspace.
    expect((await air.call('operator', 'GetExtensionAsks', {})).code).toBe('forbidden');
    expect((await air.call('aiw', 'GetExtensionAsks', {})).code).toBe('forbidden');
    expect((await air.call('operator2', 'Get', { id })).code).toBe('notFound');
    const attempt = air.world.records.get(air.world.operator2, 'airspaceEvent', own.extensionAsk?.id ?? 0);
    await expect(attempt).rejects.toMatchObject({ code: 'notFound' });
  });

  test('is granted by the extension, to the end that the approver sets', async () => {
    const id = await requested();
    await air.done('atmb', 'Extend', { id, validTo: iso(50), reason: '同意延期十日' });
    const after = await air.get('operator', id);
    expect([after.extensionAsk, after.airspace.validTo]).toEqual([null, after.events[0]?.to]);
    expect(after.events.map(({ kind }) => kind)).toEqual(['extend', 'extensionAsked']);
    expect(states(after)).toEqual([['granted', '同意延期十日', 'GU Ping']]);
    expect((await asks('atmb')).map(({ airspace }) => airspace.id)).not.toContain(id);
    expect(announcedFor(id)).toEqual(
      expect.arrayContaining(['airspace.extensionAsked', 'airspace.extended']),
    );
    // And may be asked for once more.
    await air.done('operator', 'AskExtension', { id, validTo: iso(70), reason: '天气延误' });
  });

  test('is declined with a reason, which the holder is told', async () => {
    const id = await requested();
    expect((await air.call('atmb', 'DeclineExtension', { id, reason: '  ' })).fields).toEqual(['reason']);
    await air.done('atmb', 'DeclineExtension', { id, reason: '另有军事活动' });
    const after = await air.get('operator', id);
    expect(states(after)).toEqual([['declined', '另有军事活动', 'GU Ping']]);
    expect([after.extensionAsk, action(after, 'askExtension')?.allowed]).toEqual([null, true]);
    expect(announcedFor(id)).toContain('airspace.extensionDeclined');
    expect(['airspace.extensionDeclined', 'airspace.extended'].every(isReminding)).toBe(true);
    const message = air.world.changes.findLast(
      (change) => change.id === id && change.message?.type === 'airspace.extensionDeclined',
    )?.message;
    expect(message).toMatchObject({
      message: '另有军事活动',
      content: expect.stringContaining('被驳回'),
      contentEn: expect.stringContaining('was rejected'),
    });
    expect((await air.call('atmb', 'DeclineExtension', { id, reason: '…' })).code).toBe('conflict');
  });

  test('is taken back by its holder', async () => {
    const id = await requested();
    await air.done('operator', 'WithdrawExtension', { id });
    expect(states(await air.get('operator', id))).toEqual([['withdrawn', null, 'HE Yuan']]);
    expect((await air.call('operator', 'WithdrawExtension', { id })).code).toBe('conflict');
    expect(announcedFor(id)).toContain('airspace.extensionWithdrawn');
  });

  test('is kept in the record of operations, asked and answered', async () => {
    const id = await requested();
    await air.done('atmb', 'DeclineExtension', { id, reason: '另有军事活动' });
    const rows = await air.world.sql
      .selectFrom('operateRecord')
      .select(['action', 'reason', 'operatedByName'])
      .where('recordResource', '=', 'airspace')
      .where('recordId', '=', id)
      .where('action', 'in', ['askExtension', 'declineExtension'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'askExtension', reason: '作业未完成', operatedByName: '何远' },
      { action: 'declineExtension', reason: '另有军事活动', operatedByName: '顾平' },
    ]);
  });
});

describe('who may answer is reminded until somebody has', () => {
  /** Of this request, by user name. */
  async function reminded(id: number) {
    const rows = await air.world.sql
      .selectFrom('reminder as r')
      .innerJoin('user as u', 'u.id', 'r.user')
      .select(['u.userName', 'r.contentEn', 'r.opinion', 'r.isRead'])
      .where('r.asks', '=', 'airspace.extensionAsked')
      .where('r.documentId', '=', id)
      .where('r.deletedAt', 'is', null)
      .orderBy('u.userName')
      .execute();
    return rows.map(({ userName, ...row }) => ({ who: String(userName), ...row }));
  }

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['extended', (id) => air.done('atmb', 'Extend', { id, validTo: iso(50), reason: '同意' })],
    ['declined', (id) => air.done('admin', 'DeclineExtension', { id, reason: '另有活动' })],
    ['taken back', (id) => air.done('operator', 'WithdrawExtension', { id })],
    ['ended', (id) => air.done('operator', 'Complete', { id })],
  ])('and no more once it is %s', async (_, answer) => {
    const id = await requested();
    const { name } = (await air.get('atmb', id)).airspace;
    const reminders = await reminded(id);
    // Who watches, and who applies for airspace, decides on none.
    expect(reminders.map(({ who }) => who)).toEqual(['admin', 'atmb']);
    expect(reminders[1]).toMatchObject({ opinion: '作业未完成', isRead: 0 });
    expect(reminders[1]?.contentEn).toContain(`The holder of airspace ${name} asks for an extension`);
    await air.world.sql.updateTable('reminder').set({ isRead: 1 }).where('documentId', '=', id).execute();
    await answer(id);
    expect(await reminded(id)).toEqual([]);
    // The next request reminds anew.
    if ((await air.get('operator', id)).airspace.state !== 1) return;
    await air.done('operator', 'AskExtension', { id, validTo: iso(70), reason: '天气延误' });
    expect((await reminded(id)).map(({ who, isRead }) => [who, isRead])).toEqual([
      ['admin', 0],
      ['atmb', 0],
    ]);
  });

  test('but not who sees other areas alone', async () => {
    const { records, demo, admin, sql } = air.world;
    const atmb = await records.get(admin, 'user', demo.users.get('atmb') ?? 0);
    const elsewhere = await records.create(admin, 'organizationUnit', {
      displayName: '另一管制区',
      area: {
        type: 'Polygon',
        coordinates: [
          [
            [80, 40],
            [81, 40],
            [81, 41],
            [80, 40],
          ],
        ],
      },
    });
    const coverage = async (ids: unknown) => {
      const user = await records.get(admin, 'user', atmb.id);
      await records.untyped.update(admin, 'user', atmb.id, user.version, { coverage: ids });
    };
    await coverage([elsewhere.id]);
    const id = await approved();
    await air.done('operator', 'AskExtension', { id, validTo: iso(60), reason: '作业未完成' });
    expect((await reminded(id)).map(({ who }) => who)).toEqual(['admin']);
    await coverage(atmb.coverage);
    await sql.updateTable('airspace').set({ state: 2 }).where('id', '=', id).execute();
  });
});

describe('is refused', () => {
  test.each([
    ['where its end is not later', () => ({ validTo: iso(39) }), 'validTo'],
    ['where it is no time', () => ({ validTo: 'soon' }), 'validTo'],
    ['more than twelve months on', () => ({ validTo: iso(500) }), 'validTo'],
    ['without a reason', () => ({ reason: '  ' }), 'reason'],
  ])('%s', async (_, change, field) => {
    const id = await approved();
    const request = { id, validTo: iso(60), reason: '作业未完成', ...change() };
    const answer = await air.call('operator', 'AskExtension', request);
    expect([answer.code, answer.fields]).toEqual(['validation', [field]]);
    expect((await air.get('operator', id)).extensionAsk).toBeNull();
  });

  test('while one waits, of a draft, without an end, and once it has ended', async () => {
    const request = { validTo: iso(60), reason: '作业未完成' };
    const waiting = await requested();
    expect((await air.call('operator', 'AskExtension', { ...request, id: waiting })).code).toBe('conflict');
    const draft = await air.waiting();
    expect((await air.call('operator', 'AskExtension', { ...request, id: draft })).code).toBe('conflict');
    const endless = await approved();
    const { version } = (await air.get('atmb', endless)).airspace;
    await air.done('atmb', 'Save', { id: endless, version, validTo: null, reason: '长期使用' });
    expect((await air.call('operator', 'AskExtension', { ...request, id: endless })).code).toBe('conflict');
    expect((await air.call('atmb', 'Extend', { ...request, id: endless })).code).toBe('conflict');
    const over = await approved();
    await air.done('operator', 'Complete', { id: over });
    expect((await air.call('operator', 'AskExtension', { ...request, id: over })).code).toBe('conflict');
  });

  test('by another than whose it is: the holder asks and takes back, the keeper answers', async () => {
    const id = await requested();
    const request = { id, validTo: iso(60), reason: '…' };
    expect((await air.call('atmb', 'AskExtension', request)).code).toBe('forbidden');
    expect((await air.call('operator2', 'AskExtension', request)).code).toBe('notFound');
    expect((await air.call('operator2', 'WithdrawExtension', { id })).code).toBe('notFound');
    expect((await air.call('atmb', 'WithdrawExtension', { id })).code).toBe('forbidden');
    for (const who of ['operator', 'aiw', 'agent'] as const) {
      expect((await air.call(who, 'DeclineExtension', { id, reason: '…' })).code).toBe('forbidden');
    }
    expect(states(await air.get('operator', id))).toEqual([['waiting', null, null]]);
    // Whoever serves the holder takes it back for them; an administrator keeps the library.
    await air.done('agent', 'WithdrawExtension', { id });
    await air.done('agent', 'AskExtension', { ...request, reason: '代持有单位申请' });
    await air.done('admin', 'DeclineExtension', { id, reason: '另行申请' });
  });

  test('into air that somebody else was given meanwhile', async () => {
    const id = await approved();
    const { airspace } = await air.get('operator', id);
    const same = { center: airspace.center, validFrom: iso(50), validTo: iso(90), sharing: 'exclusive' };
    await air.approved(same, 'operator2');
    const request = { id, validTo: iso(60), reason: '作业未完成' };
    const answer = await air.call('operator', 'AskExtension', request);
    expect([answer.code, answer.fields]).toEqual(['validation', ['validTo']]);
    await air.done('operator', 'AskExtension', { ...request, validTo: iso(49) });
  });
});

describe('a request that nobody answers', () => {
  test('lapses with the airspace: at its end, or when it is taken back', async () => {
    const one = await requested();
    await air.done('atmb', 'Complete', { id: one, reason: '违反使用规定' });
    expect(states(await air.get('operator', one))).toEqual([['lapsed', null, 'GU Ping']]);
    const two = await requested();
    air.later(41);
    expect((await air.tick()).expired).toContain(two);
    const ended = await air.get('operator', two);
    expect([states(ended), ended.extensionAsk]).toEqual([[['lapsed', null, null]], null]);
    expect((await asks('atmb')).map(({ airspace }) => airspace.id)).not.toContain(two);
  });

  test('is granted by a change that reaches its end, and not by one that does not', async () => {
    const id = await requested();
    const save = async (days: number) => {
      const { version } = (await air.get('atmb', id)).airspace;
      await air.done('atmb', 'Save', { id, version, validTo: iso(days), reason: '按批复变更' });
    };
    await save(50);
    expect(states(await air.get('operator', id))).toEqual([['waiting', null, null]]);
    await save(61);
    expect(states(await air.get('operator', id))).toEqual([['granted', null, 'GU Ping']]);
  });
});
