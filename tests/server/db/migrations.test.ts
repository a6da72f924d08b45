import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resources } from '#resources';
import { migrations } from '#server/db/migrations/index.ts';
import { migrateTables } from '#server/db/tables.ts';
import { createTestDatabase, databases, silentLog, type TestDatabase } from '#tests/support/database.ts';

describe.each(databases())('the migrations of the data on $name PostgreSQL', (server) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(server);
    await migrate();
    // As it was installed before there were any.
    await run('delete from schema_migration');
  });
  afterEach(() => test.drop());

  const missions = resources.filter(({ name }) => name === 'missionType');
  const migrate = () =>
    migrateTables({ sql: test.database.kysely, resources: missions, migrations, log: silentLog });
  const run = async (statement: string) =>
    (await sql.raw<Record<string, unknown>>(statement).execute(test.database.kysely)).rows;
  const mission = (code: string, inside: string) =>
    run(
      `insert into mission_type (code, name, name_en, inside_aerodrome) values ('${code}', 'a', 'b', ${inside})`,
    );
  const inside = () => run('select code, inside_aerodrome as inside from mission_type order by id');

  it('circuits are inside the aerodrome where nobody has said', async () => {
    await mission('CIRCUIT', 'null');
    await mission('TRAINING', 'null');
    await migrate();
    expect(await inside()).toEqual([
      { code: 'CIRCUIT', inside: true },
      { code: 'TRAINING', inside: null },
    ]);
    await run('update mission_type set inside_aerodrome = null');
    await migrate();
    expect(await inside()).toMatchObject([{ inside: null }, { inside: null }]);
  });

  it('and stay outside where somebody has', async () => {
    await mission('CIRCUIT', 'false');
    await migrate();
    expect(await inside()).toEqual([{ code: 'CIRCUIT', inside: false }]);
  });

  it('what the user kept of their company goes: it is asked of the records', async () => {
    await run('create table "user" (id bigint primary key, is_auth boolean, drawn_ids jsonb, name text)');
    await run(`insert into "user" values (1, false, '[]', 'a')`);
    await migrate();
    expect(await run('select * from "user"')).toEqual([{ id: 1, name: 'a' }]);
  });

  it('the history of a briefing no longer says what it showed', async () => {
    const entry = (resource: string) =>
      run(`insert into record_history (resource, record_id, version, action, at, source, changes) values
        ('${resource}', 1, 1, 'create', now(), 'api', '[{"field": "title", "before": null, "after": "甲"},
        {"field": "content", "before": null, "after": "[secret]"}]')`);
    await entry('briefing');
    await entry('minutes');
    await migrate();
    const changes = async (resource: string) =>
      (await run(`select changes from record_history where resource = '${resource}'`))[0]?.changes;
    expect(await changes('briefing')).toEqual([
      { field: 'title', before: null, after: '甲' },
      { field: 'content', before: null, after: '•••' },
    ]);
    expect(await changes('minutes')).toMatchObject([{ after: '甲' }, { after: '[secret]' }]);
  });

  it('and so they are in an installation of before there was the field', async () => {
    await mission('CIRCUIT', 'null');
    await mission('TRAINING', 'null');
    await run('alter table mission_type drop column inside_aerodrome');
    await migrate();
    expect(await inside()).toEqual([
      { code: 'CIRCUIT', inside: true },
      { code: 'TRAINING', inside: false },
    ]);
  });
});
