import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/**
 * Of several servers one does it, for as long as it lives: an advisory lock on a connection of its own, which PostgreSQL
 * gives up with the connection, whatever killed the process.
 */
export function createLeadership(database: Pick<Database, 'locks'>, name: string) {
  /** The connection that has the lock, and how it is given back to the pool. */
  let held: { client: PoolClient; giveBack(destroy: boolean): void } | null = null;
  let asking: Promise<boolean> | null = null;
  let term = 0;
  let closed = false;

  async function ask(): Promise<boolean> {
    const client = await database.locks.connect();
    let isOver = false;
    const giveBack = (destroy: boolean) => {
      if (isOver) return;
      isOver = true;
      // One that goes back to the pool would gather a listener at each try.
      client.off('error', lost);
      client.off('end', lost);
      if (held?.client === client) held = null;
      client.release(destroy);
    };
    const lost = () => giveBack(true);
    client.on('error', lost);
    client.on('end', lost);
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock(hashtext($1)) as mine',
        [name],
      );
      if (!rows[0]?.mine || closed || isOver) {
        giveBack(closed);
        return false;
      }
      held = { client, giveBack };
      term++;
      return true;
    } catch (error) {
      giveBack(true);
      throw error;
    }
  }

  return {
    /** Another each time that this server has become the one: in between another may have been. */
    get term(): number {
      return term;
    },
    /** True where this server is the one. */
    async isOurs(): Promise<boolean> {
      if (held) return true;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    async close(): Promise<void> {
      closed = true;
      await asking?.catch(() => undefined);
      if (!held) return;
      const { client, giveBack } = held;
      // PostgreSQL gives the lock up a moment after the connection has ended; another server may ask before.
      await client.query('select pg_advisory_unlock(hashtext($1))', [name]).catch(() => undefined);
      giveBack(true);
    },
  };
}
