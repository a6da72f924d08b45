import { expect, test } from 'vitest';
import { compareFlights, groupOf, type OrderedFlight } from '#domain/plans/flight-order.ts';
import { flightStatuses } from '#domain/plans/flight-status.ts';

const flight = (callsign: string, s_FLT: number, change: Partial<OrderedFlight> = {}): OrderedFlight => ({
  id: 1,
  callsign,
  s_FLT,
  sobt: '2026-11-21T02:00:00.000Z',
  aldt: null,
  eldt: '2026-11-21T03:00:00.000Z',
  ...change,
});

test('flights in the air come first, by landing; then by departure; the last that ended before the others', () => {
  const list = [
    flight('END1', 200, { aldt: '2026-11-21T02:30:00.000Z' }),
    flight('END2', 230, { aldt: '2026-11-21T02:50:00.000Z' }),
    flight('CNL', 240, { sobt: '2026-11-21T01:00:00.000Z' }),
    flight('PLAN', 60),
    flight('REQ', 70),
    flight('OUT2', 120, { sobt: '2026-11-21T02:10:00.000Z' }),
    flight('OUT1', 80),
    flight('AIR2', 180, { eldt: '2026-11-21T04:00:00.000Z' }),
    flight('AIR1', 220),
    flight('AIR0', 150),
  ];
  expect(list.sort(compareFlights).map(({ callsign }) => callsign)).toEqual([
    ...['AIR0', 'AIR1', 'AIR2', 'OUT1', 'OUT2', 'REQ', 'PLAN', 'END2', 'END1', 'CNL'],
  ]);
});

test('every status is of one group', () => {
  const labels = (group: string) =>
    flightStatuses.flatMap(({ code, label }) => (groupOf(code) === group ? [label] : []));
  expect(labels('air')).toEqual(['DEP', 'ABT', 'CPL', 'RAD', 'LND', 'V/H', 'APR']);
  expect(labels('released')).toEqual(['CLD', 'RDY', 'P_S', 'TAX', 'QUE', 'LIN']);
  expect(labels('planned')).toEqual(['SCH', 'QPR', 'FPL', 'PRE']);
  expect(labels('ended')).toEqual(['ARR', 'FIN', 'CNL']);
});
