import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm } from '../support/dialog.ts';
import { stateLine, wallClock } from '../support/plan-screens.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { called, makeOperator, type OwnOperator } from './support/own-operator.ts';
import { type OwnSource, ownSource } from './support/own-source.ts';
import { cellOf, pasteRows, typeInCell } from './support/sheet.ts';

let product: Product;
let own: OwnOperator;
let source: OwnSource;

beforeAll(async () => {
  product = await sharedProduct();
  own = await makeOperator(product, '02');
  source = await ownSource(product, '广汉雷达站', 28);
});

afterAll(async () => {
  await source?.close();
  await product?.close();
});

const minuteMs = 60_000;

/** Day and HHmm in Beijing, so many minutes from now. */
function wall(fromNow: number): { day: string; clock: string } {
  const [day = '', clock = ''] = wallClock(fromNow * minuteMs).split(' ');
  return { day, clock: clock.replace(':', '') };
}

test('a plan goes from the sheet through approval and release to its landing, and every screen follows', async () => {
  const body = await product.as('atmb', { dark: true, at: '/situation/dynamic' });
  await body.locator('.plan-queue').waitFor();

  // Typed in the sheet: without a datum, and past the deadline of normal plans.
  const operator = await product.as(own.user, { at: '/navigation/addNavPlan' });
  const [etd, eta] = [wall(100), wall(160)];
  const times = [etd.day, etd.clock, eta.clock];
  const crew = [own.callsign, own.registration, own.pilotName];
  await pasteRows(operator, [['1', ...crew, 'ZUGH', '广汉', ...times, 'GND', '600', '电力']]);
  const upper = cellOf(operator, 0, 'upper');
  await expect.poll(() => upper.getAttribute('data-note')).toBe('error');
  await typeInCell(operator, upper, '真高600米');
  await expect.poll(() => upper.getAttribute('data-note')).not.toBe('error');
  // What is found of a plan is beside the sheet while its row is chosen.
  await upper.click();
  await operator.locator('[data-urgency=otherUrgent]').click();
  await expect.poll(() => operator.locator('.plan-findings li[data-code=deadline]').count()).toBe(0);
  await operator.getByRole('button', { name: /全部提交/ }).click();
  await operator.locator('[data-report=filed] a').click();
  await stateLine(operator, 1).waitFor();
  const id = Number(new URL(operator.url()).searchParams.get('id'));

  // The body has it in its queue at once, takes it up by opening it, and approves both steps.
  await body.locator(`.plan-queue button[data-plan="${id}"]`).click();
  await stateLine(operator, 2).waitFor();
  await body.locator('[data-action=approve]:not([disabled])').waitFor();
  await body.keyboard.press('a');
  await confirm(body);
  await body.locator('.ant-modal-footer').waitFor({ state: 'hidden' });
  // The next document has opened: this one waits for its next step.
  await body.locator(`.plan-queue button[data-plan="${id}"]:not([aria-current=true])`).waitFor();
  await body.goto(`${product.address}/situation/dynamic?tab=inbox&id=${id}`);
  await body.locator('[data-action=approve]:not([disabled])').waitFor();
  await body.keyboard.press('a');
  await confirm(body);
  // The desk has gone on: a plan that stayed open there would have its release taken up as soon as it is asked for.
  await body.waitForURL((url) => url.searchParams.get('id') !== String(id));
  await stateLine(operator, 4).waitFor();

  await operator.locator('[data-action=applyRelease]').first().click();
  await confirm(operator);
  await stateLine(operator, 5).waitFor();
  await body.goto(`${product.address}/situation/dynamic?tab=inbox&id=${id}`);
  await stateLine(operator, 6).waitFor();
  await body.locator('[data-action=allow]').click();
  await confirm(body);
  await stateLine(operator, 8).waitFor();
  // Over its aerodrome.
  const { icao24, callsign } = own;
  source.report(() => [
    { icao24, callsign, longitude: 104.33, latitude: 30.95, flightLevel: 30, at: Date.now() },
  ]);
  const watch = await product.as('aiw', { dark: true, at: '/situation/situationmap' });
  await watch.locator('.cw-flight', { hasText: own.callsign }).waitFor();

  await body.goto(`${product.address}/navigation/details?id=${id}`);
  await stateLine(body, 8).waitFor();
  await operator.goto(`${product.address}/intelligence/takeOffReport`);
  const waiting = operator.locator('li', { hasText: own.callsign });
  // More than an hour before the released time: the report needs a reason.
  await waiting.getByText('起飞时间与放飞时间相差超过 30 分钟').waitFor();
  await waiting.locator('[data-action=takeOff]').click();
  await waiting.getByRole('alert').getByText('请变更放飞时间或说明原因').waitFor();
  await waiting.getByLabel('如已起飞，请说明提前或推迟的原因').fill('任务提前');
  await waiting.locator('[data-action=takeOff]').click();
  await stateLine(body, 9).waitFor();
  await operator.goto(`${product.address}/intelligence/landingReport`);
  await operator.locator('li', { hasText: own.callsign }).locator('[data-action=land]').click();
  await stateLine(body, 10).waitFor();

  const record = called(
    await product.api('atmb', 'GET', `/api/services/app/OperateRecord/GetListById?id=${id}`),
  );
  const states = new Set<number>(record.items.map(({ toState }: { toState: number }) => toState));
  expect([...states].sort((a, b) => a - b)).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10]);
  expect(product.errors).toEqual([]);
});
