import { onTestFinished } from 'vitest';
import { queryClient } from '#web/client/query-client.ts';

/** The page's own timers, which the clock is driven by. */
const { setTimeout, clearTimeout, setInterval, clearInterval } = window;

const creepMs = 10;
const chunkMs = 250;
/** How often an answer is waited for, once a chunk. */
const mostWaits = 50;

interface Timer {
  at: number;
  /** Absent: it runs once. */
  everyMs?: number;
  run: () => void;
}

export interface SlowClock {
  /** Lets this time pass on the page, with all that becomes due and is answered in it. */
  pass(ms: number): Promise<void>;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * From now on the page's timers and its `Date` run at a tenth of their speed until the test ends: what a screen does at once it
 * still does, and what it does after seconds waits for `pass`. Called before the screen is opened. The timers of vitest do not
 * serve here: while they are replaced, each `expect.poll` sets them forward. `creeps` false: nothing runs outside `pass`.
 */
export function slowClock({ creeps = true } = {}): SlowClock {
  let now = Date.now();
  let lastId = 1e9;
  const timers = new Map<number, Timer>();
  const add = (timer: Timer) => {
    lastId += 1;
    timers.set(lastId, timer);
    return lastId;
  };
  const drop = (id: number) => {
    if (!timers.delete(id)) clearTimeout(id);
  };

  function runUntil(end: number): void {
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      const [next] = due;
      if (!next) break;
      const [id, timer] = next;
      now = Math.max(now, timer.at);
      if (timer.everyMs === undefined) timers.delete(id);
      else timer.at = now + timer.everyMs;
      timer.run();
    }
    now = end;
  }

  const before = window.Date;
  Object.assign(window, {
    Date: new Proxy(before, {
      construct: (target, values, newTarget) =>
        Reflect.construct(target, values.length === 0 ? [now] : values, newTarget),
      get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
    }),
    setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      add({ at: now + Math.max(1, ms), run: () => run(...values) }),
    setInterval: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
      add({ at: now + Math.max(1, ms), everyMs: Math.max(1, ms), run: () => run(...values) }),
    clearTimeout: drop,
    clearInterval: drop,
  });
  const creep = () => (creeps ? setInterval(() => runUntil(now + 1), creepMs) : undefined);
  let creeping = creep();
  onTestFinished(() => {
    clearInterval(creeping);
    Object.assign(window, { setTimeout, clearTimeout, setInterval, clearInterval, Date: before });
  });
  return {
    async pass(ms) {
      clearInterval(creeping);
      const end = now + ms;
      while (now < end) {
        // Where nothing is due in a chunk there is nothing to wait for.
        const next = Math.min(...[...timers.values()].map(({ at }) => at));
        runUntil(Math.min(end, Math.max(now + chunkMs, next)));
        await pause(0);
        for (let waits = 0; queryClient.isFetching() > 0 && waits < mostWaits; waits++) await pause(1);
      }
      creeping = creep();
    },
  };
}
