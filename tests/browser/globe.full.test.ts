import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { violationsInBoth } from './support/axe.ts';
import { type Product, startProduct } from './support/product.ts';
import { authenticate } from './support/running.ts';

/** The situation on a globe, drawn in software: what flies is beside it as a list. */

let product: Product;
let drawing: Browser;

beforeAll(async () => {
  product = await startProduct();
  drawing = await launchChromium({
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
});
afterAll(async () => {
  await drawing?.close();
  await product?.close();
});

test('without WebGL the page says so, and leads to the same place on the flat map', async () => {
  const page = await product.as('atmb');
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind);
    } as typeof getContext;
  });
  await page.goto(`${product.address}/flightWatch/map3D?lat=30.9&lon=103.9&z=9`);
  await page.getByText('此浏览器无法显示三维地球').waitFor();
  await page.getByRole('link', { name: '二维地图' }).click();
  await page.locator('.leaflet-container').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    '/flightWatch/situationmap?lat=30.9000&lon=103.9000&z=9',
  );
  await page.context().close();
});

test('the globe is drawn from our own files, its flights are chosen by keyboard, and the way back is the same place', async () => {
  const page = await openDrawing();
  const foreign: string[] = [];
  const ours = new Set<string>();
  page.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url());
    if (protocol === 'data:' || protocol === 'blob:') return;
    if (origin === product.address) ours.add(pathname.split('/')[1] ?? '');
    else foreign.push(request.url());
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${product.address}/flightWatch/map3D?lat=30.9&lon=103.9&z=9`);
  await page.locator('.globe-scene canvas').waitFor({ timeout: 90_000 });
  await page.getByText('没有地形数据：地面按平面绘制').waitFor();
  await expect.poll(() => ours.has('cesium'), { timeout: 60_000 }).toBe(true);
  const list = page.getByRole('listbox');
  await page.locator('.cw-flight').first().waitFor({ timeout: 60_000 });
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.locator('.cw-card').waitFor();
  await page.getByRole('radio', { name: '跟随' }).check();
  await product.picture(page, 'globe');
  expect(await violationsInBoth(page)).toEqual([]);
  await page.getByRole('link', { name: '二维地图' }).click();
  await page.locator('.leaflet-container').waitFor();
  const { searchParams } = new URL(page.url());
  expect(Number(searchParams.get('lat'))).toBeGreaterThan(29);
  expect(Number(searchParams.get('lon'))).toBeGreaterThan(102);
  await page.getByRole('button', { name: '在三维地球中打开' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/flightWatch/map3D');
  expect(foreign).toEqual([]);
  expect(errors).toEqual([]);
});

async function openDrawing(): Promise<Page> {
  const context = await drawing.newContext({
    locale: 'zh-CN',
    viewport: { width: 1920, height: 1080 },
    reducedMotion: 'reduce',
  });
  const { accessToken, encryptedAccessToken } = await authenticate(product.address, 'atmb');
  const tokens = { 'Abp.AuthToken': accessToken, enc_auth_token: encryptedAccessToken };
  await context.addCookies(
    Object.entries(tokens).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: product.address,
    })),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}
