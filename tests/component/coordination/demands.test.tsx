import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { heldSound, otherTab, touched } from '#tests/component/support/other-tab.ts';
import { css, gone, seen, validated } from '#tests/component/support/ui.ts';
import { messageQueue } from '#web/features/coordination/unsent-messages.ts';
import { setMuted } from '#web/features/notices/sound.ts';
import { demand, type Held, hold, me, message, room, summary, zhao } from './chat-sample.ts';

/** Orders and information: on every page with what is left, acknowledged by name, given with receivers and a limit. */

/** Tones of a caution and of a warning. */
const [caution, warning] = [2, 4];
const tones = vi.spyOn(AudioContext.prototype, 'createOscillator');

let held: Held;
let toMe: ChatMessage[];
let acknowledged: { room: number; seq: number; remark?: string }[];

beforeEach(() => {
  messageQueue.items.set([]);
  tones.mockClear();
  acknowledged = [];
  const order = message(3, { kind: 'order', text: 'Descend to 600 m', demand: demand(me, 40) });
  toMe = [order];
  held = { view: room(), items: [message(1), message(2), order], rooms: [summary({ military: true })] };
  hold(held);
  server().call('Coordination', 'GetOpenOrders', () => ({
    toMe,
    fromMe: [message(9, { author: me, kind: 'information', text: 'QNH 1013', demand: demand(zhao, -5) })],
  }));
  server().call('Coordination', 'Acknowledge', (input) => {
    acknowledged.push(input);
    toMe = [];
    return message(3, { kind: 'order', demand: { ...demand(me, 40), state: 'acknowledged' } });
  });
});

test('an order stands on every page with what is left, sounds by its level, and is acknowledged by name', async () => {
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  const banner = css('[data-demand-banner]');
  await seen(banner.filter({ hasText: 'Descend to 600 m' }));
  await seen(banner.filter({ hasText: /\d+ s left/ }));
  await seen(banner.filter({ hasText: '★ Military' }));
  await expect.poll(() => tones.mock.calls.length).toBe(caution);
  await banner.getByRole('button', { name: 'Acknowledge' }).click();
  await gone(banner);
  expect(acknowledged).toEqual([{ room: 5, seq: 3 }]);
});

test('of several the most urgent stands there, with the way to the others, and the page that lists them has none', async () => {
  toMe = [
    message(4, { kind: 'order', text: 'Hold position', demand: demand(me, 900) }),
    message(3, { kind: 'order', text: 'Descend to 600 m', demand: demand(me, 40) }),
  ];
  const screen = await open('/permission/aboutUs', { locale: 'en', shell: true });
  const banner = css('[data-demand-banner]');
  await seen(banner.filter({ hasText: 'Descend to 600 m' }));
  await expect.poll(() => banner.elements()).toHaveLength(1);
  server().call('Meeting', 'GetList', () => ({ items: [], more: false, counts: {}, tasks: [] }));
  await banner.getByRole('link', { name: '1 more' }).click();
  await expect.poll(() => screen.at().pathname).toBe('/coordination/index');
  await seen(page.getByText('Hold position'));
  await gone(banner);
});

test('one that is overdue says by how much and sounds as a warning', async () => {
  toMe = [message(3, { kind: 'order', text: 'Descend', demand: demand(me, -20) })];
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  await seen(css('[data-demand-banner]').filter({ hasText: /Overdue by \d+ s/ }));
  await expect.poll(() => tones.mock.calls.length).toBeGreaterThanOrEqual(warning);
});

test('while another tab sounds orders this one is silent, and sounds them when that one closes', async () => {
  touched(true);
  const other = await otherTab('demands');
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  await seen(css('[data-demand-banner]').filter({ hasText: 'Descend to 600 m' }));
  await expect.poll(() => heldSound('demands')).toEqual({ held: 1, pending: 1 });
  await expect.poll(() => tones.mock.calls.length).toBe(0);
  other.close();
  await expect.poll(() => tones.mock.calls.length).toBe(caution);
});

test('a tab that is muted leaves the sound of orders to the next one, and has that of alerts still', async () => {
  touched(true);
  await open('/permission/aboutUs', { locale: 'en', shell: true });
  await expect.poll(() => heldSound('demands')).toEqual({ held: 1, pending: 0 });
  setMuted(true);
  await expect.poll(() => heldSound('demands')).toEqual({ held: 0, pending: 0 });
  await expect.poll(() => heldSound('alerts')).toEqual({ held: 1, pending: 0 });
  setMuted(false);
  await expect.poll(() => heldSound('demands')).toEqual({ held: 1, pending: 0 });
});

test('the overview has what waits for me and what I gave, each with its receivers', async () => {
  server().call('Meeting', 'GetList', () => ({ items: [], more: false, counts: {}, tasks: [] }));
  await open('/coordination/index', { locale: 'en' });
  await seen(page.getByText('Descend to 600 m'));
  await seen(page.getByText('QNH 1013'));
  await seen(page.getByText(/Overdue by \d+ s/));
  await seen(page.getByText('Zhao').first());
  // Where the pointer was left, a button would be judged in the colour of its touch.
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  expect(await validated('overview', 'main')).toEqual([]);
});

test('in its room an order is acknowledged with a remark', async () => {
  await open('/coordination/chat?room=5', { locale: 'en' });
  await page.getByRole('textbox', { name: 'Remark (optional)' }).fill('passing 900');
  await css('.chat-demand [data-action=acknowledgeMessage]').click();
  await expect.poll(() => acknowledged).toEqual([{ room: 5, seq: 3, remark: 'passing 900' }]);
});

test('an order is given to those in the room with a limit of seconds', async () => {
  toMe = [];
  await open('/coordination/chat?room=5', { locale: 'en', shell: true });
  await page.getByRole('combobox', { name: 'Kind of message' }).click({ force: true });
  await page.getByText('Order to acknowledge', { exact: true }).last().click();
  await page.getByRole('spinbutton', { name: 'Within' }).fill('30');
  await page.getByRole('combobox', { name: 'Write a message' }).fill('Land at once');
  await page.getByRole('button', { name: 'Give order' }).click();
  await expect
    .poll(() => server().asked.find(({ path }) => path.endsWith('/Coordination/Send'))?.body)
    .toMatchObject({ text: 'Land at once', kind: 'order', demand: { withinS: 30 } });
  const sent = server().asked.find(({ path }) => path.endsWith('/Coordination/Send'))?.body;
  // All of the room: the server knows who that is, however many they are.
  expect(sent).not.toHaveProperty('demand.receivers');
});
