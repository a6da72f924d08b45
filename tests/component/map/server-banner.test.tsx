import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ServerNotice } from '#contract/hub.ts';
import { connect, fakeHub } from '#tests/component/support/fake-hub.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { slowClock } from '#tests/component/support/slow-clock.ts';
import { gone, seen } from '#tests/component/support/ui.ts';

/** What the server says of itself, over maps and walls. */

const minuteMs = 60_000;
const center: [number, number] = [31, 104];

beforeEach(() => {
  server().call('Notice', 'GetControlList', () => []);
  server().call('Reminder', 'GetList', () => []);
  server().call('Navigation', 'GetActiveNAircrafts', () => ({ items: [] }));
  server().call('Map', 'GetSettings', () => ({
    center,
    zoom: 8,
    tileUrl: null,
    basemapUrl: null,
    boundariesUrl: null,
    coverage3d: [],
  }));
});

const restarted = (at: string): ServerNotice => ({
  id: 'restarted',
  text: { key: 'watch.notice.restarted', values: { seconds: 7 } },
  at: Date.parse(at),
  lastsMs: 5 * minuteMs,
});

test('the new start of a server is said over a map and a wall until it is seen, and the next one again', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  const screen = await open('/permission/updateLog', { shell: true, locale: 'en' });
  await connect(clock);
  // It comes with the connection, before a map is open.
  hub.send('getServerNotices', [restarted('2026-06-10T02:14:05Z')]);
  await screen.go('/flightWatch/situationmap');
  const line = (time: string) => page.getByRole('alert').getByText(`was started again at ${time}`);
  await seen(line('02:14:05Z'));
  await screen.go('/statistics/wall');
  await seen(line('02:14:05Z'));
  await page.getByRole('button', { name: 'Seen', exact: true }).click();
  await gone(line('02:14:05Z'));
  await screen.go('/flightWatch/situationmap');
  await seen(page.getByRole('region', { name: 'Map' }).or(page.getByRole('application')).first());
  await gone(line('02:14:05Z'));
  hub.send('getServerNotices', [restarted('2026-06-10T02:19:30Z')]);
  await seen(line('02:19:30Z'));
});

test('it goes by itself once its time is over', async () => {
  const hub = fakeHub();
  const clock = slowClock();
  const screen = await open('/permission/updateLog', { shell: true, locale: 'zh-Hans' });
  await connect(clock);
  await screen.go('/statistics/wall');
  hub.send('getServerNotices', [restarted('2026-06-10T03:00:00Z')]);
  const line = page.getByRole('alert').getByText('03:00:00Z 重新启动');
  await seen(line);
  await clock.pass(5 * minuteMs + 1_000);
  await gone(line);
  expect(line.elements()).toHaveLength(0);
});
