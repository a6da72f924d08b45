import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PositionState } from '#contract/watch.ts';
import { alert } from '#tests/component/alerts/alert-sample.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { gone, seen } from '#tests/component/support/ui.ts';
import { loadAlerts } from '#web/features/alerts/alert-store.ts';

/** The watch beside the map: signing on, handing over after the list was read, and the log. */

const position = (values: Partial<PositionState>): PositionState => ({
  id: 1,
  name: '监视席',
  kind: 'watch',
  frequencyMhz: 118.1,
  holder: null,
  offer: null,
  ...values,
});
const since = '2026-11-21T02:30:00Z';

let states: PositionState[] = [];
let asked: Record<string, unknown> = {};

beforeEach(() => {
  asked = {};
  states = [position({})];
  server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [], lacks: [] }));
  server().call('Watch', 'GetPositions', () => ({ items: states }));
  server().call('Watch', 'GetRelief', () => ({ items: [{ id: 9, name: 'Wen Lan' }] }));
  server().call('Watch', 'GetList', () => ({
    alerts: [],
    flights: [{ id: 7, planNumber: 'FP7', callsign: 'CWA1', company: 'Heron', since }],
    notices: [{ id: 3, title: 'Runway closed', from: since, to: since }],
    orders: [],
  }));
  server().call('Watch', 'SignOn', () => {
    states = [position({ holder: { user: 1, name: 'Me', since, isMe: true } })];
    return null;
  });
  server().call('Watch', 'OfferHandover', (input) => {
    asked = input;
    return { id: 5 };
  });
  server().call('Watch', 'TakeHandover', (input) => {
    asked = input;
    return null;
  });
});

test('one signs on with one press and hands over with remarks, the list in sight', async () => {
  await open('/home', { locale: 'en' });
  const panel = page.getByRole('complementary', { name: 'Watch' });
  await userEvent.click(panel.getByRole('button', { name: 'Sign on' }));
  await seen(panel.getByText('since 0230Z'));
  await userEvent.click(panel.getByRole('button', { name: 'Hand over' }));
  const dialog = page.getByRole('dialog', { name: 'Hand over 监视席' });
  await seen(dialog.getByText('Runway closed'));
  await seen(dialog.getByText('CWA1 · FP7 · Heron'));
  await userEvent.fill(dialog.getByLabelText('Remarks'), 'Radar 2 under repair');
  await userEvent.click(dialog.getByRole('button', { name: 'Offer' }));
  await gone(dialog);
  expect(asked).toEqual({ position: 1, remarks: 'Radar 2 under repair' });
});

test('who takes over says what they saw', async () => {
  const offer = {
    id: 5,
    fromName: 'Wen Lan',
    to: null,
    toName: null,
    offeredAt: since,
    remarks: 'QNH falls',
  };
  states = [position({ holder: { user: 9, name: 'Wen Lan', since, isMe: false }, offer })];
  await open('/home', { locale: 'en' });
  const panel = page.getByRole('complementary', { name: 'Watch' });
  await userEvent.click(panel.getByRole('button', { name: 'Take over' }));
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText('QNH falls'));
  await seen(dialog.getByText('Runway closed'));
  await userEvent.click(dialog.getByRole('button', { name: /I, .* take over/ }));
  await gone(dialog);
  expect(asked).toEqual({ id: 5, seen: ['flight:7', 'notice:3'] });
});

test('how long a signal is lost runs on in the list that is handed over, as it does beside the map', async () => {
  let seconds = 31;
  server().call('Alert', 'GetList', () => ({
    at: Date.now(),
    alerts: [
      alert(4, {
        kind: 'lostSignal',
        reason: { key: 'alert.lostSignal.reason', values: { one: 'CWA1', seconds } },
        approach: null,
      }),
    ],
    lacks: [],
  }));
  server().call('Watch', 'GetList', () => ({
    alerts: [
      {
        id: 4,
        level: 'warning',
        text: 'CWA1 信号丢失 31 秒',
        textEn: 'CWA1 not heard for 31 s',
        raisedAt: since,
        state: 'announced',
        acknowledgedBy: null,
      },
    ],
    flights: [],
    notices: [],
    orders: [],
  }));
  states = [position({ holder: { user: 1, name: 'Me', since, isMe: true } })];
  await open('/home', { locale: 'en', shell: true });
  await userEvent.click(page.getByRole('button', { name: 'Hand over' }));
  const dialog = page.getByRole('dialog', { name: 'Hand over 监视席' });
  await seen(dialog.getByText('CWA1 not heard for 31 s'));
  seconds = 280;
  await loadAlerts();
  await seen(dialog.getByText('CWA1 not heard for 280 s'));
});
