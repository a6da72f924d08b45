import { expect, test } from 'vitest';
import {
  correlate,
  createFlightIndex,
  leastScore,
  type PlannedFlight,
  scoreOf,
  type TrackIdentity,
  weights,
} from '#domain/surveillance/correlation/correlate.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const home = { latitude: 30.9, longitude: 104.3 };

const flight = (planId: number, change: Partial<PlannedFlight> = {}): PlannedFlight => ({
  planId,
  taskId: planId * 10,
  callsign: `CW${planId}`,
  icao24: `78000${planId}`,
  code: `430${planId}`,
  places: [home],
  from: noon,
  to: noon + 2 * hourMs,
  ...change,
});
const track = (change: Partial<TrackIdentity> = {}): TrackIdentity => ({
  icao24: null,
  callsign: null,
  mode3A: null,
  ...home,
  at: noon + hourMs,
  ...change,
});
const flights = [1, 2, 3].map((id) => flight(id));
const far = { latitude: 40, longitude: 116 };

test.each([
  ['its address', { icao24: '780001' }, 1, ['address', 'place', 'time']],
  ['its callsign', { callsign: 'cw2' }, 2, ['callsign', 'place', 'time']],
  ['its code at its place in its time', { mode3A: '4303' }, 3, ['code', 'place', 'time']],
  [
    'all of them',
    { icao24: '780001', callsign: 'CW1', mode3A: '4301' },
    1,
    ['address', 'callsign', 'code', 'place', 'time'],
  ],
  [
    'its address under another callsign',
    { icao24: '780001', callsign: 'PIPER' },
    1,
    ['address', 'otherCallsign', 'place', 'time'],
  ],
  [
    'its callsign in another aircraft',
    { icao24: '78abcd', callsign: 'CW2' },
    2,
    ['otherAddress', 'callsign', 'place', 'time'],
  ],
  ['its address, far away', { icao24: '780001', ...far }, 1, ['address', 'farAway', 'time']],
] as const)('is known by %s', (_, change, planId, reasons) => {
  const found = correlate(track(change), flights);
  expect(found).toMatchObject({ planId, taskId: planId * 10, reasons });
  expect(found?.score).toBe(reasons.reduce((sum, reason) => sum + weights[reason], 0));
});

test.each([
  ['its place and time alone', {}],
  ['a code that everybody has', { mode3A: '7000' }],
  ['its code far away', { mode3A: '4301', ...far }],
  ['its callsign far away in another aircraft', { callsign: 'CW1', icao24: '78abcd', ...far }],
  ['its code on another day', { mode3A: '4301', at: noon + 40 * hourMs }],
])('is not known by %s', (_, change) => {
  const shared = flights.map((one) => ({
    ...one,
    code: 'mode3A' in change && change.mode3A === '7000' ? '7000' : one.code,
  }));
  expect(correlate(track(change), shared)).toBeNull();
});

test('of two plans that are as likely neither is taken; of two sorties of one plan the nearer in time', () => {
  const twins = [flight(1), flight(2, { callsign: 'CW1', icao24: '780001' })];
  expect(correlate(track({ callsign: 'CW1' }), twins)).toBeNull();
  const later = flight(1, { taskId: 11, from: noon + 20 * hourMs, to: noon + 22 * hourMs });
  expect(correlate(track({ callsign: 'CW1' }), [later, flight(1)])?.taskId).toBe(10);
  // The address decides between two of one callsign.
  expect(
    correlate(track({ callsign: 'CW1', icao24: '780002' }), [flight(1), flight(2, { callsign: 'CW1' })]),
  ).toMatchObject({ planId: 2 });
});

test.each(['nonIcao', 'anonymous', 'trackFile', 'flarm', 'ogn', 'remoteId', 'terminal'] as const)(
  'a number of kind %s is nobody’s address, though its digits are those of a plan',
  (addressType) => {
    const other = track({ icao24: '780001', addressType, ...far });
    expect(createFlightIndex(flights).candidates(other)).toEqual([]);
    expect(scoreOf(other, flight(1)).reasons).toEqual(['farAway', 'time']);
    expect(correlate(other, flights)).toBeNull();
    const named = track({ icao24: '780001', addressType, callsign: 'CW2' });
    expect(correlate(named, flights)).toMatchObject({ planId: 2, reasons: ['callsign', 'place', 'time'] });
  },
);

test('nothing is said of a place that is not known', () => {
  expect(scoreOf(track({ callsign: 'CW1' }), flight(1, { places: [] })).reasons).toEqual([
    'callsign',
    'time',
  ]);
});

test('the index finds all that could be it', () => {
  const { candidates } = createFlightIndex(flights);
  const found = candidates(track({ icao24: '780001', callsign: 'CW2', mode3A: '4303' }));
  expect(found.map(({ planId }) => planId)).toEqual([1, 2, 3]);
  for (const change of [{ icao24: '780001' }, { callsign: 'CW1' }, { mode3A: '4301' }]) {
    expect(correlate(track(change), candidates(track(change)))).toEqual(correlate(track(change), flights));
  }
  expect(candidates(track())).toEqual([]);
  expect(weights.place + weights.time).toBeLessThan(leastScore);
});
