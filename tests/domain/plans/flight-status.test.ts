import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  delayMinutes,
  delayText,
  flightStatuses,
  flightStatusLabel,
  flightStatusOf,
  type StatusFacts,
  seenEvents,
  settableStatuses,
  statusSeen,
} from '#domain/plans/flight-status.ts';
import { type PlanState, planStates } from '#domain/plans/states.ts';

test.each([
  [10, 'SCH'],
  [20, 'QPR'],
  [30, 'FPL'],
  [40, '-'],
  [50, '-'],
  [60, 'PRE'],
  [70, 'REQ'],
  [80, 'CLD'],
  [90, 'RDY'],
  [110, 'P_S'],
  [120, 'TAX'],
  [130, 'QUE'],
  [140, 'LIN'],
  [150, 'DEP'],
  [160, 'ABT'],
  [170, 'CPL'],
  [180, 'RAD'],
  [190, 'LND'],
  [200, 'ARR'],
  [210, 'V/H'],
  [220, 'APR'],
  [230, 'FIN'],
  [240, 'CNL'],
  [100, '-'],
])('s_FLT %i is %s', (code, label) => {
  expect(flightStatusLabel(code)).toBe(label);
});

const sobt = Date.UTC(2026, 10, 21, 2, 0);
const minutes = (count: number) => sobt + count * 60_000;

test.each([
  [30, 10, minutes(40), null, '30'],
  [149, 10, minutes(40), null, '30'],
  [30, 10, minutes(10), null, '--'],
  [30, 10, minutes(5), null, '--'],
  [29, 10, minutes(40), null, '--'],
  [150, 10, minutes(90), minutes(25), '15'],
  [230, 10, minutes(90), minutes(25), '15'],
  [240, 10, minutes(90), minutes(25), '--'],
  [150, 10, minutes(90), null, '--'],
  [150, null, minutes(90), minutes(25), '--'],
])('status %i with vtt %s', (status, vtt, now, atot, text) => {
  expect(delayText({ status, sobt, vtt, atot }, now)).toBe(text);
});

test('an unknown scheduled time has no delay', () => {
  expect(delayMinutes({ status: 30, sobt: null, vtt: 10, atot: null }, minutes(100))).toBeNull();
});

const facts: StatusFacts = {
  state: 4,
  departureAt: sobt,
  preActiveMs: 30 * 60_000,
  landedAt: null,
  reportGraceMs: 30 * 60_000,
  notes: [],
};
const labelOf = (change: Partial<StatusFacts>, now = minutes(-60)) =>
  flightStatusLabel(flightStatusOf({ ...facts, ...change }, now).code);

test('the states of a plan in the words of a flight list', () => {
  expect(planStates.map((state) => labelOf({ state }))).toEqual([
    ...['SCH', 'SCH', 'SCH', 'SCH', 'FPL', 'REQ', 'REQ', 'FPL', 'CLD', 'DEP', 'ARR', 'CNL', 'CNL'],
  ]);
});

test('time alone makes a departure near and a landing final', () => {
  expect([-31, -30, 90].map((at) => labelOf({ state: 4 }, minutes(at)))).toEqual(['FPL', 'PRE', 'PRE']);
  const landed = { state: 10, landedAt: minutes(60) } as const;
  expect([90, 91].map((at) => labelOf(landed, minutes(at)))).toEqual(['ARR', 'FIN']);
});

test('every event of surveillance reaches its status, in its state of the plan only', () => {
  for (const { code, label, source, states } of flightStatuses.filter(
    (row) => row.source === 'surveillance',
  )) {
    for (const state of planStates) {
      const note = { code, source: 'surveillance', planState: state, at: sobt } as const;
      expect(labelOf({ state, notes: [note] }) === label, `${label} ${state}`).toBe(states.includes(state));
      expect(source).toBe('surveillance');
    }
  }
  expect(seenEvents.map(statusSeen)).toEqual(['RDY', 'TAX', 'RAD', 'APR', 'LND']);
});

test('what a person set stands above what is seen, and both end with the state they were noted in', () => {
  const seen = { code: 120, source: 'surveillance', planState: 8, at: minutes(5) } as const;
  const set = { code: 130, source: 'hand', planState: 8, at: minutes(1) } as const;
  expect(flightStatusOf({ ...facts, state: 8, notes: [seen, set] }, sobt)).toEqual({
    code: 130,
    source: 'hand',
  });
  expect(labelOf({ state: 8, notes: [{ ...seen, code: 90, at: minutes(2) }, seen] })).toBe('TAX');
  expect(labelOf({ state: 9, notes: [seen, set] })).toBe('DEP');
  // Noted before the take-off was reported and reverted: it is of that state again.
  expect(labelOf({ state: 8, notes: [seen] })).toBe('TAX');
});

test('by hand only what nothing else reaches, where the plan is that far', () => {
  const labels = (state: PlanState) => settableStatuses(state).map(({ label }) => label);
  expect(labels(8)).toEqual(['P_S', 'QUE', 'LIN', 'ABT']);
  expect(labels(9)).toEqual(['ABT', 'CPL', 'V/H']);
  expect(labels(4)).toEqual(['QPR']);
  expect([...labels(0), ...labels(10), ...labels(12)]).toEqual([]);
});

test('the table stands in the documents as it runs', () => {
  const document = readFileSync('docs/features.md', 'utf8').replace(/ {2,}/g, ' ');
  for (const { code, label, source, event, states } of flightStatuses) {
    expect(document).toContain(`| ${code} | ${label} | ${source} | \`${event}\` | ${states.join(', ')} |`);
  }
});
