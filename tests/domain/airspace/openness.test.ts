import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventsSince, isOpenAt, type OpenEvent } from '#domain/airspace/openness.ts';

const event = fc.record({
  kind: fc.constantFrom('open', 'close'),
  from: fc.nat(100),
  long: fc.option(fc.integer({ min: 1, max: 50 })),
});
const eventsOf = (given: { kind: 'open' | 'close'; from: number; long: number | null }[]): OpenEvent[] =>
  given.map(({ kind, from, long }, id) => ({ id, kind, from, to: long === null ? null : from + long }));

test('what no longer decides is left out, and every moment from then on is as it was', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), fc.nat(100), (given, since) => {
      const events = eventsOf(given);
      const kept = eventsSince(events, since);
      for (let at = since; at <= 160; at++) expect(isOpenAt(kept, at)).toBe(isOpenAt(events, at));
    }),
  );
});

test('of years of openings until further notice the last is left', () => {
  const given = Array.from({ length: 1_000 }, (_, from) => ({ kind: 'open' as const, from, long: null }));
  expect(eventsSince(eventsOf(given), 2_000).map(({ id }) => id)).toEqual([999]);
});
