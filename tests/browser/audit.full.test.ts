import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { dialog } from './support/dialog.ts';
import { looks } from './support/looks.ts';
import { makeAircraft } from './support/own-aircraft.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const state = { accepted: 1, refused: 2, waiting: 3 };

const stateOf = async (id: number) =>
  (await product.api('admin', 'GET', `/api/records/aircraft/${id}`)).body.auditState;
/** One of thirty marks, so that a product that runs already may be looked at again. */
const mark = (letter: string) => `B-${String(10 + (Math.floor(Date.now() / 1000) % 89))}${letter}K`;

test('an operator submits an aircraft on its page; it is locked, and the auditor decides it by keys', async () => {
  const name = mark('A');
  const id = await makeAircraft(product, name);
  const page = await product.as('operator', { at: `/baseManage/aircraftManage/${id}` });
  const toForm = page.locator(`a[href="/baseManage/aircraftManage/${id}/edit"]`);
  await toForm.waitFor();
  await page.locator('[data-act=submit]').click();
  await dialog(page).locator('textarea').fill('请审核');
  await page.keyboard.press('Control+Enter');
  await page.getByText('正在审核').first().waitFor();
  expect(await stateOf(id)).toBe(state.waiting);
  // Locked at the record's own page: the way to its form is barred.
  await toForm.waitFor({ state: 'detached' });

  const auditor = await product.as('atmb', { at: `/baseManage/aircraftAudit?id=${id}` });
  await auditor.locator('.plan-open h2', { hasText: name }).waitFor();
  await auditor.locator('.audit-steps summary [data-state=waiting]').waitFor();
  await auditor.keyboard.press('r');
  await dialog(auditor).locator('.ant-btn-primary').click();
  await auditor.getByText('请填写“驳回”的原因').waitFor();
  await dialog(auditor).locator('textarea').fill('适航证不清晰');
  await auditor.keyboard.press('Control+Enter');
  await dialog(auditor).waitFor({ state: 'detached' });
  expect(await stateOf(id)).toBe(state.refused);

  // The operator's page follows and shows the reason.
  await page.getByText('审核意见：适航证不清晰').waitFor();
  await page.locator('[data-act=submit]').click();
  await dialog(page).locator('.ant-btn-primary').click();
  await page.getByText('正在审核').first().waitFor();
  await auditor.goto(`${product.address}/baseManage/aircraftAudit?id=${id}`);
  await auditor.locator('[data-act=approve]:enabled').waitFor();
  await auditor.keyboard.press('a');
  await dialog(auditor).locator('textarea').press('Control+Enter');
  await dialog(auditor).waitFor({ state: 'detached' });
  expect(await stateOf(id)).toBe(state.accepted);
  await page.close();
  await auditor.close();
});

test.each(looks)(
  'axe finds nothing on the certification and on the page of the record: %s',
  async (_, look) => {
    const list = await product.api('admin', 'GET', '/api/records/aircraft?registration=B-12SD');
    const { id } = list.body[0];
    for (const [user, path, ready] of [
      ['operator', '/baseManage/qualificationManagement', '.plan-state-line'],
      ['operator2', `/baseManage/aircraftManage/${id}?tab=approvals`, '.plan-timeline'],
    ] as const) {
      const page = await product.as(user, { ...look, at: path });
      await page.locator(ready).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await violationsInBoth(page)]).toEqual([path, []]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([path, wide]).toEqual([path, false]);
      await page.close();
    }
    expect(product.errors).toEqual([]);
  },
);
