import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

/** What the page would say and sound, kept instead: a machine of tests has neither voice nor ear. */
interface Heard {
  spoken: { text: string; lang: string; rate: number }[];
  tones: number;
}

/** From now on the page's voice and tones are kept; what it asks is counted by the end of its address. */
async function listenTo(page: Page) {
  await page.addInitScript(() => {
    const heard: Heard = { spoken: [], tones: 0 };
    Object.assign(window, { heard });
    window.speechSynthesis.speak = ({ text, lang, rate }) => void heard.spoken.push({ text, lang, rate });
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      heard.tones += 1;
      return create.call(this);
    };
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/app/')[1] ?? ''));
  return {
    heard: () => page.evaluate(() => (window as unknown as { heard: Heard }).heard),
    asked: (call: string) => asked.filter((one) => one === call).length,
  };
}

const service = (user: string, call: string, input: object) =>
  product.api(user, 'POST', `/api/services/app/${call}`, input);

/** Something more that waits for those who decide. */
async function submitAnAircraft(registration: string): Promise<number> {
  const list = await product.api('operator', 'GET', '/api/records/aircraft?registration=B-10QA');
  const { body } = await product.api('operator', 'POST', '/api/records/aircraft', {
    registration,
    type: list.body[0].type,
    company: list.body[0].company,
    serialNumber: registration,
    seats: 4,
    mtowKg: 1200,
    airworthinessNumber: registration,
    airworthinessExpiry: '2031-05-01',
  });
  const { status } = await service('operator', 'Audit/Submit', { resource: 'aircraft', id: body.id });
  expect(status).toBe(200);
  return body.id;
}

test('what waits is asked every 5 s for the administrator, said aloud 5 s after the page opens, and silenced for good', async () => {
  await submitAnAircraft('B-11NT');
  const page = await product.as('atmb');
  const { heard } = await listenTo(page);
  await page.reload();
  await expect.poll(async () => (await heard()).spoken.length, { timeout: 15_000 }).toBe(1);
  const [said] = (await heard()).spoken;
  expect(said).toMatchObject({ lang: 'zh-CN', rate: 1.5 });
  expect(said?.text).toMatch(/^您有\d+条待办消息，.*航空器\d+条/);
  await page.getByRole('button', { name: '静音' }).click();
  await page.reload();
  expect(await page.getByRole('button', { name: '静音' }).getAttribute('aria-pressed')).toBe('true');
  await page.waitForTimeout(7_000);
  expect((await heard()).spoken).toEqual([]);
  await page.context().close();

  const admin = await product.as('admin');
  const asking = await listenTo(admin);
  await admin.reload();
  await admin.getByRole('button', { name: /^待办消息 \d+ 条/ }).waitFor();
  const before = asking.asked('Message/GetCount');
  await expect
    .poll(() => asking.asked('Message/GetCount') - before, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(2);
  await admin.context().close();
});

test('a stop is acknowledged by a confirm; a decision becomes a reminder that rings while it is unread', async () => {
  const hour = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const notice = await product.api('admin', 'POST', '/api/records/notice', {
    title: '停止活动',
    content: '因空军活动，即刻停止全部飞行。',
    level: 1,
    kind: 'stopActivity',
    startTime: at(-hour),
    endTime: at(hour),
    mustAcknowledge: true,
  });
  expect([notice.status, JSON.stringify(notice.body)]).toEqual([201, expect.any(String)]);
  const id = await submitAnAircraft('B-12NT');
  const page = await product.as('operator');
  const { heard, asked } = await listenTo(page);
  await page.reload();
  // It runs past at the top, and stands in the list with its level in words.
  await page.locator('.cw-strip', { hasText: '即刻停止全部飞行' }).waitFor();
  await page.getByRole('button', { name: /^管制通告，\d+ 条生效/ }).click();
  const entry = page.locator('.ant-drawer .cw-entry', { hasText: '即刻停止全部飞行' });
  await entry.getByText('一级').waitFor();
  await entry.getByRole('button', { name: '确认收到' }).click();
  await page.locator('.ant-modal-confirm-btns .ant-btn-primary').click();
  await entry.getByText(/已于 .* 确认/).waitFor();
  await page.keyboard.press('Escape');

  // The decision of somebody else: the reminder comes by the hub, before anything is polled.
  const { body } = await product.api(
    'atmb',
    'GET',
    `/api/services/app/Audit/GetTimeline?resource=aircraft&id=${id}`,
  );
  const polled = asked('Reminder/GetList');
  const decided = await service('atmb', 'Audit/Decide', {
    resource: 'aircraft',
    id,
    decision: 'reject',
    stepIndex: body.result.stepIndex,
    comment: '适航证不清晰',
  });
  expect([decided.status, JSON.stringify(decided.body)]).toEqual([200, expect.any(String)]);
  await page.getByRole('button', { name: /^站内提醒，[1-9]\d* 条未读/ }).click();
  expect(asked('Reminder/GetList')).toBeGreaterThan(polled);
  const reminder = page.locator('.ant-drawer .cw-entry', { hasText: '适航证不清晰' });
  await reminder.waitFor();
  await expect.poll(async () => (await heard()).tones).toBeGreaterThanOrEqual(2);
  const rung = (await heard()).tones;
  await expect.poll(async () => (await heard()).tones, { timeout: 15_000 }).toBeGreaterThan(rung);
  await reminder.getByRole('button', { name: '标为已读' }).click();
  await reminder.getByText('已读').waitFor();
  await page.context().close();
});

test('a connection that is refused is tried 20 times more, and then a person may ask for another', async () => {
  const page = await product.as('atmb');
  await page.clock.install();
  let tries = 0;
  await page.route(/\/signalr-chat\/negotiate/, async (route) => {
    tries += 1;
    await route.abort();
  });
  await page.reload();
  await page.getByText('连接中', { exact: true }).waitFor();
  // The clock is set forward a retry at a time; each try has the time to fail.
  await page.clock.runFor(2_000);
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5_000);
        return page.getByRole('button', { name: '重试' }).count();
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(1);
  expect(tries).toBe(21);
  expect(await page.getByText('连接已断开').count()).toBe(1);
  await page.unroute(/\/signalr-chat\/negotiate/);
  await page.getByRole('button', { name: '重试' }).click();
  await page.clock.runFor(5_000);
  await page.getByText('已连接', { exact: true }).waitFor();
  await page.context().close();
});

test('a server that falls silent is told on the map by its age, and no longer once it speaks', async () => {
  const page = await product.as('atmb');
  let silent = false;
  await page.routeWebSocket(/\/signalr-instant/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!silent) socket.send(message);
    });
  });
  await page.goto(`${product.address}/flightWatch/situationmap`);
  await page.locator('.cw-feeds [data-state=live]').first().waitFor();
  expect(await page.locator('.cw-banner', { hasText: '没有发来数据' }).count()).toBe(0);
  silent = true;
  const banner = page.getByRole('alert').filter({ hasText: /服务器已 \d+ s 没有发来数据/ });
  await banner.waitFor({ timeout: 25_000 });
  silent = false;
  await banner.waitFor({ state: 'detached', timeout: 25_000 });
  await page.context().close();
});

test('nothing went wrong on any page', () => {
  expect(product.faults).toEqual([]);
});
