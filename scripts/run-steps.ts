import type { FileReport, RunReport } from '#tests/support/run-report.ts';
import { longFiles } from './long-files.ts';
import { failuresOf, hasFailed, runVitest } from './run-vitest.ts';

/** One thing that must hold before a change may land. */
export interface Step {
  name: string;
  run(): Promise<'passed' | 'failed' | 'left out' | RunReport>;
}

/** More files that pass only when run again fail the whole run: something is wrong with the tests as such. */
const mostUnstable = 3;
/** With more failed files than this nothing is unstable, it is broken; running them all again would take too long. */
const mostRunAgain = 8;
const slowestShown = 10;
/** What a run of everything may take, in minutes. */
export const mostMinutes = 15;

interface Ran {
  name: string;
  minutes: number;
  /** Passed, failed and skipped tests; a check is one test. */
  passed: number;
  failed: number;
  skipped: number;
  files: FileReport[];
  /** What failed and belongs to no file. */
  broken: string[];
}

export interface RunOptions {
  /** Printed before the summary. */
  note?: string;
  /** Warns above this many minutes; absent: never. */
  warnAfterMinutes?: number;
}

/**
 * Runs all steps, whatever fails, then each failed file once more, alone. One that passes then is unstable. Prints the
 * slowest files, each failed and unstable test, the time of each step, and last how many tests passed and failed, which
 * the exit code follows.
 */
export async function runSteps(
  steps: Step[],
  { note = '', warnAfterMinutes }: RunOptions = {},
): Promise<void> {
  const began = performance.now();
  const ran: Ran[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    ran.push(await runStep(step));
  }
  const failedFiles = ran.flatMap(({ files }) => files).filter(hasFailed);
  const again = failedFiles.length <= mostRunAgain ? await runAgain(failedFiles) : [];
  const { lines, ok } = summaryOf(ran, again);
  const minutes = minutesSince(began);
  const notes = [
    longFiles('src'),
    note,
    slowestOf(ran),
    warnAfterMinutes !== undefined && minutes > warnAfterMinutes
      ? `WARNING: this run took ${minutes.toFixed(1)} minutes; it should take no more than ${warnAfterMinutes}.`
      : '',
  ];
  for (const text of notes) if (text) console.log(`\n${text}`);
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = ok ? 0 : 1;
}

const minutesSince = (start: number): number => (performance.now() - start) / 60_000;

async function runStep({ name, run }: Step): Promise<Ran> {
  const start = performance.now();
  const result = await run().catch((error: unknown): RunReport => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    return { files: [], unhandled: [message] };
  });
  const minutes = minutesSince(start);
  const count = (key: 'passed' | 'failed' | 'skipped', files: FileReport[]) =>
    files.reduce((sum, file) => sum + file[key], 0);
  if (typeof result === 'string') {
    const [passed, failed, skipped] = ['passed', 'failed', 'left out'].map((one) => (one === result ? 1 : 0));
    return {
      name,
      minutes,
      passed: passed ?? 0,
      failed: failed ?? 0,
      skipped: skipped ?? 0,
      files: [],
      broken: [],
    };
  }
  const { files, unhandled } = result;
  return {
    name,
    minutes,
    passed: count('passed', files),
    // A file that failed outside of its tests has failed, too.
    failed: files.reduce((sum, file) => sum + file.failures.length, 0) + unhandled.length,
    skipped: count('skipped', files),
    files,
    broken: unhandled,
  };
}

/** Each of these alone; those that pass now. */
async function runAgain(files: FileReport[]): Promise<FileReport[]> {
  const unstable: FileReport[] = [];
  for (const one of files) {
    console.log(`\n── once more, alone: ${one.file}`);
    const report = await runVitest([one.file]);
    if (report.unhandled.length === 0 && report.files.length > 0 && !report.files.some(hasFailed))
      unstable.push(one);
  }
  return unstable;
}

/** The last lines of a run, and whether it is green. `unstable`: files that failed and passed when run again. */
export function summaryOf(ran: Ran[], unstable: FileReport[]): { lines: string[]; ok: boolean } {
  const isUnstable = (file: FileReport) => unstable.includes(file);
  const lines = ran.flatMap(({ name, files, broken }) => [
    ...broken.map((error) => `FAILED ${name}: ${error}`),
    ...files.flatMap((file) =>
      failuresOf(file).map((failure) => `${isUnstable(file) ? 'UNSTABLE' : 'FAILED'} ${name}: ${failure}`),
    ),
  ]);
  const passedAgain = unstable.reduce((sum, { failures }) => sum + failures.length, 0);
  if (unstable.length > 0) {
    lines.push(
      `${unstable.length} files passed only when they were run again, alone: each is a defect to be fixed now${
        unstable.length > mostUnstable ? `; more than ${mostUnstable} fail the run` : ''
      }.`,
    );
  }
  const sum = (key: 'passed' | 'failed' | 'skipped') => ran.reduce((all, one) => all + one[key], 0);
  const total = {
    passed: sum('passed') + passedAgain,
    failed: sum('failed') - passedAgain,
    skipped: sum('skipped'),
  };
  const times = ran.map(
    (one) =>
      `${one.failed === 0 ? 'ok    ' : 'FAILED'} ${one.minutes.toFixed(1).padStart(6)} min  ${one.name}: ${sentence(one)}`,
  );
  return {
    lines: [...lines, ...times, sentence(total)],
    ok: total.failed === 0 && unstable.length <= mostUnstable,
  };
}

function slowestOf(ran: Ran[]): string {
  const files = ran.flatMap((one) => one.files).sort((a, b) => b.durationMs - a.durationMs);
  if (files.length < 2) return '';
  const shown = files.slice(0, slowestShown);
  const lines = shown.map(
    ({ file, durationMs }) => `${(durationMs / 1000).toFixed(0).padStart(6)} s  ${file}`,
  );
  return ['The slowest files:', ...lines].join('\n');
}

function sentence({ passed, failed, skipped }: Pick<Ran, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
