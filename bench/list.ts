import fastify, { type FastifyInstance } from 'fastify';
import { resources } from '#resources';
import type { Database } from '#server/db/database.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { recordsRoutes } from '#server/engine/records/routes.ts';
import { createRecords } from '#server/engine/records/store.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { inTransaction } from './in-transaction.ts';
import { plans, withMillionPlans } from './million-plans.ts';
import { log } from './own-postgres.ts';

/** Requests of one round; rounds of the two routes alternate, so that a busy machine is busy for both. */
const requestsPerRound = 20;
const rounds = 10;
/** Requests under way at once, as several people at their lists. */
const concurrency = 2;

/** The first page of the plans in one state and one term, newest first, with how many there are. */
const filter = { state: 4, from: '2026-11-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' };
const pageRows = 20;
/** First row of the deep page. */
const deepRow = 100_000;

/** The first page of a list over a million plans, against a route written by hand on the same server. */
export async function run(): Promise<BenchRow[]> {
  return withMillionPlans(async (database) => {
    const app = fastify();
    try {
      return await measure(await serve(app, database));
    } finally {
      await app.close();
    }
  });
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
    rules: [],
  });
  await app.register(recordsRoutes, {
    records,
    catalogue: createCatalogue(resources),
    timeZone: async () => 'Asia/Shanghai',
  });
  app.get<{ Querystring: { state?: string; from?: string; to?: string; offset?: string } }>(
    '/by-hand',
    async (request, reply) => {
      const { state, from, to, offset = '0' } = request.query;
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
        where ${where} order by p.start_time desc nulls last, p.id desc limit ${pageRows} offset ${Number(offset)}`,
          values,
        ),
        database.pool.query(`select count(*) from plan p where ${where}`, values),
      ]);
      reply.header('x-total-count', count.rows[0].count);
      return page.rows;
    },
  );
  // What someone would write for one record type: checked by its schema, stored and told in one transaction.
  app.post<{ Body: Record<string, unknown> }>(
    '/by-hand',
    { schema: { body: handWrittenSchema } },
    async (request, reply) => {
      const values = { ...request.body, nature: 'commercial', is_active: true };
      const names = Object.keys(values).map((name) =>
        name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
      const row = await inTransaction(database.pool, async (client) => {
        const inserted = await client.query(
          `insert into mission_type (${names.join(', ')}, created_by, updated_by)
            values (${names.map((_, i) => `$${i + 1}`).join(', ')}, null, null) returning *`,
          Object.values(values),
        );
        const [made] = inserted.rows;
        const changes = Object.entries(values).map(([field, after]) => ({ field, before: null, after }));
        await client.query(
          `insert into record_history (resource, record_id, version, action, at, by, by_name, source, changes)
            values ('missionType', $1, 1, 'create', now(), null, 'system', 'api', $2::jsonb)`,
          [made.id, JSON.stringify(changes)],
        );
        return made;
      });
      reply.status(201);
      return row;
    },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function measure(address: string): Promise<BenchRow[]> {
  const { state, from, to } = filter;
  const url = `${address}/api/records/plan?_start=0&_end=${pageRows}&_sort=startTime&_order=desc`;
  const filtered = await compare(
    `${url}&state=${state}&startTime_between=${from}&startTime_between=${to}`,
    `${address}/by-hand?state=${state}&from=${from}&to=${to}`,
  );
  const whole = await compare(url, `${address}/by-hand`);
  const deep = await compare(
    url.replace('_start=0', `_start=${deepRow}`).replace(`_end=${pageRows}`, `_end=${deepRow + pageRows}`),
    `${address}/by-hand?offset=${deepRow}`,
  );
  const created = await compareCreating(address);
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
    {
      name: 'a deep page of the whole list, of a hand-written route',
      value: deep.ratio,
      unit: '×',
      goal: 0.7,
      note: `from row ${deepRow.toLocaleString('en-US')}; ${deep.speeds}`,
    },
    {
      name: 'a record created with its history, of a hand-written route',
      value: created.ratio,
      unit: '×',
      goal: 0.7,
      note: created.speeds,
    },
  ];
}

const handWrittenSchema = {
  type: 'object',
  required: ['code', 'name', 'nameEn'],
  additionalProperties: false,
  properties: {
    code: { type: 'string', minLength: 1, maxLength: 32 },
    name: { type: 'string', minLength: 1, maxLength: 64 },
    nameEn: { type: 'string', minLength: 1, maxLength: 64 },
  },
};

/** The same small record through both, in rounds that alternate. */
async function compareCreating(address: string): Promise<Pick<Comparison, 'ratio' | 'speeds'>> {
  const urls = { records: `${address}/api/records/missionType`, byHand: `${address}/by-hand` };
  const times = { records: 0, byHand: 0 };
  let n = 0;
  for (let round = -1; round < rounds; round += 1) {
    for (const side of ['byHand', 'records'] as const) {
      const startMs = performance.now();
      await Promise.all(
        Array.from({ length: concurrency }, async () => {
          for (let i = 0; i < requestsPerRound / concurrency; i += 1) {
            n += 1;
            const response = await fetch(urls[side], {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ code: `B${n}`, name: `任务 ${n}`, nameEn: `Mission ${n}` }),
            });
            if (response.status !== 201) throw new Error(`${side}: ${await response.text()}`);
            await response.arrayBuffer();
          }
        }),
      );
      if (round >= 0) times[side] += performance.now() - startMs;
    }
  }
  const perSecond = (ms: number) => Math.round((rounds * requestsPerRound * 1000) / ms);
  return {
    ratio: times.byHand / times.records,
    speeds: `${perSecond(times.records)} a second, by hand ${perSecond(times.byHand)}`,
  };
}

interface Comparison {
  /** Time of the route by hand over that of the records endpoint. */
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
