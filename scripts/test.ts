import { allSteps, runSteps } from './steps.ts';

/** `npm test`: all that must hold before a change lands. */
export function main(names: string[]): Promise<void> {
  return runSteps(allSteps, names);
}
