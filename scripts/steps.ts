import type { RunReport } from '#tests/support/run-report.ts';
import { buildIfChanged } from './build.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { commandOf, run } from './run.ts';
import type { Step } from './run-steps.ts';
import { isOfComponents, runVitest } from './run-vitest.ts';

const node = (...args: string[]): Promise<number> => run(process.execPath, args);

/** A check that is one yes or no. */
function check(name: string, work: () => Promise<number>): Step {
  return { name, run: async () => ((await work()) === 0 ? 'passed' : 'failed') };
}

/** A project of vite.config.ts, with those whose name begins with it and a hyphen; `before` may return that it is to be left out. */
function suite(
  project: string,
  before: () => Promise<'run' | 'leave out'> = async () => 'run',
  shard = '',
): Step {
  return {
    name: shard ? `${project} ${shard}` : project,
    async run() {
      if ((await before()) === 'leave out') return 'left out';
      return runVitest([
        `--project=${project}`,
        `--project=${project}-*`,
        ...(shard ? [`--shard=${shard}`] : []),
      ]);
    },
  };
}

/** Some files, of whichever projects, and only what they need. */
export function namedTests(files: string[]): Step {
  return {
    name: files.length === 1 ? String(files[0]) : `${files.length} files of tests`,
    async run() {
      const components = files.filter(isOfComponents);
      const others = files.filter((file) => !isOfComponents(file));
      if (components.length > 0) await ensureChromium();
      if (others.some((file) => file.startsWith('tests/browser/'))) await makeBrowserReady();
      const reports: RunReport[] = [];
      for (const some of [others, components]) if (some.length > 0) reports.push(await runVitest(some));
      return {
        files: reports.flatMap((report) => report.files),
        unhandled: reports.flatMap((report) => report.unhandled),
      };
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

const componentReady = () => unlessLeftOut('component', ensureChromium);
const browserReady = () => unlessLeftOut('browser', makeBrowserReady);

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
  suite('component', componentReady),
  suite('browser', browserReady),
];

/** Slices of the full run, by their number from 1; each takes at most 25 minutes on two quiet cores. */
export const parts: Step[][] = [
  [...quickSteps, suite('component', componentReady)],
  [suite('server', undefined, '1/2')],
  [suite('server', undefined, '2/2')],
  ...['1/3', '2/3', '3/3'].map((shard) => [suite('browser', browserReady, shard)]),
];

async function unlessLeftOut(name: string, before: () => Promise<void>): Promise<'run' | 'leave out'> {
  if (process.env.CLEARWAY_TEST_BROWSER === '0') {
    console.log(`The ${name} tests are left out, as CLEARWAY_TEST_BROWSER=0 asks.`);
    return 'leave out';
  }
  await before();
  return 'run';
}
