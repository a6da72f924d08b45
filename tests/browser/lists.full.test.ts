import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  button,
  itemList,
  itemRecords,
  makeOwnItems,
  marks,
  type OwnItems,
  openList,
  rows,
} from './support/own-items.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

/** A list that gets live news, and the router around it; the rest is in tests/component/engine/list.test.tsx. */

let product: Product;
let page: Page;
let own: OwnItems;

beforeAll(async () => {
  product = await startProduct();
  own = await makeOwnItems(product);
  page = await product.as('admin', { at: '/permission/updateLog' });
});

afterAll(async () => {
  await product?.close();
});

test('rows do not move under the pointer: updates are counted and wait', async () => {
  await openList(page, `${itemList}?${own.mine}&sort=order&size=10`);
  await page.getByText('已连接').waitFor();
  await rows(page).nth(3).hover();
  const before = await settled(() => marks(page));
  for (const id of own.items.slice(20, 23)) {
    const { body } = await product.api('atmb', 'GET', `${itemRecords}/${id}`);
    const by = await product.api('admin', 'PATCH', `${itemRecords}/${id}`, {
      version: body.version,
      order: 0,
    });
    expect(by).toMatchObject({ status: 200 });
  }
  await page.getByText(/有 \d+ 条更新/).waitFor();
  await expect.poll(() => marks(page)).toEqual(before);
  await button(page, /^刷\s*新$/)
    .last()
    .click();
  await expect.poll(() => marks(page)).not.toEqual(before);
});

test('a list is not asked for again once its hub is there; what changed meanwhile comes', async () => {
  const fresh = await product.as('admin');
  const asked: string[] = [];
  fresh.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    asked.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`);
  });
  const caughtUp = fresh
    .waitForEvent('websocket', (socket) => socket.url().includes('/signalr-chat'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        /"type":3\b.*"result":true/.test(String(payload)),
      ),
    );
  await fresh.goto(`${product.address}${itemList}?${own.mine}`);
  await rows(fresh).first().waitFor();
  await caughtUp;
  await fresh.waitForTimeout(1_500);
  // What a slow machine asks for only now is no repetition; the frame and its mark of certification ask for one thing each.
  const repeated = asked.filter((one, index) => asked.indexOf(one) !== index);
  expect(repeated.filter((one) => !one.includes('/GetCurrentLoginInformations'))).toEqual([]);

  const [id = 0] = own.items;
  const answered = fresh.waitForResponse((response) => response.url().includes(itemRecords));
  await fresh.reload({ waitUntil: 'commit' });
  await answered;
  const { body } = await product.api('admin', 'GET', `${itemRecords}/${id}`);
  const change = { version: body.version, label: '刚刚改过的条目' };
  expect(await product.api('admin', 'PATCH', `${itemRecords}/${id}`, change)).toMatchObject({ status: 200 });
  await fresh.getByText('刚刚改过的条目').first().waitFor();
  await fresh.close();
});

test('words typed just before another page was chosen do not hold the user back', async () => {
  const leaving = await product.as('admin');
  await leaving.clock.install();
  await leaving.goto(product.address + itemList);
  await rows(leaving).first().waitFor();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  await leaving.route(/\.js$/, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  await leaving.locator('.cw-search input').fill('C172');
  await leaving.evaluate(() => {
    window.history.pushState(null, '', '/flightWatch/trackPlayback');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => held).toBeGreaterThan(0);
  await leaving.clock.runFor(2_000);
  await leaving.clock.resume();
  release();
  await leaving.locator('main#content h1', { hasText: '航迹回放' }).waitFor();
  expect(new URL(leaving.url()).pathname).toBe('/flightWatch/trackPlayback');
  await leaving.close();
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
