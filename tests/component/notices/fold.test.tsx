import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ControlNotice } from '#contract/notices.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { gone, seen } from '#tests/component/support/ui.ts';
import { queryClient } from '#web/client/query-client.ts';

/** Control notices: those that are read make room, those that bind stay until they are acknowledged. */

const notice = (id: number, values: Partial<ControlNotice>): ControlNotice => ({
  id,
  level: 2,
  levelText: '二级',
  title: `通告 ${id}`,
  content: '东侧 900 米以下',
  kind: '',
  source: null,
  creatorUserName: null,
  startTime: '2026-11-23T00:00:00.000Z',
  endTime: '2026-11-24T00:00:00.000Z',
  mustAcknowledge: false,
  acknowledgedAt: null,
  ...values,
});

test('a notice that was read becomes a chip; one that binds runs on; one that is changed runs again', async () => {
  let notices = [notice(1, {}), notice(2, { mustAcknowledge: true })];
  server().call('Notice', 'GetControlList', () => notices);
  server().call('Reminder', 'GetList', () => []);
  server().call('Message', 'GetCount', () => ({
    count: 0,
    aircraft: 0,
    airspace: 0,
    auth: 0,
    naircraft: 0,
    pilot: 0,
  }));
  await open('/permission/updateLog', { shell: true });
  const strip = page.getByRole('region', { name: '管制通告' });
  await seen(strip.getByText(/通告 1.*通告 2/));
  await strip.getByRole('button', { name: '已阅，收起' }).click();
  await gone(strip.getByText(/通告 1/));
  await seen(strip.getByText(/通告 2/));
  await seen(page.getByRole('button', { name: /管制通告/ }).getByText('二级 通告 1'));
  expect(strip.getByRole('button', { name: '已阅，收起' }).elements()).toEqual([]);

  notices = [notice(1, { content: '东侧 600 米以下' }), notice(2, { mustAcknowledge: true })];
  await queryClient.invalidateQueries();
  await seen(strip.getByText(/600 米/));
});
