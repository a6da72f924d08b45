import { allSteps, namedTests, runSteps } from './steps.ts';
import { isOnlyInFull, leftForFull, testFiles } from './test-files.ts';

const help = `npm test                      all that must hold before a change lands, but for what takes long
npm run test:full             that too
npm test -- unit server       some of its steps: ${allSteps.map(({ name }) => name).join(', ')}
npm test -- plans/plan-life   every file of tests whose path contains this, with only what it needs
npm test -- --full hostile    such files at their whole breadth`;

/** `npm test`: all that must hold before a change lands. `args` may pick steps and files, and `--full`. */
export async function main(args: string[]): Promise<void> {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const names = args.filter((arg) => !arg.startsWith('-'));
  const unknown = flags.filter((flag) => flag !== '--full' && flag !== '--help');
  if (flags.includes('--help') || unknown.length > 0) {
    console.log([...unknown.map((flag) => `There is no ${flag}.`), help].join('\n'));
    process.exitCode = unknown.length > 0 ? 1 : 0;
    return;
  }
  const steps = allSteps.filter(({ name }) => names.includes(name));
  const parts = names.filter((name) => !steps.some((step) => step.name === name));
  const all = testFiles();
  const lost = parts.filter((part) => !all.some((file) => file.includes(part)));
  if (lost.length > 0) {
    console.error(`No step and no file of tests has ${lost.join(', ')} in its name.\n${help}`);
    process.exitCode = 1;
    return;
  }
  const files = all.filter((file) => parts.some((part) => file.includes(part)));
  const full = flags.includes('--full');
  if (full || files.some(isOnlyInFull)) process.env.CLEARWAY_TEST_FULL = '1';
  if (files.length > 0) steps.push(namedTests(files));
  if (names.length > 0) await runSteps(steps);
  else await runSteps(allSteps, full ? '' : leftForFull());
}
