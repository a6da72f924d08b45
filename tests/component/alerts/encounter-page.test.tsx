import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AlertFigures } from '#contract/alerts.ts';
import type { Incident } from '#contract/incident.ts';
import { admin, open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen } from '#tests/component/support/ui.ts';
import { loadAlerts } from '#web/features/alerts/alert-store.ts';
import { alert, groupAlert } from './alert-sample.ts';

/** The page of an alert: what happened and who did what, with units. */

const raisedAt = '2026-06-10T02:00:00.000Z';
const seconds = (count: number) => new Date(Date.parse(raisedAt) + count * 1_000).toISOString();

function figuresOf(): AlertFigures {
  const { reason, advice, contacts, targets, planIds, distanceM, verticalM, approach } = alert(1, {});
  return {
    ...{ reason, advice, contacts, targets, planIds, distanceM, verticalM },
    approach: approach && { ...approach, at: Date.parse(seconds(60)) },
  };
}

function encounter() {
  server().add('encounter', {
    id: 7,
    kind: 'pairs',
    level: 'warning',
    highestLevel: 'warning',
    state: 'cleared',
    alertKey: 'pairs:a|b',
    reason: 'CWA1 与 CWB2 间隔不足',
    reasonEn: 'CWA1 and CWB2 are losing separation',
    details: JSON.stringify({ ...figuresOf(), verticalM: 85.98357725828251 }),
    tracks: JSON.stringify({ a: [], b: [] }),
    raisedAt,
  });
  const incident: Incident = {
    from: seconds(-120),
    to: seconds(240),
    at: seconds(60),
    alert: {
      id: 7,
      kind: 'pairs',
      level: 'warning' as const,
      reason: figuresOf().reason,
      tracks: [],
      raisedAt,
      acknowledgedAt: seconds(12),
      clearedAt: seconds(120),
      figures: figuresOf(),
      life: [
        { at: raisedAt, what: 'raised', level: 'caution', by: null, reason: null },
        { at: seconds(12), what: 'acknowledged', level: null, by: 'Wen Lan', reason: null },
        { at: seconds(120), what: 'cleared', level: null, by: null, reason: null },
      ],
    },
    tracks: [],
    alerts: [],
    watch: [],
    orders: [],
    log: [],
  };
  server().call('Playback', 'GetAlertIncident', () => ({ incident, tracks: [] }));
}

test('opens with what happened and who did what; its fields are readable text, not stored JSON', async () => {
  encounter();
  await open('/flightWatch/encounter/7', { locale: 'en' });
  await seen(page.getByRole('heading', { name: 'Life of the alert' }));
  await seen(page.getByRole('cell', { name: 'Wen Lan' }));
  await page.getByRole('tab', { name: 'Fields' }).click();
  await seen(page.getByText('Distance 4.2 km · Vertical 86 m · Predicted closest approach 180 m, 02:01:00Z'));
  await seen(page.getByText('Call: Heron Aviation 029-1234567'));
  await seen(page.getByText('2 tracks'));
  expect(css('main').element().textContent).not.toMatch(/\d\.\d{3}|[{}]/);
});

test('a user who may read the alert but not replay tracks has its report, and no link to the playback', async () => {
  encounter();
  const permissions = ['Pages.FlightWatch.Navigation_3D'];
  await open('/flightWatch/encounter/7', { locale: 'en', user: { ...admin, roles: ['Watch'], permissions } });
  await seen(page.getByRole('cell', { name: 'Wen Lan' }));
  await seen(page.getByRole('heading', { name: 'Tracks, and where they were at the moment' }));
  await gone(page.getByRole('link', { name: 'Play back, share or print' }));
  const requested = server().asked.map(({ path }) => path);
  expect(requested.filter((path) => /Playback\/(?!GetAlertIncident)/.test(path))).toEqual([]);
});

test('lists ended alerts with their stored reason, and open ones with the live reason', async () => {
  encounter();
  server().add('encounter', {
    id: 8,
    kind: 'lostSignal',
    level: 'caution',
    state: 'raised',
    reason: '31 秒',
    raisedAt,
  });
  const reason = { key: 'alert.lostSignal.reason', values: { one: 'CWC3', seconds: 280 } };
  server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [alert(8, { reason })], lacks: [] }));
  await open('/flightWatch/encounter', { locale: 'en' });
  await seen(page.getByText('CWA1 and CWB2 are losing separation'));
  // The sign in the header keeps them; there is none here.
  await loadAlerts();
  await seen(page.getByText('CWC3 not heard for 280 s'));
  await gone(page.getByText('31 秒'));
});

test('shows the number and the names of a group', async () => {
  const { reason, advice, contacts, targets, planIds, group, distanceM, verticalM } = groupAlert(9, 62);
  const figures = { reason, advice, contacts, targets, planIds, group, distanceM, verticalM, approach: null };
  server().add('encounter', {
    id: 9,
    kind: 'pairs',
    level: 'warning',
    highestLevel: 'warning',
    state: 'cleared',
    alertKey: 'pairs:group:d1',
    reason: '62 架航空器成群飞行',
    reasonEn: 'Group of 62 aircraft losing separation',
    aircraft: 62,
    details: JSON.stringify(figures),
    raisedAt,
  });
  const permissions = ['Pages.FlightWatch.Navigation_3D'];
  await open('/flightWatch/encounter/9', { locale: 'en', user: { ...admin, roles: ['Watch'], permissions } });
  await page.getByRole('tab', { name: 'Fields' }).click();
  await seen(page.getByText(/62 aircraft: D1 · D2 · .* · D60 · 2 more/));
});
