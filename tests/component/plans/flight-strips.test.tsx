import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FlightRecord } from '#contract/flight-list.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { choose, css, gone, seen, texts } from '#tests/component/support/ui.ts';
import { takeFlights } from '#web/features/plans/strips/flight-store.ts';

/** The flight list beside the map: grouped, worked by keyboard, and its status set by hand. */

const flight = (id: number, callsign: string, values: Partial<FlightRecord>): FlightRecord => ({
  id,
  callsign,
  s_FLT: 80,
  label: 'CLD',
  source: 'plan',
  reason: null,
  sobt: '2026-11-21T02:00:00.000Z',
  vtt: 0,
  atot: null,
  aldt: null,
  eldt: '2026-11-21T03:00:00.000Z',
  deP_A: 'ZUGH',
  arR_A: 'ZUUU',
  delay: null,
  plan: { id: id * 10, planNumber: `FP${id}`, state: 8, companyName: 'Heron Aviation' },
  ...values,
});

const flying = flight(1, 'CWA1', { s_FLT: 180, label: 'RAD', source: 'surveillance', delay: 12 });
const released = [flight(2, 'CWB2', {}), flight(3, 'CWC3', { s_FLT: 120, label: 'TAX' })];
let set: object[] = [];

beforeEach(() => {
  set = [];
  localStorage.removeItem('cw.map');
  server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [], lacks: [] }));
  server().call('Navigation', 'SetFlightStatus', (input) => {
    set.push(input);
    return null;
  });
  server().call('Navigation', 'WithdrawFlightStatus', (input) => {
    set.push(input);
    return null;
  });
  takeFlights({ kind: 'picture', at: 0, flights: [flying, ...released], removed: [] });
});

async function openList() {
  await open('/home', { locale: 'en' });
  await page.getByRole('button', { name: 'Flight list' }).click();
  const list = page.getByRole('listbox', { name: 'Flight list' });
  await seen(list);
  return list;
}

test('flights stand in the order of the server, grouped, each with status, way, time and delay', async () => {
  const list = await openList();
  await expect
    .poll(() => texts(list.getByRole('group')).map((text) => /^\D+/.exec(text)?.[0]))
    .toEqual(['In the air ', 'Released ']);
  await expect
    .poll(() => texts(list.getByRole('option')))
    .toEqual([
      'CWA1RAD Identified by surveillanceZUGH → ZUUU0300Z12 min',
      'CWB2CLD ReleasedZUGH → ZUUU0200Z--',
      'CWC3TAX TaxiingZUGH → ZUUU0200Z--',
    ]);
  // A change of one moves that one.
  takeFlights({
    kind: 'changes',
    at: 1,
    flights: [flight(2, 'CWB2', { s_FLT: 200, label: 'ARR', aldt: '2026-11-21T02:40:00.000Z' })],
    removed: [3],
    order: [1, 2],
  });
  await expect.poll(() => texts(list.getByRole('option'))).toHaveLength(2);
  await seen(list.getByRole('group', { name: 'Ended' }).getByText('0240Z'));
});

test('the keys move from strip to strip and from group to group, and Enter shows one', async () => {
  const list = await openList();
  (list.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{PageDown}{ArrowDown}{Enter}');
  const detail = page.getByRole('region', { name: 'CWC3' });
  await seen(detail.getByText('TAX · Taxiing'));
  await seen(detail.getByRole('link', { name: 'Plan FP3' }));
  await userEvent.keyboard('{Home}{Enter}');
  await seen(page.getByRole('region', { name: 'CWA1' }));
  await gone(detail);
});

test('airspace watch sets a status by hand with a reason, and withdraws it', async () => {
  const list = await openList();
  await list.getByText('CWB2').click();
  const detail = page.getByRole('region', { name: 'CWB2' });
  await detail.getByRole('button', { name: 'Set', exact: true }).click();
  await seen(detail.getByText('Give the reason'));
  await choose(css('.cw-strip-detail .ant-select'), 'QUE');
  await detail.getByRole('textbox', { name: 'Reason' }).fill('runway occupied');
  await detail.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(() => set).toEqual([{ id: 20, code: 130, reason: 'runway occupied' }]);
  takeFlights({
    kind: 'changes',
    at: 1,
    flights: [flight(2, 'CWB2', { s_FLT: 130, label: 'QUE', source: 'hand', reason: 'runway occupied' })],
    removed: [],
  });
  await seen(detail.getByText('set by hand'));
  await detail.getByRole('textbox', { name: 'Reason' }).fill('free again');
  await detail.getByRole('button', { name: 'Withdraw what was set by hand' }).click();
  await expect.poll(() => set.at(-1)).toEqual({ id: 20, reason: 'free again' });
});

test('both places of a flight are told whole, however long their names and however narrow the list', async () => {
  const places = { deP_A: 'Qingchengshan sightseeing pad', arR_A: 'Huayang Hospital rooftop pad' };
  takeFlights({
    kind: 'changes',
    at: 1,
    flights: [flight(2, 'CWB2', places)],
    removed: [],
    order: [1, 2, 3],
  });
  const list = await openList();
  const way = list.getByText('Qingchengshan sightseeing pad → Huayang Hospital rooftop pad');
  await seen(way);
  (way.element() as HTMLElement).style.width = '240px';
  const { scrollWidth, clientWidth } = way.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
