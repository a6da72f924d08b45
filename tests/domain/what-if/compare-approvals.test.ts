import { describe, expect, test } from 'vitest';
import { type FlowStep, type PublishedFlow, readStep } from '#domain/approvals/flow.ts';
import { compareApproval, type DecidedDocument, medianWaits } from '#domain/what-if/compare-approvals.ts';

const step = (name: string, rest: Partial<FlowStep> = {}): FlowStep =>
  readStep({ name, roles: [name], ...rest });
const flow = (steps: FlowStep[], rest: Partial<PublishedFlow> = {}): PublishedFlow => ({
  id: 1,
  name: '通用',
  nameEn: null,
  documentKind: 'plan',
  condition: null,
  priority: 100,
  steps,
  ...rest,
});
const [tower, zone] = [step('tower'), step('zone')];
const submittedAt = Date.parse('2026-06-10T02:00:00Z');
const minuteMs = 60_000;

/** Decided after these minutes by each of its steps. */
function decided(waits: [FlowStep, number][], rest: Partial<DecidedDocument> = {}): DecidedDocument {
  const total = waits.reduce((sum, [, minutes]) => sum + minutes, 0);
  return {
    kind: 'plan',
    document: { upperM: 900 },
    outcome: 'approved',
    submittedAt,
    endedAt: submittedAt + total * minuteMs,
    waits: waits.map(([of, minutes]) => ({ step: of, minutes })),
    ...rest,
  };
}

const rules = (steps: FlowStep[], decideBy: number | null = null) => ({ flows: [flow(steps)], decideBy });
const compare = (
  document: DecidedDocument,
  before: FlowStep[],
  after: FlowStep[],
  others: DecidedDocument[] = [],
) => compareApproval(document, rules(before), rules(after), medianWaits([document, ...others]));

test('the same flow is no difference', () => {
  expect(compare(decided([[tower, 10]]), [tower], [tower])).toBeNull();
});

test('a step that is dropped takes its time with it', () => {
  const document = decided([
    [tower, 10],
    [zone, 30],
  ]);
  expect(compare(document, [tower, zone], [tower])).toMatchObject({
    before: { minutes: 40, outcome: 'approved' },
    after: { minutes: 10, outcome: 'approved' },
  });
});

describe('a step that is added', () => {
  test('is estimated by the median of steps with the same deciders', () => {
    const others = [5, 20, 60].map((minutes) => decided([[zone, minutes]]));
    const found = compare(decided([[tower, 10]]), [tower], [tower, zone], others);
    expect(found?.after.minutes).toBe(30);
  });

  test('has no estimate where nobody of them decided anything in the period', () => {
    const found = compare(decided([[tower, 10]]), [tower], [tower, zone]);
    expect(found?.after).toMatchObject({ minutes: null, inTime: null, outcome: 'approved' });
  });
});

describe('a refusal', () => {
  const refused = decided(
    [
      [tower, 10],
      [zone, 30],
    ],
    { outcome: 'rejected' },
  );

  test('stays one where the step that refused is still there', () => {
    const found = compare(refused, [tower, zone], [zone, tower]);
    expect(found?.after).toMatchObject({ outcome: 'rejected', minutes: 30 });
  });

  test('is none where the step that refused is gone', () => {
    expect(compare(refused, [tower, zone], [tower])?.after.outcome).toBe('approved');
  });

  test('is none where the clock approves before', () => {
    const limited = { ...zone, timeLimitMinutes: 20, onTimeout: 'approve' as const };
    const found = compare(refused, [tower, zone], [tower, limited]);
    expect(found?.after).toMatchObject({ outcome: 'approved', minutes: 30 });
  });
});

test('a limit at whose end the clock refuses turns an approval that came later into a refusal', () => {
  const limited = { ...tower, timeLimitMinutes: 5, onTimeout: 'reject' as const };
  const found = compare(decided([[tower, 10]]), [tower], [limited]);
  expect(found?.after).toMatchObject({ outcome: 'rejected', minutes: 5 });
});

test('a limit that only reminds changes nothing but what it says', () => {
  const limited = { ...tower, timeLimitMinutes: 5 };
  const found = compare(decided([[tower, 10]]), [tower], [limited]);
  expect(found?.after).toMatchObject({ outcome: 'approved', minutes: 10 });
});

test('a document that no flow fits could not be submitted', () => {
  const high = [flow([tower], { condition: { upperM: { $gt: 3000 } } })];
  const found = compareApproval(
    decided([[tower, 10]]),
    rules([tower]),
    { flows: high, decideBy: null },
    new Map(),
  );
  expect(found?.after).toMatchObject({ flow: null, outcome: 'refused' });
});

test('the legal clock compares the time of the decision with each side’s own limit, to the minute', () => {
  const document = decided([[tower, 60]]);
  const at = (minutes: number) => rules([tower], submittedAt + minutes * minuteMs);
  expect(compareApproval(document, at(60), at(59), new Map())).toMatchObject({
    before: { inTime: true },
    after: { inTime: false },
  });
});
