import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChannelSettingsView } from '#contract/channels.ts';
import type { ChangeMessage } from '#contract/hub.ts';
import type { Reminder } from '#contract/notices.ts';
import { type Channel, settingsInForce } from '#domain/notices/channels.ts';
import { connect, type FakeHub, fakeHub } from '#tests/component/support/fake-hub.ts';
import { refused } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { type SlowClock, slowClock } from '#tests/component/support/slow-clock.ts';
import { css, gone, number, seen } from '#tests/component/support/ui.ts';

/** How messages are shown as toasts: each event once, by the channels of the user, and for as long as they are unread. */

const quiet = '/permission/updateLog';
let reminders: Reminder[];
let ofPlans: Channel[];

beforeEach(() => {
  reminders = [];
  ofPlans = ['screen'];
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => reminders);
  server().call(
    'Channel',
    'GetSettings',
    () =>
      ({
        own: true,
        choices: {},
        quiet: null,
        webhookUrl: null,
        inForce: { ...settingsInForce(null, []).choices, plan: ofPlans },
        email: { configured: false, address: null },
        push: { publicKey: null, devices: [] },
      }) as ChannelSettingsView,
  );
});

const reminder = (id: number, values: Partial<Reminder>): Reminder => ({
  id,
  content: '',
  opinion: null,
  isRead: 0,
  creationTime: new Date().toISOString(),
  resource: 'plan',
  recordId: id,
  messageType: null,
  target: null,
  isWarning: false,
  ...values,
});

const message = (type: string, id: number, content: string, values: Partial<ChangeMessage> = {}) => ({
  type,
  resource: 'plan',
  id,
  title: '标题',
  content,
  message: '',
  unit: null,
  actualNum: null,
  state: null,
  by: 77,
  at: new Date().toISOString(),
  ...values,
});

async function live(phone = false): Promise<{ hub: FakeHub; clock: SlowClock }> {
  const hub = fakeHub();
  const clock = slowClock();
  await open(quiet, { shell: true, user: person('OM'), phone });
  await connect(clock);
  await expect.poll(() => server().asked.some(({ path }) => path.endsWith('/GetSettings'))).toBe(true);
  await clock.pass(1_000);
  return { hub, clock };
}

const toasts = css('.ant-notification-notice');
const toast = (text: string) => toasts.filter({ hasText: text });

test('an event that is a message of the user is shown once, others as they happen', async () => {
  const { hub, clock } = await live();
  reminders = [reminder(1, { content: 'B10QA：批准', messageType: 'plan.approve', recordId: 11 })];
  hub.send('getChangeMessage', message('plan.approve', 11, 'B10QA：'));
  hub.send('getChangeMessage', message('plan.approve', 12, 'OTHER：'));
  await clock.pass(1_000);
  await seen(toast('B10QA'));
  await seen(toast('OTHER'));
  await number(toasts, 2);
});

test('a kind that is not on the screen is not shown, but its warnings are', async () => {
  ofPlans = [];
  const { hub, clock } = await live();
  reminders = [
    reminder(2, { content: 'B20QA：召回', messageType: 'plan.recall', recordId: 21, isWarning: true }),
    reminder(1, { content: 'B10QA：批准', messageType: 'plan.approve', recordId: 11 }),
  ];
  hub.send('getChangeMessage', message('plan.takeOff', 10, 'STARTED：'));
  hub.send('getChangeMessage', message('plan.approve', 11, 'B10QA：'));
  hub.send('getChangeMessage', message('plan.recall', 21, 'B20QA：'));
  hub.send('getChangeMessage', message('plan.stopFlight', 31, 'STOPPED：'));
  await clock.pass(1_000);
  await seen(toast('B20QA'));
  await seen(toast('STOPPED'));
  await number(toasts, 2);
});

test('the toast of a warning goes when the message is read or taken back elsewhere', async () => {
  const { hub, clock } = await live();
  const first = reminder(1, { content: 'ONE', isWarning: true });
  const second = reminder(2, { content: 'TWO', isWarning: true });
  reminders = [second, first];
  hub.send('remindersChanged');
  await clock.pass(1_000);
  await seen(toast('ONE'));
  await seen(toast('TWO'));
  reminders = [second, { ...first, isRead: 1 }];
  hub.send('remindersChanged');
  await clock.pass(1_000);
  await gone(toast('ONE'));
  await seen(toast('TWO'));
  reminders = [];
  hub.send('remindersChanged');
  await clock.pass(1_000);
  await gone(toast('TWO'));
});

test('the title of the tab counts unread messages of the message centre', async () => {
  const { hub, clock } = await live();
  reminders = [reminder(1, { content: 'ONE' }), reminder(2, { content: 'TWO', isRead: 1 })];
  hub.send('remindersChanged');
  await clock.pass(1_000);
  await expect.poll(() => document.title).toMatch(/^✉ 1 /);
});

test('on a phone a toast leaves the button of an order free', async () => {
  const { hub, clock } = await live(true);
  const banner = document.createElement('div');
  banner.className = 'ant-alert ant-alert-banner';
  banner.style.height = '180px';
  document.querySelector('.cw-frame > header')?.after(banner);
  reminders = [reminder(1, { content: 'ONE', isWarning: true })];
  hub.send('remindersChanged');
  await clock.pass(1_000);
  await seen(toast('ONE'));
  await expect
    .poll(() => toast('ONE').element().getBoundingClientRect().top - banner.getBoundingClientRect().bottom)
    .toBeGreaterThan(0);
  expect(toast('ONE').element().getBoundingClientRect().bottom).toBeLessThan(window.innerHeight);
});

test('a message that is gone leads on to all messages', async () => {
  server().on('/api/services/app/Channel/OpenMessage', () => refused('gone', 404));
  const screen = await open('/message/open/118', { shell: true, user: person('OM'), locale: 'en' });
  await seen(page.getByText('This message no longer exists'));
  await expect.poll(() => document.title).toMatch(/^Message - /);
  await page.getByRole('button', { name: 'All messages' }).click();
  await expect.poll(() => screen.at().pathname).toBe('/message/allmessage');
});
