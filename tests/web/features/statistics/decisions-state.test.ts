import { expect, test } from 'vitest';
import { reportStateOf } from '#web/features/plans/report/report-state.ts';
import { decisionsInput, decisionsPath, decisionsStateOf } from '#web/features/statistics/decisions-state.ts';
import { daysWithin, exportPath } from '#web/features/statistics/statistics-state.ts';
import { waitingPath, waitingStateOf } from '#web/features/statistics/waiting-state.ts';

/** A figure of the service's work leads to a list that asks for the very decisions that it counts. */

const asked = (search: string, of: Parameters<typeof decisionsPath>[1]) => {
  const path = decisionsPath(reportStateOf(new URLSearchParams(search), '2026-11-25'), of);
  return decisionsInput(decisionsStateOf(new URLSearchParams(path.split('?')[1]), '2020-01-01'));
};

test.each([
  ['', {}, { period: 'month', from: '2026-11-01', part: 'decisions' }],
  [
    'period=custom&from=2026-11-03&to=2026-11-09&companies=3,4&airports=9',
    { person: 12, part: 'refused' },
    {
      period: 'custom',
      from: '2026-11-03',
      to: '2026-11-09',
      companies: [3, 4],
      person: 12,
      part: 'refused',
    },
  ],
  ['', { person: null }, { period: 'month', from: '2026-11-01', person: 0, part: 'decisions' }],
  [
    'period=year&from=2025-01-01',
    { kind: 'airspace', part: 'clocked' },
    { period: 'year', from: '2025-01-01', kind: 'airspace', part: 'clocked' },
  ],
] as const)('%s %o', (search, of, expected) => {
  expect(asked(search, of)).toEqual(expected);
});

test('what an address does not say rightly is as usual', () => {
  const state = decisionsStateOf(new URLSearchParams('kind=x&person=-1&part=y&page=0'), '2026-11-25');
  expect(state).toMatchObject({ kind: null, person: null, part: 'decisions', page: 1 });
});

test('a list of what waits is written as it is read', () => {
  const state = { kind: 'plan', overdue: true, companies: [3, 4] } as const;
  const path = waitingPath({ ...state, companies: [...state.companies] });
  expect(waitingStateOf(new URLSearchParams(path.split('?')[1]))).toEqual({ ...state, page: 1 });
});

test('a point of the line has its own days, as far as they are in the period', () => {
  const span = { from: '2026-10-01', to: '2026-12-31' };
  expect(daysWithin(span, 'week', '2026-09-28')).toEqual({ from: '2026-10-01', to: '2026-10-04' });
  expect(daysWithin(span, 'month', '2026-11')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
});

test('a file is asked for with the question of its table', () => {
  const input = { table: 'people', from: '2026-11-01', to: undefined, companies: [3, 4] };
  expect(exportPath('ExportWork', input, 'csv')).toBe(
    '/api/services/app/Statistics/ExportWorkCsv?table=people&from=2026-11-01&companies=3&companies=4',
  );
});
