/**
 * A process with an embedded database, to be killed by a test: `embedded-program.ts FOLDER hold|write|exit`.
 * Tells on standard output, a line of JSON each, when it is ready, and in `write` each row whose commit was answered.
 */
import { createInterface } from 'node:readline';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';

const [folder = '', mode = 'hold'] = process.argv.slice(2);
const say = (fact: object) => process.stdout.write(`${JSON.stringify(fact)}\n`);
const log = { debug() {}, info() {}, warn() {}, error() {} };

try {
  const embedded = await startEmbeddedPostgres({ dataFolder: folder, tell: (key) => say({ told: key }) });
  const { pool } = openDatabase({ url: embedded.url, log });
  await pool.query('create table if not exists kept (id bigint generated always as identity, of text)');
  say({ ready: { url: embedded.url, postmaster: embedded.pid() } });
  if (mode === 'exit') process.exit(0);
  if (mode === 'write') await Promise.all([writer(), writer(), writer(), writer()]);

  async function writer(): Promise<void> {
    for (;;) {
      try {
        const { rows } = await pool.query("insert into kept (of) values ('x') returning id");
        say({ acknowledged: rows[0].id });
      } catch {
        // The database was killed and is coming back.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
  // Ends with its parent, should that die first.
  createInterface(process.stdin).once('close', () => process.exit(0));
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
