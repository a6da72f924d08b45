import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkRelease,
  checkSubmission,
  countedDeparture,
  deadlinesOf,
  defaultDeadlines,
  type Urgency,
} from '#domain/plans/deadlines.ts';
import { dayOf, formatWall, instantOf, onDay, wallClockAt } from '#domain/time/wall-clock.ts';

/** `21 10:30` is 10:30 Beijing time on 21 November 2026. */
const beijing = (text: string) => Date.parse(`2026-11-${text.replace(' ', 'T')}:00+08:00`);
const at = (text: string) => Date.parse(`2026-11-${text.replace(' ', 'T')}+08:00`);

/** The machine's own zone must not matter: the same tables under four of them. */
for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Auckland']) {
  describe(`on a machine in ${zone}`, () => {
    const before = process.env.TZ;
    beforeAll(() => {
      process.env.TZ = zone;
    });
    afterAll(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });

    test.each<[Urgency, boolean, string, string | null, string | null]>([
      ['normal', false, '22 10:30', '21 15:00', '21 21:00'],
      // Just after midnight in Beijing it is still the day before in UTC.
      ['normal', false, '22 00:01', '21 15:00', '21 21:00'],
      ['normal', false, '22 23:59', '21 15:00', '21 21:00'],
      ['normal', false, '01 06:00', '2026-10-31 15:00', '2026-10-31 21:00'],
      ['transit', false, '24 09:00', '23 00:00', '23 18:00'],
      ['rescue', false, '22 10:30', '22 09:30', '22 10:15'],
      ['weatherModification', false, '22 00:10', '21 23:10', '21 23:55'],
      ['normal', true, '22 10:30', '21 12:00', '21 21:00'],
      ['otherUrgent', true, '22 10:30', '22 10:00', '22 10:20'],
      ['especiallyUrgent', true, '22 10:30', null, null],
    ])(
      '%s (unmanned %s) that departs at %s: submit by %s, decide by %s',
      (urgency, unmanned, start, submit, decide) => {
        const instant = (text: string | null) =>
          text === null
            ? null
            : Date.parse(
                `${text.length > 8 ? text.replace(' ', 'T') : `2026-11-${text.replace(' ', 'T')}`}:00+08:00`,
              );
        const deadlines = deadlinesOf({ urgency, unmanned, startAt: beijing(start) }, defaultDeadlines);
        expect(deadlines.submitBy).toBe(instant(submit));
        expect(deadlines.decideBy).toBe(instant(decide));
      },
    );

    test.each([
      ['21 14:59:59', true],
      ['21 15:00:00', true],
      ['21 15:00:01', false],
      ['21 23:59:59', false],
      ['20 23:00:00', true],
    ])('a normal plan for the 22nd filed at %s: %s', (now, ok) => {
      const check = checkSubmission(
        { urgency: 'normal', unmanned: false, startAt: beijing('22 10:30') },
        at(now),
        defaultDeadlines,
      );
      expect(check.ok).toBe(ok);
    });
  });
}

describe('a day within the term of a standing plan in its temporary airspace (art. 17)', () => {
  const plan = {
    urgency: 'normal' as const,
    unmanned: false,
    startAt: beijing('22 10:30'),
    withinTerm: true,
  };

  test('is reported before it begins, not filed on the eve', () => {
    expect(deadlinesOf(plan, defaultDeadlines)).toEqual({
      submitBy: beijing('22 09:30'),
      decideBy: beijing('22 10:15'),
      rule: 'plan.rule.order371-17',
    });
    expect(checkSubmission(plan, at('22 09:30:00'), defaultDeadlines).ok).toBe(true);
    expect(checkSubmission(plan, at('22 09:30:01'), defaultDeadlines)).toMatchObject({
      ok: false,
      rule: 'plan.rule.order371-17',
    });
  });

  test('an urgent one and an unmanned one keep their own clocks', () => {
    expect(deadlinesOf({ ...plan, urgency: 'rescue' }, defaultDeadlines).rule).toBe(
      'plan.rule.order371-16-urgent',
    );
    expect(deadlinesOf({ ...plan, unmanned: true }, defaultDeadlines).rule).toBe('plan.rule.order761-26');
  });
});

/** The law's clocks in zones that change their own: the eve of a change, the night of it, the gap and the hour twice. */
describe('daylight saving abroad', () => {
  test.each<[string, string, string, string]>([
    // Europe/Berlin: forward on 29 March 2026, back on 25 October 2026.
    ['Europe/Berlin', '2026-03-29T08:00:00+02:00', '2026-03-28T15:00:00+01:00', '2026-03-28T21:00:00+01:00'],
    ['Europe/Berlin', '2026-03-30T08:00:00+02:00', '2026-03-29T15:00:00+02:00', '2026-03-29T21:00:00+02:00'],
    ['Europe/Berlin', '2026-10-25T08:00:00+01:00', '2026-10-24T15:00:00+02:00', '2026-10-24T21:00:00+02:00'],
    ['Europe/Berlin', '2026-10-26T00:10:00+01:00', '2026-10-25T15:00:00+01:00', '2026-10-25T21:00:00+01:00'],
    // America/New_York: forward on 8 March 2026, back on 1 November 2026.
    [
      'America/New_York',
      '2026-03-08T12:00:00-04:00',
      '2026-03-07T15:00:00-05:00',
      '2026-03-07T21:00:00-05:00',
    ],
    [
      'America/New_York',
      '2026-11-01T12:00:00-05:00',
      '2026-10-31T15:00:00-04:00',
      '2026-10-31T21:00:00-04:00',
    ],
    [
      'America/New_York',
      '2026-11-02T00:00:00-05:00',
      '2026-11-01T15:00:00-05:00',
      '2026-11-01T21:00:00-05:00',
    ],
    // New Year's Eve.
    ['Asia/Shanghai', '2027-01-01T00:00:00+08:00', '2026-12-31T15:00:00+08:00', '2026-12-31T21:00:00+08:00'],
  ])('%s, departure %s: submit by %s, decide by %s', (timeZone, start, submit, decide) => {
    const deadlines = deadlinesOf(
      { urgency: 'normal', unmanned: false, startAt: Date.parse(start) },
      { ...defaultDeadlines, timeZone },
    );
    expect(deadlines).toMatchObject({ submitBy: Date.parse(submit), decideBy: Date.parse(decide) });
  });

  test('a limit in the hour that the night leaves out is the moment after it', () => {
    const deadlines = deadlinesOf(
      { urgency: 'normal', unmanned: false, startAt: Date.parse('2026-03-30T08:00:00+02:00') },
      { ...defaultDeadlines, timeZone: 'Europe/Berlin', submitTime: '02:30' },
    );
    expect(new Date(deadlines.submitBy ?? 0).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  test('a transit counts calendar days, whatever their length', () => {
    const deadlines = deadlinesOf(
      { urgency: 'transit', unmanned: false, startAt: Date.parse('2026-10-26T09:00:00+01:00') },
      { ...defaultDeadlines, timeZone: 'Europe/Berlin' },
    );
    expect(deadlines.submitBy).toBe(Date.parse('2026-10-25T00:00:00+02:00'));
  });
});

describe('a late submission', () => {
  test('names the rule and the time, and offers the urgent categories that are still open', () => {
    const check = checkSubmission(
      { urgency: 'normal', unmanned: false, startAt: beijing('22 10:30') },
      at('22 09:30:00'),
      defaultDeadlines,
    );
    expect(check).toEqual({
      ok: false,
      code: 'plan.refused.lateOffer',
      values: { deadline: '2026-11-21 15:00 CST', now: '2026-11-22 09:30 CST' },
      rule: 'plan.rule.order371-16',
      offered: ['rescue', 'disaster', 'weatherModification', 'otherUrgent'],
    });
  });

  test('an hour before flight nothing is open any more, unless unmanned and especially urgent', () => {
    const plan = { urgency: 'rescue' as const, unmanned: false, startAt: beijing('22 10:30') };
    expect(checkSubmission(plan, at('22 09:30:01'), defaultDeadlines)).toMatchObject({
      ok: false,
      code: 'plan.refused.late',
      rule: 'plan.rule.order371-16-urgent',
      offered: [],
    });
    expect(
      checkSubmission({ ...plan, unmanned: true, urgency: 'normal' }, at('22 10:29:00'), defaultDeadlines),
    ).toMatchObject({ ok: false, offered: ['especiallyUrgent'] });
  });

  test('a start in the past is refused whatever the category', () => {
    const plan = { urgency: 'especiallyUrgent' as const, unmanned: true, startAt: beijing('22 10:30') };
    expect(checkSubmission(plan, at('22 10:30:00'), defaultDeadlines)).toMatchObject({
      ok: false,
      code: 'plan.refused.past',
    });
  });

  test('figures are parameters', () => {
    const parameters = { ...defaultDeadlines, submitTime: '18:30' };
    const plan = { urgency: 'normal' as const, unmanned: false, startAt: beijing('22 10:30') };
    expect(checkSubmission(plan, at('21 18:30:00'), parameters).ok).toBe(true);
    expect(checkSubmission(plan, at('21 18:30:01'), parameters).ok).toBe(false);
  });
});

describe('release', () => {
  const plan = { unmanned: false, startAt: beijing('22 10:00'), endAt: beijing('22 12:00') };
  test.each([
    ['22 10:00', '22 09:00:00', null],
    ['22 11:30', '22 11:30:30', null],
    ['22 09:59', '22 09:00:00', 'plan.refused.outsideTime'],
    ['22 12:01', '22 09:00:00', 'plan.refused.outsideTime'],
    ['22 10:10', '22 10:11:01', 'plan.refused.etdPast'],
  ])('departure %s asked at %s: %s', (etd, now, code) => {
    const check = checkRelease(plan, beijing(etd), at(now), defaultDeadlines);
    expect(check.ok ? null : check.code).toBe(code);
  });

  test('unmanned aircraft report an hour before', () => {
    const unmanned = { ...plan, unmanned: true };
    expect(checkRelease(unmanned, beijing('22 10:30'), at('22 09:30:00'), defaultDeadlines).ok).toBe(true);
    expect(checkRelease(unmanned, beijing('22 10:30'), at('22 09:30:01'), defaultDeadlines)).toMatchObject({
      rule: 'plan.rule.order761-30',
    });
  });

  test('a later applied-for departure counts, an earlier one does not', () => {
    expect(countedDeparture(1000, null)).toBe(1000);
    expect(countedDeparture(1000, 2000)).toBe(2000);
    expect(countedDeparture(1000, 500)).toBe(1000);
  });
});

describe('wall clock', () => {
  test('there and back, also across daylight saving', () => {
    for (const zone of ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']) {
      for (const instant of ['2026-03-29T00:30:00Z', '2026-06-01T12:00:00Z', '2026-11-01T12:00:00Z']) {
        const ms = Date.parse(instant);
        expect(instantOf(wallClockAt(ms, zone), zone)).toBe(ms);
      }
    }
  });

  test('days and months turn over', () => {
    const newYear = Date.parse('2026-12-31T16:30:00Z');
    expect(dayOf(newYear, 'Asia/Shanghai')).toBe('2027-01-01');
    expect(formatWall(onDay(newYear, -1, '15:00', 'Asia/Shanghai'), 'Asia/Shanghai')).toBe(
      '2026-12-31 15:00 CST',
    );
    // Every time that is said has its zone.
    const summer = Date.parse('2026-07-01T00:00:00Z');
    expect(
      ['UTC', 'Asia/Kathmandu', 'America/New_York'].map((zone) => formatWall(summer, zone).slice(11)),
    ).toEqual(['00:00 UTC', '05:45 UTC+5:45', '20:00 EDT']);
    expect(formatWall(onDay(newYear, 59, '0000', 'Asia/Shanghai'), 'Asia/Shanghai')).toBe(
      '2027-03-01 00:00 CST',
    );
  });
});
