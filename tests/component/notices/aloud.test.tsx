import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Reminder } from '#contract/notices.ts';
import type { OutputOf } from '#contract/services.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { person } from '#tests/component/support/people.ts';
import { slowClock } from '#tests/component/support/slow-clock.ts';
import { css, gone, seen } from '#tests/component/support/ui.ts';
import { setMuted } from '#web/features/notices/sound.ts';

/** What the bottom bar counts, speaks and sounds, and when. Specification §9 has the times. */

const quiet = '/permission/updateLog';
/** Tones of one alarm. */
const alarm = 2;

type Count = OutputOf<'Message', 'GetCount'>;
const waiting = (values: Partial<Count>): Count => ({
  count: 0,
  aircraft: 0,
  airspace: 0,
  auth: 0,
  naircraft: 0,
  pilot: 0,
  ...values,
});

let spoken: { text: string; lang: string; rate: number; at: number }[];
let toneCount: number;
let reminders: Reminder[];

beforeEach(() => {
  spoken = [];
  toneCount = 0;
  reminders = [];
  const speak = vi
    .spyOn(window.speechSynthesis, 'speak')
    .mockImplementation(({ text, lang, rate }) => void spoken.push({ text, lang, rate, at: Date.now() }));
  const create = AudioContext.prototype.createOscillator;
  const tones = vi.spyOn(AudioContext.prototype, 'createOscillator').mockImplementation(function (
    this: AudioContext,
  ) {
    toneCount += 1;
    return create.call(this);
  });
  onTestFinished(() => {
    speak.mockRestore();
    tones.mockRestore();
    setMuted(false);
  });
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => reminders);
});

const asked = (call: string) => server().asked.filter(({ path }) => path.endsWith(call)).length;

test('the summary is spoken after 5 s and then every 60 s; reminders are asked for every 60 s', async () => {
  const clock = slowClock();
  let openedAt: number | undefined;
  server().call('Message', 'GetCount', () => {
    openedAt ??= Date.now();
    return waiting({ count: 3, aircraft: 2, naircraft: 1 });
  });
  await open(quiet, { shell: true, user: person('ATMB') });
  await seen(page.getByRole('button', { name: '待办消息 3 条' }));
  expect(spoken).toEqual([]);
  await clock.pass(5_000);
  expect(spoken).toHaveLength(1);
  const [first] = spoken;
  expect(first).toMatchObject({
    text: '您有3条待办消息，飞行计划1条，航空器2条。',
    lang: 'zh-CN',
    rate: 1.5,
  });
  const afterMs = (first?.at ?? 0) - (openedAt ?? 0);
  expect(afterMs).toBeGreaterThan(4_500);
  expect(afterMs).toBeLessThanOrEqual(5_000);

  const before = { reminders: asked('/Reminder/GetList'), counts: asked('/Message/GetCount') };
  await clock.pass(120_000);
  expect(spoken.map(({ at }) => at - (first?.at ?? 0))).toEqual([0, 60_000, 120_000]);
  expect(asked('/Reminder/GetList') - before.reminders).toBe(2);
  expect(asked('/Message/GetCount') - before.counts).toBe(1);
});

test('silenced, the page is silent from then on, also when it is opened again', async () => {
  const clock = slowClock();
  server().call('Message', 'GetCount', () => waiting({ count: 1, aircraft: 1 }));
  const user = person('ATMB');
  await open(quiet, { shell: true, user });
  await page.getByRole('button', { name: '静音' }).click();
  const mute = page.getByRole('button', { name: '静音' });
  await expect.element(mute).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem('clearway.muted')).toBe('1');
  await clock.pass(70_000);
  expect(spoken).toEqual([]);
  await open(quiet, { shell: true, user });
  await seen(page.getByRole('button', { name: '待办消息 1 条' }));
  await expect.element(mute).toHaveAttribute('aria-pressed', 'true');
  await clock.pass(7_000);
  expect(spoken).toEqual([]);
});

test('for the administrator the count is asked for every 5 s, and more of it rings every 10 s until closed', async () => {
  const clock = slowClock();
  let auth = 1;
  server().call('Message', 'GetCount', () => waiting({ count: auth, auth }));
  await open(quiet, { shell: true });
  await seen(page.getByRole('button', { name: '待办消息 1 条' }));
  for (const _ of ['once', 'and again']) {
    const before = asked('/Message/GetCount');
    await clock.pass(5_300);
    expect(asked('/Message/GetCount') - before).toBe(1);
  }
  expect(toneCount).toBe(0);
  auth = 3;
  await clock.pass(5_300);
  const prompt = page.getByRole('alert').filter({ hasText: '新增 2 条待办' });
  await seen(prompt);
  expect(toneCount).toBe(alarm);
  await clock.pass(6_000);
  expect(toneCount).toBe(alarm);
  await clock.pass(4_000);
  expect(toneCount).toBe(2 * alarm);
  await css('.ant-notification-notice-close').click();
  await gone(prompt);
  await clock.pass(11_000);
  expect(toneCount).toBe(2 * alarm);
});

test('an unread reminder rings every 10 s while the list is open, until it is read', async () => {
  const clock = slowClock();
  const reminder = {
    id: 5,
    content: '航空器 B-10QA 被驳回',
    opinion: '适航证不清晰',
    creationTime: new Date().toISOString(),
    resource: 'aircraft',
    recordId: 7,
    messageType: null,
    target: null,
    isWarning: false,
  };
  reminders = [{ ...reminder, isRead: 0 }];
  const read: number[] = [];
  server().call('Reminder', 'SetRead', ({ id }) => {
    read.push(id);
    reminders = [{ ...reminder, isRead: 1 }];
    return null;
  });
  await open(quiet, { shell: true, user: person('OM') });
  await clock.pass(11_000);
  expect(toneCount).toBe(0);
  await page.getByRole('button', { name: '站内提醒，1 条未读' }).click();
  const entry = page.getByRole('article').filter({ hasText: '适航证不清晰' });
  await seen(entry);
  await expect.poll(() => toneCount).toBe(alarm);
  await clock.pass(7_000);
  expect(toneCount).toBe(alarm);
  await clock.pass(3_000);
  expect(toneCount).toBe(2 * alarm);
  await entry.getByRole('button', { name: '标为已读' }).click();
  await seen(entry.getByText('已读', { exact: true }));
  expect(read).toEqual([5]);
  await clock.pass(21_000);
  expect(toneCount).toBe(2 * alarm);
});
