import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#domain/text/errors.ts';
import { openDatabase } from '#server/db/database.ts';
import { apart } from '#server/db/held-connections.ts';
import { DatabaseFailure, translatePgError } from '#server/db/pg-errors.ts';
import { withAdvisoryLock } from '#server/jobs/schedule.ts';
import {
  anyTables,
  createTestDatabase,
  databases,
  silentLog,
  type TestDatabase,
} from '#tests/support/database.ts';

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
}

describe.each(databases())('the port to PostgreSQL, $name', (server) => {
  let test_: TestDatabase;

  beforeAll(async () => {
    test_ = await createTestDatabase(server);
    await sql`
      create table company (
        id int generated always as identity primary key,
        credit_code text not null unique,
        short_name text,
        level int check (level between 1 and 4),
        visits bigint not null default 0,
        notes jsonb
      )`.execute(test_.database.kysely);
    await sql`create unique index company_short_name on company (lower(short_name))`.execute(
      test_.database.kysely,
    );
    await sql`
      create table craft (
        id int generated always as identity primary key,
        company_id int not null references company (id),
        mark text, seat int,
        unique (company_id, mark)
      )`.execute(test_.database.kysely);
    await anyTables(test_.database.kysely)
      .insertInto('company')
      .values({ creditCode: 'A', shortName: 'Alpha' })
      .execute();
    await anyTables(test_.database.kysely)
      .insertInto('craft')
      .values({ companyId: 1, mark: 'B-1' })
      .execute();
  });
  afterAll(() => test_.drop());

  test.each([
    ['int8', '9007199254740991::int8', 9_007_199_254_740_991],
    ['count', '(select count(*) from generate_series(1, 3))', 3],
    ['numeric', '1.50::numeric(5, 2)', '1.50'],
    ['timestamptz', "'2026-11-21 10:30:00+08'::timestamptz", '2026-11-21T02:30:00.000Z'],
    [
      'timestamptz with microseconds',
      "'2026-11-21 02:30:00.123456+00'::timestamptz",
      '2026-11-21T02:30:00.123Z',
    ],
    ['date', "'2026-11-21'::date", '2026-11-21'],
    ['date of the year 1', "'0001-01-01'::date", '0001-01-01'],
    ['time', "'10:30'::time", '10:30:00'],
    ['interval', "'90 minutes'::interval", 'PT1H30M'],
    ['jsonb', `'{"snake_key": [1, "x"], "at": "2026"}'::jsonb`, { snake_key: [1, 'x'], at: '2026' }],
    ['int8[]', "'{1,NULL}'::int8[]", [1, null]],
    ['numeric[]', "'{1.50}'::numeric[]", ['1.50']],
    ['timestamptz[]', "array['2026-11-21 02:30:00+00'::timestamptz]", ['2026-11-21T02:30:00.000Z']],
    ['Chinese', "'通用航空'", '通用航空'],
    ['ILIKE beyond ASCII', "'É' ilike 'é'", true],
  ])('%s comes out as one type', async (_, expression, expected) => {
    const { rows } = await test_.database.pool.query(`select ${expression} as value`);
    expect(rows[0].value).toEqual(expected);
  });

  test('an instant written with any offset comes back in UTC, whatever our own time zone is', async () => {
    const { rows } = await test_.database.pool.query('select $1::timestamptz as at', [
      '2026-11-21T10:30:00+08:00',
    ]);
    expect(rows).toEqual([{ at: '2026-11-21T02:30:00.000Z' }]);
  });

  test('names are camelCase outside and snake_case inside; keys in jsonb are left alone', async () => {
    const kysely = anyTables(test_.database.kysely);
    const notes = { flight_no: 1, innerKey: { deep_key: 2 } };
    await kysely
      .insertInto('company')
      .values({ creditCode: 'camel', notes: JSON.stringify(notes) })
      .execute();
    const row = await kysely
      .selectFrom('company')
      .select(['creditCode', 'shortName', 'notes'])
      .where('creditCode', '=', 'camel')
      .executeTakeFirst();
    expect(row).toEqual({ creditCode: 'camel', shortName: null, notes });
  });

  test.each([
    ['a unique value', { creditCode: 'A' }, 'conflict', ['creditCode'], 'database.unique'],
    [
      'a unique expression',
      { creditCode: 'B', shortName: 'ALPHA' },
      'conflict',
      ['shortName'],
      'database.unique',
    ],
    ['a check', { creditCode: 'C', level: 9 }, 'validation', [], 'database.check'],
    ['a missing value', { shortName: 'x' }, 'validation', ['creditCode'], 'database.invalid'],
    ['a number out of range', { creditCode: 'D', level: 3e9 }, 'validation', [], 'database.outOfRange'],
  ])('%s is refused as an AppError that names its field', async (_, values, code, fields, key) => {
    const error = await failure(
      anyTables(test_.database.kysely).insertInto('company').values(values).execute(),
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code, text: { key } });
    expect(error instanceof AppError ? (error.extra.fields ?? []).map(({ field }) => field) : null).toEqual(
      fields,
    );
  });

  test('two fields that are unique together are both named', async () => {
    const values = { companyId: 1, mark: 'B-1' };
    const error = await failure(
      anyTables(test_.database.kysely).insertInto('craft').values(values).execute(),
    );
    expect(error).toMatchObject({
      code: 'conflict',
      text: { key: 'database.uniqueRecord' },
      extra: { fields: [{ field: 'companyId' }, { field: 'mark' }] },
    });
  });

  test('a reference to nothing is at its field; removing what is referred to is a conflict', async () => {
    const kysely = anyTables(test_.database.kysely);
    const missing = await failure(kysely.insertInto('craft').values({ companyId: 999, mark: 'x' }).execute());
    expect(missing).toMatchObject({
      code: 'validation',
      extra: { fields: [{ field: 'companyId', text: { key: 'database.missingReference' } }] },
    });
    const referenced = await failure(kysely.deleteFrom('company').where('id', '=', 1).execute());
    expect(referenced).toMatchObject({
      code: 'conflict',
      text: { key: 'database.referenced', values: { by: 'craft' } },
    });
  });

  test('fields can be given for a constraint whose columns do not say them', async () => {
    const database = openDatabase({
      url: test_.url,
      log: silentLog,
      fieldsOf: ({ name, table }) =>
        table === 'company' && name === 'company_level_check' ? ['rank'] : undefined,
    });
    const error = await failure(
      anyTables(database.kysely).insertInto('company').values({ creditCode: 'E', level: 0 }).execute(),
    );
    await database.close();
    expect(error).toMatchObject({ code: 'validation', extra: { fields: [{ field: 'rank' }] } });
  });

  test('broken SQL is an error of ours, with its cause, and no error of the driver', async () => {
    const error = await failure(sql`select nonsense`.execute(test_.database.kysely));
    expect(error).toBeInstanceOf(DatabaseFailure);
    expect(error).not.toBeInstanceOf(AppError);
    expect(error).not.toBeInstanceOf(pg.DatabaseError);
  });

  test('a statement that takes too long is cancelled and said to be unavailable', async () => {
    const database = openDatabase({ url: test_.url, log: silentLog, statementTimeoutMs: 50 });
    const error = await failure(sql`select pg_sleep(5)`.execute(database.kysely));
    await database.close();
    expect(error).toMatchObject({ code: 'unavailable', text: { key: 'database.timeout' } });
  });

  test('a second connection is refused to whoever holds one; afterwards, and apart from it, it is not', async () => {
    const { database } = test_;
    const ask = () => sql`select 1`.execute(database.kysely);
    const inside = { transaction: () => database.transaction(ask) };
    const ways = {
      ...inside,
      connection: () => database.kysely.connection().execute(ask),
      'nested transaction': () => database.transaction(() => database.transaction(async () => 1)),
      'awaited deep within': () =>
        database.transaction(async (own) => {
          await sql`select 1`.execute(own);
          await Promise.all([ask(), sql`select 1`.execute(own)]);
        }),
      lock: () => withAdvisoryLock(database, 'outer', () => withAdvisoryLock(database, 'inner', ask)),
    };
    for (const [way, work] of Object.entries(ways)) {
      expect([way, String(await failure(work()))]).toEqual([
        way,
        'Error: a second connection was asked for while one is held: use the handle of the transaction',
      ]);
    }
    let later: Promise<unknown> | undefined;
    const committed = new Promise<void>((resolve) => {
      void database
        .transaction(async (own) => {
          later = committed.then(ask);
          await sql`select 1`.execute(own);
          await apart(ask);
        })
        .then(resolve);
    });
    await committed;
    await later;
    await withAdvisoryLock(database, 'outer', () =>
      database.transaction((own) => sql`select 1`.execute(own)),
    );
  });

  test('the product logs a second connection as an error, and serves it', async () => {
    const told: string[] = [];
    const log = { ...silentLog, error: (_: object, sentence: string) => void told.push(sentence) };
    const product = openDatabase({ url: test_.url, log, secondConnection: 'log' });
    await product.transaction(() => sql`select 1`.execute(product.kysely));
    expect(told).toEqual(['a second database connection was asked for while one is held']);
    await product.close();
  });

  test('a lost connection is unavailable, harms no process, and the next query has a new one', async () => {
    const { kysely, pool } = test_.database;
    const ended = failure(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`.execute(kysely));
    expect(await ended).toMatchObject({ code: 'unavailable', text: { key: 'database.away' } });
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]);
  });

  test('transactions that collide are run again, so that no increment is lost', async () => {
    const { database } = test_;
    await anyTables(database.kysely).insertInto('company').values({ creditCode: 'counter' }).execute();
    let runs = 0;
    const increment = () =>
      database.transaction(
        async (transaction) => {
          runs++;
          const row = await anyTables(transaction)
            .selectFrom('company')
            .select('visits')
            .where('creditCode', '=', 'counter')
            .executeTakeFirstOrThrow();
          await new Promise((resolve) => setTimeout(resolve, 10));
          await anyTables(transaction)
            .updateTable('company')
            .set({ visits: Number(row.visits) + 1 })
            .where('creditCode', '=', 'counter')
            .execute();
        },
        { isolation: 'serializable', attempts: 20 },
      );
    await Promise.all([increment(), increment(), increment(), increment()]);
    const { rows } = await database.pool.query("select visits from company where credit_code = 'counter'");
    expect(rows).toEqual([{ visits: 4 }]);
    expect(runs).toBeGreaterThan(4);
  });

  test('a collision that was retried in vain is a conflict', async () => {
    let runs = 0;
    const error = await failure(
      test_.database.transaction(
        async (transaction) => {
          runs++;
          await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(transaction);
        },
        { attempts: 3 },
      ),
    );
    expect(runs).toBe(3);
    expect(error).toMatchObject({ code: 'conflict', text: { key: 'database.busy' } });
  });

  test('our own refusal inside a transaction rolls it back and comes out as it was', async () => {
    const refusal = new AppError('refused', { key: 'common.forbidden' });
    const error = await failure(
      test_.database.transaction(async (transaction) => {
        await anyTables(transaction).insertInto('company').values({ creditCode: 'rolled back' }).execute();
        throw refusal;
      }),
    );
    expect(error).toBe(refusal);
    const { rows } = await test_.database.pool.query(
      "select 1 from company where credit_code = 'rolled back'",
    );
    expect(rows).toEqual([]);
  });

  test('a statement that failed unnoticed inside a transaction makes its commit fail, not vanish', async () => {
    const error = await failure(
      test_.database.transaction(async (transaction) => {
        await anyTables(transaction).insertInto('company').values({ creditCode: 'half' }).execute();
        await failure(anyTables(transaction).insertInto('company').values({ creditCode: 'A' }).execute());
      }),
    );
    expect(String(error)).toMatch(/committed after one of its statements had failed/);
  });

  test('a template is built once and copied', async () => {
    let built = 0;
    const template = {
      name: 'one table',
      build: async ({ kysely }: { kysely: TestDatabase['database']['kysely'] }) => {
        built++;
        await sql`create table thing (id int); insert into thing values (1)`.execute(kysely);
      },
    };
    const both = [
      await createTestDatabase(server, { template }),
      await createTestDatabase(server, { template }),
    ];
    for (const { database } of both) {
      expect((await database.pool.query('select * from thing')).rows).toEqual([{ id: 1 }]);
    }
    expect(built).toBe(1);
    await Promise.all(both.map((one) => one.drop()));
  });
});

describe('errors that no server sends', () => {
  test.each([
    [
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      'unavailable',
      'database.away',
    ],
    [new Error('Connection terminated unexpectedly'), 'unavailable', 'database.away'],
    [new Error('timeout exceeded when trying to connect'), 'unavailable', 'database.away'],
    [Object.assign(new Error('too many clients'), { code: '53300' }), 'unavailable', 'database.away'],
    [Object.assign(new Error('lock timeout'), { code: '55P03' }), 'unavailable', 'database.timeout'],
    [Object.assign(new Error('deadlock'), { code: '40P01' }), 'conflict', 'database.busy'],
    [Object.assign(new Error('index row size'), { code: '54000' }), 'validation', 'database.tooLong'],
    [
      // What a server whose messages are Chinese says.
      Object.assign(new Error('重复键违反唯一约束"u"'), {
        code: '23505',
        table: 't',
        constraint: 'u',
        detail: '键值"(serial_number)=(1)" 已经存在',
      }),
      'conflict',
      'database.unique',
    ],
  ])('%s', (error, code, key) => {
    expect(translatePgError(error)).toMatchObject({ code, text: { key } });
  });

  test('an AppError and an ordinary mistake pass through', () => {
    const known = new AppError('notFound', { key: 'common.notFound' });
    const mistake = new TypeError('x is not a function');
    expect(translatePgError(known)).toBe(known);
    expect(translatePgError(mistake)).toBe(mistake);
  });
});
