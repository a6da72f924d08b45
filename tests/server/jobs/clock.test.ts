import { afterAll, beforeAll, expect, test } from 'vitest';
import { airspaceState } from '#domain/airspace/machine.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What a clock or a start can not change stays as it is, and everything else goes on. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.database.pool.query(text, values)).rows;

test('a start does not depend on a record or an import that can not be changed, nor does its neighbour', async () => {
  const ids = (await query('select id from airspace where deleted_at is null order by id limit 2')).map(
    ({ id }) => Number(id),
  );
  const [poison, other] = ids;
  await query(
    `update airspace set state = $1, valid_from = '2020-01-01T00:00:00Z', valid_to = '2020-02-01T00:00:00Z'
     where id = any($2)`,
    [airspaceState.approved, ids],
  );
  await query(
    "insert into import_job (resource, file_name, format, state) values ('pilot', 'poison.csv', 'csv', 'checking')",
  );
  await query(`
    create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$`);
  await query(`
    create trigger poison before update on airspace for each row when (old.id = ${poison}) execute function refuse_change()`);
  await query(
    'create trigger poison before update on import_job for each row execute function refuse_change()',
  );

  const next = await startTestServer({ beside: server });
  try {
    const stateOf = async (id: number | undefined) =>
      (await query('select state from airspace where id = $1', [id]))[0]?.state;
    await eventually(
      async () => (await stateOf(other)) === airspaceState.expired,
      'the end of the other airspace',
    );
    expect(await stateOf(poison)).toBe(airspaceState.approved);
    expect((await next.call(null, 'GET', '/healthz')).status).toBe(200);
  } finally {
    await next.close();
  }
});
