import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/**
 * What all servers of one installation share and no other has, as 16 hexadecimal digits: the database, the cluster that it is
 * in, where that tells, and the secret.
 */
export async function installationOf(pool: Database['pool'], secret: string): Promise<string> {
  const { rows } = await pool.query(
    'select datname as name, oid::text from pg_database where datname = current_database()',
  );
  const cluster = await pool
    .query('select system_identifier::text from pg_control_system()')
    .then((answer) => answer.rows[0])
    .catch(() => null);
  return createHash('sha256')
    .update(JSON.stringify([rows[0], cluster, secret]))
    .digest('hex')
    .slice(0, 16);
}
