import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { launchChromium } from '#tests/support/chromium.ts';

/**
 * Ten tasks of a day's work, at a demo that runs (`node --import tsx bench/tasks.ts http://127.0.0.1:8080`): clicks, keys
 * and texts of each, and the seconds that the product took for them; how fast a person types is not in it.
 */
const address = process.argv[2] ?? 'http://127.0.0.1:8080';
/** Only the tasks whose name contains it. */
const only = process.argv[3] ?? '';
const stamp = String(Date.now()).slice(-5);
const laptop = { viewport: { width: 1366, height: 768 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const patienceMs = 30_000;

/** A hand that counts: pointing, keys with a meaning of their own, and texts that are typed or pasted. */
class Hand {
  clicks = 0;
  keys = 0;
  texts = 0;
  constructor(readonly page: Page) {}

  async click(target: string | Locator, options: { force?: boolean } = {}): Promise<void> {
    const locator = typeof target === 'string' ? this.page.locator(target) : target;
    await locator.first().click(options);
    this.clicks += 1;
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.keys += 1;
    }
  }
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.texts += 1;
  }
  /** Into the field where the hand is next. */
  async fill(target: string, text: string): Promise<void> {
    await this.page.locator(target).first().fill(text);
    this.texts += 1;
  }
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', copied);
      const init = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
    }, text);
    this.keys += 1;
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
}

interface Task {
  name: string;
  as: string | null;
  at: string;
  device?: BrowserContextOptions;
  /** Brings the product to where the task begins; not counted. */
  before?: (call: Call) => Promise<string | undefined>;
  work: (hand: Hand) => Promise<unknown>;
}

type Call = (user: string, method: string, path: string, body?: unknown) => Promise<unknown>;

const dayMs = 86_400_000;
const wallDay = (days: number) =>
  new Date(Date.now() + days * dayMs + 8 * 3_600_000).toISOString().slice(0, 10);

const sheet = [
  '计划\t呼号\t机号\t机长\t起飞机场\t目的地\t日期\t预计起飞\t预计到达\t下限高度\t上限高度\t任务',
  ...[0, 1, 2, 3, 4].map((index) => {
    const hour = 8 + 2 * index;
    const two = (value: number) => String(value).padStart(2, '0');
    const pilot = index === 1 ? '高祥' : '高翔';
    const upper = index === 3 ? '600' : '600m AGL';
    return `${index + 1}\tT${stamp}${index}\tB-10QA\t${pilot}\tZUGH\t广汉\t+5\t${two(hour)}00\t${two(hour + 1)}00\tGND\t${upper}\t电力`;
  }),
].join('\r\n');

/** Looks up a text in a select and takes the first that is offered. */
async function choose(hand: Hand, field: string, text: string): Promise<void> {
  await hand.click(field, { force: true });
  await hand.type(text);
  await hand.page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text })
    .first()
    .click();
  hand.clicks += 1;
}

async function fillOnePlan(hand: Hand, day: number): Promise<void> {
  await choose(hand, '#field_missionType', '电力');
  await choose(hand, '#field_tasks_0_aircraft', 'B-10QA');
  await choose(hand, '#field_tasks_0_pilots', '高翔');
  await hand.press('Escape');
  for (const [field, time] of [
    ['etd', '06:00'],
    ['eta', '07:00'],
  ]) {
    await hand.fill(`#field_tasks_0_${field}`, `${wallDay(day)} ${time}`);
    await hand.press('Enter');
  }
  await choose(hand, '#field_tasks_0_departure', '广汉');
  await choose(hand, '#field_tasks_0_destination', '广汉');
  await hand.fill('#field_tasks_0_upper', '600');
}

const tasks: Task[] = [
  {
    name: 'five plans pasted with two errors, and filed',
    as: 'operator',
    at: '/navigation/addNavPlan',
    work: async (hand) => {
      const { page } = hand;
      await hand.click('td[data-active]');
      await hand.paste(sheet);
      const cell = (row: number, column: string) => `tr[data-row="${row}"] td[data-column="${column}"]`;
      await page.locator(`${cell(1, 'pilots')}[data-note="error"]`).waitFor();
      await page.locator(`${cell(1, 'pilots')}[data-active]`).waitFor();
      await hand.type('高翔');
      await page.locator('.sheet-offers [role=option]').first().waitFor();
      await hand.press('Enter', 'F8');
      await page.locator(`${cell(3, 'upper')}[data-active]`).waitFor();
      await hand.type('600m AGL');
      await hand.press('Enter');
      await page.locator('td[data-note="error"]').first().waitFor({ state: 'detached' });
      await hand.click(hand.button(/全部提交/));
      await page.locator('[data-report=filed] a').nth(4).waitFor();
    },
  },
  {
    name: 'one plan with a drawn area',
    as: 'operator',
    at: '/navigation/addNavPlan?view=form',
    work: async (hand) => {
      const { page } = hand;
      await fillOnePlan(hand, 6);
      await hand.click(page.locator('.cw-draw-tools .ant-segmented-item', { hasText: '多边形' }));
      const map = page.locator('.cw-draw .leaflet-container').first();
      await map.scrollIntoViewIfNeeded();
      for (const [x, y] of [
        [120, 120],
        [200, 120],
        [200, 190],
      ] as const) {
        await map.click({ position: { x, y } });
        hand.clicks += 1;
      }
      await hand.press('Enter');
      await hand.click(hand.button(/^保存并提交/));
      await page.waitForURL(/\/navigation\/details/);
    },
  },
  {
    name: 'a release asked for and a landing reported on a phone',
    as: 'operator',
    at: '/navigation/TodayIndex',
    device: phone,
    work: async (hand) => {
      for (const action of ['applyRelease', 'land']) {
        await hand.click(`[data-action=${action}]:not([disabled])`);
        await hand.click('.ant-modal-footer .ant-btn-primary');
        await hand.page.locator('.ant-modal-footer').waitFor({ state: 'hidden' });
      }
    },
  },
  {
    name: 'a plan approved by keyboard',
    as: 'atmb',
    at: '/situation/dynamic?tab=inbox',
    work: async (hand) => {
      const { page } = hand;
      await page.locator('.plan-queue button[data-plan]').first().waitFor();
      await hand.press('j');
      await page
        .locator('[data-action=approve]:not([disabled]), [data-action=allow]:not([disabled])')
        .waitFor();
      const before = await page.locator('.plan-queue button[aria-current=true]').getAttribute('data-plan');
      await hand.press('a');
      await page.locator('.ant-modal-footer').waitFor();
      await hand.press('Control+Enter');
      await page
        .locator(`.plan-queue button[aria-current=true][data-plan="${before}"]`)
        .waitFor({ state: 'detached' });
    },
  },
  {
    name: 'registration to the open application',
    as: null,
    at: '/reg',
    work: async (hand) => {
      const { page } = hand;
      const first17 = `91510100MA${stamp}00`;
      for (const [field, text] of Object.entries({
        name: `启航通航${stamp}`,
        uscc: first17 + usccCheckCharacter(first17),
        legalRepresentative: '陈启航',
        contact: '林岚',
        phone: '028-85702345',
      })) {
        await hand.fill(`#reg-company_${field}`, text);
      }
      await hand.click(hand.button('下一步'));
      await hand.fill('#reg-user_userName', `start${stamp}`);
      await hand.fill('#reg-user_phoneNumber', `138${stamp}000`);
      await hand.fill('#reg-password', 'Wing-2026!');
      await hand.fill('#reg-repeat', 'Wing-2026!');
      await hand.click(hand.button('下一步'));
      await hand.click(page.getByRole('checkbox'));
      await hand.click(hand.button('提交注册'));
      await page.getByText('刚设置的密码登录即可').waitFor();
      await hand.press('Enter');
      await page.locator('[data-step=firstPlan]').waitFor();
    },
  },
  {
    name: '200 rows imported with an ambiguous type',
    as: 'operator',
    at: '/baseManage/aircraftManage',
    work: async (hand) => {
      const { page } = hand;
      await hand.click(hand.button('更多'));
      await hand.click(page.getByRole('menuitem', { name: '导入' }));
      const rows = Array.from(
        { length: 200 },
        (_, index) =>
          `B-${1000 + index}${stamp.slice(-1)},C172,SN-${stamp}-${index},AC-${stamp}-${index},2031-05-01`,
      );
      const text = ['国籍和登记标志,机型,出厂序号,适航证编号,适航证有效期至', ...rows].join('\r\n');
      const file = { name: 'aircraft.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.locator('.ant-upload input[type=file]').setInputFiles(file);
      hand.clicks += 1;
      await hand.click(hand.button('下一步'));
      await hand.click(hand.button('检查文件'));
      await page.locator('[data-cause=C172]').waitFor();
      await hand.click('[data-cause=C172] .ant-select');
      await hand.press('Enter');
      await hand.click('[data-cause=C172] button');
      await page.locator('[data-cause=C172]').waitFor({ state: 'detached' });
      await hand.click(hand.button('开始导入'));
      await hand.click('.ant-popconfirm .ant-btn-primary');
      await page.getByText(/导入完成/).waitFor();
    },
  },
  {
    name: "last week's flights",
    as: 'operator',
    at: '/navigation/navigation',
    work: async (hand) => {
      await hand.click(hand.page.getByText('上周', { exact: true }));
      await hand.page.waitForURL(/\?/);
    },
  },
  {
    name: 'an airspace closed, with its effects seen',
    as: 'aiw',
    at: '/situation/detailsAir',
    before: async (call) => {
      const found = (await call('aiw', 'GET', '/api/records/airspace?state=1&_end=20')) as {
        id: number;
        openState?: string;
      }[];
      const one = found.find(({ openState }) => openState === 'open') ?? found[0];
      return one && `/situation/detailsAir?id=${one.id}`;
    },
    work: async (hand) => {
      const { page } = hand;
      await hand.click('[data-action=close]:not([disabled])');
      await page.locator('.ant-modal:visible textarea').waitFor();
      await hand.click('.ant-modal:visible textarea');
      await hand.type('训练取消');
      await hand.press('Control+Enter');
      await page.locator('.ant-modal-footer').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'a new user with a role by keyboard',
    as: 'admin',
    at: '/permission/user/create',
    work: async (hand) => {
      const { page } = hand;
      await page.locator('#field_userName').focus();
      await hand.type(`keys${stamp}`);
      const tabTo = async (field: string) => {
        for (let presses = 0; presses < 40; presses += 1) {
          await hand.press('Tab');
          if (await page.evaluate((id) => document.activeElement?.id === id, field)) return;
        }
        throw new Error(`Tab never came to ${field}`);
      };
      await tabTo('field_name');
      await hand.type('键盘用户');
      await tabTo('field_roles');
      await hand.type('OM');
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().waitFor();
      await hand.press('Enter', 'Control+s');
      await page.waitForURL(/\/permission\/user\/\d+$/);
    },
  },
  {
    name: 'a field added at run time and published',
    as: 'admin',
    at: '/permission/schema',
    work: async (hand) => {
      const { page } = hand;
      await hand.click(page.getByRole('main').getByRole('link', { name: /问题反馈/ }));
      await hand.click(hand.button('增加字段'));
      for (const [label, text] of [
        ['字段名称（中文）', `备注${stamp}`],
        ['字段名称（英文）', `Note ${stamp}`],
      ] as const) {
        await page.getByLabel(label, { exact: true }).fill(text);
        hand.texts += 1;
      }
      await hand.click(page.getByRole('button', { name: /^(发布|重新发布)$/ }).last());
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      await hand.click(page.getByRole('dialog').getByRole('button', { name: /^发\s?布$/ }));
      await page.getByText('已发布', { exact: true }).waitFor();
    },
  },
];

async function tokensOf(user: string): Promise<{ accessToken: string; encryptedAccessToken: string }> {
  const answer = await fetch(`${address}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userNameOrEmailAddress: user, password: demoPassword }),
  });
  const { result } = (await answer.json()) as {
    result: { accessToken: string; encryptedAccessToken: string };
  };
  return result;
}

const call: Call = async (user, method, path, body) => {
  const { accessToken } = await tokensOf(user);
  const answer = await fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
};

async function pageFor(browser: Browser, user: string | null, device: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...device });
  context.setDefaultTimeout(patienceMs);
  if (user !== null) {
    const { accessToken, encryptedAccessToken } = await tokensOf(user);
    const tokens = { 'Abp.AuthToken': accessToken, enc_auth_token: encryptedAccessToken };
    const cookies = Object.entries(tokens).map(([name, value]) => ({ name, value, url: address }));
    await context.addCookies(cookies);
  }
  return context.newPage();
}

/** What the bars leave to the map. */
async function tellMap(browser: Browser): Promise<void> {
  const page = await pageFor(browser, 'atmb', laptop);
  await page.goto(`${address}/situation/situationmap`);
  await page.locator('.leaflet-container').first().waitFor();
  const box = await page.locator('.leaflet-container').first().boundingBox();
  console.log(`map at 1366×768: ${Math.round(box?.width ?? 0)}×${Math.round(box?.height ?? 0)} px`);
}

async function tell(browser: Browser, { name, as, at, device = laptop, before, work }: Task): Promise<void> {
  const page = await pageFor(browser, as, device);
  const hand = new Hand(page);
  let told = '';
  try {
    await page.goto(address + ((await before?.(call)) ?? at));
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const startedAt = performance.now();
    await work(hand);
    told = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  } catch (error) {
    told = `not done: ${String(error).split('\n')[0]}`;
    process.exitCode = 1;
    if (process.env.TASKS_PICTURES)
      await page.screenshot({ path: `${process.env.TASKS_PICTURES}/${name}.png` });
  }
  console.log(`${name}: ${hand.clicks} clicks, ${hand.keys} keys, ${hand.texts} texts, ${told}`);
  await page.context().close();
}

// Not a part of `npm run bench`: it needs a demo that runs.
if (process.argv[1] === import.meta.filename) {
  const browser = await launchChromium();
  try {
    for (const task of tasks) if (task.name.includes(only)) await tell(browser, task);
    if (only === '') await tellMap(browser);
  } finally {
    await browser.close();
  }
}
