import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OverlayDefinition, OverlayField } from '#domain/overlays/overlay.ts';
import { field, label, lessonType, overlaysOf } from '#tests/support/overlays.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Narrower rules are checked against the stored values: the preview and publishing refuse the same at the same fields. */

let server: RunningTestServer;
let overlays: ReturnType<typeof overlaysOf>;

beforeAll(async () => {
  server = await startTestServer();
  overlays = overlaysOf(server);
});
afterAll(() => server?.close());

async function draftOf(resource: string, definition: OverlayDefinition) {
  const { items } = await overlays.list();
  const before = items.find((item) => item.resource === resource);
  return overlays.save(resource, definition, definition.type ? 'type' : 'fields', before);
}

const publish = async (resource: string, definition: OverlayDefinition) =>
  overlays.publish(await draftOf(resource, definition));

/** What the preview finds, which publishing must refuse alike. */
async function refused(resource: string, definition: OverlayDefinition) {
  const { id, version } = await draftOf(resource, definition);
  const kind = definition.type ? 'type' : 'fields';
  const { faults, refusals } = await overlays.preview({ id, resource, kind, definition });
  const found = [...faults, ...refusals].map(({ field: at, message }) => [at, message]);
  const answer = await server.call('admin', 'POST', '/api/services/app/SchemaOverlay/Publish', {
    id,
    version,
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400 });
  const { error } = answer.body as {
    error: { validationErrors: { message: string; members: string[] }[] | null };
  };
  expect((error.validationErrors ?? []).map(({ members, message }) => [members[0], message])).toEqual(found);
  return found;
}

let number = 0;
const feedback = (values: object) => {
  number += 1;
  return server.call('admin', 'POST', '/api/records/feedback', { question: `question ${number}`, ...values });
};

/** Different characters of four bytes each: nothing that PostgreSQL could compress. */
const wide = (length: number) =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x20000 + ((index * 7919) % 40_000))).join('');

const choices = (...values: string[]) => values.map((value) => ({ value, label: label(value) }));

test('values of a title or of a unique field always fit their index', async () => {
  const message = '唯一字段和标题字段的最大字数不能超过 600';
  const withTopic = (rest: Partial<OverlayField>): OverlayDefinition => ({
    ...lessonType,
    fields: lessonType.fields.map((own) => (own.name === 'topic' ? { ...own, ...rest } : own)),
  });
  expect(await refused('lesson', withTopic({ unique: false, maxLength: 4_000 }))).toEqual([
    ['fields.0.maxLength', message],
  ]);
  await publish('lesson', withTopic({ maxLength: 600 }));
  const made = await server.call('admin', 'POST', '/api/records/lesson', { topic: wide(600) });
  expect(made.status).toBe(201);

  await publish('feedback', { fields: [field('essay', 'text', { maxLength: 4_000 })] });
  expect((await feedback({ essay: wide(4_000) })).status).toBe(201);
  const unique = field('essay', 'text', { maxLength: 4_000, unique: true });
  expect(await refused('feedback', { fields: [unique] })).toEqual([['fields.0.maxLength', message]]);
  expect(await refused('feedback', { fields: [{ ...unique, maxLength: 600 }] })).toEqual([
    ['fields.0.kind', '已有 1 条资料不符合新的选项或限制'],
  ]);
});

test('a value that is too long for an index of an earlier version is refused in words', async () => {
  await publish('feedback', { fields: [field('poem', 'text', { maxLength: 4_000 })] });
  await server.database.database.pool.query('create index on feedback (poem)');
  const answer = await feedback({ poem: wide(4_000) });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    400,
    expect.stringContaining('内容过长，无法保存，请缩短。'),
  ]);
});

test('more fields than the table has room for are refused with the count and the limit', async () => {
  const { pool } = server.database.database;
  const { rows } = await pool.query(
    "select relnatts as n from pg_class where oid = 'notice'::regclass and relkind = 'r'",
  );
  const there = Number(rows[0]?.n);
  const removed = Array.from({ length: 1_598 - there }, (_, index) => `add column aside_${index} text`);
  await pool.query(`alter table notice ${removed.join(', ')}`);
  const three = ['one', 'two', 'three'].map((name) => field(name));
  expect(await refused('notice', { fields: three })).toEqual([
    [
      'fields',
      '连同已移除字段保留的列，该资料类型需要 1601 列，超过数据库上限 1600 列：请恢复已移除的字段，不要再新增',
    ],
  ]);
  await publish('notice', { fields: three.slice(1) });
});

describe('a published field', () => {
  const cases: {
    what: string;
    was: OverlayField;
    now: OverlayField;
    broken: unknown[];
    kept: unknown;
    refusal: [property: string, message: string];
  }[] = [
    {
      what: 'that becomes a short text',
      was: field('count1', 'integer'),
      now: field('count1', 'text', { maxLength: 2 }),
      broken: [1_234_567, 123],
      kept: 12,
      refusal: ['kind', '已有 2 条资料不符合新的选项或限制'],
    },
    {
      what: 'that becomes a text of a format',
      was: field('count2', 'integer'),
      now: field('count2', 'text', { format: 'ssr-code' }),
      broken: [12],
      kept: 2041,
      refusal: ['format', '已有 1 条资料不符合新的格式'],
    },
    {
      what: 'that gets a format',
      was: field('mailbox', 'text'),
      now: field('mailbox', 'text', { format: 'email' }),
      broken: ['nobody', 'no one'],
      kept: 'a@example.org',
      refusal: ['format', '已有 2 条资料不符合新的格式'],
    },
    {
      what: 'that takes other shapes',
      was: field('shape', 'geometry', { geometry: ['Point', 'LineString'] }),
      now: field('shape', 'geometry', { geometry: ['LineString', 'Polygon'] }),
      broken: [{ type: 'Point', coordinates: [104, 30] }],
      kept: {
        type: 'LineString',
        coordinates: [
          [104, 30],
          [105, 31],
        ],
      },
      refusal: ['geometry', '已有 1 条资料为其他种类的图形'],
    },
    {
      what: 'with fewer choices for its list',
      was: field('grades', 'choices', { choices: choices('a', 'b') }),
      now: field('grades', 'choices', { choices: choices('a') }),
      broken: [['a', 'b']],
      kept: ['a'],
      refusal: ['kind', '已有 1 条资料不符合新的选项或限制'],
    },
    {
      what: 'with shorter entries in its list',
      was: field('marks', 'texts'),
      now: field('marks', 'texts', { maxLength: 3 }),
      broken: [['long mark']],
      kept: ['abc'],
      refusal: ['kind', '已有 1 条资料不符合新的选项或限制'],
    },
    {
      what: 'with decimals from now on',
      was: field('mass', 'number'),
      now: field('mass', 'number', { decimals: 1 }),
      broken: [1.25],
      kept: 0.3,
      refusal: ['kind', '已有 1 条资料不符合新的选项或限制'],
    },
    {
      what: 'of another dictionary',
      was: field('nature', 'dictionary', { dictionary: 'licenceClass' }),
      now: field('nature', 'dictionary', { dictionary: 'rating' }),
      broken: ['PPL'],
      kept: null,
      refusal: ['dictionary', '已有 1 条资料的值不在新选的字典中'],
    },
  ];

  test.each(cases)('$what is refused where stored values break the rule', async (one) => {
    const { was, now, broken, kept, refusal } = one;
    const [property, message] = refusal;
    await publish('feedback', { fields: [was] });
    const made = [];
    for (const value of [...broken, kept]) {
      const answer = await feedback({ [was.name]: value });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
      made.push(answer.body as { id: number; version: number });
    }
    expect(await refused('feedback', { fields: [now] })).toEqual([[`fields.0.${property}`, message]]);
    // With other values it is published, and each record can be changed.
    for (const { id, version } of made.slice(0, -1)) {
      const answer = await server.call('admin', 'PATCH', `/api/records/feedback/${id}`, {
        version,
        [was.name]: kept,
      });
      expect(answer.status).toBe(200);
    }
    await publish('feedback', { fields: [now] });
    for (const { id } of made) {
      const { body } = await server.call('admin', 'GET', `/api/records/feedback/${id}`);
      const { version } = body as { version: number };
      const answer = await server.call('admin', 'PATCH', `/api/records/feedback/${id}`, {
        version,
        question: `changed ${id}`,
      });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    }
  });

  test('is refused for a hidden value when it is brought back with a narrower rule', async () => {
    await publish('feedback', { fields: [field('mail')] });
    expect((await feedback({ mail: 'nobody' })).status).toBe(201);
    await publish('feedback', { fields: [field('other')] });
    expect(await refused('feedback', { fields: [field('mail', 'text', { format: 'email' })] })).toEqual([
      ['fields.0.format', '已有 1 条资料不符合新的格式'],
    ]);
  });

  test('is read in batches, and all of them count', async () => {
    await publish('feedback', { fields: [field('many')] });
    await server.database.database.pool.query(
      "insert into feedback (question, many) select 'q ' || n, 'v ' || n from generate_series(1, 2500) as n",
    );
    expect(await refused('feedback', { fields: [field('many', 'text', { format: 'email' })] })).toEqual([
      ['fields.0.format', '已有 2500 条资料不符合新的格式'],
    ]);
  });
});
