import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlertList, AlertView } from '#contract/alerts.ts';
import { hold, room, summary } from '#tests/component/coordination/chat-sample.ts';
import { admin, open, server } from '#tests/component/support/mount.tsx';
import { choose, css, gone, seen, unchanged } from '#tests/component/support/ui.ts';
import { chosenAlert } from '#web/features/alerts/alert-store.ts';
import { alert, groupAlert, limit } from './alert-sample.ts';

/** The alerts beside the map and on every page: in words, by urgency, acknowledged and muted by hand and by key. */

const warningTones = 4;
const tones = vi.spyOn(AudioContext.prototype, 'createOscillator');
const words = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
const drawn = () => words.mock.calls.map(([text]) => text);
const clerk = { ...admin, userId: 3, roles: ['Clerk'], permissions: ['Pages.SystemPermission.AboutUs'] };

let alerts: AlertView[] = [];
let lacks: AlertList['lacks'] = [];
let asked: { id: number; looked?: boolean }[] = [];
let muted: { id: number; reason: string; until: string }[] = [];

beforeEach(() => {
  asked = [];
  muted = [];
  chosenAlert.set(null);
  lacks = [{ key: 'alert.terrain.noData' }];
  alerts = [
    alert(1, {}),
    alert(2, {
      kind: 'overdue',
      level: 'caution',
      reason: { key: 'alert.overdue.uncertainty', values: { plan: 'FP9', one: 'CWC3', minutes: 31 } },
      approach: null,
      distanceM: null,
      verticalM: null,
      targets: [],
    }),
  ];
  server().call('Alert', 'GetList', () => ({
    at: Date.now(),
    alerts,
    lacks,
  }));
  server().call('Alert', 'Acknowledge', (input) => {
    asked.push(input);
    alerts = alerts.map((one) =>
      one.id === input.id ? { ...one, state: 'acknowledged', acknowledgedBy: 'Wen Lan' } : one,
    );
    return null;
  });
  server().call('Alert', 'Mute', (input) => {
    muted.push(input);
    return null;
  });
});

test('an alert says what, how far, when and whom to call, and is acknowledged by name', async () => {
  await open('/home', { locale: 'en', shell: true });
  const dock = page.getByRole('complementary', { name: 'Alerts' });
  await seen(dock.getByText('CWA1 and CWB2 are losing separation'));
  await seen(dock.getByText(/Now 4\.2 km · Vertical 30 m · Closest 180 m · in \d+ s/));
  // All of them, the seconds at the end too.
  const list = dock.element();
  expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth);
  await seen(dock.getByText(/overdue 31 min: uncertainty phase/));
  await seen(dock.getByText(/No terrain data/));
  await expect.poll(() => document.title).toMatch(/^\(2\) /);
  await dock.getByText('CWA1 and CWB2 are losing separation').click();
  await seen(dock.getByRole('link', { name: '029-1234567' }));
  await dock.getByRole('button', { name: 'Acknowledge' }).first().click();
  await seen(dock.getByText('Acknowledged by Wen Lan'));
  expect(asked).toEqual([{ id: 1, looked: true }]);
  await expect.poll(() => document.title).toMatch(/^\(1\) /);
});

test('an alert that is chosen comes into sight on the map, and at its closest point it says now', async () => {
  const far = { latitude: 20, longitude: 60 };
  const near = { latitude: 20.01, longitude: 60 };
  alerts = [
    alert(1, {
      targets: [{ id: 'a', callsign: 'CWA1', ...far }],
      approach: { at: Date.now() - 4_000, horizontalM: 180, verticalM: 30, one: far, two: near },
    }),
  ];
  await open('/home', { locale: 'en', shell: true });
  const dock = page.getByRole('complementary', { name: 'Alerts' });
  await seen(dock.getByText(/Closest 180 m · now/));
  const isInSight = () => {
    const room = css('.cw-map').element().getBoundingClientRect();
    return css('.leaflet-overlay-pane path')
      .elements()
      .map((mark) => mark.getBoundingClientRect())
      .some(
        ({ width, left, right, top, bottom }) =>
          width > 0 && left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom,
      );
  };
  expect(isInSight()).toBe(false);
  await dock.getByText('CWA1 and CWB2 are losing separation').click();
  await expect.poll(isInSight).toBe(true);
});

test('a group is one alert: how many, how far the closest two, and on demand who', async () => {
  alerts = [groupAlert(1, 300)];
  await open('/home', { locale: 'en', shell: true });
  const dock = page.getByRole('complementary', { name: 'Alerts' });
  await seen(dock.getByText('Group of 300 aircraft losing separation; closest: D1 and D2'));
  await seen(dock.getByText(/Now 12 m · Vertical 30 m/));
  const names = dock.getByText(/D1 · D2 · .* · D60 · 240 more/);
  await expect.element(names).not.toBeVisible();
  await dock.getByText('300 aircraft', { exact: true }).click();
  await expect.element(names).toBeVisible();
  // Around all of them on the map, with their number.
  await expect.poll(() => drawn().some((text) => text.startsWith('300 aircraft'))).toBe(true);
});

test('what is not evaluated is said above the list and on the map, and nothing else there', async () => {
  lacks = [{ key: 'alert.terrain.noData' }, limit];
  await open('/home', { locale: 'zh-Hans', shell: true });
  const said = page.getByText('空中过于密集：有 240 架航空器未逐一评估冲突，只评估其中最紧迫的');
  await expect.poll(() => said.elements().length).toBe(2);
  const dock = page.getByRole('complementary', { name: '告警' });
  await seen(dock.getByRole('alert').getByText(/未逐一评估/));
  await expect.poll(() => dock.getByText(/没有地形数据/).elements()).toHaveLength(1);
});

test('an alert is sent to a room as a card', async () => {
  hold({ view: room(), items: [], rooms: [summary()] });
  await open('/home', { locale: 'en', shell: true });
  const dock = page.getByRole('complementary', { name: 'Alerts' });
  await dock.getByText('CWA1 and CWB2 are losing separation').click();
  await dock.getByRole('button', { name: 'Send to a room' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to a room' });
  await choose(dialog.getByRole('combobox', { name: 'Choose a room' }), 'West');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(() => server().asked.find(({ path }) => path.endsWith('/Coordination/Send'))?.body)
    .toMatchObject({ room: 5, references: [{ resource: 'encounter', id: 1 }] });
});

test('A acknowledges the most urgent without a look, M mutes with a reason and an end', async () => {
  await open('/home', { locale: 'en', shell: true });
  const dock = page.getByRole('complementary', { name: 'Alerts' });
  await seen(dock.getByText('CWA1 and CWB2 are losing separation'));
  await userEvent.keyboard('a');
  await seen(dock.getByText('Acknowledged by Wen Lan'));
  expect(asked).toEqual([{ id: 1, looked: false }]);
  await userEvent.keyboard('m');
  await dock.getByRole('textbox', { name: 'Reason for muting' }).fill('operator called');
  await dock.getByRole('button', { name: 'Submit' }).click();
  await gone(dock.getByRole('textbox', { name: 'Reason for muting' }));
  expect(muted).toEqual([{ id: 2, reason: 'operator called', until: expect.any(String) }]);
  expect(Date.parse(muted[0]?.until ?? '')).toBeGreaterThan(Date.now());
});

test('on every page the header says what nobody has acknowledged, sounds it, and has the list one click away', async () => {
  tones.mockClear();
  const screen = await open('/permission/aboutUs', { locale: 'en', shell: true });
  const sign = page.getByRole('button', { name: '2 alerts not acknowledged, highest level: Warning' });
  await seen(sign);
  await expect.poll(() => document.title).toMatch(/^\(2\) /);
  await expect.poll(() => tones.mock.calls.length).toBeGreaterThanOrEqual(warningTones);
  await sign.click();
  const list = page.getByRole('dialog').getByRole('complementary', { name: 'Alerts' });
  await userEvent.keyboard('a');
  await seen(list.getByText('Acknowledged by Wen Lan'));
  expect(asked).toEqual([{ id: 1, looked: false }]);
  await expect.poll(() => document.title).toMatch(/^\(1\) /);
  // Where the list stands beside the map, there is no second one that would answer the same keys.
  await screen.go('/home');
  await gone(page.getByRole('dialog'));
  await seen(page.getByRole('complementary', { name: 'Alerts' }));
  await page.getByRole('button', { name: '1 alert not acknowledged: Caution' }).click();
  await expect.poll(() => chosenAlert.get()).toBe(2);
  await unchanged(() => page.getByRole('complementary', { name: 'Alerts' }).elements().length, 1);
});

test('who does not watch the air has no alerts on their pages, and none of the user before', async () => {
  await open('/permission/aboutUs', { locale: 'en', shell: true, user: clerk });
  await seen(page.getByRole('heading', { level: 1 }));
  await seen(css('.cw-top [title^="Coordination"], .cw-brand').first());
  await gone(css('.cw-alerts-sign'));
  expect(server().asked.some(({ path }) => path.endsWith('/Alert/GetList'))).toBe(false);
  expect(document.title).not.toMatch(/^\(/);
});
