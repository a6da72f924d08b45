import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfChanged } from './build.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { longFiles } from './long-files.ts';
import { commandOf, run } from './run.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Every test that failed: its file, its full name, and the first line of its error. */
  failures?: string[];
}

/** One thing that must hold before a change may land. */
export interface Step {
  name: string;
  run(): Promise<Counts>;
}

const node = (...args: string[]): Promise<number> => run(process.execPath, args);

/** A check that is one yes or no. */
function check(name: string, work: () => Promise<number>): Step {
  return {
    name,
    async run() {
      const ok = (await work()) === 0;
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
    },
  };
}

/** A project of vite.config.ts; `before` may say that it is to be left out. */
function suite(project: string, before: () => Promise<'run' | 'leave out'> = async () => 'run'): Step {
  return {
    name: project,
    async run() {
      if ((await before()) === 'leave out') return { passed: 0, failed: 0, skipped: 1 };
      return runVitest([`--project=${project}`]);
    },
  };
}

/** Some files, of whichever projects, and only what they need. */
export function namedTests(files: string[]): Step {
  return {
    name: files.length === 1 ? String(files[0]) : `${files.length} files of tests`,
    async run() {
      if (files.some((file) => file.startsWith('tests/component/'))) await ensureChromium();
      if (files.some((file) => file.startsWith('tests/browser/'))) await makeBrowserReady();
      return runVitest(files);
    },
  };
}

async function makeBrowserReady(): Promise<void> {
  await ensureChromium();
  await buildIfChanged();
}

/** What was found last time is beside the packages, so that only what changed since is checked again. */
const typesOf = (folder: string, name: string) => () =>
  node(
    commandOf('typescript', 'tsc'),
    '-p',
    folder,
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/types/${name}.tsbuildinfo`,
  );

/** The quick half: types (each side by itself, then all), generated types fresh, lint and format, unit tests. */
export const quickSteps: Step[] = [
  ...['domain', 'contract', 'server', 'web'].map((side) =>
    check(`types of ${side}`, typesOf(`src/${side}`, side)),
  ),
  check('types', typesOf('.', 'all')),
  check('generated', () => node('--import', 'tsx', 'scripts/generate-types.ts', '--check')),
  check('lint', () => node(commandOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.')),
  suite('unit'),
];

export const allSteps: Step[] = [
  ...quickSteps,
  suite('server'),
  suite('component', () => unlessLeftOut('component', ensureChromium)),
  suite('browser', () => unlessLeftOut('browser', makeBrowserReady)),
];

async function unlessLeftOut(name: string, before: () => Promise<void>): Promise<'run' | 'leave out'> {
  if (process.env.CLEARWAY_TEST_BROWSER === '0') {
    console.log(`The ${name} tests are left out, as CLEARWAY_TEST_BROWSER=0 asks.`);
    return 'leave out';
  }
  await before();
  return 'run';
}

/** What is read of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileReport[];
}

interface FileReport {
  name: string;
  status: string;
  /** Why the file could not be run, or what failed around its tests. */
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** Two lines for each test of a file that failed, and for a file that failed by itself. */
export function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const file = path.relative(process.cwd(), name).split(path.sep).join('/');
  const line = (what: string, error = '') => `${what}\n    ${error.trim().split('\n')[0]}`;
  const failed = assertionResults
    .filter((one) => one.status === 'failed')
    .map(({ fullName, failureMessages: [first] }) => line(`${file} > ${fullName}`, first));
  return status === 'failed' && (failed.length === 0 || message) ? [line(file, message), ...failed] : failed;
}

/** `which`: a project, or files. */
async function runVitest(which: string[]): Promise<Counts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-vitest-'));
  const report = path.join(folder, 'report.json');
  try {
    const code = await node(
      commandOf('vitest'),
      'run',
      ...which,
      '--reporter=default',
      '--reporter=./tests/support/second-tries.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
    );
    const text = await readFile(report, 'utf8').catch(() => '{}');
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
      numTodoTests = 0,
      testResults = [],
    }: Partial<Report> = JSON.parse(text);
    return {
      failures: testResults.flatMap(failuresOf),
      passed: numPassedTests,
      // A file that cannot be read, or an error outside of any test, fails the run without a failed test.
      failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests),
      skipped: numPendingTests + numTodoTests,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs them all, whatever fails, and tells each one's time, then each test that failed. The exit code says whether all
 * is well, and so does the last line. `note` is said before that.
 */
export async function runSteps(steps: Step[], note = ''): Promise<void> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const summary: string[] = [];
  const failures: string[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const start = Date.now();
    const counts = await step.run().catch((error: unknown): Counts => {
      console.error(error instanceof Error ? error.message : error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    failures.push(...(counts.failures ?? []).map((failure) => `FAILED ${step.name}: ${failure}`));
    const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(7);
    summary.push(
      `${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${seconds} s  ${step.name}: ${sentence(counts)}`,
    );
  }
  const long = longFiles('src');
  for (const text of [long, note]) if (text) console.log(`\n${text}`);
  console.log(`\n${summary.join('\n')}\n\n${[...failures, sentence(total)].join('\n')}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function sentence({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
