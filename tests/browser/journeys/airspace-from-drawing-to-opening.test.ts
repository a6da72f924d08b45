import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialog } from '../support/dialog.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { settled } from '../support/settled.ts';
import { called, makeOperator, type OwnOperator } from './support/own-operator.ts';

let product: Product;
let own: OwnOperator;

beforeAll(async () => {
  product = await sharedProduct();
  own = await makeOperator(product, '03');
});

afterAll(async () => {
  await product?.close();
});

/** A day of Beijing, so many days from today. */
const dayFrom = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** A valley that no airspace of the demo is near. */
const place = { latitude: 31.7, longitude: 103.2, zoom: 11 };

test('an airspace is drawn, applied for, approved, opened and closed, and its holder sees each step at once', async () => {
  const name = `杂谷脑航摄${own.company}`;
  const holder = await product.as(own.user, { at: '/permission/updateLog' });
  await holder.locator('main#content h1').waitFor();
  // The map opens where it was left last time.
  await holder.evaluate((view) => localStorage.setItem('cw.map', JSON.stringify({ view })), place);
  await holder.goto(`${product.address}/situation/addNavAirPlan`);
  const map = holder.locator('.cw-draw .leaflet-container');
  await map.locator('.leaflet-tile-loaded').first().waitFor();
  await holder.locator('.cw-draw-tools .ant-segmented-item', { hasText: /^圆$/ }).click();
  await map.click({ position: { x: 200, y: 180 } });
  await map.hover({ position: { x: 230, y: 180 } });
  await map.click({ position: { x: 240, y: 180 } });
  const centre = holder.getByLabel('圆心', { exact: true });
  await expect.poll(() => centre.inputValue()).toMatch(/31°.*103°/);
  const drawn = await settled(() => centre.inputValue());
  // A position that is known is typed.
  await centre.fill('31.700000, 103.200000');
  await centre.press('Enter');
  await expect.poll(() => centre.inputValue()).not.toBe(drawn);

  await holder.fill('#field_name', name);
  await holder.fill('#field_activityNature', '航空摄影');
  await holder.fill('#field_lower', '0');
  await holder.fill('#field_upper', '300');
  await holder.click('#field_validFrom');
  await holder.keyboard.type(`${dayFrom(40)} 08:00`);
  await holder.keyboard.press('Enter');
  await holder.keyboard.type(`${dayFrom(60)} 20:00`);
  await holder.keyboard.press('Enter');
  await holder.fill('#field_entryExit', '自南侧 300 米以下进出');
  await holder.getByRole('button', { name: '提交申请' }).click();
  await holder.waitForURL(/detailsAir\?id=/);
  await holder.locator('.airspace-state[data-look=waiting]').waitFor();
  const id = Number(new URL(holder.url()).searchParams.get('id'));
  const stored = async () =>
    called(await product.api('admin', 'GET', `/api/services/app/Airspace/Get?id=${id}`)).airspace;
  const { center, ...rest } = await stored();
  expect(rest).toMatchObject({ name, shape: 'circle', company: own.company, state: 0 });
  expect(center.coordinates[0]).toBeCloseTo(place.longitude, 5);
  expect(center.coordinates[1]).toBeCloseTo(place.latitude, 5);

  // How many steps there are depends on its level.
  const body = await product.as('atmb');
  for (let step = 0; step < 3 && (await stored()).state === 0; step += 1) {
    await body.goto(`${product.address}/situation/detailsAir?id=${id}`);
    await body.getByRole('button', { name: '去审批' }).click();
    await body.locator('[data-act=approve]').click();
    await dialog(body).locator('.ant-btn-primary').click();
    await dialog(body).waitFor({ state: 'detached' });
  }
  await holder.locator('.airspace-state[data-look=approved]').waitFor();

  const watch = await product.as('aiw', { at: `/situation/detailsAir?id=${id}` });
  await watch.locator('[data-action=open]').click();
  await dialog(watch).locator('.ant-btn-primary').click();
  await watch.locator('.airspace-open[data-open=open]').waitFor();
  await holder.locator('.airspace-open[data-open=open]').waitFor();
  await watch.locator('[data-action=close]').click();
  await dialog(watch).locator('.ant-btn-dangerous').click();
  await dialog(watch).getByText('请填写原因').waitFor();
  await dialog(watch).locator('textarea').fill('训练取消');
  await dialog(watch).locator('.ant-btn-dangerous').click();
  await holder.locator('.airspace-open[data-open=closed]').waitFor();
  await holder.getByText('训练取消').first().waitFor();
  expect(await stored()).toMatchObject({ state: 1, acceptState: '1', openState: 'closed' });
  expect(product.errors).toEqual([]);
});
