import type { Reporter, TestCase } from 'vitest/node';

/** Says aloud which tests passed only when they were run again: each is a race in the product or in the test. */
export default class SecondTries implements Reporter {
  #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) {
      console.log(`\nPassed only at the second try:\n${this.#names.map((name) => `  ${name}`).join('\n')}`);
    }
  }
}
