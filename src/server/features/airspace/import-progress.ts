import type { ImportProgress } from '#contract/airspace/airspace-output.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { Backplane } from '#server/signalr/backplane.ts';

/** Progress of running file checks, each under a name, on whichever server it runs. */
export interface ImportProgresses {
  set(check: string, progress: ImportProgress): void;
  end(check: string): void;
  of(check: string): ImportProgress;
}

const none: ImportProgress = { state: 'none', done: 0, of: 0 };
const states = ['none', 'reading', 'checking'] as const;

/** How often a server publishes the progress of a check, and how long it counts as running after that. */
const publishEveryMs = 500;
const goneAfterMs = 120_000;
/** Checks of all servers at most; the progress of others is not shown. */
const mostChecks = 1_000;

const subject = 'airspace-import-progress';

export function createImportProgresses(deps: {
  /** Joins the servers: the request for the progress may reach another one than runs the check. */
  backplane: Pick<Backplane, 'publish' | 'subscribe'>;
  now: () => number;
}): ImportProgresses {
  const { backplane, now } = deps;
  const running = new Map<string, { at: number; progress: ImportProgress }>();
  const published = new Map<string, { at: number; state: string }>();

  function store(check: string, progress: ImportProgress): void {
    if (progress.state === 'none') {
      running.delete(check);
      return;
    }
    if (!running.has(check) && running.size >= mostChecks) {
      for (const [other, { at }] of running) if (now() - at >= goneAfterMs) running.delete(other);
      if (running.size >= mostChecks) return;
    }
    running.set(check, { at: now(), progress });
  }

  backplane.subscribe(subject, (value) => {
    const message = messageIn(value);
    // Of its own checks this server knows more.
    if (message && !published.has(message.check)) store(message.check, message.progress);
  });

  return {
    set(check, progress) {
      store(check, progress);
      const last = published.get(check);
      if (last?.state === progress.state && now() - last.at < publishEveryMs) return;
      published.set(check, { at: now(), state: progress.state });
      backplane.publish(subject, { check, progress });
    },
    end(check) {
      running.delete(check);
      backplane.publish(subject, { check, progress: none });
      published.delete(check);
    },
    of(check) {
      const found = running.get(check);
      return found && now() - found.at < goneAfterMs ? found.progress : none;
    },
  };
}

/** It comes from a server of this installation: its types are checked, no more. */
function messageIn(value: unknown): { check: string; progress: ImportProgress } | null {
  if (!isObject(value) || typeof value.check !== 'string' || !isObject(value.progress)) return null;
  const { state: stated, done, of } = value.progress;
  const state = states.find((one) => one === stated);
  if (state === undefined || !Number.isInteger(done) || !Number.isInteger(of)) return null;
  return { check: value.check, progress: { state, done: Number(done), of: Number(of) } };
}
