import { QueryClientProvider } from '@tanstack/react-query';
import { App } from 'antd';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FlightOrderView } from '#contract/plans/navigation-orders.ts';
import type { PlanDetail } from '#contract/plans/plan-output.ts';
import { mount, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen } from '#tests/component/support/ui.ts';
import { queryClient } from '#web/client/query-client.ts';
import { TargetOrders } from '#web/features/plans/orders/target-orders.tsx';

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
  mayAcknowledge: false,
  mayLift: true,
};
/** Of a plan's answer what the card reads. */
const detail = (state: number, actions: string[]) =>
  ({
    plan: { id: 7, planNumber: 'FP202611210001', callsign: 'B10QA', state },
    actions: actions.map((action) => ({ action, allowed: true, reason: null, rule: null })),
  }) as unknown as PlanDetail;

const card = () =>
  mount(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter>
          <TargetOrders planId={7} />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );

test('whoever may recalls a flight from its target, and sees there who has acknowledged', async () => {
  queryClient.clear();
  let items: FlightOrderView[] = [];
  server().call('Navigation', 'GetNAircraftById', () => detail(9, ['stopFlight', 'recall', 'edit']));
  server().call('Navigation', 'GetFlightOrders', () => ({ items }));
  server().call('Navigation', 'OrderFlight', () => {
    items = [order];
    return { id: 7, version: 3, state: 9 as const, planNumber: order.planNumber };
  });
  await card();
  await css('[data-action=recall]').click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('军方活动');
  await page.getByRole('dialog').getByRole('button', { name: '召回' }).last().click();
  await seen(page.getByText('机组尚未确认'));
  expect(server().asked.find(({ path }) => path.endsWith('/OrderFlight'))?.body).toEqual({
    id: 7,
    kind: 'recall',
    reason: '军方活动',
  });

  const acknowledgedAt = '2026-11-21T02:30:40.000Z';
  items = [{ ...order, state: 'acknowledged', acknowledgedAt, acknowledgedByName: '陈机长' }];
  await queryClient.invalidateQueries();
  await seen(page.getByText(/陈机长/));
  await seen(css('[data-action=liftOrder]'));
});

test('who may only read sees the order and no buttons; a flight that has landed has none', async () => {
  queryClient.clear();
  server().call('Navigation', 'GetFlightOrders', () => ({ items: [{ ...order, mayLift: false }] }));
  server().call('Navigation', 'GetNAircraftById', () => detail(9, []));
  await card();
  await seen(page.getByText('召回：立即返航落地'));
  expect(css('[data-action]').elements()).toHaveLength(0);
  server().call('Navigation', 'GetNAircraftById', () => detail(10, ['recall']));
  await queryClient.invalidateQueries();
  await gone(css('[data-order]'));
  expect(css('[data-action]').elements()).toHaveLength(0);
});
