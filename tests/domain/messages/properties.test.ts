import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notifiedErrors } from '#domain/messages/against-notified.ts';
import {
  composeArrival,
  composeCancellation,
  composeDelay,
  composeDeparture,
  composeFlightPlan,
  composeNewDeparture,
  composeNewRoute,
  composeRequest,
  composeSupplementary,
  type FlightFacts,
  firstNotified,
} from '#domain/messages/compose.ts';
import { readEnvelope, wrapped, writeEnvelope } from '#domain/messages/envelope.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';
import { parseWay, positionOf, positionText } from '#domain/messages/route.ts';
import { anyCharacter } from '#tests/support/any-character.ts';
import { breadth } from '#tests/support/breadth.ts';

const letters = (min: number, max: number) => fc.stringMatching(new RegExp(`^[A-Z]{${min},${max}}$`));
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const position = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
});
const place = fc.record({ indicator: maybe(letters(4, 4)), name: maybe(letters(2, 12)), position });
const day = Date.parse('2026-11-21T00:00:00Z');

/** Any flight that the records may hold, odd names and places included. */
const flight: fc.Arbitrary<FlightFacts> = fc.record({
  callsign: fc.stringMatching(/^[A-Z0-9]{2,7}$/),
  ssrCode: maybe(fc.stringMatching(/^[0-7]{4}$/)),
  rules: fc.constant('V' as const),
  etd: fc.integer({ min: 0, max: 2 * 1440 }).map((minutes) => day + minutes * 60_000),
  eta: fc.integer({ min: 2 * 1440, max: 4 * 1440 }).map((minutes) => day + minutes * 60_000),
  route: maybe(
    fc.constantFrom('DCT', 'DCT GHN J901 BEICU DCT', '3057N10420E 3040N10430E', 'not a route', ''),
  ),
  geometry: maybe(
    fc.record({
      type: fc.constant('LineString' as const),
      coordinates: fc.array(
        position.map(({ latitude, longitude }): [number, number] => [longitude, latitude]),
        { minLength: 2, maxLength: 60 },
      ),
    }),
  ),
  upper: maybe(
    fc.record({
      value: fc.integer({ min: 0, max: 9000 }),
      unit: fc.constantFrom('m' as const, 'ft' as const),
      reference: fc.constantFrom('AGL' as const, 'AMSL' as const, 'STD' as const),
    }),
  ),
  aircraft: fc.record({
    registration: fc.constantFrom('B-10QA', 'B-70YK'),
    designator: maybe(fc.stringMatching(/^[A-Z][A-Z0-9]{1,3}$/)),
    model: fc.string({ maxLength: 30 }).map((text) => `A${text}`),
    wake: fc.constantFrom('L' as const, 'M' as const),
    radio: maybe(fc.constantFrom('S', 'VGO', 'SDFG', 'SDGRZ', 'R', '!!')),
    surveillance: maybe(fc.constantFrom('S', 'SB1', 'C', 'N')),
    cruiseKmh: maybe(fc.integer({ min: 60, max: 900 })),
    enduranceMinutes: maybe(fc.integer({ min: 30, max: 900 })),
    address: maybe(fc.stringMatching(/^[0-9a-f]{6}$/)),
    colour: maybe(fc.string({ maxLength: 30 })),
  }),
  departure: place,
  destination: place,
  alternates: fc.array(place, { maxLength: 2 }),
  operator: maybe(fc.string({ maxLength: 60 })),
  pilot: maybe(fc.string({ maxLength: 60 })),
  persons: maybe(fc.integer({ min: 1, max: 99 })),
  handling: fc.constantFrom([], ['MEDEVAC'], ['SAR', 'HUM']),
  remark: maybe(fc.string({ maxLength: 60 })),
});

const seeded = { seed: 4_444, numRuns: breadth(100, 400) };

test('whatever a flight is, its messages are written without an error, and read as they were written', () => {
  fc.assert(
    fc.property(flight, fc.boolean(), fc.integer({ min: 31, max: 3_000 }), (facts, dated, delay) => {
      const notified = { ...firstNotified(facts), dated };
      const later = facts.etd + delay * 60_000;
      for (const message of [
        composeFlightPlan(facts),
        composeCancellation(facts, notified),
        composeDelay(facts, notified, later),
        composeDeparture(facts, notified, later),
        composeArrival(facts, notified, later),
        composeNewDeparture(facts, notified, later),
        composeNewRoute(facts, notified),
        composeRequest('RQP', facts, notified),
        composeSupplementary(facts, notified),
      ]) {
        const text = formatMessage(message);
        const { message: read, errors } = parseMessage(text);
        expect(errors, text).toEqual([]);
        expect(read && formatMessage(read)).toBe(text);
        // A delay past midnight is told by CHG; here only how the flight is named is asked.
        expect(notifiedErrors(text, notified).filter(({ field }) => field === '18')).toEqual([]);
        const envelope = writeEnvelope({
          priority: 'FF',
          addressees: ['ZUUUZPZX', 'ZUGHZTZX'],
          filingTime: new Date(facts.etd),
          originator: 'ZUGHZPZX',
          text,
          transmission: 'CWA0001',
        });
        expect(Math.max(...envelope.split(/[\r\n]+/).map((line) => line.length))).toBeLessThanOrEqual(69);
        const again = parseMessage(readEnvelope(envelope).text).message;
        expect(again && formatMessage(again)).toBe(text);
      }
    }),
    seeded,
  );
}, 60_000);

const parts = fc.constantFrom(
  '(FPL',
  '(CHG',
  '(ARR',
  '-',
  '-',
  '/',
  ')',
  ' ',
  '\r\n',
  'B10QA',
  'VG',
  'C208/L',
  'S/C',
  'ZUGH0230',
  'K0280M0090',
  'DCT',
  'GHN/K0280M0090',
  'W66',
  '46N078W',
  'DOF/261121',
  '0',
  '13/ZUGH0010',
  'NNNN',
  'ZCZC ABC001',
  'FF ZUUUZPZX',
  '\u0000',
);

test('no text throws, and every error lies in it', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.uint8Array({ maxLength: 600 }).map((bytes) => String.fromCharCode(...bytes)),
    fc.array(parts, { maxLength: 40 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { errors, message } = parseMessage(text);
      const outside = errors.filter(({ column, length }) => column < 0 || column > text.length || length < 1);
      expect(outside).toEqual([]);
      if (message) expect(typeof formatMessage(message)).toBe('string');
      expect(typeof readEnvelope(text).text).toBe('string');
      parseWay(text, () => {});
      expect(wrapped(text).filter((line) => line.length > 69)).toEqual([]);
    }),
    { seed: 4_007, numRuns: breadth(600, 3_000) },
  );
}, 60_000);

test('a place is read where it was written, to half a minute', () => {
  fc.assert(
    fc.property(position, (at) => {
      const read = positionOf(positionText(at));
      expect(Math.abs((read?.latitude ?? 99) - at.latitude)).toBeLessThan(0.6 / 60);
      expect(Math.abs((read?.longitude ?? 999) - at.longitude)).toBeLessThan(0.6 / 60);
    }),
    seeded,
  );
});
