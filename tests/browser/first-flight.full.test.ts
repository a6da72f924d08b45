import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { confirm } from './support/dialog.ts';
import { choose, stateLine, typeTime, wallClock } from './support/plan-screens.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let operator: Page;
let body: Page;
let watcher: Page | undefined;

beforeAll(async () => {
  product = await startProduct({ fromNothing: true });
  [operator, body] = [await product.signIn('operator'), await product.signIn('atmb', { dark: true })];
});

afterAll(async () => {
  await product?.close();
});

// What was on the screens when it went wrong.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await product.picture(operator, `${task.name} operator`);
  await product.picture(body, `${task.name} body`);
  if (watcher) await product.picture(watcher, `${task.name} watcher`);
});

const minuteMs = 60_000;

const findings = (page: Page) => page.locator('.plan-findings li').allInnerTexts();
const inState = (page: Page, state: number) => stateLine(page, state).waitFor();

interface Fields {
  mission?: string;
  aircraft?: string;
  pilot?: string;
  etd: number;
  eta: number;
}

async function fillPlan(page: Page, fields: Fields): Promise<void> {
  await page.goto(`${product.address}/navigation/addNavPlan?view=form`);
  await choose(page, 'missionType', fields.mission ?? '电力');
  await choose(page, 'tasks_0_aircraft', fields.aircraft ?? 'B-10QA');
  await choose(page, 'tasks_0_pilots', fields.pilot ?? '高翔');
  await typeTime(page, 'tasks_0_etd', wallClock(fields.etd));
  await typeTime(page, 'tasks_0_eta', wallClock(fields.eta));
  await choose(page, 'tasks_0_departure', '广汉');
  await choose(page, 'tasks_0_destination', '广汉');
  await page.fill('#field_tasks_0_upper', '600');
}

let planId = 0;

test('what a plan must not be is said with its rule before it is filed', async () => {
  // Past the deadline, with the category that has a clock of its own offered.
  await fillPlan(operator, { etd: 90 * minuteMs, eta: 150 * minuteMs });
  await expect
    .poll(() => findings(operator))
    .toEqual(expect.arrayContaining([expect.stringMatching(/15:00|第十六条/)]));
  await expect.poll(() => operator.locator('[data-urgency]').count()).toBeGreaterThan(0);

  // An expired licence, an expired medical: each at its pilot.
  const { body: pilots } = await product.api('operator', 'GET', '/api/records/pilot?_start=0&_end=100');
  const today = new Date().toISOString().slice(0, 10);
  const lapsed = pilots.filter(
    (pilot: Record<string, string | null>) =>
      (pilot.licenceExpiry ?? '9') < today || (pilot.medicalExpiry ?? '9') < today,
  );
  expect(lapsed.length).toBeGreaterThan(0);
  for (const pilot of lapsed) {
    await fillPlan(operator, { pilot: pilot.name, etd: 90 * minuteMs, eta: 150 * minuteMs });
    const words = (pilot.licenceExpiry ?? '9') < today ? /执照/ : /体检/;
    await expect
      .poll(() => findings(operator))
      .toEqual(expect.arrayContaining([expect.stringMatching(words)]));
  }
});

test("another company's aircraft is not offered, and refused where it is named all the same", async () => {
  const { body: aircraft } = await product.api('admin', 'GET', '/api/records/aircraft?_start=0&_end=100');
  const { body: own } = await product.api('operator', 'GET', '/api/records/aircraft?_start=0&_end=100');
  const outsiders = aircraft.filter(
    (one: { id: number }) => !own.some(({ id }: { id: number }) => id === one.id),
  );
  expect(outsiders.length).toBeGreaterThan(0);

  await operator.goto(`${product.address}/navigation/addNavPlan?view=form`);
  await operator.click('#field_tasks_0_aircraft');
  const searched = operator.waitForResponse((response) =>
    response.url().includes(`q=${outsiders[0].registration}`),
  );
  await operator.keyboard.type(outsiders[0].registration);
  expect(await (await searched).json()).toEqual([]);

  const etd = new Date(Date.now() + 90 * minuteMs).toISOString();
  const eta = new Date(Date.now() + 150 * minuteMs).toISOString();
  const missionTypes = await product.api('operator', 'GET', '/api/records/missionType?_start=0&_end=1');
  const refused = await product.api('operator', 'POST', '/api/services/app/Navigation/SaveNAircrafts', {
    submit: true,
    plans: [
      {
        kind: 'quick',
        urgency: 'otherUrgent',
        missionType: missionTypes.body[0].id,
        company: own[0].company,
        tasks: [{ callsign: 'CWT001', aircraft: outsiders[0].id, pilots: [], etd, eta }],
      },
    ],
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(refused.body.error)).toContain('不属于本单位');
});

test('the operator files an urgent plan and submits it; the body has it in its queue at once', async () => {
  await body.goto(`${product.address}/situation/dynamic`);
  await body.locator('.plan-queue button').first().waitFor();
  await fillPlan(operator, { etd: 90 * minuteMs, eta: 150 * minuteMs });
  await operator.locator('[data-urgency=otherUrgent]').click();
  await expect.poll(async () => (await findings(operator)).filter((text) => /错误/.test(text))).toEqual([]);
  await operator.getByRole('button', { name: '保存并提交' }).click();
  await operator.waitForURL(/\/navigation\/details/);
  planId = Number(new URL(operator.url()).searchParams.get('id'));
  expect(planId).toBeGreaterThan(0);
  await body.locator(`.plan-queue button[data-plan="${planId}"]`).waitFor();
});

test('the body takes it up, must say why it refuses, and approves step by step', async () => {
  await body.locator(`.plan-queue button[data-plan="${planId}"]`).click();
  await body.locator('.plan-decide').waitFor();
  await inState(operator, 2);

  await body.keyboard.press('r');
  await body.locator('.ant-modal textarea').waitFor();
  await body.locator('.ant-modal-footer .ant-btn').last().click();
  await body.locator('.ant-modal .ant-form-item-explain-error').waitFor();
  await body.keyboard.press('Escape');
  await body.locator('.ant-modal textarea').waitFor({ state: 'hidden' });

  for (const step of [1, 2]) {
    await body.keyboard.press('a');
    await confirm(body);
    await body.locator('.ant-modal-footer').waitFor({ state: 'hidden' });
    if (step === 2) break;
    // The next document has come up: this one waits for its next step.
    await body.locator(`.plan-queue button[data-plan="${planId}"]:not([aria-current=true])`).waitFor();
    await body.goto(`${product.address}/situation/dynamic?tab=inbox&id=${planId}`);
    await body.locator('.plan-queue button[aria-current=true]').waitFor();
    await body.locator('[data-action=approve]:not([disabled])').waitFor();
  }
  await inState(operator, 4);
});

test('who may not, and what may not be yet, is refused in words', async () => {
  // A role that does not plan, a company that has nothing to do with it.
  await body.goto(`${product.address}/navigation/addNavPlan`);
  await body.waitForURL(/\/401/);
  const outsider = await product.as('operator2', { at: `/navigation/details?id=${planId}` });
  await outsider
    .getByText(/不存在/)
    .first()
    .waitFor();

  // Landing is not to be had of a plan that was not even released.
  const early = await product.api('operator', 'POST', '/api/services/app/Navigation/UpdateStateAndRealEta', {
    id: planId,
    state: 10,
    realEta: new Date().toISOString(),
  });
  expect(early.status).toBe(500);
  expect(early.body.error.message).toMatch(/[一-鿿]/);
  const wrongRole = await product.api('aiw', 'POST', '/api/services/app/Navigation/ApplyOpenDynamic', {
    id: planId,
    realEtd: new Date().toISOString(),
  });
  expect(wrongRole.status).toBe(403);
});

test('release is applied for and allowed; its aircraft appears on the map', async () => {
  await operator.locator('[data-action=applyRelease]').first().click();
  await confirm(operator);
  await inState(operator, 5);
  await body.goto(`${product.address}/situation/dynamic?tab=inbox&id=${planId}`);
  await body.locator('.plan-decide').waitFor();
  await inState(operator, 6);
  await body.locator('[data-action=allow]').click();
  await confirm(body);
  await inState(operator, 8);

  watcher = await product.as('aiw', { dark: true, at: '/login' });
  await watcher.getByText('B10QA').first().waitFor();
  expect(new URL(watcher.url()).pathname).toBe('/situation/situationmap');
});

/** The release of a flight that is filed now is an hour ahead: the figure is what lets the test fly it at once. */
async function allowTakeOffWithin(minutes: number): Promise<void> {
  const key = 'plan.takeoffToleranceMinutes';
  const { body: found } = await product.api('admin', 'GET', `/api/records/parameter?key=${key}`);
  const [{ id, version }] = found;
  const change = { version, value: String(minutes) };
  const { status } = await product.api('admin', 'PATCH', `/api/records/parameter/${id}`, change);
  expect(status).toBe(200);
}

test('take-off and landing are reported, and every screen follows', async () => {
  await body.goto(`${product.address}/navigation/details?id=${planId}`);
  await inState(body, 8);
  await operator.goto(`${product.address}/intelligence/takeOffReport`);
  const flight = operator.locator('li', { hasText: 'B10QA' });
  // Released for more than an hour from now: the screen says so before it is sent, the server with its rule.
  await flight.getByText('起飞时间与放飞时间相差超过 30 分钟').waitFor();
  await flight.locator('[data-action=takeOff]').click();
  await flight.getByRole('alert').getByText('请变更放飞时间或说明原因').waitFor();
  await flight.getByText('第三十八条').first().waitFor();
  await flight.locator('[data-action=editRelease]').click();
  await operator.locator('.ant-modal').getByText('现有放飞许可随即失效').waitFor();
  await operator.keyboard.press('Escape');
  await operator.locator('.ant-modal').waitFor({ state: 'hidden' });
  await inState(body, 8);

  await allowTakeOffWithin(120);
  await operator.reload();
  await flight.locator('[data-action=takeOff]').click();
  await inState(body, 9);
  await operator.goto(`${product.address}/intelligence/landingReport`);
  await operator.locator('li', { hasText: 'B10QA' }).locator('[data-action=land]').click();
  await inState(body, 10);

  await body.getByRole('tab', { name: '操作记录' }).click();
  const { body: records } = await product.api(
    'atmb',
    'GET',
    `/api/services/app/OperateRecord/GetListById?id=${planId}`,
  );
  const actions: { toState: number }[] = records.result.items;
  expect([...new Set(actions.map(({ toState }) => toState))].sort((a, b) => a - b)).toEqual([
    0, 1, 2, 4, 5, 6, 8, 9, 10,
  ]);
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
