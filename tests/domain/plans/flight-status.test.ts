import { expect, test } from 'vitest';
import { delayMinutes, delayText, flightStatusLabel, flightStatusOf } from '#domain/plans/flight-status.ts';

test.each([
  [10, 'SCH'],
  [20, 'QPR'],
  [30, 'FPL'],
  [40, '-'],
  [50, '-'],
  [60, 'PRE'],
  [70, 'REQ'],
  [80, 'CLD'],
  [90, 'RDY'],
  [110, 'P_S'],
  [120, 'TAX'],
  [130, 'QUE'],
  [140, 'LIN'],
  [150, 'DEP'],
  [160, 'ABT'],
  [170, 'CPL'],
  [180, 'RAD'],
  [190, 'LND'],
  [200, 'ARR'],
  [210, 'V/H'],
  [220, 'APR'],
  [230, 'FIN'],
  [240, 'CNL'],
  [100, '-'],
])('s_FLT %i is %s', (code, label) => {
  expect(flightStatusLabel(code)).toBe(label);
});

const sobt = Date.UTC(2026, 10, 21, 2, 0);
const minutes = (count: number) => sobt + count * 60_000;

test.each([
  [30, 10, minutes(40), null, '30'],
  [149, 10, minutes(40), null, '30'],
  [30, 10, minutes(10), null, '--'],
  [30, 10, minutes(5), null, '--'],
  [29, 10, minutes(40), null, '--'],
  [150, 10, minutes(90), minutes(25), '15'],
  [230, 10, minutes(90), minutes(25), '15'],
  [240, 10, minutes(90), minutes(25), '--'],
  [150, 10, minutes(90), null, '--'],
  [150, null, minutes(90), minutes(25), '--'],
])('status %i with vtt %s', (status, vtt, now, atot, text) => {
  expect(delayText({ status, sobt, vtt, atot }, now)).toBe(text);
});

test('an unknown scheduled time has no delay', () => {
  expect(delayMinutes({ status: 30, sobt: null, vtt: 10, atot: null }, minutes(100))).toBeNull();
});

test('the states of a plan in the words of a flight list', () => {
  expect([0, 4, 5, 8, 9, 10, 12].map((state) => flightStatusLabel(flightStatusOf(state as 0)))).toEqual([
    'SCH',
    'FPL',
    'REQ',
    'CLD',
    'DEP',
    'ARR',
    'CNL',
  ]);
});
