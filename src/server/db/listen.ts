import pg from 'pg';
import type { Logger } from '#server/kernel/logger.ts';
import { quoteName } from './names.ts';

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** One LISTEN on a connection of its own; see Database.listen. */
export function listenTo(options: {
  url: string;
  channel: string;
  heard: () => void;
  log: Logger;
}): () => Promise<void> {
  const { url, channel, heard, log } = options;
  let client: pg.Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  let ended = false;

  async function connect(): Promise<void> {
    const own = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      connectionTimeoutMillis: 10_000,
      application_name: `clearway ${channel}`,
    });
    client = own;
    own.on('notification', heard);
    own.on('error', (error) => log.warn({ channel, error: error.message }, 'a listening connection broke'));
    own.on('end', () => {
      if (client === own) again();
    });
    try {
      await own.connect();
      await own.query(`listen ${quoteName(channel)}`);
      pauseMs = firstPauseMs;
      heard();
    } catch (error) {
      log.warn({ channel, error: error instanceof Error ? error.message : error }, 'listening failed');
      await own.end().catch(() => undefined);
      if (client === own) again();
    }
  }

  function again(): void {
    client = undefined;
    if (ended) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), pauseMs);
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  void connect();
  return async () => {
    ended = true;
    clearTimeout(timer);
    const own = client;
    client = undefined;
    await own?.end().catch(() => undefined);
  };
}
