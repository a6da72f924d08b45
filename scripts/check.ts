import { runSteps } from './run-steps.ts';
import { quickSteps } from './steps.ts';

/** `npm run check`: the quick half of `npm test`, to be run while working. */
export function main(): Promise<void> {
  return runSteps(quickSteps);
}
