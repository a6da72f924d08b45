import { mostMinutes, runSteps, type Step } from './run-steps.ts';
import { allSteps, namedTests, parts } from './steps.ts';
import { filesNamed, isOnlyInFull, leftForFull, testFiles } from './test-files.ts';

const help = `npm test                             all that must hold before a change lands, but for what takes long
npm run test:full                    that too; in ${parts.length} slices: npm run test:full -- --part 1/${parts.length}
npm test -- unit server              some of its steps: ${allSteps.map(({ name }) => name).join(', ')}
npm test -- plans/plan-life          the files of tests whose path contains this, with only what they need
npm test -- --full hostile           such files at their whole breadth, with those that only the full run has
npm test -- --at 2026-12-31T15:57Z   with the tests' clock beginning at another moment`;

interface Options {
  names: string[];
  full: boolean;
  at: string | null;
  /** From 1; null: all of it. */
  part: number | null;
}

/** What the command line asks for, or what is wrong with it. */
export function optionsOf(args: string[]): Options | { error: string } {
  const options: Options = { names: [], full: false, at: null, part: null };
  const left = [...args];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--full') options.full = true;
    else if (arg === '--help') return { error: '' };
    else if (arg === '--at') {
      const at = left.shift() ?? '';
      if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(at) || Number.isNaN(Date.parse(at)))
        return { error: `--at needs a moment with its zone, such as 2026-12-31T15:57Z; "${at}" is not one.` };
      options.at = at;
    } else if (arg === '--part') {
      const [part = 0, of = 0] = (left.shift() ?? '').split('/').map(Number);
      if (of !== parts.length || !parts[part - 1])
        return {
          error: `--part needs one of ${parts.map((_, n) => `${n + 1}/${parts.length}`).join(', ')}.`,
        };
      options.part = part;
      options.full = true;
    } else if (arg.startsWith('-')) return { error: `There is no ${arg}.` };
    else options.names.push(arg);
  }
  return options;
}

/** `npm test`: all that must hold before a change lands. `args` may pick steps, files, a slice and the clock. */
export async function main(args: string[]): Promise<void> {
  const options = optionsOf(args);
  if ('error' in options) return refuse(options.error);
  const { names, full, at, part } = options;
  const chosen = allSteps.filter(({ name }) => names.includes(name));
  const paths = names.filter((name) => !chosen.some((step) => step.name === name));
  const all = testFiles();
  const lost = paths.filter((name) => !all.some((file) => file.includes(name)));
  if (lost.length > 0) return refuse(`No step and no file of tests has ${lost.join(', ')} in its name.`);
  const files = filesNamed(paths, all, full);
  if (full || files.some(isOnlyInFull)) process.env.CLEARWAY_TEST_FULL = '1';
  if (at !== null) process.env.CLEARWAY_TEST_AT = at;
  const steps: Step[] = [...chosen, ...(files.length > 0 ? [namedTests(files)] : [])];
  if (steps.length > 0) await runSteps(steps);
  else if (part !== null) await runSteps(parts[part - 1] ?? []);
  else if (full) await runSteps(allSteps);
  else await runSteps(allSteps, { note: leftForFull(), warnAfterMinutes: mostMinutes });
}

function refuse(error: string): void {
  console.log([error, help].filter(Boolean).join('\n'));
  process.exitCode = error ? 1 : 0;
}
