import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resources } from '#resources';
import { migrations } from '#server/db/migrations/index.ts';
import { migrateTables } from '#server/db/tables.ts';
import { createTestDatabase, databases, silentLog, type TestDatabase } from '#tests/support/database.ts';

/** As texts of the server were stored before they were values. */
const old = (key: string, zh: string, en: string, values = {}) =>
  `\u001e${JSON.stringify({ key, values })}\u001d${zh}\u001d${en}\u001f`;
const timeLimit = old(
  'flow.timeLimit',
  '超过时限，按流程自动处理',
  'Decided by the flow at the end of the time limit',
);
const value = {
  key: 'flow.timeLimit',
  values: {},
  words: { 'zh-Hans': '超过时限，按流程自动处理', en: 'Decided by the flow at the end of the time limit' },
};

describe.each(databases())('stored texts of before on $name PostgreSQL', (server) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(server);
    await migrate();
    await run(`
      delete from schema_migration where number >= 4;
      drop index if exists webhook_delivery_error_search, operate_record_reason_search;
      alter table webhook_delivery drop constraint webhook_delivery_error_check, alter column error type text using null;
      create index webhook_delivery_error_search on webhook_delivery (error text_pattern_ops);
      alter table webhook_delivery add constraint webhook_delivery_error_check check (char_length(error) <= 2000);
      alter table operate_record drop constraint operate_record_reason_check, alter column reason type text using null`);
  });
  afterEach(() => test.drop());

  const migrate = () => migrateTables({ sql: test.database.kysely, resources, migrations, log: silentLog });
  const run = async (statement: string) =>
    (await sql.raw<Record<string, unknown>>(statement).execute(test.database.kysely)).rows;
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const operation = (reason: string) =>
    run(`insert into operate_record (record_resource, record_id, action, operated_at, reason)
      values ('plan', 1, 'reject', now(), ${quoted(reason)})`);

  it('become values, and what people wrote stays to the letter', async () => {
    const typed = ['天气', '"{}"', '\\u001e', '\u001e', '\u001eno json\u001d一\u001done', '{"key":"a"}'];
    for (const reason of typed) await operation(reason);
    await operation(timeLimit);
    await operation(old('webhooks.answered', '应答码 500', 'answered 500', { code: '500' }));
    // The marks with something else between them, and within a longer text.
    await operation('\u001eno json\u001d一\u001done\u001f');
    await operation(`A ${timeLimit} B`);
    await migrate();
    expect((await run('select reason from operate_record order by id')).map(({ reason }) => reason)).toEqual([
      ...typed,
      value,
      {
        key: 'webhooks.answered',
        values: { code: '500' },
        words: { 'zh-Hans': '应答码 500', en: 'answered 500' },
      },
      '一',
      `A ${value.words['zh-Hans']} B`,
    ]);
    // A second start finds nothing left to do.
    await migrate();
    expect(await run(`select * from operate_record where reason::text like '%\\u001e{%'`)).toEqual([]);
  });

  it('so do their copies in the history and in queued deliveries', async () => {
    const changes = [
      { field: 'reason', before: null, after: timeLimit },
      { field: 'remark', before: '\\u001e', after: 'typed' },
    ];
    await run(`insert into record_history (resource, record_id, version, action, at, source, changes)
      values ('plan', 1, 2, 'update', now(), 'system', ${quoted(JSON.stringify(changes))}::jsonb);
      insert into webhook (name, url, resources, events) values ('a', 'https://a.example', '[]', '[]');
      insert into webhook_delivery (key, webhook, event, occurred_at, error, payload)
      select 'a', id, 'update', now(), ${quoted(timeLimit)},
        ${quoted(JSON.stringify({ reason: timeLimit, tags: [], of: {} }))}::jsonb from webhook`);
    await migrate();
    expect((await run('select changes from record_history'))[0]?.changes).toEqual([
      { field: 'reason', before: null, after: value },
      { field: 'remark', before: '\\u001e', after: 'typed' },
    ]);
    expect(await run('select error, payload from webhook_delivery')).toEqual([
      { error: value, payload: { reason: value, tags: [], of: {} } },
    ]);
  });
});
