import { afterEach } from 'vitest';
import { beginClockOnce } from '#tests/support/clock/test-clock.ts';
import { shownOnPages } from './open-pages.ts';

// A setup file, which vitest runs before each file of tests. A worker's product may outlive a file, so its clock does, too.
// A product that runs elsewhere has the machine's clock.
if (!process.env.CLEARWAY_TEST_ADDRESS) beginClockOnce();

// A time that ran out says what did not come, not what was there instead.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    console.log(`What was open when "${task.name}" failed:\n${await shownOnPages()}`);
});
