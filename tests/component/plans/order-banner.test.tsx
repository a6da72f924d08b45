import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { hold, message, room, summary } from '#tests/component/coordination/chat-sample.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { css, gone, seen } from '#tests/component/support/ui.ts';

/** Stops and recalls in the one banner of orders: for the operator to acknowledge, and for the body that gave them. */

const crew = 2;
const text = '召回 B10QA：立即返航落地。原因：军方活动';
const recall = (more: Partial<ChatMessage> = {}): ChatMessage =>
  message(3, {
    kind: 'order',
    text,
    references: [{ resource: 'plan', id: 7 }],
    flightOrder: 5,
    demand: {
      withinS: 60,
      state: 'open',
      receivers: [
        {
          userId: crew,
          name: '何远',
          level: 0,
          dueAt: new Date(Date.now() + 40_000).toISOString(),
          soundedAt: null,
          acknowledgedAt: null,
          remark: null,
        },
      ],
      next: [],
    },
    ...more,
  });

const chat = 'Pages.Chat';
let orders: { toMe: ChatMessage[]; fromMe: ChatMessage[] };
beforeEach(() => {
  orders = { toMe: [], fromMe: [] };
  hold({ view: room(), items: [], rooms: [summary({ kind: 'plan', title: 'FP202611210001' })] });
  server().call('Coordination', 'GetOpenOrders', () => orders);
});

test.each(['light', 'dark'] as const)(
  'an operator who uses no rooms acknowledges a recall on any page with one tap (%s)',
  async (theme) => {
    const om = person('OM');
    orders.toMe = [recall()];
    server().call('Coordination', 'Acknowledge', () => {
      orders.toMe = [];
      return recall();
    });
    await open('/intelligence/landingReport', {
      phone: true,
      shell: true,
      theme,
      user: { ...om, permissions: om.permissions.filter((name) => name !== chat) },
    });
    const banner = css('[data-demand-banner]');
    await seen(banner.filter({ hasText: /剩余/ }));
    await expect
      .poll(() => banner.getByRole('link', { name: text }).element().getAttribute('href'))
      .toBe('/navigation/details?id=7');
    await banner.getByRole('button').click();
    await gone(banner);
    const asked = server().asked.find(({ path }) => path.endsWith('/Coordination/Acknowledge'));
    expect(asked?.body).toEqual({ room: 5, seq: 3 });
    expect(server().asked.filter(({ path }) => path.endsWith('/Coordination/GetRooms'))).toEqual([]);
  },
);

test('the body that gave it sees that nobody has acknowledged, and cannot do so for the crew', async () => {
  orders.fromMe = [recall({ author: 1 })];
  await open('/intelligence/landingReport', { shell: true });
  const banner = css('[data-demand-banner]');
  await seen(banner.filter({ hasText: '机组尚未确认' }));
  await seen(banner.filter({ hasText: text }));
  expect(banner.getByRole('button').elements()).toHaveLength(0);
  expect(page.getByRole('link', { name: text }).element().getAttribute('href')).toContain('room=5');
});
