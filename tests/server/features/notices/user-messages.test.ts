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
async function remind(user: number, resource: string | null, id: number | null, zh: string, en: string) {
  await server.database.database.pool.query(
    `insert into reminder ("user", content, content_en, is_read, document_resource, document_id)
     values ($1, $2, $3, 0, $4, $5)`,
    [user, zh, en, resource, id],
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
