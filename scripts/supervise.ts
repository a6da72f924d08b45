import { type ChildProcess, spawn } from 'node:child_process';
import { terminalText } from '#server/kernel/start-error.ts';

export interface Supervised {
  /** Program and arguments. */
  command: readonly [string, ...string[]];
  /** Rest before the first new start, ms: twice as long after each further crash, up to `longestRestMs`. */
  firstRestMs: number;
  longestRestMs: number;
  /** After running for so long the rest is short again. */
  steadyMs: number;
  /** Where signals arrive: the process. */
  signals: Pick<NodeJS.Process, 'on' | 'off'>;
  say(text: string): void;
}

/** Crashes are remembered for so long. */
const dayMs = 24 * 3_600_000;
const signalNames = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs the server in a process of its own and starts it again where it ends by itself. Answers with the exit code to end
 * with: 0 after a signal, and that of the server where it ends before it has listened for the first time: it says why, and
 * would end in the same way again. The child is told in `CLEARWAY_CRASHED_AT` when it crashed within a day, UTC ms, separated
 * by commas; it sends `listening` once it is.
 */
export async function supervise(supervised: Supervised): Promise<number> {
  const { signals, say, steadyMs } = supervised;
  let child: ChildProcess | null = null;
  let isStopping = false;
  let wake = () => {};
  let hasListened = false;
  let crashes: number[] = [];
  let restMs = supervised.firstRestMs;

  const handlers = signalNames.map((signal) => {
    const handle = () => {
      isStopping = true;
      child?.kill(signal);
      wake();
    };
    signals.on(signal, handle);
    return { signal, handle };
  });

  function runOnce(): Promise<number | null> {
    const [program, ...args] = supervised.command;
    return new Promise((resolve) => {
      const started = spawn(program, args, {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, CLEARWAY_CRASHED_AT: crashes.join(',') },
      });
      child = started;
      started.on('message', (message) => {
        if (message === 'listening') hasListened = true;
      });
      started.once('error', (error) => {
        say(error.message);
        resolve(1);
      });
      started.once('exit', (code) => resolve(code));
    });
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, restMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  try {
    for (;;) {
      const startedAt = Date.now();
      const code = await runOnce();
      child = null;
      if (isStopping || code === 0) return code ?? 0;
      if (!hasListened) return code ?? 1;
      const now = Date.now();
      crashes = [...crashes.filter((at) => now - at < dayMs), now].slice(-100);
      if (now - startedAt >= steadyMs) restMs = supervised.firstRestMs;
      const values = { code: code ?? '-', seconds: restMs / 1_000, crashes: crashes.length };
      say(terminalText({ key: 'start.crashed', values }));
      await rest();
      if (isStopping) return 0;
      restMs = Math.min(2 * restMs, supervised.longestRestMs);
    }
  } finally {
    for (const { signal, handle } of handlers) signals.off(signal, handle);
  }
}
