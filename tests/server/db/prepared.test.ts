import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPreparedNames } from '#server/db/prepared.ts';
import { createTestDatabase, databases, type TestDatabase } from '#tests/support/database.ts';

describe('names of prepared statements', () => {
  test('go to what is asked again and again, and stay', () => {
    const names = createPreparedNames();
    const first = ['a', 'b', 'a', 'a', 'a'].map((text) => names.of(text));
    expect(first).toEqual(first.map(() => undefined));
    const name = names.of('a');
    expect(name).toMatch(/^\w+$/);
    expect(names.of('a')).toBe(name);
    expect(names.of('b')).toBeUndefined();
    expect(names.of('b')).not.toBe(name);
  });

  test('are others after a table has changed', () => {
    const names = createPreparedNames();
    const lastName = () => Array.from({ length: 5 }, () => names.of('a')).at(-1);
    const before = lastName();
    names.forget();
    expect(names.of('a')).toBeUndefined();
    expect(lastName()).not.toBe(before);
  });

  test('are not without end', () => {
    const names = createPreparedNames();
    const given = Array.from({ length: 1_000 }, (_, index) => {
      const text = `select ${index}`;
      return Array.from({ length: 5 }, () => names.of(text)).at(-1);
    }).filter((name) => name !== undefined);
    expect(given.length).toBeGreaterThan(100);
    expect(given.length).toBeLessThan(1_000);
    expect(new Set(given).size).toBe(given.length);
  });
});

describe.each(databases())('prepared statements, $name', (server) => {
  let world: TestDatabase;
  beforeAll(async () => {
    world = await createTestDatabase(server);
    await sql`create table mark (id int, name text)`.execute(world.database.kysely);
    await sql`insert into mark values (1, 'B-1')`.execute(world.database.kysely);
  });
  afterAll(() => world.drop());

  const all = () =>
    world.database.transaction(
      async (at) => (await sql`select * from mark where id = ${1}`.execute(at)).rows,
    );

  test('a transaction goes on by itself after a table got another shape', async () => {
    for (let turn = 0; turn < 12; turn += 1) expect(await all()).toEqual([{ id: 1, name: 'B-1' }]);
    const rows = await world.database.transaction(
      async (at) =>
        (await sql`select name from pg_prepared_statements where statement like ${'%from mark%'}`.execute(at))
          .rows,
    );
    expect(rows.length).toBeGreaterThan(0);
    await sql`alter table mark add column seats int default 4`.execute(world.database.kysely);
    for (let turn = 0; turn < 12; turn += 1) expect(await all()).toEqual([{ id: 1, name: 'B-1', seats: 4 }]);
  });

  test('what is asked outside of a transaction does, too', async () => {
    const { kysely } = world.database;
    const ask = async () => (await sql`select m.* from mark m where id = ${1}`.execute(kysely)).rows;
    for (let turn = 0; turn < 12; turn += 1) expect(await ask()).toHaveLength(1);
    const prepared = sql`select 1 from pg_prepared_statements where statement like ${'select m.* from%'}`;
    expect((await prepared.execute(kysely)).rows).toHaveLength(1);
    await sql`alter table mark add column wings int default 2`.execute(kysely);
    for (let turn = 0; turn < 12; turn += 1) expect(await ask()).toMatchObject([{ id: 1, wings: 2 }]);
  });
});
