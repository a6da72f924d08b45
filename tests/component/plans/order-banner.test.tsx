import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FlightOrderView } from '#contract/plans/navigation-orders.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen } from '#tests/component/support/ui.ts';

const order: FlightOrderView = {
  id: 5,
  plan: 7,
  planNumber: 'FP202611210001',
  callsign: 'B10QA',
  companyName: '四川云翼通用航空有限公司',
  kind: 'recall',
  state: 'open',
  inForce: true,
  reason: '军方活动',
  orderedAt: '2026-11-21T02:30:00.000Z',
  orderedByName: '顾平',
  acknowledgedAt: null,
  acknowledgedByName: null,
  liftedAt: null,
  liftedByName: null,
  liftReason: null,
  mayAcknowledge: true,
  mayLift: false,
};

test.each(['light', 'dark'] as const)(
  'a recalled crew acknowledges on any page with one tap (%s)',
  async (theme) => {
    let items = [order];
    server().call('Navigation', 'GetFlightOrders', () => ({ items }));
    server().call('Navigation', 'AcknowledgeOrder', () => {
      items = [];
      return { id: 7, version: 3, state: 9 as const, planNumber: order.planNumber };
    });
    await open('/intelligence/landingReport', { phone: true, shell: true, theme });
    await seen(page.getByText('召回：立即返航落地'));
    await seen(page.getByText('机组尚未确认'));
    await css('[data-action=acknowledgeOrder]').click();
    await gone(css('[data-order-banner]'));
    const asked = server().asked.find(({ path }) => path.endsWith('/AcknowledgeOrder'));
    expect(asked?.body).toEqual({ id: 7, order: 5 });
  },
);

test('whoever ordered it sees that nobody has acknowledged, and cannot do so for the crew', async () => {
  const theirs = { ...order, mayAcknowledge: false, mayLift: true };
  server().call('Navigation', 'GetFlightOrders', () => ({ items: [theirs] }));
  await open('/intelligence/landingReport', { shell: true });
  await seen(page.getByText('机组尚未确认'));
  expect(css('[data-action=acknowledgeOrder]').elements()).toHaveLength(0);
});
