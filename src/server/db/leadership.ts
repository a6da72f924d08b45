import type pg from 'pg';
import type { Database } from './database.ts';

/**
 * Of several servers one does it, for as long as it lives: an advisory lock on a connection of its own, which PostgreSQL
 * gives up with the connection, whatever killed the process.
 */
export function createLeadership(database: Pick<Database, 'pool'>, name: string) {
  let held: pg.PoolClient | null = null;
  let asking: Promise<boolean> | null = null;
  let closed = false;

  async function ask(): Promise<boolean> {
    const client = await database.pool.connect();
    const lost = () => {
      if (held === client) held = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    // One that goes back to the pool would gather a listener at each try.
    const giveBack = (destroy: boolean) => {
      client.off('error', lost);
      client.off('end', lost);
      client.release(destroy);
    };
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock(hashtext($1)) as mine',
        [name],
      );
      if (!rows[0]?.mine || closed) {
        giveBack(closed);
        return false;
      }
      held = client;
      return true;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  return {
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
      held?.release(true);
      held = null;
    },
  };
}
