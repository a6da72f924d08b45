import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryWork } from '#domain/identity/proof-of-work.ts';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import { pdf } from '#tests/support/example-files.ts';
import { dialog } from '../support/dialog.ts';
import { fillSignIn } from '../support/own-account.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { firstOf } from './support/own-operator.ts';

let product: Product;

beforeAll(async () => {
  product = await sharedProduct();
});

afterAll(async () => {
  await product?.close();
});

const first17 = '91510100MA9J09000';
const company = {
  name: '岷江通航09',
  uscc: first17 + usccCheckCharacter(first17),
  legalRepresentative: '陈岷',
  contact: '林江',
  phone: '028-85702345',
};
const user = { userName: 'linjiang09', phoneNumber: '13800009001' };
const password = 'Wing-2026!';

async function fill(page: Page, group: string, values: Record<string, string>): Promise<void> {
  for (const [field, text] of Object.entries(values)) await page.fill(`#reg-${group}_${field}`, text);
}

/**
 * How long the work before a registration takes is chance, and long in a page without optimizing compilers: the page
 * gets an easy one, and the real one is done here.
 */
async function workFor(page: Page): Promise<void> {
  let bits = 0;
  await page.route('**/Registration/GetChallenge*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    bits = body.result.bits;
    await route.fulfill({ response, json: { ...body, result: { ...body.result, bits: 1 } } });
  });
  await page.route('**/User/CreateOneStep', async (route) => {
    const sent = route.request().postDataJSON();
    const nonce = tryWork(sent.challenge, bits, 0, 10_000_000);
    await route.continue({ postData: JSON.stringify({ ...sent, nonce }) });
  });
}

test('a company registers, hands in its licence, is certified, and its user signs in', async () => {
  const page = await product.visit();
  await workFor(page);
  await page.goto(`${product.address}/reg`);
  await fill(page, 'company', company);
  await page.getByRole('button', { name: '下一步' }).click();
  await fill(page, 'user', user);
  await page.fill('#reg-password', password);
  await page.fill('#reg-repeat', password);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('heading', { name: '用户注册与服务协议' }).waitFor();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '提交注册' }).click();
  await page.getByText(`用用户名 ${user.userName} 和刚设置的密码登录即可`).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('尚未提交认证').waitFor();
  expect(page.url()).toBe(`${product.address}/auth`);

  // The file is taken for the paper that is missing.
  await page.getByText('提交前须上传：营业执照').waitFor();
  await page.locator('.cw-files input[type=file]').setInputFiles({
    name: '营业执照.pdf',
    mimeType: 'application/pdf',
    buffer: pdf('09'),
  });
  await page.locator('.cw-file', { hasText: '营业执照.pdf' }).waitFor();
  await page.locator('[data-act=submit]').click();
  await dialog(page).locator('.ant-btn-primary').click();
  await page.getByText('已提交，正在受理').waitFor();

  // The certification page opens sign-in by itself once it hears of the approval: leave it first.
  await page.goto(`${product.address}/aircraft`);
  await page.getByText('还没有航空器').waitFor();
  const { id } = await firstOf(product, 'company', `uscc=${company.uscc}`);
  const admin = await product.as('admin', { at: `/permission/examine?id=${id}` });
  await admin.locator('[data-act=approve]:enabled').click();
  await dialog(admin).locator('.ant-btn-primary').click();
  await dialog(admin).waitFor({ state: 'detached' });

  await page.reload();
  await page.waitForURL(/\/login$/);
  await page.getByText('贵单位认证已通过').waitFor();
  await fillSignIn(page, user.userName, password);
  await page.waitForURL(`${product.address}/situation/dynamic`);
  await page.locator('.cw-certified').waitFor();
  expect(product.errors).toEqual([]);
});
