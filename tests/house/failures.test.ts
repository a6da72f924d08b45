import path from 'node:path';
import { expect, test } from 'vitest';
import { failuresOf } from '#scripts/steps.ts';

const file = { name: path.resolve('tests/server/some.test.ts'), status: 'failed', message: '' };
const result = (status: string, ...failureMessages: string[]) => ({
  status,
  fullName: 'a plan lands',
  failureMessages,
});

test('a failed test is told by file, name and the first line of its error', () => {
  const assertionResults = [
    result('passed'),
    result('failed', 'Error: 3 is not 4\n    at there', 'Error: again'),
  ];
  expect(failuresOf({ ...file, assertionResults })).toEqual([
    'tests/server/some.test.ts > a plan lands\n    Error: 3 is not 4',
  ]);
});

test('a file that fails by itself is told, too', () => {
  const broken = { ...file, message: 'Cannot find module', assertionResults: [result('skipped')] };
  expect(failuresOf(broken)).toEqual(['tests/server/some.test.ts\n    Cannot find module']);
  expect(failuresOf({ ...file, status: 'passed', assertionResults: [result('passed')] })).toEqual([]);
});
