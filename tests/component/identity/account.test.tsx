import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile, SessionView } from '#contract/my-account.ts';
import { idleHeader } from '#domain/identity/sign-in-requirement.ts';
import { isObject } from '#domain/text/narrow.ts';
import { json, refused } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { slowClock } from '#tests/component/support/slow-clock.ts';
import { css, gone, number, seen, validated } from '#tests/component/support/ui.ts';

/** The page of the own account, and the end of a session for want of a person. */

const updating = '/api/services/app/MyAccount/UpdateProfile';
const answer = (result: unknown) => json({ success: true, result, error: null });

let profile: Profile;
let sessions: SessionView[];

const sessionOf = (id: number, values: Partial<SessionView>): SessionView => ({
  id,
  here: false,
  device: 'desktop',
  name: null,
  browser: 'Chrome 140',
  system: 'Windows',
  address: '10.0.0.7',
  remembered: false,
  isDisplay: false,
  startedAt: '2026-06-09T02:00:00.000Z',
  lastSeenAt: '2026-06-10T01:00:00.000Z',
  endsAt: '2026-06-11T02:00:00.000Z',
  ...values,
});

beforeEach(() => {
  profile = {
    id: 1,
    version: 4,
    userName: 'anna',
    name: 'Anna',
    nameEn: null,
    surname: null,
    emailAddress: null,
    phoneNumber: null,
    company: null,
    roles: ['系统管理员'],
    lastLoginAt: null,
    passwordChangedAt: null,
  };
  sessions = [
    sessionOf(1, { here: true }),
    sessionOf(2, { device: 'phone', browser: 'Safari 18', system: 'iOS', address: '10.0.0.9' }),
  ];
  server().call('MyAccount', 'GetProfile', () => profile);
  server().call('MyAccount', 'GetSessions', () => ({ items: sessions }));
  server().call('MyAccount', 'GetSecondFactor', () => ({
    enrolledAt: null,
    required: false,
    recoveryCodesLeft: 0,
  }));
});

const wrongAt = (field: string) => css('.ant-form-item-has-error').filter({ hasText: field });

test('the profile is changed, with errors at their fields', async () => {
  await open('/account');
  await expect.element(page.getByLabelText('姓名', { exact: true })).toHaveValue('Anna');
  server().on(updating, () =>
    json(
      {
        success: false,
        result: null,
        error: {
          code: 0,
          message: '您的请求无效!',
          details: null,
          validationErrors: [{ message: '请输入有效的手机号', members: ['phoneNumber'] }],
        },
      },
      400,
    ),
  );
  await page.getByLabelText('手机号').fill('12');
  await page.getByRole('button', { name: '保存资料' }).click();
  await seen(wrongAt('手机号').getByText('请输入有效的手机号'));
  expect(document.activeElement).toBe(page.getByLabelText('手机号').element());
  await expect.element(page.getByLabelText('手机号')).toHaveValue('12');

  server().on(updating, ({ body }) => {
    profile = { ...profile, version: 5, ...(isObject(body) ? { name: String(body.name) } : {}) };
    return answer(profile);
  });
  await page.getByLabelText('手机号').fill('');
  await page.getByLabelText('姓名', { exact: true }).fill('安娜');
  await page.getByRole('button', { name: '保存资料' }).click();
  await seen(page.getByText('资料已保存'));
  await number(css('.ant-form-item-has-error'), 0);
  expect(server().asked.findLast(({ path }) => path === updating)?.body).toMatchObject({
    version: 4,
    name: '安娜',
    phoneNumber: '',
  });
  await expect.element(page.getByLabelText('姓名', { exact: true })).toHaveValue('安娜');
});

test('a profile without a name is not sent', async () => {
  await open('/account');
  await page.getByLabelText('姓名', { exact: true }).fill(' ');
  await page.getByRole('button', { name: '保存资料' }).click();
  await seen(wrongAt('姓名').getByText('请输入姓名'));
  expect(server().asked.filter(({ path }) => path === updating)).toEqual([]);
});

test('the devices are listed, and another one is signed out', async () => {
  server().call('MyAccount', 'EndSession', ({ id }) => {
    sessions = sessions.filter((one) => one.id !== id);
    return true;
  });
  await open('/account');
  const list = page.getByRole('list', { name: '登录设备' });
  const entry = (text: string) => list.getByRole('listitem').filter({ hasText: text });
  await seen(entry('Chrome 140').getByText('本设备'));
  await number(entry('Chrome 140').getByRole('button'), 0);
  await entry('Safari 18').getByRole('button', { name: '退出该设备：Safari 18 · iOS（10.0.0.9）' }).click();
  await number(list.getByRole('listitem'), 1);
  await seen(page.getByText('已退出'));
  expect(server().asked.find(({ path }) => path.endsWith('/EndSession'))?.body).toEqual({ id: 2 });
});

test.each(sampled([false, true]))(
  'axe finds nothing on the page of the account (phone: %s)',
  async (phone) => {
    await open('/account', { phone });
    await seen(page.getByRole('list', { name: '登录设备' }));
    await seen(page.getByLabelText('姓名', { exact: true }));
    expect(await validated('account')).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);

test('who does nothing is warned with the time that is left, may stay, and is signed out in the end', async () => {
  const clock = slowClock();
  const idleMs = 180_000;
  const warnS = 120;
  server().on('/api/services/app/MyAccount/GetLife', ({ headers }) => {
    const left = idleMs / 1_000 - Number(headers.get(idleHeader));
    if (left <= 0) return refused('当前用户没有登录到系统！', 401);
    return answer({ endsInS: 36_000, idleEndsInS: left, warnS });
  });
  await open('/permission/updateLog', { shell: true });
  await page.getByRole('heading', { level: 1 }).click();
  const warning = page.getByRole('dialog').filter({ hasText: '即将退出登录' });
  await clock.pass(30_000);
  await number(warning, 0);
  await clock.pass(35_000);
  await seen(warning);
  const left = () => {
    const [, minutes, seconds] = /在 (\d+):(\d\d) 后退出登录/.exec(warning.element().textContent ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  await expect.poll(left).toBeLessThanOrEqual(warnS);
  const before = left();
  await clock.pass(30_000);
  await expect.poll(left).toBeLessThanOrEqual(before - 28);
  expect(left()).toBeGreaterThan(0);

  await warning.getByRole('button', { name: '继续使用' }).click();
  await gone(warning);
  await clock.pass(65_000);
  await seen(warning);
  const ended = page.getByRole('dialog').filter({ hasText: '登录已失效' });
  expect(ended.elements()).toEqual([]);
  await clock.pass(130_000);
  await seen(ended);
  await gone(warning);
});
