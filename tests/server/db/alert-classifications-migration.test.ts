import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { resources } from '#resources';
import { migrations } from '#server/db/migrations/index.ts';
import { migrateTables } from '#server/db/tables.ts';
import { createTestDatabase, databases, silentLog } from '#tests/support/database.ts';

describe.each(databases())('alerts of before on $name PostgreSQL', (server) => {
  it('that were marked as false are classified so, and all name the areas that they touch', async () => {
    const test = await createTestDatabase(server);
    const { kysely } = test.database;
    const run = async (statement: string) =>
      (await sql.raw<Record<string, unknown>>(statement).execute(kysely)).rows;
    const migrate = () => migrateTables({ sql: kysely, resources, migrations, log: silentLog });
    await migrate();
    // As the tables were before.
    await run('drop table encounter_areas');
    await run('drop index if exists encounter_classification_index');
    await run('alter table encounter drop column classification');
    for (const [before, after] of [
      ['false_at', 'classified_at'],
      ['false_by', 'classified_by'],
      ['false_reason', 'classification_reason'],
    ])
      await run(`alter table encounter rename column ${after} to ${before}`);
    await run('alter table encounter rename constraint encounter_classified_by_fk to encounter_false_by_fk');
    await run('delete from schema_migration where number = 8');
    const units = await run(
      `insert into organization_unit (display_name, code, kind) values ('甲', '1', 'coverage'), ('乙', '2', 'coverage') returning id`,
    );
    const [one, two] = units.map(({ id }) => Number(id));
    const [user] = await run(`insert into "user" (user_name, name) values ('watcher', '甲') returning id`);
    const alert = (key: string, falseReason: string | null, areas: (number | undefined)[]) =>
      run(`insert into encounter
        (kind, level, highest_level, state, alert_key, reason, reason_en, raised_at, false_at, false_by, false_reason, coverage_ids)
        values ('pairs', 'caution', 'caution', 'cleared', '${key}', 'a', 'a', '2026-06-10T04:00:00Z',
          ${falseReason === null ? 'null' : `'2026-06-10T05:00:00Z'`},
          ${falseReason === null ? 'null' : user?.id},
          ${falseReason === null ? 'null' : `'${falseReason}'`}, '{${areas.join()}}')`);
    await alert('a', '编队', [two, one]);
    // An area that is there no more is not named.
    await alert('b', null, [two, 999_999]);
    await alert('c', null, []);
    await migrate();
    expect(
      await run(`select e.alert_key as key, e.classification, e.classification_reason as reason, e.classified_by is not null as classified,
        array(select a.target_id::int from encounter_areas a where a.owner_id = e.id order by a.position) as areas
        from encounter e order by 1`),
    ).toEqual([
      { key: 'a', classification: 'false', reason: '编队', classified: true, areas: [one, two] },
      { key: 'b', classification: null, reason: null, classified: false, areas: [two] },
      { key: 'c', classification: null, reason: null, classified: false, areas: [] },
    ]);
    await test.drop();
  });
});
