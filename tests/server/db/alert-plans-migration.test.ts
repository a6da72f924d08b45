import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { alertsNameThePlansOfAllInThem } from '#server/db/migrations/007-alerts-name-the-plans-of-all-in-them.ts';
import { createTestDatabase, databases } from '#tests/support/database.ts';

describe.each(databases())('alerts of before on $name PostgreSQL', (server) => {
  it('name the plans of all flights in them, even where their figures are no JSON', async () => {
    const test = await createTestDatabase(server);
    const { kysely } = test.database;
    const figures = [
      '{"members":3,"planIds":[12,11,13],"note":"a \\"planIds\\":[99] in words"}',
      '{"planIds":[]}',
      '{"planIds":"none"}',
      '{"planIds":[12,',
      'broken',
      '',
      null,
    ];
    await sql`create table encounter (id bigint, plan_one bigint, plan_two bigint, details text)`.execute(
      kysely,
    );
    for (const [id, details] of figures.entries())
      await sql`insert into encounter values (${id}, 11, ${id === 1 ? 14 : null}, ${details})`.execute(
        kysely,
      );
    await alertsNameThePlansOfAllInThem.up(kysely);
    const { rows } = await sql<{ id: number; plans: string }>`
      select owner_id as id, string_agg(target_id::text, ',' order by position) as plans
      from encounter_plans group by 1 order by 1`.execute(kysely);
    const plans = ['11,12,13', '11,14', '11', '11', '11', '11', '11'];
    expect(rows).toEqual(plans.map((of, id) => ({ id, plans: of })));
    await test.drop();
  });
});
