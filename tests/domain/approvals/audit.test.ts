import { describe, expect, test } from 'vitest';
import {
  type AuditAction,
  type AuditState,
  auditActions,
  auditMove,
  auditState,
  auditStateOf,
  expiredPapers,
  firstExpiry,
  needsComment,
  reopensBy,
} from '#domain/approvals/audit.ts';
import { resources } from '#resources';

const { notSubmitted, accepted, refused, waiting, returned, expired } = auditState;

/** What may follow what; everything else is refused. */
const table: [AuditAction, AuditState, AuditState][] = [
  ['submit', notSubmitted, waiting],
  ['submit', refused, waiting],
  ['submit', returned, waiting],
  ['submit', expired, waiting],
  ['withdraw', waiting, notSubmitted],
  ['approve', waiting, accepted],
  ['reject', waiting, refused],
  ['return', waiting, returned],
  ['reassign', waiting, waiting],
  ['reopen', accepted, notSubmitted],
  ['expire', accepted, expired],
];

describe('what may follow what', () => {
  test.each(auditActions)('%s', (action) => {
    for (const from of Object.values(auditState)) {
      const wanted = table.find(([act, state]) => act === action && state === from);
      const answer = auditMove(action, from);
      expect([from, answer.ok ? answer.to : null]).toEqual([from, wanted ? wanted[2] : null]);
      if (!answer.ok) expect(answer.why.key).toMatch(/^audit\.refused\.(waiting|accepted|notWaiting)$/);
    }
  });

  test('the states of the specification are its own: 1 passed, 2 failed', () => {
    expect([accepted, refused]).toEqual([1, 2]);
  });

  test('refusal and return say why, nothing else must', () => {
    expect(auditActions.filter(needsComment)).toEqual(['reject', 'return']);
  });
});

describe('papers', () => {
  const rule = { expiry: ['licenceExpiry', 'medicalExpiry'] };
  test.each([
    [{ licenceExpiry: '2026-11-21', medicalExpiry: '2026-11-20' }, ['medicalExpiry'], '2026-11-20'],
    [{ licenceExpiry: '2026-11-21' }, [], '2026-11-21'],
    [
      { licenceExpiry: '2020-01-01', medicalExpiry: '2020-01-02' },
      ['licenceExpiry', 'medicalExpiry'],
      '2020-01-01',
    ],
    [{ licenceExpiry: null }, [], null],
  ])('%j on the 21st of November 2026', (record, past, first) => {
    expect(expiredPapers(rule, record, '2026-11-21')).toEqual(past);
    expect(firstExpiry(rule, record)).toBe(first);
  });
});

describe('a change after acceptance', () => {
  const rule = { state: 'auditState', matters: ['seats'] };
  test.each([
    [accepted, ['seats', 'colour'], true],
    [accepted, ['colour'], false],
    [refused, ['seats'], false],
    [expired, ['seats'], false],
  ])('in state %i of %j undoes it: %s', (state, changed, undone) => {
    expect(reopensBy(rule, { auditState: state }, changed)).toBe(undone);
  });

  test('a record that never had a state is not submitted', () => {
    expect(auditStateOf(rule, {})).toBe(notSubmitted);
    expect(auditStateOf(rule, { auditState: 9 })).toBe(notSubmitted);
  });
});

describe('the audited types', () => {
  const audited = resources.flatMap(({ name, schema, approval, serviceOnly }) =>
    approval ? [{ name, schema, approval, serviceOnly: serviceOnly ?? [] }] : [],
  );
  test.each(audited.map((one) => [one.name, one] as const))('%s', (_, { schema, approval, serviceOnly }) => {
    // Every state has its text, nobody sets it by hand, and what expires also matters.
    expect(schema.properties[approval.state]?.enum).toEqual(Object.values(auditState).sort());
    expect(serviceOnly).toEqual(expect.arrayContaining([approval.state, approval.opinion]));
    expect(approval.matters).toEqual(expect.arrayContaining(approval.expiry));
    expect(approval.matters).not.toContain(approval.state);
  });
});
