// @ts-check
// Loaded first in every process that a test starts (NODE_OPTIONS): the product there has the test's clock.
import { shiftDate } from './shift-date.mjs';

shiftDate(Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0));
