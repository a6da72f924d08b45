import { describe, expect, test } from 'vitest';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { clocksOf } from '#web/features/plans/plan-clocks.ts';
import {
  daysOf,
  isListAddress,
  nearestTo,
  neighbourOf,
  readQuery,
  requestOf,
  scaleOf,
  windowOf,
  writeQuery,
} from '#web/features/plans/query/query-state.ts';
import { lanesOf, nextBar, placeOn } from '#web/features/plans/query/time-line-model.ts';

const now = Date.parse('2026-11-21T02:30:00Z');
const zone = 'Asia/Shanghai';

describe('the address of the query', () => {
  const address =
    'show=map&q=CWT&states=8%2C9&kinds=quick&urgencies=rescue&companies=1&aircraft=3%2C4&from=2026-11-21&to=2026-11-22' +
    '&restricted=1&overdue=1&box=103%2C30%2C104%2C31&page=2&sort=callsign+asc&scale=week&by=callsign';
  test('is the whole state: what is read is written the same', () => {
    expect([...writeQuery(readQuery(new URLSearchParams(address)))].sort()).toEqual(
      [...new URLSearchParams(address)].sort(),
    );
    expect(`${writeQuery(readQuery(new URLSearchParams('')))}`).toBe('');
  });
  test('nonsense in it is as if it were not there', () => {
    const state = readQuery(
      new URLSearchParams('show=x&states=99,a&page=-3&box=5,5,1,1&from=yesterday&at=never'),
    );
    expect(`${writeQuery(state)}`).toBe('');
  });
  test('the question has days of the wall as moments, and the box as a polygon', () => {
    const body = requestOf(readQuery(new URLSearchParams(address)), now, zone);
    expect(body).toMatchObject({
      filter: 'CWT',
      states: [8, 9],
      aircraft: [3, 4],
      from: '2026-11-20T16:00:00.000Z',
      to: '2026-11-22T16:00:00.000Z',
      restricted: true,
      withTasks: true,
    });
    expect(body.within).toMatchObject({ type: 'Polygon' });
  });
  test('days narrow the window of the time line and never widen it', () => {
    const state = readQuery(new URLSearchParams('show=timeline&from=2026-11-21&to=2026-11-21&at=now'));
    const shown = windowOf(state, now, zone);
    expect(requestOf(state, now, zone)).toMatchObject({
      from: '2026-11-20T20:00:00.000Z',
      to: '2026-11-21T16:00:00.000Z',
      flown: true,
    });
    expect(new Date(shown.to).toISOString()).toBe('2026-11-21T20:00:00.000Z');
  });
  test.each([
    ['f.company.eq=3', true],
    ['view=4', true],
    ['show=map&page=2', false],
  ])('%s is of the generated list: %s', (text, list) =>
    expect(isListAddress(new URLSearchParams(text))).toBe(list),
  );
});

describe('what the time line shows', () => {
  const shownOf = (query: string) => {
    const state = readQuery(new URLSearchParams(`show=timeline&${query}`));
    const { from, to } = windowOf(state, now, zone);
    return [scaleOf(state), new Date(from).toISOString(), new Date(to).toISOString()];
  };
  test.each([
    ['nothing asked: about now', '', 'day', '2026-11-20T20:00:00.000Z', '2026-11-21T20:00:00.000Z'],
    [
      'a day of the past: that day',
      'from=2026-11-18&to=2026-11-18',
      'day',
      '2026-11-17T16:00:00.000Z',
      '2026-11-18T16:00:00.000Z',
    ],
    [
      'last week: the whole of it',
      'from=2026-11-09&to=2026-11-15',
      'week',
      '2026-11-08T16:00:00.000Z',
      '2026-11-15T16:00:00.000Z',
    ],
    [
      'a month of the past: the end of it',
      'from=2026-10-01&to=2026-10-31',
      'week',
      '2026-10-24T16:00:00.000Z',
      '2026-10-31T16:00:00.000Z',
    ],
    [
      'days to come: their begin',
      'from=2026-12-01',
      'day',
      '2026-11-30T16:00:00.000Z',
      '2026-12-01T16:00:00.000Z',
    ],
    [
      'since a day of the past: about now',
      'from=2020-01-01',
      'day',
      '2026-11-20T20:00:00.000Z',
      '2026-11-21T20:00:00.000Z',
    ],
    [
      'a scale that was chosen stays',
      'from=2026-11-09&to=2026-11-15&scale=hours',
      'hours',
      '2026-11-15T10:00:00.000Z',
      '2026-11-15T16:00:00.000Z',
    ],
    [
      'a week begins at midnight on the wall',
      'scale=week&at=2026-11-10T03:00:00Z',
      'week',
      '2026-11-07T16:00:00.000Z',
      '2026-11-14T16:00:00.000Z',
    ],
  ])('%s', (_, query, scale, from, to) => expect(shownOf(query)).toEqual([scale, from, to]));

  test('where it has no plan, the last before it and the first after it are looked for within the days', () => {
    const state = readQuery(new URLSearchParams('show=timeline&q=CWT&from=2026-01-01'));
    const shown = windowOf(state, now, zone);
    expect(neighbourOf(state, 'before', shown, zone)).toEqual({
      filter: 'CWT',
      startsFrom: '2025-12-31T16:00:00.000Z',
      startsTo: '2026-11-20T20:00:00.000Z',
      sorting: 'startTime desc',
      maxResultCount: 1,
    });
    expect(neighbourOf(state, 'after', shown, zone)).toEqual({
      filter: 'CWT',
      startsFrom: '2026-11-21T20:00:00.000Z',
      sorting: 'startTime asc',
      maxResultCount: 1,
    });
    expect(nearestTo({ from: 100, to: 200 }, 40, 250)).toBe(250);
    expect(nearestTo({ from: 100, to: 200 }, 60, 250)).toBe(60);
    expect(nearestTo({ from: 100, to: 200 }, null, 250)).toBe(250);
    expect(nearestTo({ from: 100, to: 200 }, null, null)).toBeNull();
  });
});

const plan = (id: number, etd: string, eta: string, registration: string) => ({
  id,
  state: 10 as const,
  takeoffAt: etd,
  realEta: eta,
  tasks: [{ id, sequence: 1, callsign: `C${id}`, aircraft: 1, registration, etd, eta, geometry: null }],
});

describe('the time line', () => {
  // What a lane needs of a plan; the rest is for what draws it.
  const plans: Parameters<typeof lanesOf>[0] = JSON.parse(
    JSON.stringify([
      plan(1, '2026-11-21T01:00:00Z', '2026-11-21T02:00:00Z', 'B-1'),
      plan(2, '2026-11-21T01:30:00Z', '2026-11-21T03:00:00Z', 'B-1'),
      plan(3, '2026-11-21T02:00:00Z', '2026-11-21T04:00:00Z', 'B-1'),
      plan(4, '2026-11-21T01:10:00Z', '2026-11-21T04:00:00Z', 'B-0'),
    ]),
  );
  const lanes = lanesOf(plans, 'aircraft', now);
  test('has a lane an aircraft; what overlaps stands below, what only touches does not', () => {
    expect(lanes.map(({ name, levels, bars }) => [name, levels, bars.map(({ level }) => level)])).toEqual([
      ['B-0', 1, [0]],
      ['B-1', 2, [0, 1, 0]],
    ]);
    expect(lanesOf(plans, 'callsign', now)).toHaveLength(4);
  });
  test('arrows go in time and to the nearest of the next lane', () => {
    expect(nextBar(lanes, '1 1', 'ArrowRight')?.key).toBe('2 2');
    expect(nextBar(lanes, '3 3', 'ArrowRight')).toBeNull();
    expect(nextBar(lanes, '4 4', 'ArrowDown')?.key).toBe('1 1');
    expect(nextBar(lanes, null, 'ArrowDown')?.key).toBe('4 4');
  });
  test('what was flown stands where it was flown, before and after what was filed', () => {
    const [late] = JSON.parse(
      JSON.stringify([
        {
          ...plan(1, '2026-11-21T00:00:00Z', '2026-11-21T01:00:00Z', 'B-1'),
          takeoffAt: '2026-11-21T01:30:00Z',
          realEta: '2026-11-21T02:20:00Z',
        },
      ]),
    );
    const next = plan(2, '2026-11-21T02:00:00Z', '2026-11-21T03:00:00Z', 'B-1');
    const [lane] = lanesOf([late, { ...late, ...next, takeoffAt: null, realEta: null }], 'aircraft', now);
    const flown = (key: string) => lane?.bars.find((bar) => bar.key === key)?.flown;
    expect(flown('1 1')).toEqual({
      from: Date.parse('2026-11-21T01:30:00Z'),
      to: Date.parse('2026-11-21T02:20:00Z'),
    });
    expect(flown('2 2')).toBeNull();
    // The second would be drawn over what the first flew.
    expect(lane?.bars.map(({ level }) => level)).toEqual([0, 1]);
  });

  test('of several sorties the first begins with the take-off, the last ends with the landing', () => {
    const sorties = (realEta: string | null) =>
      JSON.parse(
        JSON.stringify({
          ...plan(1, '', '', ''),
          takeoffAt: '2026-11-21T00:10:00Z',
          realEta,
          tasks: [
            ['2026-11-21T00:00:00Z', '2026-11-21T01:00:00Z'],
            ['2026-11-21T02:00:00Z', '2026-11-21T03:00:00Z'],
            ['2026-11-21T04:00:00Z', '2026-11-21T05:00:00Z'],
          ].map(([etd, eta], index) => ({ id: index + 1, callsign: 'C1', aircraft: 1, etd, eta })),
        }),
      );
    const flown = (realEta: string | null) =>
      lanesOf([sorties(realEta)], 'callsign', now)[0]?.bars.map(
        (bar) =>
          bar.flown &&
          [bar.flown.from, bar.flown.to].map((at) => new Date(at).toISOString().slice(11, 16)).join('–'),
      );
    // At half past two the second is in the air.
    expect(flown(null)).toEqual(['00:10–01:10', '02:00–02:30', null]);
    expect(flown('2026-11-21T05:20:00Z')).toEqual(['00:10–01:10', '02:00–03:00', '04:00–05:20']);
  });

  test('a bar is cut at the ends of what is shown', () => {
    expect(placeOn(0, 50, { from: 25, to: 125 })).toEqual({ left: 0, width: 25 });
    expect(placeOn(0, 25, { from: 25, to: 125 })).toBeNull();
  });
});

describe('the clock that matters now', () => {
  const base = {
    state: 8 as PlanItem['state'],
    startTime: '2026-11-21T03:00:00Z',
    endTime: '2026-11-21T05:00:00Z',
    realEtd: null,
    submitBy: '2026-11-20T07:00:00Z',
    decideBy: '2026-11-20T13:00:00Z',
    lapsesAt: '2026-11-21T04:00:00Z',
    overdueAt: '2026-11-21T05:30:00Z',
  };
  const first = (part: Partial<typeof base>, at: string) => clocksOf({ ...base, ...part }, Date.parse(at))[0];
  test.each([
    [0, '2026-11-20T00:00:00Z', 'plan.clock.submit', base.submitBy],
    [2, '2026-11-20T00:00:00Z', 'plan.clock.decide', base.decideBy],
    [8, '2026-11-21T02:00:00Z', 'plan.clock.departure', base.startTime],
    [8, '2026-11-21T03:10:00Z', 'plan.clock.lapse', base.lapsesAt],
    [5, '2026-11-21T02:00:00Z', 'plan.clock.release', base.startTime],
    [9, '2026-11-21T04:00:00Z', 'plan.clock.landing', base.endTime],
    [9, '2026-11-21T05:10:00Z', 'plan.clock.overdue', base.overdueAt],
  ] as const)('state %i at %s: %s', (state, at, key, to) =>
    expect(first({ state }, at)).toEqual({ key, to }),
  );
  test('what is over has none', () => {
    for (const state of [10, 11, 12] as const)
      expect(first({ state }, '2026-11-21T04:00:00Z')).toBeUndefined();
  });
});

test.each([
  ['today', '2026-11-23', '2026-11-23'],
  ['yesterday', '2026-11-22', '2026-11-22'],
  ['last7Days', '2026-11-17', '2026-11-23'],
  ['lastWeek', '2026-11-16', '2026-11-22'],
] as const)('%s, asked on a Monday, is %s to %s', (period, from, to) => {
  expect(daysOf(period, '2026-11-23')).toEqual({ from, to });
});

test('last week ends on the Sunday before, whatever the day', () => {
  expect(daysOf('lastWeek', '2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(daysOf('lastWeek', '2027-01-01')).toEqual({ from: '2026-12-21', to: '2026-12-27' });
});
