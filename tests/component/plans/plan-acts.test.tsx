import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { isObject } from '#domain/text/narrow.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { control, css, gone, number, seen, texts } from '#tests/component/support/ui.ts';
import {
  allowed,
  checked,
  planDetail,
  planItem,
  planNumber,
  savedPlan,
  stepDetail,
  taskView,
} from './plan-sample.ts';

/** What is done to a plan from its page and from the list of the day. */

beforeEach(() => {
  server().call('Navigation', 'GetFlightOrders', () => ({ items: [] }));
  server().call('Navigation', 'GetDetours', () => ({ items: [] }));
  server().call('Navigation', 'GetFindingsById', () => checked());
});

const bodies = (method: string) =>
  server()
    .asked.filter(({ path }) => path.endsWith(`/Navigation/${method}`))
    .map(({ body, query }) => (isObject(body) ? body : Object.fromEntries(query)));

test('a plan of two sorties is split after its dialog has shown what becomes of each', async () => {
  server().call('Navigation', 'GetNAircraftById', () =>
    planDetail(7, {
      plan: { state: 0 },
      tasks: [taskView(71), taskView(72, { sequence: 2, callsign: 'B10QB' })],
      actions: [allowed('split')],
    }),
  );
  server().call('Navigation', 'SplitNAircraftById', () => ({ items: [] }));
  const screen = await open('/navigation/details?id=7');
  await css('[data-action=split]').click();
  await number(css('.plan-split li'), 2);
  const [first, second] = texts(css('.plan-split li'));
  expect(first).toContain(planNumber(7));
  expect(second).not.toContain(planNumber(7));
  expect(second).toContain('B10QB');
  expect(bodies('SplitNAircraftById')).toEqual([]);
  await control('{Enter}');
  await expect.poll(() => screen.at().pathname).toBe('/navigation/navigation');
  expect(bodies('SplitNAircraftById')).toEqual([{ id: 7 }]);
});

test('sorties under way and an airspace template are stored from the page of a flight', async () => {
  let flightNum = 1;
  server().call('Navigation', 'GetNAircraftById', () =>
    planDetail(7, {
      plan: { state: 9, callsign: 'B10QA', flightNum },
      tasks: [taskView(71, { footprint: { type: 'Point', coordinates: [104, 31] } })],
      actions: [allowed('land'), allowed('takeOff', { allowed: false, reason: '已起飞' })],
    }),
  );
  server().call('Navigation', 'UpdateExceutingNum', () => {
    flightNum = 3;
    return savedPlan(7, 9);
  });
  server().call('Navigation', 'NAircraftToUserAirspace', () => ({ id: 5, ids: [5] }));
  await open('/navigation/details?id=7');
  const dialog = page.getByRole('dialog');
  await css('[data-action=setFlightNum]').click();
  await dialog.getByRole('spinbutton').fill('3');
  await control('{Enter}');
  await gone(dialog);
  await expect.element(css('.plan-state-line')).toHaveTextContent('执行中架次 3');
  expect(bodies('UpdateExceutingNum')).toEqual([{ id: '7', flightNum: '3' }]);
  await css('[data-action=keepAirspace]').click();
  await dialog.getByRole('textbox').fill('游览空域模板');
  await control('{Enter}');
  await gone(dialog);
  expect(bodies('NAircraftToUserAirspace')).toEqual([{ id: 7, name: '游览空域模板' }]);
});

test('a step is handed on to one of those who may take it', async () => {
  server().call('FlowConfig', 'GetInbox', () => ({ totalCount: 0, items: [] }));
  server().call('Navigation', 'GetNAircraft', () => ({ totalCount: 0, items: [] }));
  server().call('Navigation', 'GetNAircraftById', () => planDetail(7, { plan: { state: 2 } }));
  server().call('Navigation', 'GetStepNaircraft', () =>
    stepDetail(7, { mayReturn: false, decisions: ['approve', 'reassign', 'reject'] }),
  );
  server().call('Navigation', 'GetCandidates', () => ({
    items: [{ id: 12, name: '顾平', roleNames: ['空管单位'], unit: '西南', named: true }],
  }));
  server().call('Navigation', 'DoFlyApprove', () => savedPlan(7, 2));
  await open('/situation/dynamic?tab=inbox&id=7');
  await seen(css('[data-action=reassign]'));
  // What the step does not allow is there, and says why.
  await expect.element(css('[data-action=return]')).toBeDisabled();
  await expect.element(css('[data-action=return]')).toHaveAttribute('title', '该步骤不允许退回');
  await css('[data-action=reassign]').click();
  const dialog = page.getByRole('dialog');
  await seen(dialog);
  await control('{Enter}');
  await seen(css('.ant-modal .ant-form-item-explain-error'));
  await css('.ant-modal .ant-select').click();
  await css('.ant-select-dropdown .ant-select-item-option')
    .filter({ hasText: '顾平 · 空管单位 · 西南' })
    .click();
  // The list of names is still open.
  await seen(css('.ant-select-dropdown'));
  await control('{Enter}');
  await gone(dialog);
  expect(bodies('DoFlyApprove')).toMatchObject([
    { id: 7, decision: 'reassign', stepIndex: 0, assignees: [12] },
  ]);
});

test('in English the state of a plan stands beside the plan, and the names of the sidebar are whole', async () => {
  const states = [4, 5, 6, 7, 8, 9, 10, 12] as const;
  server().call('Navigation', 'GetNAircraft', () => ({
    totalCount: states.length,
    items: states.map((state, index) =>
      planItem(index + 1, { state, restricted: state === 8, startTime: new Date().toISOString() }),
    ),
  }));
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => []);
  await open('/navigation/TodayIndex', { locale: 'en', shell: true });
  await number(css('.plan-rows > li'), states.length);
  const overlaps = css('.plan-rows > li')
    .elements()
    .filter((row) => {
      const [state, plan] = ['.plan-state', '.plan-row-main'].map((part) =>
        row.querySelector(part)?.getBoundingClientRect(),
      );
      return !state || !plan || state.right >= plan.left;
    });
  expect(overlaps).toEqual([]);
  const names = css('.cw-sidebar .ant-menu-title-content');
  await seen(names);
  const cut = names.elements().filter((one) => one.scrollWidth > one.clientWidth);
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
});
