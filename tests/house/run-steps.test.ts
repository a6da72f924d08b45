import { describe, expect, test } from 'vitest';
import { summaryOf } from '#scripts/run-steps.ts';
import { optionsOf } from '#scripts/test.ts';
import { filesNamed } from '#scripts/test-files.ts';
import type { FileReport } from '#tests/support/run-report.ts';

const passing: FileReport = {
  file: 'tests/server/a.test.ts',
  passed: 3,
  failed: 0,
  skipped: 0,
  durationMs: 1_000,
  failures: [],
};
const failing = (file: string): FileReport => ({
  ...passing,
  file,
  passed: 1,
  failed: 1,
  failures: [{ name: 'a plan lands', error: 'Error: 3 is not 4' }],
});
const step = (...files: FileReport[]) => ({
  name: 'server',
  minutes: 1.25,
  passed: files.reduce((sum, file) => sum + file.passed, 0),
  failed: files.reduce((sum, file) => sum + file.failures.length, 0),
  skipped: 0,
  files,
  broken: [] as string[],
});

describe('the summary of a run', () => {
  test('ends with the time of each step and what passed', () => {
    expect(summaryOf([step(passing)], [])).toEqual({
      lines: ['ok        1.3 min  server: 3 passed, 0 failed', '3 passed, 0 failed'],
      ok: true,
    });
  });

  test('names each failed test with its file and the first line of its error', () => {
    const { lines, ok } = summaryOf([step(passing, failing('tests/server/b.test.ts'))], []);
    expect(ok).toBe(false);
    expect(lines[0]).toBe('FAILED server: tests/server/b.test.ts > a plan lands\n    Error: 3 is not 4');
    expect(lines.at(-1)).toBe('4 passed, 1 failed');
  });

  test('fails for a file that failed outside of its tests, and for an error that belongs to no file', () => {
    const outside = { ...passing, failures: [{ name: '', error: 'Cannot find module' }] };
    expect(summaryOf([step(outside)], [])).toMatchObject({
      lines: expect.arrayContaining(['FAILED server: tests/server/a.test.ts\n    Cannot find module']),
      ok: false,
    });
    const unhandled = { ...step(passing), failed: 1, broken: ['Error: late'] };
    expect(summaryOf([unhandled], []).ok).toBe(false);
  });

  test('lists what passed when run again as unstable: up to three files leave the run green', () => {
    const files = ['b', 'c', 'd', 'e'].map((name) => failing(`tests/server/${name}.test.ts`));
    const three = summaryOf([step(...files.slice(0, 3))], files.slice(0, 3));
    expect(three.ok).toBe(true);
    expect(three.lines[0]).toContain('UNSTABLE server: tests/server/b.test.ts > a plan lands');
    expect(three.lines.at(-1)).toBe('6 passed, 0 failed');
    expect(summaryOf([step(...files)], files).ok).toBe(false);
    expect(summaryOf([step(...files.slice(0, 2))], files.slice(0, 1)).ok).toBe(false);
  });
});

describe('the command line of npm test', () => {
  test('takes steps, files, a moment and a slice', () => {
    expect(optionsOf(['unit', 'plan-life', '--at', '2026-12-31T15:57Z'])).toEqual({
      names: ['unit', 'plan-life'],
      full: false,
      at: '2026-12-31T15:57Z',
      part: null,
    });
    expect(optionsOf(['--full', '--part', '6/6'])).toMatchObject({ full: true, part: 6 });
  });

  test.each([
    ['--at', '2026-12-31'],
    ['--at', '2026-12-31T15:57'],
    ['--at'],
    ['--part', '7/6'],
    ['--part', '1/5'],
    ['--fast'],
  ])('refuses %s %s', (...args) => {
    expect(optionsOf(args)).toEqual({ error: expect.stringMatching(/./) });
  });
});

describe('the files that are named', () => {
  const short = 'tests/server/plans/life.test.ts';
  const long = 'tests/server/plans/kill.full.test.ts';
  const other = 'tests/server/charts.test.ts';
  test.each([
    ['without those of the full run, as its breadth would fall on all', ['plans'], false, [short]],
    ['with those of the full run where that is asked', ['plans'], true, [long, short]],
    ['with one of the full run that is named itself', ['charts', 'plans/kill'], false, [other, long]],
  ])('%s', (_, names, full, expected) => {
    expect(filesNamed(names, [other, long, short], full)).toEqual(expected);
  });
});
