import { beginClockOnce } from '#tests/support/clock/test-clock.ts';

// A setup file, which vitest runs before each file of tests. A worker's product may outlive a file, so its clock does, too.
// A product that runs elsewhere has the machine's clock.
if (!process.env.CLEARWAY_TEST_ADDRESS) beginClockOnce();
