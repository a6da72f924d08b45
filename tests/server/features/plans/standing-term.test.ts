import { expect, test } from 'vitest';
import type { PlanInput } from '#contract/plans/plan-input.ts';
import { standingForm, termEnd } from '#server/features/plans/standing-term.ts';

/** On 2026-03-29 the clock of Berlin leaves out 02:00 to 03:00. */
const timeZone = 'Europe/Berlin';
const form = (validFrom: string) =>
  ({
    kind: 'standing',
    validFrom,
    validTo: '2026-04-02',
    weekdays: [],
    tasks: [{ etd: '2026-03-27T01:30:00.000Z', eta: '2026-03-27T02:00:00.000Z' }],
  }) as unknown as PlanInput;
const timesOf = ({ tasks }: PlanInput) => tasks.map(({ etd, eta }) => [etd, eta]);

test('the tasks of a term stand on its first day that has their departures', () => {
  expect(timesOf(standingForm(form('2026-03-28'), timeZone))).toEqual([
    ['2026-03-28T01:30:00.000Z', '2026-03-28T02:00:00.000Z'],
  ]);
  // 02:30 would become 03:30, and so on every later day.
  expect(timesOf(standingForm(form('2026-03-29'), timeZone))).toEqual([
    ['2026-03-30T00:30:00.000Z', '2026-03-30T01:00:00.000Z'],
  ]);
});

test('a term ends with the arrival on its last day', () => {
  const { tasks, ...term } = standingForm(form('2026-03-29'), timeZone);
  expect(termEnd({ ...term } as Parameters<typeof termEnd>[0], tasks, timeZone)).toEqual({
    endTime: '2026-04-02T01:00:00.000Z',
  });
});
