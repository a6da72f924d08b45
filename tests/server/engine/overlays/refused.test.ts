import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OverlayDefinition } from '#domain/overlays/overlay.ts';
import { field, label, lessonType, overlaysOf } from '#tests/support/overlays.ts';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What is refused is refused at its fields, and leaves everything as it was. */

let server: RunningTestServer;
let overlays: ReturnType<typeof overlaysOf>;

beforeAll(async () => {
  server = await startTestServer();
  overlays = overlaysOf(server);
});
afterAll(() => server?.close());

interface Refusal {
  error: { message: string; validationErrors: { message: string; members: string[] }[] | null };
}

/** Tables, columns, indexes and constraints, and what is published. */
async function state() {
  const { pool } = server.database.database;
  const [columns, indexes, constraints] = await Promise.all([
    pool.query(
      'select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = current_schema() order by 1, 2',
    ),
    pool.query('select indexname from pg_indexes where schemaname = current_schema() order by 1'),
    pool.query(
      'select conname from pg_constraint where connamespace = current_schema()::regnamespace order by 1',
    ),
  ]);
  const published = (await overlays.list()).items.map(({ state: at, number }) => ({ at, number }));
  const catalogue = (await server.call('admin', 'GET', '/api/catalogue')).body;
  return {
    columns: columns.rows,
    indexes: indexes.rows,
    constraints: constraints.rows,
    published,
    catalogue,
  };
}

async function refused(resource: string, definition: OverlayDefinition, kind: 'fields' | 'type' = 'fields') {
  const { items } = await overlays.list();
  const saved = await overlays.save(
    resource,
    definition,
    kind,
    items.find((item) => item.resource === resource),
  );
  const before = await state();
  const answer = await server.call('admin', 'POST', '/api/services/app/SchemaOverlay/Publish', {
    id: saved.id,
    version: saved.version,
  });
  expect(answer.status).toBe(400);
  expect(await state()).toEqual(before);
  const { error } = answer.body as Refusal;
  return (error.validationErrors ?? []).map(({ members, message }) => [members[0], message]);
}

describe('publishing', () => {
  test('a required field without a default is refused where records would lack it, with their number', async () => {
    const { total } = await rowsOf(server, 'admin', 'aircraft');
    expect(
      await refused('aircraft', { fields: [field('fine'), field('noise', 'integer', { required: true })] }),
    ).toEqual([['fields.1.required', `已有 ${total} 条资料没有此值：请填写默认值，或先不设为必填`]]);
  });

  test('a field that the product has is refused, and one that is written wrong', async () => {
    const found = await refused('aircraft', {
      fields: [
        field('seats'),
        field('Bad name'),
        field('id'),
        field('one', 'relation', { relation: 'nothing' }),
      ],
    });
    expect(found.map(([at]) => at)).toEqual([
      'fields.0.name',
      'fields.1.name',
      'fields.2.name',
      'fields.3.relation',
    ]);
  });

  test('a dictionary that is not there is refused', async () => {
    expect(
      await refused('aircraft', { fields: [field('kind', 'dictionary', { dictionary: 'nothing' })] }),
    ).toEqual([['fields.0.dictionary', '请选择字典']]);
  });

  test('a record type without a title, and one that takes another’s table, are refused', async () => {
    const untitled = { ...lessonType, fields: lessonType.fields.slice(1) };
    expect((await refused('lesson', untitled, 'type')).map(([at]) => at)).toEqual(['type.titleField']);
    expect((await refused('recordHistory', lessonType, 'type')).map(([at]) => at)).toEqual(['resource']);
    // The link table of user.roles.
    expect((await refused('userRoles', lessonType, 'type')).map(([at]) => at)).toEqual(['resource']);
  });

  test('what only services write takes no fields', async () => {
    expect((await refused('plan', { fields: [field('extra')] })).map(([at]) => at)).toEqual(['resource']);
  });

  test('fewer choices than the records hold are refused, with their number', async () => {
    const choices = [
      { value: 'a', label: label('A') },
      { value: 'b', label: label('B') },
    ];
    const full = { fields: [field('grade', 'choice', { choices })] };
    const { items } = await overlays.list();
    const saved = await overlays.save(
      'feedback',
      full,
      'fields',
      items.find(({ resource }) => resource === 'feedback'),
    );
    await overlays.publish(saved);
    const made = await server.call('admin', 'POST', '/api/records/feedback', {
      question: 'which one?',
      grade: 'b',
    });
    expect(made.status).toBe(201);
    const less = { fields: [field('grade', 'choice', { choices: choices.slice(0, 1) })] };
    expect(await refused('feedback', less)).toEqual([['fields.0.kind', '已有 1 条资料不符合新的选项或限制']]);
  });
});

test('a stale draft is not published, and says so', async () => {
  const saved = await overlays.save('notice', { fields: [field('one')] });
  await overlays.save('notice', { fields: [field('two')] }, 'fields', saved);
  const answer = await server.call('admin', 'POST', '/api/services/app/SchemaOverlay/Publish', {
    id: saved.id,
    version: saved.version,
  });
  expect(answer.status).toBe(409);
});

test('an input that is not of the form is refused at its place', async () => {
  const answer = await server.call('admin', 'POST', '/api/services/app/SchemaOverlay/Save', {
    resource: 'notice',
    kind: 'fields',
    definition: { fields: [{ name: 'x', kind: 'script', label: label('X') }] },
  });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('definition.fields.0.kind');
});

test('only an administrator comes near it, and the records endpoint lets nobody write it', async () => {
  for (const user of ['operator', 'agent', 'atmb', 'aiw']) {
    expect((await server.call(user, 'GET', '/api/services/app/SchemaOverlay/GetList')).status).toBe(403);
    expect((await server.call(user, 'GET', '/api/records/schemaOverlay')).status).toBe(403);
  }
  expect((await server.call('admin', 'POST', '/api/records/schemaOverlay', {})).status).toBe(403);
});

test('a draft that was never published is thrown away; a published one returns to what is in effect', async () => {
  const draft = await overlays.save('airport', { fields: [field('one')] });
  const thrown = await overlays.call('Discard', { id: draft.id, version: draft.version });
  expect(thrown).toEqual({ item: null });
  let overlay = await overlays.publish(await overlays.save('airport', { fields: [field('one')] }));
  overlay = await overlays.save('airport', { fields: [field('one'), field('two')] }, 'fields', overlay);
  expect(overlay.changed).toBe(true);
  const { item } = (await overlays.call('Discard', { id: overlay.id, version: overlay.version })) as {
    item: { changed: boolean; definition: OverlayDefinition };
  };
  expect(item).toMatchObject({ changed: false, definition: { fields: [{ name: 'one' }] } });
});
