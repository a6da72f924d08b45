import { expect, test } from 'vitest';
import { flightFilter } from '#domain/notification-rules/flight-pattern.ts';

test('without patterns every flight counts', () => {
  expect(flightFilter([])({ callsign: null })).toBe(true);
});

test.each([
  ['B-70*', { callsign: 'B70YK' }, true],
  ['b70yk', { callsign: 'B-70YK ' }, true],
  ['B-70*', { callsign: 'CWT1', registration: 'B-70YK' }, true],
  ['780ABC', { icao24: '780abc' }, true],
  ['*YK', { callsign: 'B70YK' }, true],
  ['C*T*1', { callsign: 'CWT21' }, true],
  ['B-70', { callsign: 'B70YK' }, false],
  ['B.0YK', { callsign: 'B70YK' }, false],
  ['B-70*', { callsign: null, icao24: null }, false],
])('%s against %j is %s', (pattern, names, isFound) => {
  expect(flightFilter([pattern])(names)).toBe(isFound);
});

test('any of several patterns is enough, and many asterisks cost no time', () => {
  expect(flightFilter(['CWT1', 'B70*'])({ callsign: 'B70YK' })).toBe(true);
  expect(flightFilter(['*'.repeat(24)])({ callsign: 'A'.repeat(64) })).toBe(true);
});
