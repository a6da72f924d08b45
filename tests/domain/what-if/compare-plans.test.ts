import { expect, test } from 'vitest';
import type { Finding } from '#domain/plans/findings.ts';
import { comparePlan } from '#domain/what-if/compare-plans.ts';

const finding = (code: string, level: Finding['level'], rest: Partial<Finding> = {}): Finding => ({
  level,
  code,
  rule: `rule.${code}`,
  field: 'tasks.0',
  message: { key: `message.${code}`, values: { by: '10:00' } },
  with: null,
  ...rest,
});

test('the same findings are no difference, also with other values in their messages', () => {
  const other = finding('deadline', 'error', {
    message: { key: 'message.deadline', values: { by: '09:00' } },
  });
  expect(comparePlan([finding('deadline', 'error')], [other])).toBeNull();
});

test.each([
  ['an error that is added refuses the plan', [], ['error'], 'accepted', 'refused'],
  ['an error that is gone lets it be accepted', ['error'], [], 'refused', 'accepted'],
  ['a warning that becomes an error refuses it', ['warning'], ['error'], 'accepted', 'refused'],
  ['a warning that is added leaves it accepted', [], ['warning'], 'accepted', 'accepted'],
] as const)('%s', (_, before, after, was, is) => {
  const all = (levels: readonly Finding['level'][]) => levels.map((level) => finding('deadline', level));
  const found = comparePlan(all(before), all(after));
  expect(found).toMatchObject({ before: was, after: is });
  expect(found?.removed).toHaveLength(before.length);
  expect(found?.added).toHaveLength(after.length);
});

test('a conflict with another record is another finding; shapes are not stored', () => {
  const about = (id: number) =>
    finding('conflict', 'error', { with: { resource: 'airspace', id, label: 'A' }, shape: null });
  const found = comparePlan([about(1)], [about(2)]);
  expect(found).toMatchObject({ before: 'refused', after: 'refused' });
  expect(found?.added[0]).not.toHaveProperty('shape');
});
