import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ControlNotice } from '#contract/notices.ts';
import { json, refused } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen } from '#tests/component/support/ui.ts';

/** The error catalogue of specification §8 on the screen: each kind of failure in its own place. */

const notice: ControlNotice = {
  id: 7,
  title: '停止活动',
  content: '立即停止',
  level: 1,
  levelText: '一级',
  kind: 'stopActivity',
  creatorUserName: null,
  source: null,
  startTime: '2026-01-01T00:00:00Z',
  endTime: '2030-01-01T00:00:00Z',
  mustAcknowledge: true,
  acknowledgedAt: null,
};

const acknowledging = '/api/services/app/Notice/AcknowledgeStopActivity';

/** The answer to an acknowledgement, asked for by the button and its confirm. */
async function acknowledge(answer: () => Response): Promise<void> {
  server().on(acknowledging, answer);
  await page.getByRole('article').getByRole('button', { name: '确认收到' }).click();
  const confirm = page.getByRole('dialog').filter({ hasText: '确认已收到并执行' });
  await confirm.getByRole('button', { name: '确认收到' }).click();
  await gone(confirm);
}

test('a failure is shown as the error catalogue has it', async () => {
  server().call('Notice', 'GetControlList', () => [notice]);
  const screen = await open('/permission/role', { shell: true });
  await page.getByRole('button', { name: '管制通告，1 条生效' }).click();

  const notification = css('.ant-notification-notice');
  const close = css('.ant-notification-notice-close');

  await acknowledge(() => refused('只有一句话'));
  const message = css('.ant-message').getByText('只有一句话');
  await seen(message);

  await acknowledge(() =>
    json({ success: false, result: null, error: { code: 0, message: '一句话', details: '和它的详情' } }, 500),
  );
  await seen(notification.getByText('和它的详情'));
  await close.click();
  await gone(notification);

  await acknowledge(() => {
    throw new TypeError('Failed to fetch');
  });
  await seen(notification.getByText('Failed to fetch'));
  await close.click();
  await gone(notification);

  await acknowledge(() =>
    json({ success: false, result: null, error: { code: 0, message: 'x', details: null }, code: 50014 }, 500),
  );
  const prompt = page.getByRole('dialog').filter({ hasText: '登录已失效' });
  await seen(prompt.getByText('您已退出登录'));
  await prompt.getByRole('button', { name: '取消' }).click();
  await gone(prompt);

  await acknowledge(() => refused('NotFinish'));
  await page.getByRole('button', { name: '去未完成计划列表' }).click();
  await expect.poll(() => screen.at().pathname).toBe('/navigation/NotFinish');
  await gone(message);
});
