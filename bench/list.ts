import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { resources } from '../resources.config.ts';
import { systemCaller } from '../src/server/caller.ts';
import { createChangeFeed } from '../src/server/changes.ts';
import { type Database, openDatabase } from '../src/server/db/database.ts';
import { startEmbeddedPostgres } from '../src/server/db/embedded-postgres.ts';
import { migrateTables } from '../src/server/db/tables.ts';
import type { Logger } from '../src/server/logger.ts';
import { createCatalogue } from '../src/server/records/catalogue.ts';
import { recordsRoutes } from '../src/server/records/routes.ts';
import { createRecords } from '../src/server/records/store.ts';
import { type BenchRow, printRows } from './bench-row.ts';

const plans = 1_000_000;
const companies = 50;
/** Requests of one round; rounds of the two routes alternate, so that a busy machine is busy for both. */
const requestsPerRound = 20;
const rounds = 10;
/** Requests under way at once, as several people at their lists. */
const concurrency = 2;

const log: Logger = { debug() {}, info() {}, warn() {}, error: console.error };

/** The first page of the plans in one state and one term, newest first, with how many there are. */
const filter = { state: 4, from: '2026-11-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' };
const pageRows = 20;

/** The first page of a list over a million plans, against a route written by hand on the same server. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-bench-'));
  const embedded = await startEmbeddedPostgres({ dataFolder: path.join(folder, 'data'), tell: () => {} });
  const database = openDatabase({ url: embedded.url, log, statementTimeoutMs: 0 });
  const app = fastify();
  try {
    await fill(database);
    const address = await serve(app, database);
    return await measure(address);
  } finally {
    await app.close();
    await database.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(database: Database): Promise<void> {
  const migrate = () => migrateTables({ sql: database.kysely, resources, migrations: [], log });
  await migrate();
  const { pool } = database;
  await pool.query(`insert into company (name, uscc, legal_representative, contact, phone)
    select 'Company ' || n, lpad(n::text, 18, '0'), 'x', 'x', '028-85700000' from generate_series(1, ${companies}) n`);
  await pool.query(`insert into mission_type (code, name, name_en) values ('SURVEY', '测绘', 'Survey')`);
  // Indexes are faster made over the rows than row by row; migration makes again what is missing.
  const { rows } = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'plan' and indexname <> 'plan_pkey'`,
  );
  for (const { name } of rows) await pool.query(`drop index "${name}"`);
  await pool.query(`insert into plan (plan_number, kind, urgency, company, mission_type, mission, state, callsign,
      pic_name, start_time, end_time)
    select 'P' || lpad(n::text, 8, '0'), 'quick', 'normal', 1 + n % ${companies}, 1, 'survey of area ' || n % 977, n % 13,
      'CW' || n % 9973, 'Pilot ' || n % 499,
      timestamptz '2024-01-01Z' + n * interval '100 seconds', timestamptz '2024-01-01 02:00Z' + n * interval '100 seconds'
    from generate_series(1, ${plans}) n`);
  await migrate();
  await pool.query('vacuum analyze');
}

async function serve(app: FastifyInstance, database: Database): Promise<string> {
  const caller = systemCaller('api');
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = caller;
  });
  const records = createRecords({
    database,
    catalogue: createCatalogue(resources),
    changes: createChangeFeed(log),
    clock: () => new Date(),
    log,
  });
  await app.register(recordsRoutes, { records, catalogue: createCatalogue(resources) });
  app.get<{ Querystring: { state?: string; from?: string; to?: string } }>(
    '/by-hand',
    async (request, reply) => {
      const { state, from, to } = request.query;
      const where = state
        ? 'p.deleted_at is null and p.state = $1 and p.start_time between $2 and $3'
        : 'p.deleted_at is null';
      const values = state ? [state, from, to] : [];

      const [page, count] = await Promise.all([
        database.pool.query(
          `select p.*, c.name as company_name, m.name as mission_type_name, d.name as departure_name,
          a.name as destination_name, o.name as operator_airspace_name
        from plan p join company c on c.id = p.company join mission_type m on m.id = p.mission_type
        left join airport d on d.id = p.departure left join airport a on a.id = p.destination
        left join airspace o on o.id = p.airspace
        where ${where} order by p.start_time desc nulls last, p.id desc limit ${pageRows}`,
          values,
        ),
        database.pool.query(`select count(*) from plan p where ${where}`, values),
      ]);
      reply.header('x-total-count', count.rows[0].count);
      return page.rows;
    },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function measure(address: string): Promise<BenchRow[]> {
  const { state, from, to } = filter;
  const door = `${address}/api/records/plan?_start=0&_end=${pageRows}&_sort=startTime&_order=desc`;
  const filtered = await compare(
    `${door}&state=${state}&startTime_between=${from}&startTime_between=${to}`,
    `${address}/by-hand?state=${state}&from=${from}&to=${to}`,
  );
  const whole = await compare(door, `${address}/by-hand`);
  const plansText = plans.toLocaleString('en-US');
  return [
    {
      name: 'first page of a filtered list, of a hand-written route',
      value: filtered.ratio,
      unit: '×',
      goal: 0.7,
      note: `${plansText} plans, ${filtered.total} match; ${filtered.speeds}`,
    },
    {
      name: 'first page of the whole list, of a hand-written route',
      value: whole.ratio,
      unit: '×',
      goal: 0.7,
      note: `${plansText} plans; ${whole.speeds}`,
    },
  ];
}

interface Comparison {
  /** Time of the route by hand over that of the records door. */
  ratio: number;
  speeds: string;
  total: string | null;
}

async function compare(records: string, byHand: string): Promise<Comparison> {
  const urls = { records, byHand };
  const answers = { records: await ask(records), byHand: await ask(byHand) };
  if (answers.records.ids !== answers.byHand.ids || answers.records.total !== answers.byHand.total) {
    throw new Error(`the two routes disagree: ${JSON.stringify(answers)}`);
  }
  const times = { records: 0, byHand: 0 };
  for (let round = -1; round < rounds; round += 1) {
    for (const side of ['byHand', 'records'] as const) {
      const startMs = performance.now();
      await Promise.all(
        Array.from({ length: concurrency }, async () => {
          for (let i = 0; i < requestsPerRound / concurrency; i += 1) await ask(urls[side]);
        }),
      );
      // The first round warms both.
      if (round >= 0) times[side] += performance.now() - startMs;
    }
  }
  const perSecond = (ms: number) => Math.round((rounds * requestsPerRound * 1000) / ms);
  return {
    ratio: times.byHand / times.records,
    speeds: `${perSecond(times.records)} requests/s, by hand ${perSecond(times.byHand)}`,
    total: answers.records.total,
  };
}

async function ask(url: string): Promise<{ ids: string; total: string | null }> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  const rows: { id: number }[] = JSON.parse(await response.text());
  return { ids: rows.map(({ id }) => id).join(), total: response.headers.get('x-total-count') };
}

if (process.argv[1] === import.meta.filename) printRows(await run());
