import { describe, expect, test } from 'vitest';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { clocksOf } from '#web/features/plans/plan-clocks.ts';
import {
  daysOf,
  isListAddress,
  readQuery,
  requestOf,
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
    const body = requestOf(readQuery(new URLSearchParams('show=timeline&from=2020-01-01')), now, zone);
    expect(Date.parse(String(body.from))).toBe(windowOf({ at: '', scale: 'day' }, now).from);
  });
  test.each([
    ['f.company.eq=3', true],
    ['view=4', true],
    ['show=map&page=2', false],
  ])('%s is of the generated list: %s', (text, list) =>
    expect(isListAddress(new URLSearchParams(text))).toBe(list),
  );
});

const plan = (id: number, etd: string, eta: string, registration: string) => ({
  id,
  state: 9 as const,
  takeoffAt: etd,
  realEta: null,
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
  const lanes = lanesOf(plans, 'aircraft');
  test('has a lane an aircraft; what overlaps stands below, what only touches does not', () => {
    expect(lanes.map(({ name, levels, bars }) => [name, levels, bars.map(({ level }) => level)])).toEqual([
      ['B-0', 1, [0]],
      ['B-1', 2, [0, 1, 0]],
    ]);
    expect(lanesOf(plans, 'callsign')).toHaveLength(4);
  });
  test('arrows go in time and to the nearest of the next lane', () => {
    expect(nextBar(lanes, '1 1', 'ArrowRight')?.key).toBe('2 2');
    expect(nextBar(lanes, '3 3', 'ArrowRight')).toBeNull();
    expect(nextBar(lanes, '4 4', 'ArrowDown')?.key).toBe('1 1');
    expect(nextBar(lanes, null, 'ArrowDown')?.key).toBe('4 4');
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
