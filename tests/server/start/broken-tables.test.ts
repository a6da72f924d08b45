import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SchemaOverlay } from '#domain/record/records.gen.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Whatever the tables hold, the server starts: what cannot be used is set aside with its reason, and the rest goes on. */

let keeper: RunningTestServer;
let second: RunningTestServer | undefined;
beforeAll(async () => {
  keeper = await startTestServer();
});
afterAll(async () => {
  await second?.close();
  await keeper?.close();
});

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await keeper.database.database.pool.query(text, values)).rows;

test('a start goes on beside overlays, areas, parameters, sources and seeded rows that cannot be used', async () => {
  const kept = {
    resource: 'aircraft',
    kind: 'fields',
    state: 'published',
    number: 1,
  } satisfies Partial<SchemaOverlay>;
  await query('alter table aircraft add column lost_mark text');
  await query("update aircraft set lost_mark = 'kept' where id = (select min(id) from aircraft)");
  await query(
    `insert into schema_overlay (resource, kind, state, number, definition, published, known, version, created_at, updated_at)
     values ($1, $2, $3, $4, '{"no": "definition"}', '{"no": "definition"}', '[1]', 1, now(), now())`,
    [kept.resource, kept.kind, kept.state, kept.number],
  );
  await query(`update organization_unit set area = '{"type": "Polygon", "coordinates": [[[0, null], "x"]]}'
    where id = (select min(id) from organization_unit)`);
  await query(`update parameter set value = 'much' where key = 'surveillance.dropAfterS'`);
  await query(
    `update parameter set deleted_at = now() where key in ('surveillance.maxSpeedMps', 'map.tileUrl')`,
  );
  const sources = await query(
    'select id from surveillance_source where deleted_at is null order by id limit 2',
  );
  await query(`update surveillance_source set enabled = true, transport = 'httpPush' where id = any($1)`, [
    sources.map(({ id }) => id),
  ]);
  await query(`update surveillance_source set sites = '[null, 7, {"position": 3}]' where id = $1`, [
    sources[0]?.id,
  ]);
  await query("update update_log set release = 'another'");
  await query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no more'; end $$`,
  );
  await query('create trigger refuse before insert on update_log for each row execute function refuse()');

  second = await startTestServer({ beside: keeper });
  const server = second;
  const aside = async () => {
    const { rows } = await rowsOf(server, 'admin', 'quarantine', 'kind=record');
    return rows.map(({ name, reasonEn }) => `${name}: ${reasonEn}`);
  };
  const lines = await aside();
  expect(lines.some((line) => /^schemaOverlay \d+: .*not in the form/.test(line))).toBe(true);
  expect(lines.some((line) => /^updateLog .*no more/.test(line))).toBe(true);
  // The sources are open, and nothing of the table was touched for the sake of an overlay that nobody can read.
  const { sources: states } = (await server.service('admin', 'SurveillanceSource/GetStates', {}, 'GET')) as {
    sources: { sourceId: number }[];
  };
  for (const { id } of sources) expect(states.map(({ sourceId }) => sourceId)).toContain(id);
  expect(await query("select count(*)::int as n from aircraft where lost_mark = 'kept'")).toEqual([{ n: 1 }]);
  // Told once, however often it starts.
  const count = (await aside()).length;
  await server.close();
  second = await startTestServer({ beside: keeper });
  expect((await rowsOf(second, 'admin', 'quarantine', 'kind=record')).rows).toHaveLength(count);
});
