import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ControlNotice } from '#contract/notices.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, seen } from '#tests/component/support/ui.ts';

/** The line of control notices along the top, and the list that they are acknowledged in. */

const quiet = '/permission/updateLog';
const stop = '即刻停止全部飞行';
let notice: ControlNotice;

beforeEach(() => {
  notice = {
    id: 1,
    level: 1,
    levelText: '一级',
    title: '停止活动',
    content: stop,
    kind: 'stopActivity',
    source: null,
    creatorUserName: null,
    startTime: '2026-01-01T00:00:00.000Z',
    endTime: '2036-01-01T00:00:00.000Z',
    mustAcknowledge: true,
    acknowledgedAt: null,
  };
  server().call('Notice', 'GetControlList', () => [notice]);
  server().call('Reminder', 'GetList', () => []);
});

const line = () => css('.cw-strip-box span').element();
const placeOf = (element: Element) => new DOMMatrix(getComputedStyle(element).transform).m41;
const running = () => line().getAnimations().length;

test('the line moves by half a pixel a frame, and stops under the pointer and on request', async () => {
  await open(quiet, { shell: true });
  const strip = page.getByRole('region', { name: '管制通告' });
  await seen(strip.getByText(stop));
  // The tests' browser asks for less movement: the line does not begin without a click.
  expect(running()).toBe(0);
  await strip.getByRole('button', { name: '继续滚动' }).click();
  await expect.poll(running).toBe(1);
  const [animation] = line().getAnimations();
  if (!animation) throw new Error('nothing moves');
  animation.pause();
  animation.currentTime = 2_000;
  const before = placeOf(line());
  animation.currentTime = 2_000 + 1_000 / 60;
  expect(placeOf(line()) - before).toBeCloseTo(-0.5, 3);
  animation.play();

  await userEvent.hover(css('.cw-strip-box'));
  await expect.poll(running).toBe(0);
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  await expect.poll(running).toBe(1);
  await strip.getByRole('button', { name: '暂停滚动' }).click();
  await expect.poll(running).toBe(0);
  const stopped = placeOf(line());
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  await seen(strip.getByRole('button', { name: '继续滚动' }));
  expect(running()).toBe(0);
  expect(placeOf(line())).toBe(stopped);
});

test('a stop is listed with its level and acknowledged by a confirm', async () => {
  const acknowledged: number[] = [];
  server().call('Notice', 'AcknowledgeStopActivity', ({ id }) => {
    acknowledged.push(id);
    notice = { ...notice, acknowledgedAt: '2026-06-10T02:05:00.000Z' };
    return { acknowledgedAt: '2026-06-10T02:05:00.000Z' };
  });
  await open(quiet, { shell: true });
  await page.getByRole('button', { name: '管制通告，1 条生效' }).click();
  const entry = page.getByRole('article').filter({ hasText: stop });
  await seen(entry.getByText('一级'));
  await entry.getByRole('button', { name: '确认收到' }).click();
  expect(acknowledged).toEqual([]);
  await css('.ant-modal-confirm-btns .ant-btn-primary').click();
  await seen(entry.getByText('已于 2026-06-10 10:05 CST 确认'));
  expect(acknowledged).toEqual([1]);
});
