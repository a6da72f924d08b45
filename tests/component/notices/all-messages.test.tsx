import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { UserMessage } from '#contract/user-messages.ts';
import { messageKinds } from '#domain/notices/message-kinds.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { seen, validated } from '#tests/component/support/ui.ts';

/** The page of all messages: what is shown stands in the address, and what is read or removed is asked of the server. */

let messages: UserMessage[] = [];
let removed: string[] = [];

const message = (id: number, change: Partial<UserMessage>): UserMessage => ({
  id,
  guid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  kind: 'plan',
  content: `Plan ${id} approved`,
  opinion: null,
  isRead: 0,
  creationTime: new Date().toISOString(),
  resource: 'plan',
  isWarning: false,
  messageType: null,
  target: null,
  recordId: id,
  ...change,
});

beforeEach(() => {
  removed = [];
  messages = [
    message(3, {}),
    message(2, { kind: 'airspace', content: 'Airspace closed', resource: null, opinion: 'storm' }),
    message(1, { isRead: 1 }),
  ];
  server().call('Mobile', 'Page', ({ kind, isRead, filter }) => {
    const items = messages.filter(
      (one) =>
        (kind === undefined || one.kind === kind) &&
        (isRead === undefined || one.isRead === isRead) &&
        (filter === undefined || one.content.includes(filter)),
    );
    return {
      totalCount: items.length,
      unreadCount: messages.filter((one) => one.isRead === 0).length,
      counts: messageKinds.flatMap((one) => {
        const of = messages.filter((each) => each.kind === one);
        const unread = of.filter((each) => each.isRead === 0).length;
        return of.length > 0 ? [{ kind: one, total: of.length, unread }] : [];
      }),
      items,
    };
  });
  server().call('Mobile', 'ReadAbpUserMessage', ({ id }) => {
    messages = messages.map((one) => (one.id === id ? { ...one, isRead: 1 } : one));
    return null;
  });
  server().call('Mobile', 'AllReadAbpUserMessage', ({ kind }) => {
    messages = messages.map((one) => (kind === undefined || one.kind === kind ? { ...one, isRead: 1 } : one));
    return { read: 1 };
  });
  server().call('Notification', 'DeleteSelNotification', ({ ids }) => {
    removed = ids;
    messages = messages.filter(({ guid }) => !ids.includes(guid));
    return null;
  });
});

const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });

test('messages are chosen by kind and by being unread, and the address says so', async () => {
  const screen = await open('/message/allmessage', { locale: 'en' });
  await seen(page.getByText('2 unread of 3'));
  expect(await validated('all messages')).toEqual([]);
  await page.getByText('Airspace 1', { exact: true }).click();
  await expect.poll(() => screen.at().search).toBe('?kind=airspace');
  await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
  await seen(page.getByText('storm'));
  await page.getByText('All 2', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Unread only' }).click();
  await expect.poll(() => screen.at().search).toBe('?unread=1');
  await expect.poll(() => page.getByRole('article').elements().length).toBe(2);
});

test('one is read, all of a kind are read, and chosen ones are removed after a question', async () => {
  await open('/message/allmessage', { locale: 'en' });
  await entry('Plan 3').getByRole('button', { name: 'Mark as read' }).click();
  await seen(page.getByText('1 unread of 3'));
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await seen(page.getByText('0 unread of 3'));
  expect(page.getByRole('button', { name: 'Mark all as read' }).element()).toHaveProperty('disabled', true);
  await page.getByRole('checkbox', { name: 'Choose: Plan 1 approved' }).click();
  await page.getByRole('checkbox', { name: 'Choose: Airspace closed' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText('Remove 2 messages?'));
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => removed).toEqual([message(2, {}).guid, message(1, {}).guid]);
  await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
});

test('the reminder of an order leads to its room', async () => {
  messages = [message(4, { content: 'An order waits', resource: 'chatRoom', recordId: 12 })];
  const screen = await open('/message/allmessage', { locale: 'en' });
  await entry('An order waits').getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => screen.at().pathname + screen.at().search).toBe('/coordination/chat?room=12');
});

test('what is about a plan leads to it, in Chinese too', async () => {
  const screen = await open('/message/allmessage', { locale: 'zh-Hans' });
  await seen(page.getByRole('heading', { name: '全部消息' }));
  await entry('Plan 3').getByRole('button', { name: '查看' }).click();
  await expect.poll(() => screen.at().pathname + screen.at().search).toBe('/navigation/details?id=3');
  expect(messages.find(({ id }) => id === 3)?.isRead).toBe(1);
});
