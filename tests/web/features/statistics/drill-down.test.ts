import { expect, test } from 'vitest';
import { readQuery, requestOf, writeQuery } from '#web/features/plans/query/query-state.ts';
import { reportStateOf } from '#web/features/plans/report/report-state.ts';
import { plansPath } from '#web/features/statistics/statistics-state.ts';

/** A figure leads to the query of plans, which asks for the very plans that the figure counts. */

const zone = 'Asia/Shanghai';

function asked(
  search: string,
  ...to: [Parameters<typeof plansPath>[1], string, Parameters<typeof plansPath>[3]]
) {
  const path = plansPath(reportStateOf(new URLSearchParams(search), '2026-11-25'), ...to);
  const query = readQuery(new URLSearchParams(path.split('?')[1]));
  // An address that is written again is the same.
  expect(readQuery(writeQuery(query))).toEqual(query);
  return requestOf(query, 0, zone);
}

test.each([
  ['period=month&from=2026-11-01', 'company', '3', 'day', [{ by: 'company', keys: ['3'] }]],
  ['period=month&from=2026-11-01', 'airspace', '', 'day', [{ by: 'airspace', keys: [''] }]],
  [
    'period=month&from=2026-11-01',
    'refusal',
    'plan.rule.late',
    'day',
    [{ by: 'refusal', keys: ['plan.rule.late'] }],
  ],
  [
    'period=month&from=2026-11-01&airports=5,6&aircraftTypes=9',
    'hour',
    '1-08',
    'day',
    [
      { by: 'aircraftType', keys: ['9'] },
      { by: 'airport', keys: ['5', '6'] },
      { by: 'hour', keys: ['1-08'] },
    ],
  ],
] as const)('%s by %s %s', (search, by, key, bucket, counted) => {
  expect(asked(search, by, key, bucket)).toMatchObject({
    counted,
    startsFrom: '2026-10-31T16:00:00.000Z',
    startsTo: '2026-11-30T16:00:00.000Z',
  });
});

test('a point of the line has its own days, an hour its own hour', () => {
  const hour = asked('period=day&from=2026-11-25', 'time', '2026-11-25T08', 'hour');
  expect(hour).toMatchObject({
    counted: [{ by: 'hour', keys: ['3-08'] }],
    startsFrom: '2026-11-24T16:00:00.000Z',
    startsTo: '2026-11-25T16:00:00.000Z',
  });
  const day = asked('period=month&from=2026-11-01', 'time', '2026-11-02', 'day');
  expect(day).toMatchObject({
    counted: [{ by: 'total', keys: [''] }],
    startsFrom: '2026-11-01T16:00:00.000Z',
    startsTo: '2026-11-02T16:00:00.000Z',
  });
  // The week of the edge is cut where the period ends.
  const week = asked('period=quarter&from=2026-10-01', 'time', '2026-09-28', 'week');
  expect(week).toMatchObject({
    startsFrom: '2026-09-30T16:00:00.000Z',
    startsTo: '2026-10-04T16:00:00.000Z',
  });
});
