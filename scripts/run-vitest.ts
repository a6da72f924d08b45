import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileReport, RunReport } from '#tests/support/run-report.ts';
import { commandOf, run } from './run.ts';

/** Of the component tests: their project, or one of their files. */
export const isOfComponents = (which: string): boolean =>
  which === '--project=component' || which.startsWith('tests/component/');

/**
 * Runs vitest in a process of its own. `which`: projects and files, as vitest's command line has them. Components are tried
 * with React as it is shipped, which is also a quarter quicker than its development build.
 */
export async function runVitest(which: string[]): Promise<RunReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-vitest-'));
  const file = path.join(folder, 'report.json');
  try {
    const args = ['run', ...which, '--reporter=default', '--reporter=./tests/support/run-report.ts'];
    const env = {
      ...process.env,
      CLEARWAY_TEST_REPORT: file,
      ...(which.some(isOfComponents) ? { NODE_ENV: 'production' } : {}),
    };
    const code = await run(process.execPath, [commandOf('vitest'), ...args], { env });
    const report: RunReport = JSON.parse(
      await readFile(file, 'utf8').catch(() => '{"files": [], "unhandled": []}'),
    );
    const isNamed = report.unhandled.length > 0 || report.files.some(hasFailed);
    if (code !== 0 && !isNamed) report.unhandled.push(`vitest ended with exit code ${code}`);
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const hasFailed = ({ failures }: FileReport): boolean => failures.length > 0;

/** Two lines for each test that failed, and for a file that failed outside of its tests. */
export function failuresOf({ file, failures }: FileReport): string[] {
  return failures.map(({ name, error }) => `${[file, name].filter(Boolean).join(' > ')}\n    ${error}`);
}
