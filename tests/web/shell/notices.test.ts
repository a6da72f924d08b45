import { describe, expect, test } from 'vitest';
import { isReminding } from '#domain/notices/reminders.ts';
import { spokenSummary } from '#web/features/notices/summary.ts';

describe('the spoken summary', () => {
  test.each([
    ['nothing waits', { count: 0, aircraft: 0, auth: 0, naircraft: 0, pilot: 0 }, ''],
    [
      'one kind',
      { count: 2, aircraft: 0, auth: 0, naircraft: 2, pilot: 0 },
      '您有2条待办消息，飞行计划2条。',
    ],
    [
      'every kind, plans first',
      { count: 10, aircraft: 2, auth: 4, naircraft: 1, pilot: 3 },
      '您有10条待办消息，飞行计划1条，航空器2条，飞行员3条，企业认证4条。',
    ],
  ])('%s', (_, count, expected) => {
    expect(spokenSummary(count)).toBe(expected);
  });
});

describe('a message is kept as a reminder', () => {
  test.each([
    ['plan.approve', true],
    ['plan.lapse', true],
    ['aircraft.rejected', true],
    ['company.approved', true],
    ['plan.takeOff', false],
    ['plan.submit', false],
    ['aircraft.submitted', false],
    ['aircraft.update', false],
    ['nothing', false],
  ])('%s: %s', (type, expected) => {
    expect(isReminding(type)).toBe(expected);
  });
});
