import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AlertList } from '#contract/alerts.ts';
import { admin, mount, server, signIn } from '#tests/component/support/mount.tsx';
import { gone, seen } from '#tests/component/support/ui.ts';
import { loadUser } from '#web/client/auth.ts';
import { loadAlerts, useLiveAlerts } from '#web/features/alerts/alert-store.ts';
import { WallAlerts } from '#web/features/plans/board/wall-alerts.tsx';
import { alert, limit } from './alert-sample.ts';

/** The alerts on the wall of a room. */

let states: ('announced' | 'acknowledged')[] = [];
let lacks: AlertList['lacks'] = [];

beforeEach(() => {
  lacks = [{ key: 'alert.terrain.noData' }];
  states = ['announced', 'announced', 'announced', 'announced', 'acknowledged'];
  server().call('Alert', 'GetList', () => ({
    at: Date.now(),
    alerts: states.map((state, i) =>
      alert(i + 1, { state, reason: { key: 'alert.pairs.reason', values: { one: `CW${i}`, two: 'CWB2' } } }),
    ),
    lacks,
  }));
});

function Watch() {
  useLiveAlerts();
  return <WallAlerts />;
}

test('the most urgent three stand in large letters, the rest is counted, and what is acknowledged is gone', async () => {
  signIn(admin);
  await loadUser();
  await mount(
    <div className="board" data-theme="dark">
      <Watch />
    </div>,
    { locale: 'en' },
  );
  const strip = page.getByRole('region', { name: 'Alerts' });
  await seen(strip.getByText('CW0 and CWB2 are losing separation'));
  await seen(strip.getByText('1 more'));
  await expect.poll(() => strip.getByRole('listitem').elements()).toHaveLength(3);
  // On a wall of 1.2 m for 1,920 pixels these are letters of 25 mm: legible at five metres.
  const letters = strip.getByText('CW0 and CWB2 are losing separation').element();
  expect(Number.parseFloat(getComputedStyle(letters).fontSize)).toBeGreaterThanOrEqual(36);
  states = ['acknowledged'];
  await loadAlerts();
  await gone(strip);
});

test('what is not evaluated stands there while it is so, with or without an alert', async () => {
  states = [];
  lacks = [limit];
  signIn(admin);
  await loadUser();
  await mount(
    <div className="board" data-theme="dark">
      <Watch />
    </div>,
    { locale: 'en' },
  );
  const strip = page.getByRole('region', { name: 'Alerts' });
  await seen(strip.getByText(/not every conflict of 240 aircraft is evaluated, only the most urgent/));
  lacks = [{ key: 'alert.terrain.noData' }];
  await loadAlerts();
  await gone(strip);
});

test('whom and what each of them is about is read whole', async () => {
  await page.viewport(1366, 768);
  const reason = {
    key: 'alert.areas.inside',
    values: { one: 'CYR103', use: 'closed', area: 'Jintang training area 2' },
  };
  server().call('Alert', 'GetList', () => ({
    at: Date.now(),
    alerts: [1, 2, 3].map((id) => alert(id, { kind: 'areas', reason })),
    lacks: [],
  }));
  signIn(admin);
  await loadUser();
  await mount(
    <div className="board" data-theme="dark" style={{ width: 1130 }}>
      <Watch />
    </div>,
    { locale: 'en' },
  );
  const strip = page.getByRole('region', { name: 'Alerts' });
  await expect.poll(() => strip.getByRole('listitem').elements()).toHaveLength(3);
  for (const line of strip.css('strong').elements()) {
    expect(line.textContent).toContain('CYR103');
    expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth);
    expect(getComputedStyle(line).textOverflow).toBe('clip');
  }
});
