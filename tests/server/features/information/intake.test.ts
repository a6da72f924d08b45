import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmittedReport } from '#contract/information.ts';
import { createIntake } from '#server/features/information/intake.ts';
import type { InformationReader } from '#server/features/information/reader.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What comes is cut, read once, and never dropped. */

let world: PlanWorld;
const seen: string[] = [];
const batches: number[] = [];
let readable = true;
const reader: InformationReader = {
  kinds: ['METAR'],
  together: 2,
  async take(reports) {
    batches.push(reports.length);
    return reports.map(({ raw }) => {
      seen.push(raw);
      return readable
        ? { state: 'stored', resource: 'weatherReport', recordId: seen.length }
        : { state: 'unreadable', reason: { key: 'information.unreadable.kind' } };
    });
  },
};

beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world?.close());

const at = Date.UTC(2026, 10, 22, 3, 5);
const from = (sourceId: number | null, receivedAt = at) => ({ sourceId, receivedAt, isDemo: false });
const makeSource = async (name: string) =>
  (await world.records.create(world.admin, 'informationSource', { name, transport: 'manual', enabled: true }))
    .id;
const messages = () =>
  world.sql
    .selectFrom('informationMessage')
    .select(['source', 'state', 'raw', 'heading', 'recordId'])
    .orderBy('id')
    .execute();

test('a report is read once and kept once for each source that sent it', async () => {
  const take = createIntake({ records: world.records, sql: world.sql, readers: [reader] }).take;
  const [one, two] = [await makeSource('甲'), await makeSource('乙')];
  const text = 'SACI31 ZBBB 220300 RRA\nZBAA 220300Z CAVOK=\nWHO KNOWS=';
  const first = await take(text, from(one));
  expect(first.map(({ state }) => state)).toEqual(['stored', 'stored']);
  // As Chinese systems write, with other line ends, from the same source and another.
  const again = await take(Buffer.from(text.replaceAll('\n', '\r\r\n')), from(one));
  expect(again.map(({ state, recordId }) => [state, recordId])).toEqual([
    ['duplicate', first[0]?.recordId],
    ['duplicate', first[1]?.recordId],
  ]);
  await take(text, from(two));
  await take(text, from(two));
  expect(seen).toHaveLength(2);
  const rows = await messages();
  expect(rows.map(({ source, state }) => [source, state])).toEqual([
    [one, 'stored'],
    [one, 'stored'],
    [two, 'duplicate'],
    [two, 'duplicate'],
  ]);
  expect(rows[0]?.heading).toBe('SACI31 ZBBB 220300 RRA');
  // A month later it is another report.
  expect((await take(text, from(one, at + 31 * 86_400_000)))[0]?.state).toBe('stored');
});

test('what could not be read is read when it can be, in its place', async () => {
  const take = createIntake({ records: world.records, sql: world.sql, readers: [reader] }).take;
  const source = await makeSource('丙');
  readable = false;
  const before = (await messages()).length;
  expect((await take('METAR ZUUU 220300Z CAVOK=', from(source)))[0]?.state).toBe('unreadable');
  await take('METAR ZUUU 220300Z CAVOK=', from(source));
  readable = true;
  expect((await take('METAR ZUUU 220300Z CAVOK=', from(source)))[0]?.state).toBe('stored');
  const rows = (await messages()).slice(before);
  expect(rows.map(({ state }) => state)).toEqual(['stored']);
});

test('as many as a reader takes at once are taken together, each text once, in their order', async () => {
  const take = createIntake({ records: world.records, sql: world.sql, readers: [reader] }).take;
  const source = await makeSource('戊');
  const report = (minute: number) => `METAR ZPPP 2203${String(minute).padStart(2, '0')}Z CAVOK=`;
  batches.length = 0;
  const before = (await messages()).length;
  const text = [report(1), report(1), report(2), 'WHO KNOWS THIS=', report(3), report(1), report(4)];
  const items = await take(text.join('\n'), from(source));
  expect(batches).toEqual([1, 1, 1, 1]);
  expect(items.map(({ state }) => state)).toEqual([
    'stored',
    'duplicate',
    'stored',
    'unreadable',
    'stored',
    'duplicate',
    'stored',
  ]);
  expect(items[5]?.recordId).toBe(items[0]?.recordId);
  expect((await messages()).slice(before).map(({ state }) => state)).toEqual([
    'stored',
    'stored',
    'unreadable',
    'stored',
    'stored',
  ]);
});

test('two servers at once keep one row', async () => {
  const source = await makeSource('丁');
  const takes = Array.from(
    { length: 4 },
    () => createIntake({ records: world.records, sql: world.sql, readers: [reader] }).take,
  );
  const before = (await messages()).length;
  await Promise.all(takes.map((take) => take('METAR ZSSS 220300Z CAVOK=', from(source))));
  expect((await messages()).length - before).toBe(1);
});

describe('by hand', () => {
  let server: RunningTestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());

  test('each report is answered, and what is unknown is kept and counted at nobody', async () => {
    const { items } = (await server.service('admin', 'Information/Submit', {
      text: 'WHO KNOWS THIS=\n(Z9999',
    })) as { items: SubmittedReport[] };
    expect(items.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
      [null, 'unreadable', '无法识别报类'],
      [null, 'unreadable', '无法识别报类'],
    ]);
    const list = await server.call('admin', 'GET', '/api/records/informationMessage?state=unreadable');
    expect(list.body).toMatchObject([{ raw: '(Z9999' }, { raw: 'WHO KNOWS THIS' }]);
    const sources = (await server.service('admin', 'Information/GetSources', {}, 'GET')) as {
      items: { reports: number }[];
    };
    expect(new Set(sources.items.map(({ reports }) => reports))).toEqual(new Set([0]));
  });

  test('an empty text is refused at its field, and so is who may not', async () => {
    const path = '/api/services/app/Information/Submit';
    expect((await server.call('admin', 'POST', path, { text: '  ' })).status).toBe(400);
    expect((await server.call('operator', 'POST', path, { text: 'METAR' })).status).toBe(403);
  });
});
