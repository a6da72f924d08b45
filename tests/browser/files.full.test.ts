import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kml, pdf, png } from '#tests/support/example-files.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

let product: Product;
let page: Page;
let record = '';

beforeAll(async () => {
  product = await startProduct();
  page = await product.as('operator');
  const { body } = await product.api('operator', 'GET', '/api/records/aircraft?_end=1');
  record = `/baseManage/aircraftManage/${body[0].id}`;
});
afterAll(() => product?.close());

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const row = (name: string) => page.locator('.cw-file', { hasText: name });
const stamp = Date.now();
const [photo, paper, places] = [`photo-${stamp}.png`, `paper-${stamp}.pdf`, `places-${stamp}.kml`];

test('several files are added at once, each of its kind; what is refused says why and hinders no other', async () => {
  await page.goto(`${product.address}${record}?tab=files`);
  await page.getByText('将文件拖到此处').waitFor();
  await page.click('#files-kind');
  await page.locator('.ant-select-item-option', { hasText: '照片' }).click();
  await page.setInputFiles('.cw-files input[type=file]', [
    file(photo, png),
    file(paper, pdf(String(stamp))),
    file(places, Buffer.from(kml)),
    file('disguised.jpg', pdf()),
  ]);
  for (const name of [photo, paper, places]) await row(name).waitFor();
  await expect.poll(() => row(photo).locator('.ant-tag').textContent()).toBe('照片');
  const failed = page.locator('.cw-uploads [data-state=failed]');
  await failed.getByRole('alert').filter({ hasText: 'PDF' }).waitFor();
  await expect.poll(() => failed.count()).toBe(1);
  await expect.poll(() => page.locator('.cw-file', { hasText: 'disguised' }).count()).toBe(0);
  await page.getByRole('button', { name: '移除 disguised.jpg' }).click();
  await expect.poll(() => failed.count()).toBe(0);
});

test('a shared link opens without a session, and a forged one says that it is none', async () => {
  const [aircraft] = record.split('/').slice(-1);
  const { body: files } = await product.api('operator', 'GET', `/api/records/aircraft/${aircraft}/files`);
  const { id } = files.find(({ name }: { name: string }) => name === photo);
  const { body: link } = await product.api(
    'operator',
    'POST',
    `/api/records/aircraft/${aircraft}/files/${id}/link`,
    {},
  );
  const visitor = await product.visit();
  await visitor.goto(product.address + link.page);
  await visitor.getByRole('heading', { name: photo }).waitFor();
  await visitor.locator('.cw-file-stage img').waitFor();
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: '下载' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(photo);
  await visitor.goto(`${product.address}${link.page.slice(0, -3)}abc`);
  await visitor.getByText('链接无效').waitFor();
  await visitor.goto(`${product.address}/preview`);
  await visitor.getByText('需要文件链接').waitFor();
  await visitor.close();
});

test('a token is made, shown once, used and revoked', async () => {
  await page.goto(`${product.address}/permission/apiTokens`);
  await page.getByRole('button', { name: '新建令牌' }).click();
  const name = `script ${stamp}`;
  await page.getByLabel('名称').fill(name);
  await page.getByRole('button', { name: '生成令牌' }).click();
  const secret = await settled(() => page.getByLabel('令牌', { exact: true }).inputValue());
  expect(secret).toMatch(/^cwk_/);
  const ask = async () =>
    (
      await fetch(`${product.address}/api/records/aircraft`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    ).status;
  expect(await ask()).toBe(200);
  await page.getByRole('button', { name: '我已保存' }).click();
  const card = page.locator('.cw-entry', { hasText: name });
  await card.waitFor();
  expect(await page.content()).not.toContain(secret);
  await card.getByRole('button', { name: `撤销 ${name}` }).click();
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: /撤\s*销/ })
    .click();
  await card.getByText('已撤销').waitFor();
  expect(await ask()).toBe(401);
});

test('nothing went wrong on the way', () => expect(product.errors).toEqual([]));
