import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserNotification } from '#contract/hub.ts';
import type { UserMessage } from '#contract/user-messages.ts';
import { makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let reader: number;
let other: number;

beforeAll(async () => {
  server = await startTestServer();
  reader = await makeUser(server, 'reader', { roles: ['OM'] });
  other = await makeUser(server, 'other', { roles: ['OM'] });
  await remind(reader, 'plan', 11, '计划 100% 已批准', 'Plan approved, 100% of it');
  await remind(reader, 'airspace', 12, '空域已关闭', 'Airspace closed');
  await remind(reader, 'plan', 13, '计划已退回', 'Plan returned');
  await remind(reader, null, null, '系统将维护', 'Maintenance tonight');
  await remind(other, 'plan', 14, '他人的计划', 'The plan of another');
});
afterAll(async () => {
  await server?.close();
});

/** A reminder as the rules of records write it. */
async function remind(
  user: number,
  resource: string | null,
  id: number | null,
  zh: string,
  en: string,
  { type = null, isWarning = false, opinion = null, at = new Date().toISOString() } = {} as {
    type?: string | null;
    isWarning?: boolean;
    opinion?: string | null;
    at?: string;
  },
) {
  await server.database.database.pool.query(
    `insert into reminder ("user", content, content_en, is_read, document_resource, document_id, message_type,
       is_warning, opinion, created_at)
     values ($1, $2, $3, 0, $4, $5, $6, $7, $8::jsonb, $9)`,
    [user, zh, en, resource, id, type, isWarning, opinion === null ? null : JSON.stringify(opinion), at],
  );
}

interface Page {
  totalCount: number;
  unreadCount: number;
  counts: { kind: string; total: number; unread: number }[];
  items: UserMessage[];
}
const page = (user: string, input: object = {}) =>
  server.service(user, 'Mobile/Page', input) as Promise<Page>;
const contents = async (input: object = {}) => (await page('reader', input)).items.map((one) => one.content);
const count = () => server.service('reader', 'Mobile/AbpUserMessageCount') as Promise<Page>;
const popup = () =>
  server.service('reader', 'Mobile/GetAbpUserPopupMessage', {}, 'GET') as Promise<UserMessage | null>;
const status = async (path: string, input: object) =>
  (await server.call('reader', 'POST', `/api/services/app/${path}`, input)).status;

describe('messages of a user', () => {
  test('are their own, newest first, counted by kind', async () => {
    const { items, ...counts } = await page('reader');
    expect(items.map(({ content, kind, isRead }) => [content, kind, isRead])).toEqual([
      ['系统将维护', 'system', 0],
      ['计划已退回', 'plan', 0],
      ['空域已关闭', 'airspace', 0],
      ['计划 100% 已批准', 'plan', 0],
    ]);
    expect(counts).toEqual({
      totalCount: 4,
      unreadCount: 4,
      counts: [
        { kind: 'plan', total: 2, unread: 2 },
        { kind: 'airspace', total: 1, unread: 1 },
        { kind: 'system', total: 1, unread: 1 },
      ],
    });
  });

  test('are found by kind, by words of either language, and in parts', async () => {
    expect(await contents({ kind: 'plan' })).toEqual(['计划已退回', '计划 100% 已批准']);
    expect(await contents({ kind: 'system' })).toEqual(['系统将维护']);
    expect(await contents({ filter: 'airspace CLOSED' })).toEqual(['空域已关闭']);
    expect(await contents({ filter: '0%' })).toEqual(['计划 100% 已批准']);
    expect(await contents({ filter: '_' })).toEqual([]);
    const second = await page('reader', { skipCount: 1, maxResultCount: 1 });
    expect([second.totalCount, second.items.map(({ content }) => content)]).toEqual([4, ['计划已退回']]);
  });

  test('are read one by one and all of a kind; the newest unread one pops up', async () => {
    const newest = await popup();
    expect(newest?.content).toBe('系统将维护');
    expect(await server.service('reader', 'Mobile/ReadAbpUserMessage', { id: newest?.id })).toBeNull();
    expect((await popup())?.content).toBe('计划已退回');
    expect(await server.service('reader', 'Mobile/AllReadAbpUserMessage', { kind: 'plan' })).toEqual({
      read: 2,
    });
    expect(await contents({ isRead: 0 })).toEqual(['空域已关闭']);
    expect(await count()).toMatchObject({ totalCount: 4, unreadCount: 1 });
    expect(await server.service('reader', 'Mobile/AllReadAbpUserMessage')).toEqual({ read: 1 });
    expect(await popup()).toBeNull();
    expect((await page('other')).unreadCount).toBe(1);
  });

  test("another's is not there for them, and an unknown kind is refused", async () => {
    const [theirs] = (await page('other')).items;
    expect(await status('Mobile/ReadAbpUserMessage', { id: theirs?.id })).toBe(404);
    expect((await page('other')).items[0]?.isRead).toBe(0);
    expect(await status('Mobile/Page', { kind: 'gossip' })).toBe(400);
  });
});

describe('the same as notifications of ABP', () => {
  interface Notifications {
    unreadCount: number;
    totalCount: number;
    items: UserNotification[];
  }
  const list = (user: string, input: object = {}) =>
    server.service(user, 'Notification/GetUserNotifications', input, 'GET') as Promise<Notifications>;

  test('have the shape of its hub, and are marked and taken away by their GUIDs', async () => {
    const unread = await list('other', { State: 0 });
    expect(unread).toMatchObject({ unreadCount: 1, totalCount: 1 });
    expect(unread.items[0]).toMatchObject({
      userId: other,
      state: 0,
      notification: { entityTypeName: 'plan', entityId: 14, data: { message: '他人的计划' } },
    });
    const id = unread.items[0]?.id;
    expect(await server.service('other', 'Notification/SetNotificationAsRead', { id })).toEqual({
      success: true,
    });
    expect(await list('other', { State: 1 })).toMatchObject({ unreadCount: 0, totalCount: 1 });
    expect(await status('Notification/SetNotificationAsRead', { id })).toBe(404);
    expect(await status('Notification/SetNotificationAsRead', { id: crypto.randomUUID() })).toBe(404);
    expect(await status('Notification/SetNotificationAsRead', { id: '14' })).toBe(400);
  });

  test("several are taken away together, or none where one is another's", async () => {
    const mine = (await list('reader')).items.map(({ id }) => id);
    const theirs = (await list('other')).items.map(({ id }) => id);
    expect(await status('Notification/DeleteSelNotification', { ids: [mine[0], theirs[0]] })).toBe(404);
    expect((await list('reader')).totalCount).toBe(4);
    await server.service('reader', 'Notification/DeleteSelNotification', { ids: mine.slice(0, 2) });
    expect((await list('reader')).items.map(({ id }) => id)).toEqual(mine.slice(2));
    const gone = await server.call(
      'reader',
      'DELETE',
      '/api/services/app/Notification/DeleteAllUserNotifications?State=1',
    );
    expect(gone.status).toBe(200);
    expect((await list('reader')).totalCount).toBe(0);
    expect((await list('other')).totalCount).toBe(1);
  });
});

describe('of another user', () => {
  let busy: number;
  beforeAll(async () => {
    busy = await makeUser(server, 'busy', { roles: ['OM'] });
  });
  const post = (path: string, input: object = {}) =>
    server.call('busy', 'POST', `/api/services/app/${path}`, input);
  const remove = (query: string) => server.call('busy', 'DELETE', `/api/services/app/Notification/${query}`);
  const list = (query: string) =>
    server.call('busy', 'GET', `/api/services/app/Notification/GetUserNotifications?${query}`);

  test('a report that concerns a plan or an airspace is of the kind of the report', async () => {
    for (const [resource, type] of [
      ['plan', 'plan.weather'],
      ['airspace', 'airspace.weather'],
      ['plan', 'plan.notam'],
      ['plan', 'plan.approve'],
    ] as const)
      await remind(busy, resource, 21, `of ${type}`, `of ${type}`, { type });
    const ofKind = async (kind: string) =>
      (await page('busy', { kind })).items.map(({ messageType, resource }) => [messageType, resource]);
    expect(await ofKind('weather')).toEqual([
      ['airspace.weather', 'airspace'],
      ['plan.weather', 'plan'],
    ]);
    expect(await ofKind('notice')).toEqual([['plan.notam', 'plan']]);
    expect(await ofKind('plan')).toEqual([['plan.approve', 'plan']]);
    expect(await ofKind('airspace')).toEqual([]);
    expect((await page('busy')).counts.map(({ kind, total }) => [kind, total])).toEqual([
      ['plan', 1],
      ['notice', 1],
      ['weather', 2],
    ]);
  });

  test('concurrent and repeated calls that read or remove them all succeed', async () => {
    const times = [1, 2, 3, 4];
    const read = await Promise.all(times.map(() => post('Mobile/AllReadAbpUserMessage')));
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await page('busy')).unreadCount).toBe(0);
    const [first] = (await page('busy')).items;
    const one = await Promise.all(times.map(() => remove(`DeleteNotification?Id=${first?.guid}`)));
    expect(one.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const all = await Promise.all(times.map(() => remove('DeleteAllUserNotifications?State=1')));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await page('busy')).totalCount).toBe(0);
  });

  test('a warning has the severity of ABP, and what the person who acted wrote is in its text', async () => {
    await remind(busy, 'plan', 22, '召回', 'Recalled', { isWarning: true, opinion: '雷雨' });
    const { body } = await list('State=');
    expect(body).toMatchObject({
      result: {
        items: [
          {
            notification: {
              severity: 2,
              data: { message: '召回\n雷雨', properties: { MessageEn: 'Recalled\n雷雨' } },
            },
          },
        ],
      },
    });
  });

  test('are found by a day or time without a zone in that of the service; an empty value is none', async () => {
    // 00:30 of the 1st in China.
    await remind(busy, null, null, '跨日', 'Past midnight', { at: '2026-03-31T16:30:00Z' });
    const total = async (query: string) => {
      const { status, body } = await list(query);
      expect([query, status]).toEqual([query, 200]);
      return (body as { result: { totalCount: number } }).result.totalCount;
    };
    expect(await total('State=&StartDate=&EndDate=')).toBe(2);
    expect(await total('EndDate=2026-03-31')).toBe(0);
    expect(await total('StartDate=2026-04-01&EndDate=2026-04-01')).toBe(1);
    expect(await total('StartDate=2026-04-01T00:30:00&EndDate=2026-04-01T00:30:00')).toBe(1);
    expect(await total('StartDate=2026-03-31T16:30:01Z&EndDate=2026-04-01T23:00:00Z')).toBe(0);
    const wrong = await list('StartDate=yesterday');
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain('startDate');
  });

  test('what is missing and what is of another read the same, in both languages', async () => {
    const [theirs] = (await page('other')).items;
    for (const [language, text] of [
      ['zh-Hans', '该消息已不存在'],
      ['en', 'This message no longer exists'],
    ] as const) {
      for (const path of ['Reminder/SetRead', 'Mobile/ReadAbpUserMessage', 'Channel/OpenMessage']) {
        for (const id of [theirs?.id, 999_999]) {
          const answer = await server.call(
            'busy',
            'POST',
            `/api/services/app/${path}`,
            { id },
            new Headers({ 'accept-language': language === 'en' ? 'en' : 'zh' }),
          );
          expect(answer.status).toBe(404);
          expect(JSON.stringify(answer.body)).toContain(text);
        }
      }
    }
  });
});

test('what the caller did is listed, of others nothing', async () => {
  const done = (user: string) =>
    server.service(user, 'Mobile/GetOperateRecord', { maxResultCount: 5 }) as Promise<{
      totalCount: number;
      items: { resource: string; action: string }[];
    }>;
  expect((await done('reader')).totalCount).toBe(0);
  const { rows } = await server.database.database.pool.query(
    `select count(*)::int as n from operate_record o join "user" u on u.id = o.operated_by where u.user_name = 'atmb'`,
  );
  const atmb = await done('atmb');
  expect(atmb.totalCount).toBe(rows[0].n);
  expect(atmb.items.every(({ resource, action }) => resource !== '' && action !== '')).toBe(true);
});
