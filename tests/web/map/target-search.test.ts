import { expect, test } from 'vitest';
import { targetMatches } from '#web/map/target-search.ts';

const icao = { id: '3c4a12', icao24: '3c4a12', addressType: 'icao', callsign: 'B7001' } as const;
const anonymous = { id: 't:5::~3c4a12', icao24: null, addressType: 'anonymous', callsign: null } as const;

test('a whole address finds the aircraft of that address, not an anonymous one with the same digits', () => {
  expect([icao, anonymous].map((target) => targetMatches(target, '3C4A12'))).toEqual([true, false]);
  expect([icao, anonymous].map((target) => targetMatches(target, '~3C4A12'))).toEqual([false, true]);
});

test('a part of a name or an identity finds all that have it', () => {
  expect([icao, anonymous].map((target) => targetMatches(target, '3C4A'))).toEqual([true, true]);
  expect(targetMatches(icao, 'B70')).toBe(true);
  expect(targetMatches({ ...anonymous, callsign: 'B7002' }, '~3C4A')).toBe(true);
});
