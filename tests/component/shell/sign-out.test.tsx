import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { hubPaths } from '#contract/hub.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { slowClock } from '#tests/component/support/slow-clock.ts';
import { session } from '#web/client/session.ts';

const asked = (end: string) => server().asked.filter(({ path }) => path.endsWith(end)).length;

test('a user who signs out is at the sign-in page at once, even while the live connection is being made', async () => {
  server().on('/api/TokenAuth/LogOut', () => Response.json({ success: true, result: null, error: null }));
  const clock = slowClock();
  const screen = await open('/permission/updateLog', { shell: true });
  await expect.element(page.getByRole('button', { name: '用户菜单：管理员' })).toBeVisible();
  await clock.pass(3_000);
  // Nobody answers this one.
  await expect.poll(() => asked(`${hubPaths.chat}/negotiate`)).toBe(1);

  await page.getByRole('button', { name: '用户菜单：管理员' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect.poll(() => screen.at().pathname).toBe('/login');
  expect(asked('/LogOut')).toBe(1);
  expect(session.bearer()).toBeUndefined();
});
