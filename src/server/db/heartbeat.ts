import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '#domain/text/errors.ts';
import type { Logger } from '#server/kernel/logger.ts';

/** Whether PostgreSQL answers, asked on a connection of its own: a stall fills those of the pool. */
export interface Heartbeat {
  /** Rejects as `unavailable` where no answer comes, after 2 × `patienceMs` at most. */
  ask(): Promise<void>;
  /** No answer came several times in a row, and none since. */
  stalled(): boolean;
  close(): Promise<void>;
}

export interface HeartbeatOptions {
  url: string;
  log: Logger;
  /** PostgreSQL has stopped answering: what waits for it is to be given up. */
  onStall(): void;
  /** Pause between two questions, ms; default 1,000. */
  everyMs?: number;
  /** How long a connection, and then an answer, is waited for, ms; default 800. */
  patienceMs?: number;
  /** Questions without an answer in a row that make a stall; default 4. */
  misses?: number;
}

class NoAnswer extends Error {}

/** Asks from now on until it is closed. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { url, log, onStall, everyMs = 1_000, patienceMs = 800, misses = 4 } = options;
  let client: pg.Client | undefined;
  let asking: Promise<void> | undefined;
  let missed = 0;
  let isStalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      keepAlive: true,
      application_name: 'clearway pulse',
    });
    own.on('error', () => forget(own));
    own.on('end', () => forget(own));
    await own.connect().catch((error: unknown) => {
      throw /timeout/.test(String(error)) ? new NoAnswer('no connection') : error;
    });
    if (closed) await own.end();
    client = own;
    return own;
  }

  function forget(own: pg.Client): void {
    if (client === own) client = undefined;
    own.end().catch(() => undefined);
  }

  async function beat(): Promise<void> {
    const own = await connected();
    try {
      await Promise.race([own.query('select 1'), late(patienceMs)]);
    } catch (error) {
      forget(own);
      throw error;
    }
  }

  async function askOnce(): Promise<void> {
    try {
      await beat();
      if (isStalled) log.warn({}, 'PostgreSQL answers again');
      isStalled = false;
      missed = 0;
    } catch (error) {
      // A refusal is an answer, too: connections that live may go on.
      missed = error instanceof NoAnswer ? missed + 1 : 0;
      if (missed >= misses) {
        if (!isStalled) log.error({ missed }, 'PostgreSQL does not answer: what waits for it is given up');
        isStalled = true;
        onStall();
      }
      throw new AppError('unavailable', { key: 'database.away' }, { cause: error });
    }
  }

  function ask(): Promise<void> {
    asking ??= askOnce().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  function next(): void {
    timer = setTimeout(() => {
      ask()
        .catch(() => undefined)
        .then(() => {
          if (!closed) next();
        });
    }, everyMs);
    timer.unref();
  }

  next();
  return {
    ask,
    stalled: () => isStalled,
    async close() {
      closed = true;
      clearTimeout(timer);
      await asking?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Rejects after so long, but not before what has arrived in a busy moment of ours was read. */
async function late(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  throw new NoAnswer('no answer');
}
