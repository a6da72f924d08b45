import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FieldSchema, Resource } from '#domain/record/resource.ts';
import type { Migration } from '#server/db/migrations/migration.ts';
import { tablesOf } from '#server/db/table-model.ts';
import { MigrationRefused, migrateTables } from '#server/db/tables.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createTestDatabase, databases, silentLog, type TestDatabase } from '#tests/support/database.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';

const label = { 'zh-Hans': '字段', en: 'Field' };

/** One resource `thing` with these fields, and `owner` to relate to. */
function things(properties: Record<string, FieldSchema>, rest: Partial<Resource['schema']> = {}): Resource[] {
  const base = {
    path: '/',
    permissions: { read: [], create: [], update: [], delete: [] },
    columns: [],
    search: [],
  };
  return [
    {
      ...base,
      name: 'owner',
      schema: {
        $id: 'owner',
        type: 'object',
        title: 'Owner',
        'x-label': label,
        properties: { name: { type: 'string' } },
      },
      titleField: 'name',
    },
    {
      ...base,
      name: 'thing',
      schema: { $id: 'thing', type: 'object', title: 'Thing', 'x-label': label, properties, ...rest },
      titleField: 'id',
    },
  ];
}

const text: FieldSchema = { type: 'string' };

describe('the tables that schemas ask for', () => {
  const tables = new Map(
    tablesOf(inventedResources(), { trigrams: true }).map((table) => [table.name, table]),
  );
  const book = tables.get('book');

  it('gives each kind of field a column of its own type', () => {
    expect(Object.fromEntries((book?.columns ?? []).map(({ name, type }) => [name, type]))).toMatchObject({
      id: 'bigint',
      title: 'text',
      pages: 'bigint',
      weight_kg: 'double precision',
      price: 'numeric',
      in_print: 'boolean',
      published: 'date',
      lent_at: 'timestamp with time zone',
      notes: 'jsonb',
      shelf: 'bigint',
      coverage_ids: 'bigint[]',
    });
    expect(book?.columns.some(({ name }) => name === 'also_on')).toBe(false);
    expect(tables.get('book_also_on')?.columns.map(({ name }) => name)).toEqual([
      'owner_id',
      'target_id',
      'position',
    ]);
  });

  it('asks for what is required, checked, unique, related and searched', () => {
    expect(book?.columns.filter(({ notNull }) => notNull).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['title', 'company']),
    );
    expect(book?.checks.find(({ column }) => column === 'state')?.definition).toBe('"state" in (0, 1, 2)');
    const definitions = book?.indexes.map(({ definition }) => definition) ?? [];
    expect(definitions).toContain('unique index on "book" ("isbn") where deleted_at is null');
    expect(definitions).toContain('index on "book" using gin ("title" gin_trgm_ops)');
    expect(definitions).toContain('index on "book" using gin (coverage_ids)');
    expect(book?.foreignKeys.map(({ column, target }) => [column, target])).toContainEqual([
      'shelf',
      'shelf',
    ]);
  });

  it('has no index for a field alone that one of several fields begins with', () => {
    const fields: Record<string, FieldSchema> = {
      owner: { type: 'integer', 'x-relation': { resource: 'owner' } },
      level: { type: 'integer', 'x-index': true },
    };
    const indexed = (rest: object) =>
      tablesOf(things(fields, rest), { trigrams: false })
        .find(({ name }) => name === 'thing')
        ?.indexes.map(({ definition }) => definition)
        .filter((definition) => !definition.includes('where'));
    expect(indexed({})).toEqual(['index on "thing" ("owner")', 'index on "thing" ("level")']);
    expect(indexed({ 'x-indexes': [['owner', 'level']] })).toEqual([
      'index on "thing" ("level")',
      'index on "thing" ("owner", "level")',
    ]);
  });

  it('leaves long texts without a plain search index, which would refuse their values', () => {
    const [owner, thing] = things({
      short: { type: 'string', maxLength: 600 },
      long: { type: 'string', maxLength: 601 },
    });
    const searched = [owner, { ...thing, search: ['short', 'long'] }] as Resource[];
    const namesOf = (trigrams: boolean) =>
      tablesOf(searched, { trigrams })
        .find(({ name }) => name === 'thing')
        ?.indexes.map(({ name }) => name)
        .filter((name) => name.endsWith('search'));
    expect(namesOf(false)).toEqual(['thing_short_search']);
    expect(namesOf(true)).toEqual(['thing_short_search', 'thing_long_search']);
  });

  it('keeps names within what PostgreSQL keeps', () => {
    const long = 'a'.repeat(50);
    const [, , thing] = tablesOf(things({ [long]: { type: 'string', 'x-unique': true, maxLength: 3 } }), {
      trigrams: false,
    });
    for (const { name } of [...(thing?.checks ?? []), ...(thing?.indexes ?? [])]) {
      expect(name.length).toBeLessThanOrEqual(63);
    }
  });
});

describe.each(databases())('migration at start on $name PostgreSQL', (server) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(server);
  });
  afterEach(() => test.drop());

  const migrate = (resources: Resource[], migrations: Migration[] = [], log: Logger = silentLog) =>
    migrateTables({ sql: test.database.kysely, resources, migrations, log });
  const run = async (statement: string) =>
    (await sql.raw<Record<string, unknown>>(statement).execute(test.database.kysely)).rows;
  const refusalsOf = async (work: Promise<void>) => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof MigrationRefused)) throw error ?? new Error('it was not refused');
    return error.refusals.map(({ table, column, rows }) => [table, column, rows]);
  };

  it('makes the tables once, and finds nothing to do the second time', async () => {
    await migrate(inventedResources());
    const sentences: string[] = [];
    const log: Logger = {
      ...silentLog,
      info: (_, sentence) => sentences.push(sentence),
      warn: (_, sentence) => sentences.push(sentence),
    };
    await migrate(inventedResources(), [], log);
    expect(sentences).toEqual([]);
  });

  it('lets two servers start at once', async () => {
    await Promise.all([
      migrate(inventedResources()),
      migrate(inventedResources()),
      migrate(inventedResources()),
    ]);
    expect(await run('select count(*) as n from book')).toEqual([{ n: 0 }]);
  });

  it('adds fields, indexes, relations and wider rules to a table with rows', async () => {
    await migrate(
      things({ name: { type: 'string', maxLength: 5 }, level: { type: 'integer', enum: [1, 2] } }),
    );
    await run(`insert into thing (name, level) values ('abc', 1)`);
    await migrate(
      things(
        {
          name: { type: 'string', maxLength: 50, 'x-unique': true },
          level: { type: 'integer', enum: [1, 2, 3] },
          owner: { type: 'integer', 'x-relation': { resource: 'owner' } },
          owners: { type: 'array', items: { type: 'integer', 'x-relation': { resource: 'owner' } } },
          colour: { type: 'string', default: `it's`, minLength: 1 },
        },
        { required: ['name', 'colour'] },
      ),
    );
    await run(`insert into thing (name, level) values ('abcdefghij', 3)`);
    expect(await run('select name, level, colour from thing order by id')).toEqual([
      { name: 'abc', level: 1, colour: `it's` },
      { name: 'abcdefghij', level: 3, colour: `it's` },
    ]);
    await expect(run(`insert into thing (name) values ('abc')`)).rejects.toMatchObject({ code: 'conflict' });
    await expect(run(`insert into thing (name, owner) values ('x', 99)`)).rejects.toThrow();
    await expect(run('insert into thing (level) values (1)')).rejects.toThrow();
    expect(await run('select count(*) as n from thing_owners')).toEqual([{ n: 0 }]);
  });

  it('drops an index that another has come to serve', async () => {
    const fields: Record<string, FieldSchema> = {
      owner: { type: 'integer', 'x-relation': { resource: 'owner' } },
      level: { type: 'integer' },
    };
    const indexes = async () =>
      (await run(`select indexname as name from pg_indexes where tablename = 'thing' order by 1`)).map(
        ({ name }) => name,
      );
    await migrate(things(fields));
    expect(await indexes()).toContain('thing_owner_index');
    await migrate(things(fields, { 'x-indexes': [['owner', 'level']] }));
    expect(await indexes()).toContain('thing_owner_level_index');
    expect(await indexes()).not.toContain('thing_owner_index');
  });

  it('widens a type where every value stays what it was', async () => {
    await migrate(things({ size: { type: 'integer', minimum: 0 } }));
    await run('insert into thing (size) values (7)');
    await migrate(things({ size: { type: 'number', minimum: 0 } }));
    await run('insert into thing (size) values (7.5)');
    expect(await run('select size from thing order by id')).toEqual([{ size: 7 }, { size: 7.5 }]);
  });

  it('refuses a wider type whose own rule the converted values break', async () => {
    await migrate(things({ size: { type: 'integer' } }));
    await run('insert into thing (size) values (1234567), (12), (null)');
    const short = things({ size: { type: 'string', maxLength: 2 } });
    expect(await refusalsOf(migrate(short))).toEqual([['thing', 'size', 1]]);
    await run('delete from thing where size > 99');
    await migrate(short);
    expect(await run('select size from thing order by id')).toEqual([{ size: '12' }, { size: null }]);
  });

  it('refuses a wider type in which unique values would be equal', async () => {
    await migrate(things({ size: { type: 'number', 'x-unique': true } }));
    await run('insert into thing (size) values (0.1), (0.1 + 1e-16::float8 * 0.5)');
    const exact = things({ size: { type: 'number', multipleOf: 0.1, 'x-unique': true } });
    expect(await refusalsOf(migrate(exact))).toEqual([['thing', 'size', 2]]);
  });

  it('makes the indexes of an empty column again when its type changes', async () => {
    await migrate(things({ size: { type: 'integer', 'x-unique': true } }));
    await migrate(things({ size: { type: 'string', 'x-unique': true } }));
    await run(`insert into thing (size) values ('a')`);
    await expect(run(`insert into thing (size) values ('a')`)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses more columns than a table may have, dropped ones included', async () => {
    await migrate(things({ name: text }));
    const columns = Array.from({ length: 1_588 }, (_, index) => `add column aside_${index} text`);
    await run(`alter table thing ${columns.join(', ')}`);
    await run('alter table thing drop column aside_0');
    await migrate(things({ name: text, one: text, two: text, three: text }));
    expect(
      await refusalsOf(migrate(things({ name: text, one: text, two: text, three: text, four: text }))),
    ).toEqual([['thing', null, 0]]);
  });

  const losing: [string, Resource[], (string | number | null)[][]][] = [
    ['a removed field with values', things({}), [['thing', 'name', 2]]],
    ['another type', things({ name: { type: 'integer' } }), [['thing', 'name', 2]]],
    ['a shorter text', things({ name: { type: 'string', maxLength: 3 } }), [['thing', 'name', 1]]],
    ['fewer choices', things({ name: { type: 'string', enum: ['abc'] } }), [['thing', 'name', 1]]],
    [
      'a new required field',
      things({ name: text, code: text }, { required: ['code'] }),
      [['thing', 'code', 3]],
    ],
    ['a field that becomes required', things({ name: text }, { required: ['name'] }), [['thing', 'name', 1]]],
    ['a removed resource with rows', things({ name: text }).slice(0, 1), [['thing', null, 3]]],
  ];
  it.each(losing)('refuses %s before anything is touched', async (_, after, refusals) => {
    await migrate(things({ name: text }));
    await run(`insert into thing (name) values ('abc'), ('abcdef'), (null)`);
    const wanted = after.concat(inventedResources().filter(({ name }) => name === 'ledger'));
    expect(await refusalsOf(migrate(wanted))).toEqual(refusals);
    expect(await run(`select to_regclass('ledger')::text as made`)).toEqual([{ made: null }]);
    expect(await run('select name from thing order by id')).toHaveLength(3);
  });

  it('refuses a uniqueness that the rows break', async () => {
    await migrate(things({ name: text }));
    await run(
      `insert into thing (name, deleted_at) values ('a', null), ('a', null), ('b', null), ('b', now())`,
    );
    expect(await refusalsOf(migrate(things({ name: { type: 'string', 'x-unique': true } })))).toEqual([
      ['thing', 'name', 2],
    ]);
  });

  it('leaves empty leftovers alone and says so', async () => {
    await migrate(things({ name: text, old: text }, { required: ['old'] }));
    const notes: string[] = [];
    const log: Logger = { ...silentLog, warn: (_, note) => notes.push(note) };
    await migrate(things({ name: text }), [], log);
    expect(notes).toEqual([expect.stringContaining('"thing"."old"')]);
    await run(`insert into thing (name) values ('x')`);
    await migrate(things({ name: text }).slice(1), [], log);
    expect(notes.at(-1)).toContain('"owner"');
  });

  it('runs a hand-written migration once, before the comparison, and not on a new database', async () => {
    let ran = 0;
    const aside: Migration = {
      number: 1,
      name: 'name set aside',
      async up(db) {
        ran += 1;
        await sql`alter table thing rename column name to aside_name`.execute(db);
      },
    };
    await migrate(things({ name: text }));
    await run(`insert into thing (name) values ('abc')`);
    await migrate(things({ title: text }), [aside]);
    await migrate(things({ title: text }), [aside]);
    expect(ran).toBe(1);
    expect(await run('select title, aside_name from thing')).toEqual([{ title: null, asideName: 'abc' }]);
    const fresh = await createTestDatabase(server);
    try {
      await migrateTables({
        sql: fresh.database.kysely,
        resources: things({ title: text }),
        migrations: [aside],
        log: silentLog,
      });
      expect(ran).toBe(1);
    } finally {
      await fresh.drop();
    }
  });
});
