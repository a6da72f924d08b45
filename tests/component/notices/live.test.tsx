import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChangeMessage } from '#contract/hub.ts';
import type { Actor } from '#domain/identity/access.ts';
import { connect, type FakeHub, fakeHub } from '#tests/component/support/fake-hub.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { admin, open, type Screen, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { type SlowClock, slowClock } from '#tests/component/support/slow-clock.ts';
import { css, gone, number, seen } from '#tests/component/support/ui.ts';

/** What a message of the hub shows at once: toasts, and the questions about a detour. */

const quiet = '/permission/updateLog';

beforeEach(() => {
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => []);
});

interface Live {
  hub: FakeHub;
  clock: SlowClock;
  screen: Screen;
}

/** A page that is connected. */
async function live(user: Actor): Promise<Live> {
  const hub = fakeHub();
  const clock = slowClock();
  const screen = await open(quiet, { shell: true, user });
  await connect(clock);
  return { hub, clock, screen };
}

const message = (values: Partial<ChangeMessage>): ChangeMessage => ({
  type: 'plan.cancel',
  resource: 'plan',
  id: 987_654,
  title: '取消',
  content: '20261121-0001 B10QA：',
  message: '',
  unit: null,
  actualNum: null,
  state: null,
  by: null,
  at: new Date().toISOString(),
  ...values,
});

test('a toast stays 6 s for a start or an end, 60 s for other things, and an approval until it is closed', async () => {
  const { hub, clock } = await live(person('OM'));
  // Under the pointer a toast would stay.
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  const toast = (text: string) => css('.ant-notification-notice').filter({ hasText: text });

  hub.send('getChangeMessage', message({ type: 'plan.takeOff', id: 1, content: 'KAI：' }));
  await seen(toast('KAI'));
  await clock.pass(4_000);
  await seen(toast('KAI'));
  await clock.pass(2_000);
  await gone(toast('KAI'));

  hub.send('getChangeMessage', message({ type: 'plan.cancel', id: 2, content: 'QITA：' }));
  await seen(toast('QITA'));
  await clock.pass(57_000);
  await seen(toast('QITA'));
  await clock.pass(3_000);
  await gone(toast('QITA'));

  hub.send('getChangeMessage', message({ type: 'plan.approve', id: 3, content: 'PIZHUN：' }));
  await seen(toast('PIZHUN'));
  await clock.pass(120_000);
  await seen(toast('PIZHUN'));
  await css('.ant-notification-notice-close').click();
  await gone(toast('PIZHUN'));
});

test.each(['/statistics/wall?boards=flights', '/navigation/NavigationBigDataAdmin'])(
  'no toast lies over %s, and it is there when that is left',
  async (wall) => {
    server().add('dashboard', { id: 1, name: '今日飞行', order: 1, refreshS: 60, wall: true, tiles: [] });
    const hub = fakeHub();
    const clock = slowClock();
    const screen = await open(wall, { shell: true, user: admin });
    await connect(clock);
    await seen(css('.wall-clock, .board h1'));
    hub.send('getChangeMessage', message({ type: 'plan.approve', id: 4, content: 'PIZHUN：' }));
    const toast = css('.ant-notification-notice').filter({ hasText: 'PIZHUN' });
    await number(toast, 1);
    await expect.element(toast).not.toBeVisible();
    await screen.go(quiet);
    await seen(toast);
  },
);

test('what the user did is not shown to the user as news', async () => {
  const user = person('OM');
  const { hub } = await live(user);
  hub.send('getChangeMessage', message({ type: 'plan.approve', id: 1, content: 'OWN：', by: user.userId }));
  hub.send('getChangeMessage', message({ type: 'plan.approve', id: 2, content: 'THEIRS：', by: 77 }));
  await seen(css('.ant-notification-notice').filter({ hasText: 'THEIRS' }));
  await number(css('.ant-notification-notice').filter({ hasText: 'OWN' }), 0);
});

const asking = (title: string) => page.getByRole('dialog').filter({ hasText: title });

test('a new detour is shown to those who may answer it, and a cancelled one is confirmed', async () => {
  let mayDecide = false;
  server().on('/api/services/app/Navigation/GetDetours', () =>
    json({ success: true, result: { items: [{ mayDecide }] }, error: null }),
  );
  const { hub, screen } = await live(person('ATMB'));
  const asked = () => server().asked.filter(({ path }) => path.endsWith('/GetDetours')).length;
  const applied = (content: string) =>
    hub.send('getChangeMessage', message({ type: 'detour.applied', resource: 'detour', content }));
  applied('B10QA 绕飞雷雨');
  await expect.poll(asked).toBe(1);
  mayDecide = true;
  applied('B20QA 绕飞雷雨');
  const prompt = asking('有新的改航申请');
  await seen(prompt.getByText('B20QA 绕飞雷雨'));
  await number(prompt, 1);
  await prompt.getByRole('button', { name: '取消' }).click();
  await seen(css('.ant-message').getByText('已取消'));
  await gone(prompt);
  applied('B30QA 绕飞雷雨');
  await prompt.getByRole('button', { name: '去审核列表' }).click();
  await expect.poll(() => screen.at().pathname).toBe('/situation/dynamic');
});

test('an accepted detour leads who flies to the change of the route', async () => {
  const { hub, screen } = await live(person('OM'));
  hub.send(
    'getChangeMessage',
    message({ type: 'detour.accepted', resource: 'detour', id: 7, content: 'B10QA 绕飞雷雨' }),
  );
  await asking('改航申请已同意').getByRole('button', { name: '去改航页' }).click();
  await expect.poll(() => screen.at().pathname + screen.at().search).toBe('/navigation/editNavPlan?id=7');
});

test('toasts leave the bar of a form free, and more than two lie on each other', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  await open('/baseManage/pilotManage/create', { shell: true, user: admin });
  await connect(clock);
  for (let id = 1; id <= 5; id += 1)
    hub.send('getChangeMessage', message({ type: 'plan.approve', id, content: `B10Q${id}：` }));
  await expect.poll(() => css('.ant-notification-notice').elements().length).toBe(5);
  const toasts = page.getByText(/^B10Q\d$/).elements();
  await expect.poll(() => css('.ant-notification-stack').elements().length).toBe(1);
  for (const button of css('.cw-savebar button').elements()) {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    expect(button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))).toBe(true);
  }
  expect(toasts.length).toBe(5);
});

test('on a phone toasts stand above the middle: lists, alerts and buttons below stay free', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  await open('/baseManage/pilotManage/create', { shell: true, user: admin, phone: true });
  await connect(clock);
  hub.send('getChangeMessage', message({ type: 'plan.approve', id: 1, content: 'B10Q1：' }));
  await expect.poll(() => css('.ant-notification-notice').elements().length).toBe(1);
  await expect
    .poll(() => css('.ant-notification-notice').element().getBoundingClientRect().bottom)
    .toBeLessThan(422);
});
