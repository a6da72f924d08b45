import { describe, expect, test } from 'vitest';
import { endOfQuiet, settingsInForce } from '#domain/notices/channels.ts';
import { isWarning } from '#domain/notices/reminders.ts';

describe('quiet hours', () => {
  const night = { from: '22:00', until: '06:30', zone: 'Asia/Shanghai' };
  const end = (quiet: typeof night | null, at: string) => {
    const found = endOfQuiet(quiet, Date.parse(at));
    return found === null ? null : new Date(found).toISOString();
  };

  test('across midnight end on the morning after, on the wall of their zone', () => {
    expect(end(night, '2026-03-01T14:00:00Z')).toBe('2026-03-01T22:30:00.000Z');
    expect(end(night, '2026-03-01T20:00:00Z')).toBe('2026-03-01T22:30:00.000Z');
    expect(end(night, '2026-03-01T22:29:59Z')).toBe('2026-03-01T22:30:00.000Z');
    expect(end(night, '2026-03-01T22:30:00Z')).toBeNull();
    expect(end(night, '2026-03-01T13:59:59Z')).toBeNull();
  });

  test('of the day, of the whole day, and none', () => {
    expect(end({ ...night, from: '12:00', until: '13:00' }, '2026-03-01T04:30:00Z')).toBe(
      '2026-03-01T05:00:00.000Z',
    );
    expect(end({ ...night, from: '12:00', until: '13:00' }, '2026-03-01T06:00:00Z')).toBeNull();
    expect(end({ ...night, from: '08:00', until: '08:00' }, '2026-03-01T00:00:00Z')).toBe(
      '2026-03-02T00:00:00.000Z',
    );
    expect(end(null, '2026-03-01T20:00:00Z')).toBeNull();
  });

  test('follow the change to summer time', () => {
    // On 2026-03-29 Berlin goes from 01:00Z on by UTC+2.
    const berlin = { from: '22:00', until: '06:00', zone: 'Europe/Berlin' };
    expect(end(berlin, '2026-03-28T21:00:00Z')).toBe('2026-03-29T04:00:00.000Z');
  });
});

describe('what holds for a user', () => {
  const none = { choices: {}, quiet: null };
  test('is the product as long as nobody sets anything', () => {
    const { choices, quiet } = settingsInForce(null, []);
    expect([choices.plan, choices.alert, choices.report, quiet]).toEqual([
      ['screen'],
      ['screen', 'sound'],
      ['screen', 'email'],
      null,
    ]);
  });

  test('is what the roles add up to, and before that the own choice of each kind', () => {
    const quiet = { from: '22:00', until: '06:00', zone: 'Asia/Shanghai' };
    const roles = [
      { choices: { plan: ['email' as const], weather: [] }, quiet: null },
      { choices: { plan: ['screen' as const] }, quiet },
    ];
    const given = settingsInForce(null, roles);
    expect([given.choices.plan, given.choices.weather, given.choices.alert, given.quiet]).toEqual([
      ['screen', 'email'],
      [],
      ['screen', 'sound'],
      quiet,
    ]);
    const own = settingsInForce({ choices: { plan: ['push'] }, quiet: null }, roles);
    expect([own.choices.plan, own.choices.weather, own.quiet]).toEqual([['push'], [], null]);
    expect(settingsInForce(none, []).choices.plan).toEqual(['screen']);
  });
});

test('what is about somebody in the air, and what of the service has failed, is told in quiet hours', () => {
  const types = ['plan.overdue', 'coordination.order', 'monitorAlarm.raised', 'informationSource.silent'];
  expect(types.map(isWarning)).toEqual([true, true, true, true]);
  expect(['plan.approve', 'monitorAlarm.cleared'].map(isWarning)).toEqual([false, false]);
});
