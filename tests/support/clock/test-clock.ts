import { inject } from 'vitest';
import { shiftDate } from './shift-date.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The moment at which every file of tests begins, ISO 8601. */
    testsBeginAt: string;
  }
}

const machineNow = () => performance.timeOrigin + performance.now();

/** UTC ms. A bench runs outside vitest, by the machine's clock. */
const beginsAt = () => (process.env.VITEST ? Date.parse(inject('testsBeginAt')) : machineNow());

let offsetMs = 0;

function set(atMs: number): void {
  offsetMs = Math.round(atMs - machineNow());
  shiftDate(offsetMs);
  process.env.TEST_CLOCK_OFFSET_MS = String(offsetMs);
}

/** The clock of this worker, and of the processes that it starts from here on, begins (again) at the tests' moment. */
export function beginClock(): void {
  begun = true;
  set(beginsAt());
  process.env.NODE_OPTIONS = `--import=${new URL('./preload.mjs', import.meta.url)}`;
}

let begun = false;

/** The same, for the first file of a worker only. */
export function beginClockOnce(): void {
  if (!begun) beginClock();
}

/** Runs `work` some minutes before that moment: what is seeded once in a run is older than what any test does. */
export async function beforeTests<T>(work: () => Promise<T>): Promise<T> {
  const before = offsetMs;
  set(beginsAt() - 10 * 60_000);
  try {
    return await work();
  } finally {
    set(machineNow() + before);
  }
}
