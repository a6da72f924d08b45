import { expect, test } from 'vitest';
import { readSchedule } from '#domain/notam/schedule.ts';
import { scheduleTimes } from '#domain/notam/schedule-times.ts';
import { workCalendar } from '#domain/plans/working-days.ts';

const beijing = { latitude: 40.07, longitude: 116.6 };
const at = (time: string) => Date.parse(`${time}Z`);
const window = { from: at('2026-11-23T00:00'), to: at('2026-12-01T00:00') };

/** `23T01:00/09:00`: the intervals of a schedule, the day once. */
function times(text: string, within = window): string[] {
  const { items, problems } = readSchedule(text);
  expect(problems).toEqual([]);
  return scheduleTimes(items, within, beijing).map(({ from, to }) => {
    const [first, last] = [from, to].map((one) => new Date(one).toISOString().slice(8, 16)) as [
      string,
      string,
    ];
    return `${first}/${first.slice(0, 3) === last.slice(0, 3) ? last.slice(3) : last}`;
  });
}

test.each([
  ['DAILY 0100-0900', '23T01:00/09:00 24T01:00/09:00 25T01:00/09:00', '2026-11-26'],
  ['0100-0900', '23T01:00/09:00', '2026-11-24'],
  ['DLY 0100-0300 0500-0700', '23T01:00/03:00 23T05:00/07:00', '2026-11-24'],
  ['DAILY 0100-0300, 0500-0700', '23T01:00/03:00 23T05:00/07:00', '2026-11-24'],
  ['每日0100-0900', '23T01:00/09:00', '2026-11-24'],
  ['H24', '23T00:00/24T00:00', '2026-11-24'],
  ['MON-FRI 0700-1500', '27T07:00/15:00 30T07:00/15:00', '2026-12-01', '2026-11-27'],
  ['TUE, THU 0700-0800', '24T07:00/08:00 26T07:00/08:00', '2026-12-01'],
  ['MON WED 0700-0800 SAT 0900-1000', '23T07:00/08:00 25T07:00/08:00 28T09:00/10:00', '2026-11-30'],
  ['NOV 23 25-26 0000-0600', '23T00:00/06:00 25T00:00/06:00 26T00:00/06:00', '2026-12-01'],
  ['23-24 0000-0600', '23T00:00/06:00 24T00:00/06:00', '2026-12-01'],
  ['NOV 30-DEC 02 0100-0200', '30T01:00/02:00 01T01:00/02:00 02T01:00/02:00', '2026-12-04'],
  ['NOV 23 0600-24 1800', '23T06:00/24T18:00', '2026-12-01'],
  ['NOV 30 2200-DEC 01 0200', '30T22:00/01T02:00', '2026-12-04'],
  ['SAT 0900-SUN 1700', '28T09:00/29T17:00', '2026-12-01'],
  ['DAILY 2300-0500', '23T00:00/05:00 23T23:00/24T00:00', '2026-11-24'],
  ['DAILY 0100-0200 EXC 24', '23T01:00/02:00 25T01:00/02:00', '2026-11-26'],
  ['DAILY 0100-0200 EXC SAT SUN', '27T01:00/02:00 30T01:00/02:00', '2026-12-01', '2026-11-27'],
  ['MON-FRI 0700-1500 EXC NOV 24, SAT 0800-1200', '23T07:00/15:00 25T07:00/15:00', '2026-11-26'],
  ['DAILY 0000-1200 EXC 23 0300-0400', '23T00:00/03:00 23T04:00/12:00', '2026-11-24'],
  ['0100-0900 DAILY', '23T01:00/09:00 24T01:00/09:00', '2026-11-25'],
  ['0600-0800 MON-FRI, 0900-1000 SAT', '27T06:00/08:00 28T09:00/10:00', '2026-11-30', '2026-11-27'],
  ['MON-FRI, 0700-1500', '27T07:00/15:00', '2026-11-30', '2026-11-27'],
  ['DAILY: 0100-0900', '23T01:00/09:00', '2026-11-24'],
  ['EVERY TUE 0100-0200', '24T01:00/02:00', '2026-11-27'],
  ['DAILY EXC SUN 0100-0900', '28T01:00/09:00 30T01:00/09:00', '2026-12-01', '2026-11-28'],
  ['H24 EXC NOV 23 0300-0400', '23T00:00/03:00 23T04:00/24T00:00', '2026-11-24'],
  ['24, 25', '24T00:00/26T00:00', '2026-11-27'],
  ['FM 0700 TO 1100', '23T07:00/11:00', '2026-11-24'],
  ['DAILY 0100/0900', '23T01:00/09:00', '2026-11-24'],
  ['WKDAYS 0700-1500', '27T07:00/15:00 30T07:00/15:00', '2026-12-01', '2026-11-27'],
  ['WEEKENDS 0700-1500', '28T07:00/15:00 29T07:00/15:00', '2026-12-01', '2026-11-27'],
  ['周六、周日 0700-1500', '28T07:00/15:00 29T07:00/15:00', '2026-12-01', '2026-11-27'],
  ['星期一至星期五 0700-1500', '27T07:00/15:00 30T07:00/15:00', '2026-12-01', '2026-11-27'],
  ['0600-1500 EXC 24, 24 0703-1500', '23T06:00/15:00 24T07:03/15:00 25T06:00/15:00', '2026-11-26'],
  // Some mean the days between as well: they hold.
  ['MON/WED 0100-0200', '23T01:00/02:00 24T01:00/02:00 25T01:00/02:00', '2026-11-28'],
  ['23/25 0100-0200', '23T01:00/02:00 24T01:00/02:00 25T01:00/02:00', '2026-11-28'],
  ['DAILY 0100-0200 EXC MON/WED', '24T01:00/02:00 26T01:00/02:00', '2026-11-27'],
  ['MON THRU WED 0100-0200', '23T01:00/02:00 24T01:00/02:00 25T01:00/02:00', '2026-11-28'],
  ['NOV 23-24 DAILY 0100-0200', '23T01:00/02:00 24T01:00/02:00', '2026-11-28'],
  ['每周六、周日 0700-1500', '28T07:00/15:00 29T07:00/15:00', '2026-12-01', '2026-11-27'],
  ['11月23日至11月24日每日0100-0900', '23T01:00/09:00 24T01:00/09:00', '2026-12-01'],
  ['23日0100-0900', '23T01:00/09:00', '2026-12-01'],
])('%s', (text, expected, to, from = '2026-11-23') => {
  const within = { from: at(`${from}T00:00`), to: at(`${to}T00:00`) };
  expect(times(text, within).join(' ')).toBe(expected);
});

test('sunrise and sunset are those of the place, also where the day of UTC ends between them', () => {
  // Beijing on 24 November: 07:09 to 16:53 by its own clock.
  const [day] = times('SR-SS', { from: at('2026-11-23T12:00'), to: at('2026-11-24T12:00') });
  expect(day).toMatch(/^23T23:0\d\/24T08:5\d$/);
  const [earlier] = times('SR MINUS30-0900', { from: at('2026-11-23T12:00'), to: at('2026-11-24T12:00') });
  expect(earlier).toMatch(/^23T22:3\d\/24T09:00$/);
  for (const text of ['SR-30-0900', 'SR -30 - 0900', '日出-30至0900']) {
    expect(times(text, { from: at('2026-11-23T12:00'), to: at('2026-11-24T12:00') })).toEqual([earlier]);
  }
  const [untilNine] = times('SR-0900', { from: at('2026-11-23T12:00'), to: at('2026-11-24T12:00') });
  expect(untilNine).toMatch(/^23T23:0\d\/24T09:00$/);
});

test('months and days in the shape of a long schedule', () => {
  const text =
    'APR 11 SR MINUS15-1900, 20-21 26-28 MAY 03-05 10-12 0530-2100, APR 14 22 29 MAY 06 13 0530-1400, APR 19 25 MAY 02 09 0800-2100';
  const { items, problems } = readSchedule(text);
  expect(problems).toEqual([]);
  const of = (day: string) =>
    scheduleTimes(
      items,
      { from: at(`2026-${day}T05:00`), to: at(`2026-${day}T23:00`) },
      { latitude: 46.4, longitude: 7 },
    ).map(
      ({ from, to }) =>
        `${new Date(from).toISOString().slice(11, 16)}-${new Date(to).toISOString().slice(11, 16)}`,
    );
  expect(of('04-20')).toEqual(['05:30-21:00']);
  expect(of('05-11')).toEqual(['05:30-21:00']);
  expect(of('05-13')).toEqual(['05:30-14:00']);
  expect(of('05-09')).toEqual(['08:00-21:00']);
  expect(of('05-01')).toEqual([]);
});

test('holidays that nobody knows take nothing away, and the times behind them count', () => {
  const { items, problems } = readSchedule('MON-FRI EXC HOL 0800-1600');
  expect(problems.map(({ code }) => code)).toEqual(['holidays']);
  const found = scheduleTimes(items, { from: at('2026-11-27T00:00'), to: at('2026-11-30T12:00') }, beijing);
  expect(found.map(({ from, to }) => [from, to])).toEqual([
    [at('2026-11-27T08:00'), at('2026-11-27T16:00')],
    [at('2026-11-30T08:00'), at('2026-11-30T12:00')],
  ]);
});

test.each([
  // 2026: off from 1 to 7 October, worked in exchange on Saturday the 10th; Friday 9 is an ordinary day.
  ['MON-FRI EXC HOL 0100-0900', ['08', '09', '12']],
  ['MON-FRI 0100-0900 EXC HOL', ['08', '09', '12']],
  ['WORKDAYS 0100-0900', ['08', '09', '10', '12']],
  ['工作日 0100-0900', ['08', '09', '10', '12']],
  ['SAT SUN AND HOL 0100-0900', ['05', '06', '07', '10', '11']],
  ['HOL 0100-0900', ['05', '06', '07']],
  ['MON-FRI 0100-0900 除法定节假日', ['08', '09', '12']],
  // Eight in the evening of UTC is the next day in Beijing: left out where both are holidays, on where either is worked.
  ['DAILY 2000-2200 EXC HOL', ['07', '08', '09', '10', '11', '12']],
  ['DAILY HOL 0100-0900', ['05', '06', '07', '08', '09', '10', '11', '12']],
])('holidays of a calendar: %s', (text, days) => {
  const off = ['01', '02', '03', '04', '05', '06', '07'].map((day) => ({
    date: `2026-10-${day}`,
    kind: 'holiday' as const,
  }));
  const calendar = workCalendar([...off, { date: '2026-10-10', kind: 'workday' }]);
  const { items, problems } = readSchedule(text);
  expect(problems.map(({ code }) => code)).toEqual(['holidays']);
  const found = scheduleTimes(items, { from: at('2026-10-05T00:00'), to: at('2026-10-12T23:59') }, beijing, {
    calendar,
    timeZone: 'Asia/Shanghai',
  });
  expect(found.map(({ from }) => new Date(from).toISOString().slice(8, 10))).toEqual(days);
});

test('of a year without a calendar any day may be meant, and none is left out', () => {
  const known = { calendar: workCalendar([]), timeZone: 'Asia/Shanghai' };
  const within = { from: at('2026-10-09T00:00'), to: at('2026-10-11T23:59') };
  for (const holidays of [known, null]) {
    const count = (text: string) => scheduleTimes(readSchedule(text).items, within, beijing, holidays).length;
    expect(['WORKDAYS 0100-0900', 'HOL 0100-0900', 'DAILY 0100-0900 EXC HOL'].map(count)).toEqual([3, 3, 3]);
  }
});

test('what is not understood counts at all times, and says so', () => {
  for (const text of ['WHEN ACTIVATED', '0100', 'MON-', '0100-0900LT', '2500-2600', 'EXC', '32 0100-0200']) {
    const { items, problems } = readSchedule(text);
    expect([text, problems.map(({ code }) => code)]).toEqual([text, ['schedule']]);
    expect(scheduleTimes(items, window, beijing)).toEqual([window]);
  }
  expect(readSchedule('MON-FRI 0700-1500 EXC HOL').problems.map(({ code }) => code)).toEqual(['holidays']);
});

test.each(['NOV 31 0100-0200', `DAILY 0100-0200${', 0300-0400'.repeat(100)}`])(
  '%s is not read: it holds at all times',
  (text) => expect(readSchedule(text)).toMatchObject({ items: [], problems: [{ code: 'schedule' }] }),
);
