import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLeadership } from '#server/db/leadership.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/server.ts';

let own: TestDatabase;
/** A server's own connections. */
const poolSize = 3;

beforeAll(async () => {
  own = await createTestDatabase(undefined, { poolSize });
});
afterAll(() => own?.drop());

test('one of two is the leader; the other is when it closes', async () => {
  const [first, second] = [createLeadership(own.database, 'one'), createLeadership(own.database, 'one')];
  expect(await first.isOurs()).toBe(true);
  expect(await second.isOurs()).toBe(false);
  await first.close();
  expect(await second.isOurs()).toBe(true);
  await second.close();
});

test('a connection that PostgreSQL ends is given back each time, and the lock is taken again', async () => {
  const { pool } = own.database;
  // Of a pool whose connections are counted.
  const locks = { ...own.database.locks, connect: () => pool.connect() };
  const leader = createLeadership({ locks }, 'again');
  const { rows } = await pool.query<{ key: number }>("select hashtext('again') as key");
  for (let loss = 0; loss <= poolSize; loss++) {
    await eventually(() => leader.isOurs(), 'the lock');
    expect(pool.totalCount - pool.idleCount).toBe(1);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
         and objid = ($1::bigint & 4294967295)::oid`,
      [rows[0]?.key],
    );
    await eventually(() => pool.totalCount === pool.idleCount, 'the connection back');
  }
  await leader.close();
});
