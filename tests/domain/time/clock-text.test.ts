import { expect, test } from 'vitest';
import { hhmmOf, readClock } from '#domain/time/clock-text.ts';
import { wallMomentIn } from '#domain/time/moment-text.ts';

test.each([
  ['08:30', '0830'],
  ['8:30', '0830'],
  ['830', '0830'],
  ['0830', '0830'],
  ['０８：３０', '0830'],
  ['24:00', '2400'],
  ['2400', '2400'],
  ['下午3:30', '1530'],
  ['下午 3:30', '1530'],
  ['上午8时30分', '0830'],
  ['上午12:05', '0005'],
  ['中午12:05', '1205'],
  ['下午12:05', '1205'],
  ['下午15:30', '1530'],
  ['晚上9点', '2100'],
  ['晚上20:30', '2030'],
  ['8点半', '0830'],
  ['3:30 PM', '1530'],
  ['3:30 p.m.', '1530'],
  ['12:00 am', '0000'],
  ['3 pm', '1500'],
])('%s is %s', (text, expected) => {
  expect(hhmmOf(text)).toBe(expected);
});

test.each([
  '25:00',
  '8:60',
  '8:3',
  '8',
  '30',
  '13:00 am',
  '晚上12点',
  '晚上1:30',
  '08:30+8',
  '8¹',
  'soon',
  '8.30',
  '',
])('%s is no time', (text) => {
  expect(readClock(text)).toBeNull();
});

test('seconds and their parts, and days later', () => {
  expect(readClock('08:30:15.250')?.ms).toBe(30_615_250);
  expect(readClock('8时30分15秒')?.ms).toBe(30_615_000);
  expect(readClock('0030+1')).toEqual({ ms: 1_800_000, days: 1 });
});

test.each([
  ['2026-11-27 24:00', '2026-11-28T00:00:00.000Z'],
  ['2026/11/27 0830', '2026-11-27T08:30:00.000Z'],
  ['2026年11月27日下午3:30', '2026-11-27T15:30:00.000Z'],
  ['20261127 0830', '2026-11-27T08:30:00.000Z'],
  ['２０２６－１１－２７　０８：３０', '2026-11-27T08:30:00.000Z'],
  ['20261127T083015', '2026-11-27T08:30:15.000Z'],
  ['2026-11-27T08:30:00.250', '2026-11-27T08:30:00.250Z'],
])('%s is %s on the wall', (text, expected) => {
  expect(new Date(wallMomentIn(text)?.timeMs ?? 0).toISOString()).toBe(expected);
});

test.each([
  '2026-02-30',
  '27/11/2026',
  '2026-11-27 24:01',
  '2026-11-2¹',
  '2026-11-27 08:30+8',
  '2026-11-27 08:30+99:99',
  '2026-11-27 08:30-24:00',
  '8:30',
])('%s names no moment', (text) => {
  expect(wallMomentIn(text)).toBeUndefined();
});

test.each([
  ['2026-11-27 08:30:00+08', 480],
  ['2026-11-27T08:30-0330', -210],
  ['20261127T083000Z', 0],
])('%s says its zone', (text, offsetMin) => {
  expect(wallMomentIn(text)).toMatchObject({ timeMs: Date.UTC(2026, 10, 27, 8, 30), offsetMin });
});

test('a text longer than any time is none, and spaces around it do not count', () => {
  const gap = (length: number) => ' '.repeat(length);
  expect(readClock(`8:30${gap(50)}PM`)?.ms).toBe(73_800_000);
  expect(readClock(`8:30${gap(100)}PM`)).toBeNull();
  expect(readClock(`${gap(100)}8:30${gap(100)}`)?.ms).toBe(30_600_000);
  expect(wallMomentIn(`2026-11-27 8:30${gap(50)}Z`)?.offsetMin).toBe(0);
  expect(wallMomentIn(`2026-11-27 8:30${gap(100)}Z`)).toBeUndefined();
  expect(wallMomentIn(`2026-11-27${gap(100)}`)?.timeMs).toBe(Date.UTC(2026, 10, 27));
});

test.each([
  ['2026-11-27', undefined],
  ['2026-11-27 00:00:00', undefined],
  ['2026-11-27 24:00', true],
  ['2026-11-27 12:00 AM', true],
])('%s says a time beside its day: %s', (text, saysTime) => {
  expect(wallMomentIn(text)?.saysTime).toBe(saysTime);
});
