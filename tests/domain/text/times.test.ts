import { describe, expect, test } from 'vitest';
import { isTimeText } from '#domain/record/formats.ts';
import { dateText, durationText, limitText, momentOf, parseTime, relativeTime } from '#domain/text/times.ts';

/** Specification §5, case by case. */

/** Saturday, 21 November 2026, 09:05:03 in Beijing. */
const at = Date.UTC(2026, 10, 21, 1, 5, 3);

test.each([
  ['0000', true],
  ['0830', true],
  ['2359', true],
  ['2400', true],
  ['2459', true],
  ['2500', false],
  ['0860', false],
  ['830', false],
  ['08300', false],
  ['08:3', false],
  ['ab30', false],
  ['', false],
  [' 830', false],
])('time text %j: %s', (text, good) => {
  expect(isTimeText(text)).toBe(good);
});

describe('a time by a pattern', () => {
  test.each([
    ['a date', new Date(at)],
    ['a number', at],
    ['a numeric string', String(at)],
    ['seconds in ten digits', Math.floor(at / 1_000)],
    ['seconds in ten digits as text', String(Math.floor(at / 1_000))],
    ['a text with dashes', '2026-11-21 09:05:03'],
    ['a text with slashes', '2026/11/21 09:05:03'],
    ['a text with T', '2026-11-21T09:05:03'],
    ['UTC', '2026-11-21T01:05:03Z'],
    ['another zone', '2026-11-20T17:05:03-08:00'],
  ])('takes %s', (_, value) => {
    expect(parseTime(value)).toBe('2026-11-21 09:05:03');
  });

  test('a day alone begins at midnight on the wall', () => {
    expect(parseTime('2026-1-5')).toBe('2026-01-05 00:00:00');
    expect(momentOf('2026-1-5')).toBe(Date.UTC(2026, 0, 4, 16));
  });

  test.each([
    ['{y}-{m}-{d}', '2026-11-21'],
    ['{h}:{i}', '09:05'],
    ['{y}年{m}月{d}日 星期{a}', '2026年11月21日 星期六'],
    ['{s} {x}', '03 {x}'],
    ['', ''],
  ])('fills %j', (pattern, text) => {
    expect(parseTime(at, pattern)).toBe(text);
  });

  test.each([
    ['2026-11-15', '日'],
    ['2026-11-16', '一'],
    ['2026-11-17', '二'],
    ['2026-11-18', '三'],
    ['2026-11-19', '四'],
    ['2026-11-20', '五'],
    ['2026-11-21', '六'],
  ])('%s is a 星期%s', (day, weekday) => {
    expect(parseTime(day, '{a}')).toBe(weekday);
  });

  test.each(['', 'yesterday', '2026-13-01', '2026-02-30', '2026-11-21 25:00', Number.NaN, new Date('x')])(
    '%s names no moment',
    (value) => {
      expect(parseTime(value)).toBeNull();
      expect(relativeTime(value, at)).toBeNull();
    },
  );

  test('the zone is the service’s unless another is named', () => {
    expect(parseTime(at, undefined, 'UTC')).toBe('2026-11-21 01:05:03');
  });
});

describe('relative time', () => {
  const second = 1_000;
  const minute = 60 * second;
  const hour = 60 * minute;
  test.each([
    [-5 * minute, '刚刚', 'just now'],
    [0, '刚刚', 'just now'],
    [29 * second, '刚刚', 'just now'],
    [30 * second, '1分钟前', '1 minute ago'],
    [60 * second, '1分钟前', '1 minute ago'],
    [61 * second, '2分钟前', '2 minutes ago'],
    [59 * minute + 1, '60分钟前', '60 minutes ago'],
    [hour, '1小时前', '1 hour ago'],
    [hour + 1, '2小时前', '2 hours ago'],
    [23 * hour + minute, '24小时前', '24 hours ago'],
    [24 * hour, '1天前', '1 day ago'],
    [48 * hour - 1, '1天前', '1 day ago'],
    [48 * hour, '11月19日9时5分', '19/11 09:05'],
  ])('%d ms ago: %s', (ago, zh, en) => {
    expect(relativeTime(at - ago, at)).toBe(zh);
    expect(relativeTime(at - ago, at, { locale: 'en' })).toBe(en);
  });

  test('later it is the date in the pattern that is given; seconds in ten digits count too', () => {
    expect(relativeTime(at - 48 * hour, at, { pattern: '{y}/{m}/{d}' })).toBe('2026/11/19');
    expect(relativeTime(Math.floor(at / 1_000) - 90, at)).toBe('2分钟前');
  });
});

test.each([
  ['0001-01-01', '---', '无限期'],
  ['0001-01-01T00:00:00', '---', '无限期'],
  ['1900-01-01', '---', '---'],
  ['1900-01-01T00:00:00Z', '---', '---'],
  ['2026-11-21', '2026-11-21', '2026-11-21'],
  ['2026-11-21T09:05:03Z', '2026-11-21', '2026-11-21'],
])('%s reads %s, and %s as a limit', (iso, text, limit) => {
  expect(dateText(iso)).toBe(text);
  expect(limitText(iso, '无限期')).toBe(limit);
});

test.each([
  [0, '不到 1 分钟', 'less than 1 min'],
  [-36_000, '不到 1 分钟', 'less than 1 min'],
  [41 * 60_000 + 59_999, '41 分钟', '41 min'],
  [119 * 60_000, '119 分钟', '119 min'],
  [120 * 60_000, '2 小时', '2 h'],
  [-(19 * 60 + 16) * 60_000, '19 小时 16 分钟', '19 h 16 min'],
  [48 * 3_600_000 - 1, '47 小时 59 分钟', '47 h 59 min'],
  [48 * 3_600_000, '2 天', '2 d'],
  [76 * 3_600_000 + 59 * 60_000, '3 天 4 小时', '3 d 4 h'],
])('%d ms are %s', (ms, zh, en) => {
  expect(durationText(ms, 'zh-Hans')).toBe(zh);
  expect(durationText(ms, 'en')).toBe(en);
});
