import { Socket } from 'node:net';
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
    const socket = new Socket();
    const own = new pg.Client({
      connectionString: url,
      stream: () => socket,
      keepAlive: true,
      application_name: 'clearway pulse',
    });
    own.on('error', () => forget(own));
    own.on('end', () => forget(own));
    await inTime(own.connect(), patienceMs).catch((error: unknown) => {
      // A farewell would wait for the same answer.
      socket.destroy();
      throw error;
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
      await inTime(own.query('select 1'), patienceMs);
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

/** Into how many parts a wait is divided. */
const parts = 20;

/**
 * The answer, or `NoAnswer` after so long. Only time counts in which we could have read it: a busy moment of our own takes one
 * part of the wait, however long it is, and what arrived in it is read first.
 */
async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let isThere = false;
  const noted = answer.finally(() => {
    isThere = true;
  });
  // What comes after its time is of no matter.
  noted.catch(() => undefined);
  const late = async (): Promise<T> => {
    for (let part = 0; part < parts && !isThere; part++) {
      await sleep(ms / parts, undefined, { ref: false });
      await new Promise(setImmediate);
    }
    if (isThere) return noted;
    throw new NoAnswer('no answer');
  };
  return Promise.race([noted, late()]);
}
