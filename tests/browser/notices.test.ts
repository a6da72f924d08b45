import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hubOf } from './support/hub.ts';
import { makeAircraft } from './support/own-aircraft.ts';
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
  /** `at`: UTC ms by the page's own clock. */
  spoken: { text: string; lang: string; rate: number; at: number }[];
  tones: number;
}

/** From now on the page's voice and tones are kept; what it asks is counted by the end of its address. */
async function listenTo(page: Page) {
  await page.addInitScript(() => {
    const heard: Heard = { spoken: [], tones: 0 };
    Object.assign(window, { heard });
    window.speechSynthesis.speak = ({ text, lang, rate }) =>
      void heard.spoken.push({ text, lang, rate, at: Date.now() });
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      heard.tones += 1;
      return create.call(this);
    };
  });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname.split('/app/')[1] ?? ''));
  return {
    heard: () => page.evaluate(() => (window as unknown as { heard: Heard }).heard),
    callCount: (call: string) => calls.filter((one) => one === call).length,
  };
}

/** Every role opens it, and there is little on it. */
const quiet = '/permission/updateLog';

const service = (user: string, call: string, input: object) =>
  product.api(user, 'POST', `/api/services/app/${call}`, input);

/** Letters of this run: the product may be one that has aircraft of an earlier one. */
const mark = (Date.now() % 676).toString(26).padStart(2, '0');
const letters = [...mark].map((digit) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23'[Number.parseInt(digit, 26)]).join('');

/** What the stop of this run says. */
const stop = `即刻停止全部飞行${letters}`;

let aircraftMade = 10;

/** Something more that waits for those who decide. */
async function submitAnAircraft(): Promise<number> {
  aircraftMade += 1;
  const id = await makeAircraft(product, `B-${aircraftMade}${letters}`);
  const { status } = await service('operator', 'Audit/Submit', { resource: 'aircraft', id });
  expect(status).toBe(200);
  return id;
}

/** The page's clock stands still from here on, and goes only where it is set forward. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

/** Sets the clock forward in steps until it is so; how many seconds of the page that took. */
async function secondsUntil(
  page: Page,
  so: () => Promise<boolean>,
  { mostS = 100, stepMs = 250 } = {},
): Promise<number> {
  const clock = () => page.evaluate(() => Date.now());
  const from = await clock();
  while (!(await so())) {
    if ((await clock()) - from > mostS * 1_000) return Number.POSITIVE_INFINITY;
    await page.clock.runFor(stepMs);
  }
  return ((await clock()) - from) / 1_000;
}

/** For what comes over the network, which has its own time: the clock goes slowly until it is there. */
const shown = (page: Page, what: Locator) => async () => {
  await page.waitForTimeout(50);
  return (await what.count()) > 0;
};

test('what waits is asked every 5 s for the administrator, said aloud 5 s after the page opens, and silenced for good', async () => {
  await submitAnAircraft();
  const page = await product.as('atmb', { at: quiet });
  const { heard } = await listenTo(page);
  await stopClock(page);
  await page.reload();
  const waiting = page.getByRole('button', { name: /^待办消息 [1-9]\d* 条/ });
  await secondsUntil(page, shown(page, waiting), { stepMs: 10 });
  await page.clock.runFor(5_500);
  expect((await heard()).spoken).toHaveLength(1);
  const [spoken] = (await heard()).spoken;
  expect(spoken).toMatchObject({ lang: 'zh-CN', rate: 1.5 });
  expect(spoken?.text).toMatch(/^您有\d+条待办消息，.*航空器\d+条/);
  await page.getByRole('button', { name: '静音' }).click();
  await page.reload();
  expect(await page.getByRole('button', { name: '静音' }).getAttribute('aria-pressed')).toBe('true');
  await secondsUntil(page, shown(page, waiting), { stepMs: 10 });
  await page.clock.runFor(7_000);
  expect((await heard()).spoken).toEqual([]);
  await page.context().close();

  const admin = await product.as('admin', { at: quiet });
  const asking = await listenTo(admin);
  // The hub asks too, when it has connected and with each message: here only the clock does.
  await admin.route(/\/signalr-chat\/negotiate/, (route) => route.abort());
  await stopClock(admin);
  await admin.reload();
  const counted = admin.getByRole('button', { name: /^待办消息 [1-9]\d* 条/ });
  await secondsUntil(admin, shown(admin, counted), { stepMs: 10 });
  for (const _ of ['once', 'and again']) {
    const times = asking.callCount('Message/GetCount');
    const answer = admin.waitForResponse(/Message\/GetCount/);
    await admin.clock.runFor(5_100);
    await answer;
    expect(asking.callCount('Message/GetCount') - times).toBe(1);
  }
  await admin.context().close();
});

test('a stop is acknowledged by a confirm; a decision becomes a reminder that rings while it is unread', async () => {
  const hour = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const notice = await product.api('admin', 'POST', '/api/records/notice', {
    title: '停止活动',
    content: `因空军活动，${stop}。`,
    level: 1,
    kind: 'stopActivity',
    startTime: at(-hour),
    endTime: at(hour),
    mustAcknowledge: true,
  });
  expect([notice.status, JSON.stringify(notice.body)]).toEqual([201, expect.any(String)]);
  const id = await submitAnAircraft();
  const page = await product.as('operator', { at: quiet });
  const { heard, callCount } = await listenTo(page);
  await page.reload();
  // It runs past at the top, and stands in the list with its level in words.
  await page.locator('.cw-strip', { hasText: stop }).waitFor();
  await page.getByRole('button', { name: /^管制通告，\d+ 条生效/ }).click();
  const entry = page.locator('.ant-drawer .cw-entry', { hasText: stop });
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
  const polled = callCount('Reminder/GetList');
  const decided = await service('atmb', 'Audit/Decide', {
    resource: 'aircraft',
    id,
    decision: 'reject',
    stepIndex: body.result.stepIndex,
    comment: '适航证不清晰',
  });
  expect([decided.status, JSON.stringify(decided.body)]).toEqual([200, expect.any(String)]);
  await expect.poll(() => callCount('Reminder/GetList')).toBeGreaterThan(polled);
  await page.getByRole('button', { name: /^站内提醒，[1-9]\d* 条未读/ }).click();
  const reminder = page.locator('.ant-drawer .cw-entry', { hasText: '适航证不清晰' });
  await reminder.waitFor();
  await expect.poll(async () => (await heard()).tones).toBeGreaterThanOrEqual(2);
  const rung = (await heard()).tones;
  await expect.poll(async () => (await heard()).tones).toBeGreaterThan(rung);
  await reminder.getByRole('button', { name: '标为已读' }).click();
  await reminder.getByText('已读').waitFor();
  await page.close();
});

test('a connection that is refused is tried 20 times more, and then a person may ask for another', async () => {
  const page = await product.as('atmb', { at: quiet });
  await stopClock(page);
  let tries = 0;
  const retry = page.getByRole('contentinfo').getByRole('button', { name: '重试' });
  await page.route(/\/signalr-chat\/negotiate/, async (route) => {
    tries += 1;
    await route.abort();
  });
  await page.reload();
  await page.getByText('连接中', { exact: true }).waitFor();
  // Nothing before two seconds have passed, then one try, then one every five seconds.
  await page.clock.runFor(1_900);
  expect(tries).toBe(0);
  await page.clock.runFor(200);
  await expect.poll(() => tries).toBe(1);
  for (const wanted of [2, 3, 4]) {
    await page.getByText('重新连接中', { exact: true }).waitFor();
    await page.clock.runFor(4_700);
    expect(tries).toBe(wanted - 1);
    await page.clock.runFor(400);
    await expect.poll(() => tries).toBe(wanted);
  }
  // So it goes on; each try has the time to fail.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5_000);
        return retry.count();
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(1);
  expect(tries).toBe(21);
  expect(await page.getByText('连接已断开').count()).toBe(1);
  await page.unroute(/\/signalr-chat\/negotiate/);
  await retry.click();
  await page.clock.runFor(5_000);
  await page.getByText('已连接', { exact: true }).waitFor();
  await page.context().close();
});

test('a server that falls silent is told on the map by its age, and no longer once it speaks', async () => {
  const page = await product.as('atmb', { at: quiet });
  let silent = false;
  await page.routeWebSocket(/\/signalr-instant/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      // It lives and says nothing: a connection without its sign of life would be given up a second later.
      if (!silent || message.toString().startsWith('{"type":6}')) socket.send(message);
    });
  });
  await page.goto(`${product.address}/flightWatch/situationmap`);
  // It has spoken: the age of a feed is known.
  await page.locator('.cw-feeds .cw-feed-age').first().waitFor();
  expect(await page.locator('.cw-banner', { hasText: '没有发来数据' }).count()).toBe(0);
  silent = true;
  const banner = page.getByRole('alert').filter({ hasText: /服务器已 \d+ s 没有发来数据/ });
  await banner.waitFor();
  silent = false;
  await banner.waitFor({ state: 'detached' });
  await page.close();
});

test('the summary is said 5 s after the page opens and again every 60 s; reminders are asked for every 60 s', async () => {
  const page = await product.as('atmb', { at: quiet });
  const { heard, callCount } = await listenTo(page);
  // Without the hub, which would say more of it at once.
  await page.route(/\/signalr/, (route) => route.abort());
  await stopClock(page);
  await page.reload();
  const waiting = page.getByRole('button', { name: /^待办消息 [1-9]\d* 条/ });
  const opened = await secondsUntil(page, shown(page, waiting), { stepMs: 10 });
  expect(opened).toBeLessThan(5);
  const first = await secondsUntil(page, async () => (await heard()).spoken.length === 1);
  expect(opened + first).toBeGreaterThanOrEqual(5);
  expect(first).toBeLessThanOrEqual(5.5);
  const [reminders, counts] = [callCount('Reminder/GetList'), callCount('Message/GetCount')];
  await secondsUntil(page, async () => (await heard()).spoken.length === 3, {
    mostS: 130,
  });
  const [one, two, three] = (await heard()).spoken.map(({ at }) => at);
  expect([(two ?? 0) - (one ?? 0), (three ?? 0) - (two ?? 0)]).toEqual([60_000, 60_000]);
  // Two minutes: each was asked for as often as it should be, and no oftener.
  expect(callCount('Reminder/GetList') - reminders).toBe(2);
  expect(callCount('Message/GetCount') - counts).toBe(1);
  await page.context().close();
});

test('who is administrator is called every 10 s when more has come in, until they answer', async () => {
  const page = await product.as('admin', { at: quiet });
  const { heard } = await listenTo(page);
  let auth = 1;
  await page.route('**/Message/GetCount*', (route) => {
    const result = { count: auth, aircraft: 0, airspace: 0, auth, naircraft: 0, pilot: 0 };
    return route.fulfill({ json: { result, success: true, error: null, __abp: true } });
  });
  await stopClock(page);
  await page.reload();
  await secondsUntil(page, shown(page, page.getByRole('button', { name: '待办消息 1 条' })), { stepMs: 10 });
  expect((await heard()).tones).toBe(0);
  auth = 3;
  const prompt = page.getByRole('alert').filter({ hasText: '新增 2 条待办' });
  await secondsUntil(page, shown(page, prompt));
  expect(await secondsUntil(page, async () => (await heard()).tones === 2)).toBeLessThan(1);
  const pause = await secondsUntil(page, async () => (await heard()).tones === 4);
  expect([pause > 9, pause <= 10.5]).toEqual([true, true]);
  await page.locator('.ant-notification-notice-close').click();
  await secondsUntil(page, async () => (await prompt.count()) === 0);
  await page.clock.runFor(11_000);
  expect((await heard()).tones).toBe(4);
  await page.context().close();
});

test('a toast stays 6 s for a start or an end, 60 s for other things, and an approval until it is closed', async () => {
  const page = await product.as('operator', { at: quiet });
  await page.clock.install();
  const say = await hubOf(page);
  await page.getByText('已连接', { exact: true }).waitFor();
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 60_000));
  const toast = (word: string) => page.locator('.ant-notification-notice', { hasText: word });
  const life = async (type: string, word: string) => {
    // To a clock that leaps the server is silent: the page is connected again first.
    await secondsUntil(page, shown(page, page.getByText('已连接', { exact: true })));
    say({ type, id: 987_000 + word.length, content: `${word}：` });
    // It is drawn at some moment of the first time, and stays for the second.
    const before = await secondsUntil(page, async () => (await toast(word).count()) > 0);
    const after = await secondsUntil(page, async () => (await toast(word).count()) === 0);
    return { least: after, most: before + after };
  };
  const short = await life('plan.takeOff', 'KAI');
  expect([short.most >= 5.5, short.least < 8]).toEqual([true, true]);
  const long = await life('plan.cancel', 'QITA');
  expect([long.most >= 59, long.least < 63]).toEqual([true, true]);
  expect((await life('plan.approve', 'PIZHUN')).least).toBe(Number.POSITIVE_INFINITY);
  await toast('PIZHUN').locator('.ant-notification-notice-close').click();
  await secondsUntil(page, async () => (await toast('PIZHUN').count()) === 0);
  expect(await toast('PIZHUN').count()).toBe(0);
  await page.context().close();
});

test('a detour asks who answers it, and its acceptance who flies it; what is put off is said', async () => {
  const deciding = await product.as('atmb', { at: quiet });
  let mayDecide = false;
  await deciding.route('**/Navigation/GetDetours*', (route) =>
    route.fulfill({ json: { result: { items: [{ mayDecide }] }, success: true, error: null, __abp: true } }),
  );
  const toHim = await hubOf(deciding);
  await deciding.getByText('已连接', { exact: true }).waitFor();
  const asking = (page: Page, name: string) => page.getByRole('dialog').filter({ hasText: name });
  // Whoever may not answer it is not asked.
  const answer = deciding.waitForResponse(/GetDetours/);
  toHim({ type: 'detour.applied', content: 'B10QA 绕飞雷雨' });
  await answer;
  await deciding.waitForTimeout(500);
  expect(await asking(deciding, '有新的改航申请').count()).toBe(0);
  mayDecide = true;
  toHim({ type: 'detour.applied', content: 'B10QA 绕飞雷雨' });
  const prompt = asking(deciding, '有新的改航申请');
  await prompt.getByText('B10QA 绕飞雷雨').waitFor();
  await prompt.getByRole('button', { name: /^取\s?消$/ }).click();
  await deciding.locator('.ant-message').getByText('已取消').waitFor();
  await prompt.waitFor({ state: 'detached' });
  await deciding.goto(`${product.address}/permission/updateLog`);
  await deciding.getByText('已连接', { exact: true }).waitFor();
  toHim({ type: 'detour.applied', content: 'B10QA 绕飞雷雨' });
  await prompt.getByRole('button', { name: '去审核列表' }).click();
  await deciding.waitForURL(`${product.address}/situation/dynamic`);
  await deciding.close();

  const flying = await product.as('operator', { at: quiet });
  const toWhoFlies = await hubOf(flying);
  await flying.getByText('已连接', { exact: true }).waitFor();
  const { body } = await product.api('operator', 'GET', '/api/records/plan?_end=1');
  const { id } = body[0];
  toWhoFlies({ type: 'detour.accepted', id, content: 'B10QA 绕飞雷雨' });
  await asking(flying, '改航申请已同意').getByRole('button', { name: '去改航页' }).click();
  await flying.waitForURL(`${product.address}/navigation/editNavPlan?id=${id}`);
  await flying.locator('main#content h1').waitFor();
  await flying.close();
});

test('a notice runs by half a pixel a frame, and stands still when it is told to', async () => {
  // Whoever has acknowledged it has it no longer.
  const page = await product.as('operator2', { at: quiet });
  const strip = page.getByRole('region', { name: '管制通告' });
  await strip.getByText(stop).waitFor();
  /** Pixels in a frame of a sixtieth of a second. */
  const pace = () =>
    page.evaluate(async () => {
      const line = document.querySelector('.cw-strip-box span');
      const seen = async () => {
        const at = Number(await new Promise(requestAnimationFrame));
        return { at, x: line ? new DOMMatrix(getComputedStyle(line).transform).m41 : Number.NaN };
      };
      const [first] = [await seen()];
      await new Promise((resolve) => setTimeout(resolve, 300));
      const last = await seen();
      return Math.round((((last.x - first.x) / (last.at - first.at)) * 10_000) / 60) / 10;
    });
  // Less movement is asked for: it does not begin by itself.
  expect(await pace()).toBe(0);
  await strip.getByRole('button').first().click();
  await page.mouse.move(0, 500);
  await expect.poll(pace).toBe(-0.5);
  await strip.getByRole('button').first().click();
  await page.mouse.move(0, 500);
  await expect.poll(pace).toBe(0);
  await page.close();
});

test('nothing went wrong on any page', () => {
  expect(product.errors).toEqual([]);
});
