import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DetourView } from '#contract/plans/detours.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, number, seen, typedIn, unchanged, validated } from '#tests/component/support/ui.ts';
import { allowed, checked, planDetail, planNumber, savedPlan, taskView } from './plan-sample.ts';

/** A change of route in flight: applied for on its page, answered on the page of the plan. */

const detour: DetourView = {
  id: 3,
  plan: 7,
  planNumber: planNumber(7),
  callsign: 'B10QA',
  jobTask: 71,
  state: 'open',
  reason: '绕飞雷雨',
  change: { upper: { value: 700, unit: 'm', reference: 'AGL' } },
  before: { upper: { value: 600, unit: 'm', reference: 'AGL' } },
  changeLabels: {},
  beforeLabels: {},
  appliedAt: '2026-06-10T01:00:00.000Z',
  appliedByName: '何远',
  decidedAt: null,
  decidedByName: null,
  comment: null,
  mayDecide: true,
};
let items: DetourView[] = [];

beforeEach(() => {
  items = [];
  server().call('Navigation', 'GetDetours', () => ({ items }));
  server().call('Navigation', 'GetFlightOrders', () => ({ items: [] }));
  server().call('Navigation', 'GetFindingsById', () => checked());
  server().call('Navigation', 'GetNAircraftById', () =>
    planDetail(7, {
      plan: { state: 9, callsign: 'B10QA' },
      tasks: [taskView(71, { upper: { value: 600, unit: 'm', reference: 'AGL' } })],
      actions: [allowed('applyDetour')],
    }),
  );
});

const send = css('[data-action=sendDetour]');
const reason = page.getByLabelText('改航原因');
const upper = page.getByLabelText('上限高度', { exact: true });
const bodies = (method: string) =>
  server()
    .asked.filter(({ path }) => path.endsWith(`/Navigation/${method}`))
    .map(({ body }) => body);

async function openPage() {
  const screen = await open('/navigation/editNavPlan?id=7');
  await seen(send);
  return screen;
}

test('an application says what is missing, keeps what was typed, and asks before it is left', async () => {
  const screen = await openPage();
  await upper.fill('700');
  await send.click();
  await seen(css('.ant-form-item-explain-error').getByText('请填写原因'));
  await unchanged(() => typedIn(upper), '700');
  expect(bodies('ApplyDetour')).toEqual([]);
  expect(await validated('change of route')).toEqual([]);
  await css('.cw-title a').click();
  await page.getByRole('button', { name: '放弃修改并离开' }).click();
  await expect.poll(() => screen.at().pathname).toBe('/navigation/details');
});

test('an application needs a change, and sends only what becomes another', async () => {
  server().call('Navigation', 'ApplyDetour', () => ({ id: 3 }));
  const screen = await openPage();
  await reason.fill('绕飞雷雨');
  await send.click();
  await seen(page.getByText('请给出改动后的航线、高度或降落地'));
  await upper.fill('700');
  await send.click();
  await expect.poll(() => screen.at().pathname).toBe('/navigation/details');
  expect(bodies('ApplyDetour')).toEqual([
    { id: 7, task: 71, reason: '绕飞雷雨', upper: { value: 700, unit: 'm', reference: 'AGL' } },
  ]);
});

test('a change of route is refused with a reason only', async () => {
  items = [detour];
  server().call('Navigation', 'DecideDetour', () => {
    items = [{ ...detour, state: 'refused', mayDecide: false, comment: '低空有军方活动' }];
    return savedPlan(7, 9);
  });
  await open('/navigation/details?id=7');
  const listed = css('[data-detours] li');
  await seen(listed.getByText('绕飞雷雨'));
  await expect.element(listed.css('.detour-change')).toHaveTextContent(/600\s*m AGL.*700\s*m AGL/);
  await css('[data-action=refuseDetour]').click();
  const dialog = page.getByRole('dialog');
  const refuse = css('.ant-modal-footer .ant-btn-dangerous');
  await refuse.click();
  await seen(css('.ant-modal .ant-form-item-explain-error'));
  expect(bodies('DecideDetour')).toEqual([]);
  await dialog.getByRole('textbox').fill('低空有军方活动');
  await refuse.click();
  await gone(dialog);
  await number(css('[data-detours] li[data-state=refused]'), 1);
  expect(bodies('DecideDetour')).toEqual([{ id: 7, detour: 3, accept: false, comment: '低空有军方活动' }]);
});
