import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { translatePgError } from './pg-errors.ts';

/** Gives a lock back; rejects where its connection broke meanwhile, with which the lock went. */
export type Release = () => Promise<void>;

/** A name, or a pair of numbers of which the first stands for a kind. */
type LockKey = string | readonly [kind: number, id: number];

/**
 * Takes this advisory lock until it is released or this process dies, on a connection of its own; null:
 * somebody else has it. Not to be taken by whoever holds one already, which is refused as any second connection is.
 */
export async function takeLock({ locks }: Pick<Database, 'locks'>, key: LockKey): Promise<Release | null> {
  const client = await locks.connect();
  const isOurs = await ask(client, 'pg_try_advisory_lock', key);
  if (!isOurs) {
    client.release();
    return null;
  }
  return async () => {
    await ask(client, 'pg_advisory_unlock', key);
    client.release();
  };
}

async function ask(client: PoolClient, call: string, key: LockKey): Promise<boolean> {
  try {
    const [text, values] = typeof key === 'string' ? ['hashtext($1)', [key]] : ['$1, $2', [...key]];
    const { rows } = await client.query<{ done: boolean }>(`select ${call}(${text}) as done`, values);
    return rows[0]?.done === true;
  } catch (error) {
    // With its connection the lock goes, too.
    client.release(true);
    throw translatePgError(error);
  }
}
