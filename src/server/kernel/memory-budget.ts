import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Logger } from './logger.ts';
import type { ServerNotices } from './server-notices.ts';

export interface MemoryBudget {
  /** More is used than the budget, or was a moment ago: what can be done without is shed. */
  readonly isOver: boolean;
  /** Percent of the budget at the last look. */
  readonly percent: number;
  /** `shed` is called at each look at which more is used than the budget, `back` once it is over. */
  follow(shed: () => void, back?: () => void): void;
  /** Looks now; for tests, and every two seconds by itself. */
  look(): Promise<void>;
  start(): { close(): void };
}

const lookEveryMs = 2_000;
/** Below this part of the budget all is as before: at its edge nothing flutters. */
const backPart = 0.85;
/** Said again at every look, and over by itself where a server cannot say any more. */
const saidMs = 30_000;
const megabyte = 1024 * 1024;

/** What this process holds, MB: its heap and buffers, or two thirds of its pages, where that is more; the rest is reserve. */
export function usedMemoryMb(): number {
  const { heapUsed, external, rss } = process.memoryUsage();
  return Math.max(heapUsed + external, (rss * 2) / 3) / megabyte;
}

/** Where nobody has set one, MB: three quarters of what V8 allows, and no more than half of the machine or its container. */
export function defaultBudgetMb(): number {
  const constrained = process.constrainedMemory();
  const machine = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(getHeapStatistics().heap_size_limit * 0.75, machine / 2) / megabyte;
}

/** `budgetMb`: 0 where nobody has set one. */
export function createMemoryBudget(deps: {
  usedMb(): number;
  budgetMb(): Promise<number>;
  notices: Pick<ServerNotices, 'say' | 'end'>;
  now(): number;
  log: Logger;
}): MemoryBudget {
  const { notices, log } = deps;
  const followers: { shed(): void; back?: (() => void) | undefined }[] = [];
  let since: number | null = null;
  let percent = 0;

  async function look(): Promise<void> {
    const budget = (await deps.budgetMb()) || defaultBudgetMb();
    const used = deps.usedMb();
    percent = Math.round((used / budget) * 100);
    const values = { used: Math.round(used), budget: Math.round(budget) };
    if (used >= budget) {
      if (since === null) log.warn(values, 'memory is short: tracks of the lowest rank are dropped');
      since ??= deps.now();
      for (const { shed } of followers) shed();
    } else if (since !== null && used < budget * backPart) {
      log.warn(values, 'memory is enough again');
      since = null;
      for (const { back } of followers) back?.();
      notices.end('memory');
    }
    if (since !== null)
      notices.say({ id: 'memory', text: { key: 'watch.notice.memory', values }, at: since, lastsMs: saidMs });
  }

  return {
    get isOver() {
      return since !== null;
    },
    get percent() {
      return percent;
    },
    follow: (shed, back) => void followers.push({ shed, back }),
    look,
    start() {
      const tick = () =>
        void look().catch((error: unknown) => log.warn({ error }, 'the memory could not be looked at'));
      const timer = setInterval(tick, lookEveryMs).unref();
      return { close: () => clearInterval(timer) };
    },
  };
}
