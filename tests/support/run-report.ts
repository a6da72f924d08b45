import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** One file of tests after its run. */
export interface FileReport {
  /** As `tests/server/some.test.ts`. */
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Loading the file, its hooks and its tests, ms. */
  durationMs: number;
  /** Each failed test by its full name, and the file itself (`name` is empty) where it failed outside of its tests. */
  failures: { name: string; error: string }[];
}

export interface RunReport {
  files: FileReport[];
  /** What was thrown outside of any test and hook. */
  unhandled: string[];
}

const firstLine = (errors: readonly { message?: string; name?: string }[]): string => {
  const [error] = errors;
  const message = (error?.message ?? '').trim().split('\n')[0] ?? '';
  return error?.name && !message.startsWith(error.name) ? `${error.name}: ${message}` : message;
};

/** What `module` came to, for the summary of the whole run. */
export function fileReportOf(module: TestModule): FileReport {
  const tests = [...module.children.allTests()];
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  const outside = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  const failed = inState('failed');
  return {
    file: module.relativeModuleId,
    passed: inState('passed').length,
    failed: failed.length,
    skipped: tests.length - inState('passed').length - failed.length,
    durationMs: setupDuration + collectDuration + duration,
    failures: [
      ...(outside.length > 0 ? [{ name: '', error: firstLine(outside) }] : []),
      ...failed.map((test) => ({ name: test.fullName, error: firstLine(test.result().errors ?? []) })),
    ],
  };
}

/** Writes the report of a run to the file that CLEARWAY_TEST_REPORT names. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: RunReport = {
      files: modules.map(fileReportOf),
      unhandled: unhandled.map((error) => firstLine([error])),
    };
    const file = process.env.CLEARWAY_TEST_REPORT;
    if (file) writeFileSync(file, JSON.stringify(report));
  }
}
