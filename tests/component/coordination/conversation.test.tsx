import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isObject } from '#domain/text/narrow.ts';
import { found, open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { css, gone, number, seen, texts, validated } from '#tests/component/support/ui.ts';
import { messageQueue } from '#web/features/coordination/unsent-messages.ts';
import { demand, type Held, hold, lin, me, member, message, room, summary, zhao } from './chat-sample.ts';

/** A conversation: history by pages, what is unread, days, receipts, the field and its keys, and what waits to be sent. */

let held: Held;
const path = '/api/services/app/Coordination/Send';
const sent = () =>
  server()
    .asked.filter((one) => one.path === path)
    .map(({ body }) => body)
    .filter(isObject);
const openRoom = (more: Parameters<typeof open>[1] = {}) =>
  open('/coordination/chat?room=5', { locale: 'en', ...more });
const field = () => page.getByRole('combobox', { name: 'Write a message' });

beforeEach(() => {
  messageQueue.items.set([]);
  held = { view: room(), items: [1, 2, 3].map((seq) => message(seq)), rooms: [summary()] };
  hold(held);
});

test('messages stand in the order of the room, below their day with its zone and one name', async () => {
  held.items = [message(1), message(2), message(1500, { author: lin })];
  held.view = room({ readSeq: 1500, lastSeq: 1500 });
  await openRoom();
  await seen(page.getByText('message 1500'));
  await expect
    .poll(() => texts(css('.chat-day')))
    .toEqual([
      expect.stringMatching(/November 22, 2026.* CST/),
      expect.stringMatching(/November 23, 2026.* CST/),
    ]);
  await expect.poll(() => texts(css('.chat-message header strong'))).toEqual(['Zhao', 'Lin']);
  await expect.poll(() => css('[data-continues=true]').elements()).toHaveLength(1);
});

test('the room opens where one left off, and what is new is divided from what was read', async () => {
  held.items = Array.from({ length: 200 }, (_, i) => message(i + 1));
  held.view = room({ readSeq: 150, lastSeq: 200, unread: 50 });
  await openRoom();
  const divider = await found('[data-unread-divider]');
  expect(divider.nextElementSibling?.getAttribute('data-seq')).toBe('151');
  const log = await found('.chat-log');
  const inside = divider.getBoundingClientRect().top - log.getBoundingClientRect().top;
  expect(inside).toBeGreaterThan(0);
  expect(inside).toBeLessThan(log.clientHeight);
  // The way to the newest marks it as read.
  await page.getByRole('button', { name: 'Latest' }).click();
  await seen(page.getByText('message 200', { exact: true }));
  await expect
    .poll(
      () =>
        server()
          .asked.filter((one) => one.path.endsWith('/MarkRead'))
          .at(-1)?.body,
    )
    .toEqual({ room: 5, seq: 200 });
});

test('older pages come as one scrolls up, and what is read stays where it is', async () => {
  held.items = Array.from({ length: 200 }, (_, i) => message(i + 1));
  held.view = room({ readSeq: 200, lastSeq: 200 });
  await openRoom();
  await seen(page.getByText('message 200', { exact: true }));
  const log = await found('.chat-log');
  log.scrollTop = 0;
  const first = await found('[data-seq="141"]');
  const top = () => first.getBoundingClientRect().top - log.getBoundingClientRect().top;
  const before = top();
  await found('[data-seq="81"]');
  await expect.poll(() => Math.abs(top() - before)).toBeLessThan(2);
});

test('Enter sends, Shift+Enter makes a line, an @ names a member, and the server is told whom', async () => {
  await openRoom({ shell: true });
  await field().click();
  await userEvent.keyboard('ask @zh');
  await seen(page.getByRole('option', { name: /Zhao/ }));
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}now{Enter}');
  await number(css('.chat-message[data-own=true]'), 1);
  expect(sent()).toMatchObject([{ room: 5, text: 'ask @Zhao \nnow', mentions: [zhao] }]);
  expect(String(sent()[0]?.clientId)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  await seen(css('.chat-mention').filter({ hasText: '@Zhao' }));
  // It is not read by anybody yet.
  await seen(page.getByText('Not read yet'));
});

test('a message without a connection is kept over a reload, shown as waiting, and sent once', async () => {
  let connected = false;
  server().on(path, ({ body }) => {
    if (!connected) throw new TypeError('Failed to fetch');
    const clientId = isObject(body) ? String(body.clientId) : '';
    held.items.push(message(4, { author: me, clientId, text: 'I am late' }));
    return new Response(JSON.stringify({ success: true, result: held.items.at(-1), error: null }));
  });
  await openRoom({ shell: true });
  await field().fill('I am late');
  await userEvent.keyboard('{Enter}');
  await seen(page.getByText('Waiting for the connection').first());
  expect(localStorage.getItem(`clearway.unsent.messages.${me}`)).toContain('I am late');

  messageQueue.items.set([]);
  await openRoom({ shell: true });
  await number(css('[data-unsent]'), 1);
  connected = true;
  window.dispatchEvent(new Event('online'));
  await gone(css('[data-unsent]'));
  await number(css('[data-seq="4"]'), 1);
  expect(new Set(sent().map(({ clientId }) => clientId)).size).toBe(1);
  expect(localStorage.getItem(`clearway.unsent.messages.${me}`)).toBeNull();
});

test('a refusal stands at its message, with the reason', async () => {
  server().on(
    path,
    () =>
      new Response(
        JSON.stringify({ success: false, result: null, error: { code: 0, message: 'The room is closed' } }),
        { status: 500 },
      ),
  );
  await openRoom({ shell: true });
  await field().fill('hello');
  await userEvent.keyboard('{Enter}');
  await seen(page.getByText('The room is closed'));
  await page.getByRole('button', { name: 'Discard' }).click();
  await gone(css('[data-unsent]'));
});

test('Up in the empty field changes the last own message; the draft of a room stays in it', async () => {
  held.items.push(message(4, { author: me, text: 'at 13:05' }));
  held.view = room({ readSeq: 4, lastSeq: 4 });
  server().call('Coordination', 'Edit', ({ seq, text }) => {
    const changed = {
      ...message(seq, { author: me, text }),
      changedSeq: 5,
      editedAt: '2026-11-22T02:00:00Z',
    };
    held.items = held.items.map((one) => (one.seq === seq ? changed : one));
    return changed;
  });
  await openRoom();
  await field().click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field()).toHaveValue('at 13:05');
  await field().fill('at 13:15');
  await userEvent.keyboard('{Enter}');
  await seen(css('.chat-text').filter({ hasText: 'at 13:15' }));
  await seen(page.getByRole('link', { name: 'Edited' }));
  await expect.element(field()).toHaveValue('');
  await field().fill('half a sentence');
  await openRoom();
  await expect.element(field()).toHaveValue('half a sentence');
});

test('who has read the last own message is said by number and by name', async () => {
  held.items.push(message(4, { author: me }));
  held.view = room({
    readSeq: 4,
    lastSeq: 4,
    members: [member(me), member(zhao, { readSeq: 4, readAt: '2026-11-22T01:05:00.000Z' }), member(lin)],
  });
  await openRoom();
  await page.getByRole('button', { name: 'Read by 1 of 2' }).click();
  await seen(css('.ant-popover').filter({ hasText: 'Zhao' }));
});

test('what one sends is seen at once, also by who had scrolled up', async () => {
  held.items = Array.from({ length: 60 }, (_, i) => message(i + 1));
  held.view = room({ readSeq: 60, lastSeq: 60 });
  await openRoom({ shell: true });
  await seen(page.getByText('message 60', { exact: true }));
  const log = await found('.chat-log');
  log.scrollTop = 0;
  const latest = page.getByRole('button', { name: 'Latest' });
  await seen(latest);
  // The button is above the field, whatever its height.
  await field().fill('a\nb\nc\nd\ne\nf');
  const [button, writing] = [latest.element(), field().element()].map((one) => one.getBoundingClientRect());
  expect(button?.bottom).toBeLessThanOrEqual(writing?.top ?? 0);
  await userEvent.keyboard('{Enter}');
  const own = css('.chat-message[data-own=true]').last();
  await seen(own);
  await expect
    .poll(() => own.element().getBoundingClientRect().top)
    .toBeLessThan(log.getBoundingClientRect().bottom);
});

test('more rooms than fit scroll in their list, and not the page', async () => {
  held.rooms = Array.from({ length: 60 }, (_, i) => summary({ id: i + 5, title: `Room ${i}`, unread: 1 }));
  await openRoom({ shell: true });
  await seen(css('.chat-rooms').first());
  const main = await found('main.cw-content');
  expect(main.scrollHeight).toBeLessThanOrEqual(main.clientHeight);
});

test('the record has what a message quotes and carries, and by when an order was due and acknowledged', async () => {
  const { demand: asked } = message(0, { demand: demand(zhao, 0) });
  const [receiver] = asked?.receivers ?? [];
  held.items = [
    message(1),
    message(2, {
      kind: 'order',
      text: 'Descend',
      quote: { seq: 1, authorName: 'Zhao', text: 'message 1', withdrawn: false },
      references: [{ resource: 'airspace', id: 999 }],
      demand: asked &&
        receiver && {
          ...asked,
          receivers: [
            { ...receiver, dueAt: '2026-11-22T01:05:00.000Z', acknowledgedAt: '2026-11-22T01:15:00.000Z' },
            { ...receiver, userId: lin, name: 'Lin', level: 1, soundedAt: '2026-11-22T01:05:00.000Z' },
          ],
        },
    }),
  ];
  server().call('Coordination', 'VerifyRoom', () => ({
    valid: true,
    entries: 2,
    brokenAt: null,
    lastHash: '',
    sealed: null,
  }));
  await open('/coordination/detail?id=5', { locale: 'en' });
  const entry = css('[data-entry-seq="2"]').last();
  await seen(entry.getByText('message 1'));
  await seen(entry.getByText('Not visible to you'));
  await expect
    .poll(() => texts(entry.getByRole('listitem')))
    .toEqual([
      expect.stringMatching(/^Zhao · due 2026-11-22.* · Acknowledged 2026-11-22.*\(10 min late\)$/),
      expect.stringMatching(/^Lin escalation 1 · due .* · Not in time$/),
    ]);
});

test('a record is a card as the reader may see it, or says that it is not for them', async () => {
  const [plan] = server().add('plan', {
    planNumber: 'FP2611210001',
    state: 9,
    startTime: '2026-11-22T01:00:00.000Z',
    endTime: '2026-11-22T02:00:00.000Z',
  });
  held.items.push(
    message(4, { references: [{ resource: 'plan', id: plan?.id ?? 0 }] }),
    message(5, { references: [{ resource: 'airspace', id: 999 }] }),
  );
  held.view = room({ readSeq: 5, lastSeq: 5 });
  await openRoom();
  await seen(css('.chat-card').filter({ hasText: 'FP2611210001' }));
  await seen(css('[data-unseen]').filter({ hasText: 'Not visible to you' }));
});

test('a military room says so in a sign and a word, in the list and above the conversation', async () => {
  held.rooms = [summary({ military: true }), summary({ id: 6, title: 'Other' })];
  held.view = room({ military: true });
  await openRoom();
  await seen(css('.chat-military-note').filter({ hasText: '★ Military room' }));
  await expect.poll(() => texts(css('.chat-rooms .chat-military'))).toEqual(['★ Military']);
});

test('a long name of a room leaves its time in sight', async () => {
  held.rooms = [summary({ title: 'Coordination of the whole low-altitude plain around Chengdu today' })];
  await openRoom();
  const list = css('.chat-rooms').first();
  await seen(list);
  const time = css('.chat-room-head .cw-figures').first().element().getBoundingClientRect();
  expect(time.right).toBeLessThanOrEqual(list.element().getBoundingClientRect().right);
});

test('J and K go from room to room, on a phone one thing is seen at a time', async () => {
  held.rooms = [summary(), summary({ id: 6, title: 'Other' })];
  const screen = await openRoom();
  await seen(css('.chat-log'));
  await userEvent.keyboard('j');
  await expect.poll(() => screen.at().search).toBe('?room=6');
  // The address is there before the page that the keys belong to.
  await seen(css('.chat-rooms a[aria-current="page"][href$="room=6"]'));
  await userEvent.keyboard('k');
  await expect.poll(() => screen.at().search).toBe('?room=5');

  const phone = await open('/coordination/chat', { locale: 'en', phone: true });
  await page.getByRole('link', { name: /West training area/ }).click();
  await seen(css('.chat-log'));
  await gone(css('.chat-rooms'));
  await page.getByRole('button', { name: 'Back to the rooms' }).click();
  await seen(css('.chat-rooms'));
  expect(phone.at().search).toBe('');
});

test('what may be done with a message is shown under the pointer, in targets that are large enough', async () => {
  held.items = [message(1), message(2, { author: me })];
  await openRoom();
  await userEvent.hover(css('.chat-message').first());
  const acts = css('.chat-acts').first();
  await expect.poll(() => getComputedStyle(acts.element()).opacity).toBe('1');
  for (const button of acts.element().querySelectorAll('button')) {
    const { width, height } = button.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
});

test.each(
  sampled([
    [false, 'zh-Hans'],
    [true, 'en'],
  ]),
)('axe finds nothing in either theme (phone: %s, %s)', async (phone, locale) => {
  held.items = [
    message(1, { quote: { seq: 9, authorName: 'Lin', text: 'before', withdrawn: false } }),
    message(2, { withdrawnAt: '2026-11-22T01:05:00.000Z', text: '' }),
    message(3, { author: me, editedAt: '2026-11-22T01:05:00.000Z', pinnedAt: '2026-11-22T01:05:00.000Z' }),
  ];
  held.rooms = [summary({ unread: 3, unreadMentions: 1 }), summary({ id: 6, military: true })];
  await openRoom({ phone, locale });
  await seen(css('.chat-log'));
  expect(await validated('conversation')).toEqual([]);
});
