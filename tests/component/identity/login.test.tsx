import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { json, refused } from '#tests/component/support/fake-server.ts';
import { admin, open, server, userOf } from '#tests/component/support/mount.tsx';
import { css, seen, typedIn, unchanged } from '#tests/component/support/ui.ts';
import { readCookie } from '#web/client/cookies.ts';
import { session } from '#web/client/session.ts';

/** The sign-in page: where it leads, its messages, and what it stores. */

const wanted = '/permission/updateLog?from=mail';

/** The path that the server sends the user to. */
let redirect: string | null;

beforeEach(() => {
  redirect = null;
  server().on('POST /api/TokenAuth/Authenticate', () =>
    json({
      success: true,
      result: {
        accessToken: 'token',
        encryptedAccessToken: 'token',
        expireInSeconds: 86_400,
        userId: 1,
        redirect,
      },
      error: null,
    }),
  );
  server().call('Session', 'GetCurrentUserInfo', () => userOf(admin));
});

async function fillIn(name = 'admin', password = 'My-own-one-2'): Promise<void> {
  await css('#login-name').fill(name);
  await css('#login-password').fill(password);
  await userEvent.keyboard('{Enter}');
}

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });

test.each([
  ['/permission/aboutUs', '/permission/aboutUs'],
  ['//evil.example/', '/home'],
  ['https://evil.example/', '/home'],
  [null, '/home'],
])('the redirect %s of the answer leads to %s', async (given, path) => {
  redirect = given;
  const screen = await open('/login', { user: null });
  await fillIn();
  await expect.poll(() => screen.at().pathname).toBe(path);
});

test('without a session a page leads to the sign-in, and the sign-in back to that page', async () => {
  redirect = '/permission/aboutUs';
  const screen = await open(wanted, { user: null });
  await seen(css('#login-name'));
  expect(screen.at().searchParams.get('redirect')).toBe(wanted);
  await fillIn();
  await expect.poll(() => screen.at().pathname + screen.at().search).toBe(wanted);
});

test('a wrong password is reported, and the name that was typed stays', async () => {
  server().on('POST /api/TokenAuth/Authenticate', () =>
    json(
      {
        success: false,
        result: null,
        error: { code: 0, message: '登录失败!', details: '用户名或密码无效' },
      },
      500,
    ),
  );
  const screen = await open('/login', { user: null });
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await seen(page.getByText('请输入用户名'));
  expect(server().asked.filter(({ path }) => path.endsWith('/Authenticate'))).toEqual([]);
  await fillIn('operator', 'not-this-one');
  await seen(alert('用户名或密码无效'));
  await unchanged(() => typedIn(css('#login-name')), 'operator');
  expect(screen.at().pathname).toBe('/login');
});

test.each([
  ['zh-Hans', '用户角色为空!'],
  ['en', 'This account has no role'],
] as const)('a user without roles gets the reason and is not signed in: %s', async (locale, text) => {
  server().call('Session', 'GetCurrentUserInfo', () => ({ ...userOf(admin), roles: [] }));
  const screen = await open('/login', { user: null, locale });
  await fillIn();
  await seen(alert(text));
  expect(screen.at().pathname).toBe('/login');
  expect(readCookie('enc_auth_token')).toBeFalsy();
});

test.each([
  ['用户资料暂时读不出来', () => refused('用户资料暂时读不出来')],
  ['验证失败，请重新登录。', () => json({ success: true, result: null, error: null })],
])('a user who cannot be loaded gets the reason and signs in again: %s', async (text, answer) => {
  session.keep({ accessToken: 'old', encryptedAccessToken: 'old', expireInSeconds: 3600 }, false);
  server().on('/api/services/app/Session/GetCurrentUserInfo', answer);
  const screen = await open(wanted, { user: null });
  await seen(alert(text));
  expect(screen.at().pathname).toBe('/login');
  expect(readCookie('Abp.AuthToken')).toBeFalsy();
  server().call('Session', 'GetCurrentUserInfo', () => userOf(admin));
  await fillIn();
  await expect.poll(() => screen.at().pathname + screen.at().search).toBe(wanted);
});

test.each([
  [true, '; max-age=86400'],
  [false, ''],
])(
  'with remember me (%s) the token has the life that the server gives, else that of the session',
  async (isKept, age) => {
    const written: string[] = [];
    const cookie = vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void written.push(text));
    onTestFinished(() => cookie.mockRestore());
    await open('/login', { user: null });
    if (isKept) await page.getByLabelText('记住我').click();
    await fillIn();
    await expect.poll(() => written.find((text) => text.startsWith('enc_auth_token=token'))).toBeDefined();
    const token = written.find((text) => text.startsWith('enc_auth_token=token')) ?? '';
    expect(/; max-age=\d+/.exec(token)?.[0] ?? '').toBe(age);
  },
);
