import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { alert } from '#tests/component/alerts/alert-sample.ts';
import { found, open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen, texts, validated } from '#tests/component/support/ui.ts';
import { queryClient } from '#web/client/query-client.ts';
import { messageQueue } from '#web/features/coordination/unsent-messages.ts';
import { demand, type Held, hold, me, message, room, summary } from './chat-sample.ts';

/** The rooms beside the situation map: opened and left without leaving the map, by button and by key. */

let held: Held;
const openMap = (more: Parameters<typeof open>[1] = {}) =>
  open('/home?lat=30.5&lon=104&z=8', { locale: 'en', shell: true, ...more });
const panel = () => page.getByRole('region', { name: 'Rooms' });
const sign = () => page.getByRole('button', { name: /^Coordination, 2 unread/ });
const focused = () => document.activeElement;
const here: ChatMessage['place'] = {
  geometry: { type: 'Point', coordinates: [103.9, 30.6] },
  label: 'Hold here',
};

beforeEach(() => {
  queryClient.clear();
  messageQueue.items.set([]);
  held = {
    view: room({ unread: 2, readSeq: 1 }),
    items: [message(1), message(2), message(3, { place: here })],
    rooms: [summary({ unread: 2, readSeq: 1 }), summary({ id: 6, title: 'Tower', kind: 'position' })],
  };
  hold(held);
  server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [], lacks: [] }));
  server().call('Watch', 'GetPositions', () => ({ items: [] }));
});

test('the sign opens the rooms beside the map, one is read and answered there, and the focus goes along', async () => {
  const screen = await openMap();
  await expect.poll(() => document.title).toContain('✉ 2');
  await sign().click();
  await seen(panel().getByText('West training area'));
  await expect.element(sign()).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Rooms');
  await panel()
    .getByRole('link', { name: /West training area/ })
    .click();
  await seen(panel().getByText('message 2'));
  expect(await validated('beside the map', '#chat-rooms-beside')).toEqual([]);
  expect(screen.at().pathname).toBe('/home');
  expect(screen.at().searchParams.get('rooms')).toBe('5');
  await seen(css('.leaflet-container'));

  await panel().getByRole('combobox', { name: 'Write a message' }).fill('on my way');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => held.items.at(-1)?.text).toBe('on my way');
  expect(held.items.at(-1)?.author).toBe(me);

  await panel().getByRole('button', { name: 'Back to the rooms' }).click();
  await expect.poll(() => focused()?.getAttribute('data-room')).toBe('5');
  await userEvent.keyboard('{Escape}');
  await gone(panel());
  await expect.poll(() => focused()?.id).toBe('chat-rooms-sign');
  expect(screen.at().searchParams.has('rooms')).toBe(false);
});

test('R opens and closes them; a place that was sent is shown on the map, which stays', async () => {
  const screen = await openMap();
  await seen(sign());
  await userEvent.keyboard('r');
  await seen(panel());
  await userEvent.keyboard('r');
  await gone(panel());
  await userEvent.keyboard('r');
  await panel()
    .getByRole('link', { name: /West training area/ })
    .click();
  await panel().getByRole('link', { name: 'Show on the situation map' }).click();
  await seen(page.getByText('From the room: Zhao'));
  await expect.poll(() => texts(css('.leaflet-tooltip'))).toContain('Hold here');
  await seen(panel().getByText('message 2'));
  expect(screen.at().pathname).toBe('/home');
  // The map has gone there.
  await expect
    .poll(() => JSON.parse(localStorage.getItem('cw.map') ?? '{}').view)
    .toMatchObject({ latitude: expect.closeTo(30.6, 1), longitude: expect.closeTo(103.9, 1) });
});

test('one click on an alert opens its room beside the map, with the alert itself above the words', async () => {
  held.view = room({ kind: 'encounter', subject: 7, title: 'CWA1 and CWB2' });
  server().add('encounter', {
    id: 7,
    highestLevel: 'warning',
    state: 'announced',
    reasonEn: 'CWA1 and CWB2 are close',
  });
  server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [alert(7, {})], lacks: [] }));
  const opened: unknown[] = [];
  server().call('Coordination', 'OpenRoom', (input) => {
    opened.push(input);
    return { id: 5 };
  });
  const screen = await openMap();
  await page.getByRole('button', { name: 'Discuss' }).click();
  await seen(panel().getByRole('article', { name: /CWA1 and CWB2 are close/ }));
  expect(opened).toEqual([{ kind: 'encounter', subject: 7 }]);
  expect(screen.at().searchParams.get('rooms')).toBe('5');
});

test('on a phone they cover the map and no order, and a place leads back to it', async () => {
  const order = message(3, { kind: 'order', text: 'Descend to 600 m', demand: demand(me, 40) });
  server().call('Coordination', 'GetOpenOrders', () => ({ toMe: [order], fromMe: [] }));
  const screen = await openMap({ phone: true });
  await sign().click();
  await seen(panel());
  const box = async (selector: string) => (await found(selector)).getBoundingClientRect();
  await expect.poll(async () => (await box('#chat-rooms-beside')).width).toBe(window.innerWidth);
  expect((await box('#chat-rooms-beside')).height).toBe((await box('.cw-map-and-beside')).height);
  // An order stays within reach.
  const { left, top, width, height } = await box('[data-demand-banner] button');
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(over?.closest('[data-demand-banner]')).not.toBeNull();
  await panel()
    .getByRole('link', { name: /West training area/ })
    .click();
  await panel().getByRole('link', { name: 'Show on the situation map' }).click();
  await gone(panel());
  await seen(page.getByText('From the room: Zhao'));
  await page.getByRole('link', { name: 'Open room' }).first().click();
  await seen(panel().getByText('message 2'));
  expect(screen.at().searchParams.get('rooms')).toBe('5');
});
