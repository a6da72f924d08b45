import { beginClock } from './test-clock.ts';

// A setup file, which vitest runs before each file of tests.
beginClock();
