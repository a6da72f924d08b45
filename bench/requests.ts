import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startTestServer, testSecret } from '#tests/support/server.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';
import type { Round, RoundDone } from './requests/clients.ts';

const aircraft = 6_400;
const firstId = 100_001;
/** Requests of one round; rounds of the two sides alternate, so that a busy machine is busy for both. */
const requestsPerRound = 150;
const rounds = 8;
const concurrency = 4;

/** What one side is asked in a round. */
interface Order {
  urls(round: number): string[];
  method?: Round['method'];
  body?: string;
}

interface Side {
  name: 'clearway' | 'byHand';
  /** Processor ms that the server's process has taken since its start. */
  cpuMs(): Promise<number>;
}

/** Processor ms of all processes of this PostgreSQL, those that have ended included. Linux only. */
function postgresCpuMs(postmaster: number): number {
  const ticksMs = 10;
  let ms = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const own = Number(fields[11]) + Number(fields[12]);
      if (Number(name) === postmaster) ms += own + Number(fields[13]) + Number(fields[14]);
      else if (Number(fields[1]) === postmaster) ms += own;
    } catch {
      // It ended meanwhile.
    }
  }
  return ms * ticksMs;
}

const child = (file: string, ...args: string[]) =>
  fork(fileURLToPath(new URL(`requests/${file}`, import.meta.url)), args, {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });

async function answerOf(process: ChildProcess, message: object): Promise<unknown> {
  process.send(message);
  const [answer] = await once(process, 'message');
  return answer;
}

/**
 * Processor time of a request at the product's own public endpoint, the whole server in front of it (limits, token,
 * session, ability, fields, labels), PostgreSQL included, beside a route written by hand in a process of its own.
 */
export async function run(): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    const server = await startTestServer({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
      config: { checkAnswers: false },
    });
    const database = new pg.Client(server.database.url);
    await database.connect();
    const clients = child('clients.ts');
    const key = createHash('sha256').update(`sign\0${testSecret}`).digest('base64');
    const byHand = child('by-hand.ts', server.database.url, key);
    try {
      const [byHandAddress] = await once(byHand, 'message');
      const { rows: users } = await database.query(`select company from "user" where user_name = 'operator'`);
      const company = Number(users[0].company);
      await database.query(
        `insert into aircraft overriding system value
          select (jsonb_populate_record(source, jsonb_build_object('id', ${firstId - 1} + n, 'company', ${company}, 'version', 1, 'registration', 'B-' || upper(to_hex(4096 + n)),
            'icao24', lpad(to_hex(7929856 + n), 6, '0'), 'serial_number', 'bench ' || n))).*
          from aircraft source, generate_series(1, ${aircraft}) n where source.id = (select min(id) from aircraft)`,
      );
      await database.query('vacuum analyze');
      const { rows } = await database.query('select pg_backend_pid() as pid');
      const postmaster = Number(
        /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))?.[1],
      );
      const sides: Record<Side['name'], Side> = {
        clearway: {
          name: 'clearway',
          cpuMs: async () => {
            const { user, system } = process.cpuUsage();
            return (user + system) / 1000;
          },
        },
        byHand: {
          name: 'byHand',
          cpuMs: async () => {
            const { user, system } = (await answerOf(byHand, {})) as NodeJS.CpuUsage;
            return (user + system) / 1000;
          },
        },
      };
      /** Processor ms a second of the product and its database when nobody asks: not a request's. */
      async function idle(): Promise<Record<Side['name'], number>> {
        const before = { clearway: await sides.clearway.cpuMs(), db: postgresCpuMs(postmaster) };
        const startMs = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 8_000));
        const seconds = (performance.now() - startMs) / 1000;
        const db = (postgresCpuMs(postmaster) - before.db) / seconds;
        return { clearway: ((await sides.clearway.cpuMs()) - before.clearway) / seconds + db, byHand: db };
      }
      const base = await idle();

      async function compare(
        name: string,
        goal: number,
        user: 'admin' | 'operator',
        order: Record<Side['name'], Order>,
      ): Promise<BenchRow> {
        // Of a session each: one alone would come to its limit of requests a minute.
        const { accessToken } = await server.signIn(user);
        const taken = { clearway: 0, byHand: 0 };
        const inDatabase = { clearway: 0, byHand: 0 };
        const totals: Record<Side['name'], string | null> = { clearway: null, byHand: null };
        for (let round = -2; round < rounds; round += 1) {
          const both =
            round % 2 === 0 ? (['clearway', 'byHand'] as const) : (['byHand', 'clearway'] as const);
          for (const side of both) {
            const before = { own: await sides[side].cpuMs(), db: postgresCpuMs(postmaster) };
            const { urls, method = 'GET', body = null } = order[side];
            const done = (await answerOf(clients, {
              urls: urls(round + 2),
              method,
              body,
              authorization: `Bearer ${accessToken}`,
              requests: requestsPerRound,
              concurrency,
            } satisfies Round)) as RoundDone;
            if (done.status >= 300) throw new Error(`${side}: ${done.status} ${done.text}`);
            totals[side] = done.total;
            // The first rounds warm both.
            if (round < 0) continue;
            const db = postgresCpuMs(postmaster) - before.db;
            inDatabase[side] += db;
            taken[side] += (await sides[side].cpuMs()) - before.own + db - (base[side] * done.ms) / 1000;
          }
        }
        if (totals.clearway !== totals.byHand) {
          throw new Error(`${name}: ${totals.clearway} records, by hand ${totals.byHand}`);
        }
        const requests = rounds * requestsPerRound;
        const each = (ms: number) => (ms / requests).toFixed(2);
        return {
          name: `${name}, by ${user}, processor time beside a route by hand`,
          value: taken.byHand / taken.clearway,
          unit: '×',
          goal,
          note: `${each(taken.clearway)} ms (PostgreSQL ${each(inDatabase.clearway)}), by hand ${each(taken.byHand)} ms (${each(inDatabase.byHand)})`,
        };
      }

      const records = `${server.address}/api/records`;
      const page = '_start=0&_end=20&_sort=registration&_order=asc';
      const ids = Array.from({ length: aircraft }, (_, index) => firstId + index);
      const some = ids.filter((id) => id % 100 === 1);
      const always = (...urls: string[]) => ({ urls: () => urls });
      const measured: BenchRow[] = [];
      for (const [user, own] of [
        ['admin', ''],
        ['operator', `company=${company}`],
      ] as const) {
        const filtered = await compare('a filtered list', 0.8, user, {
          clearway: always(`${records}/aircraft?${page}&status=active`),
          byHand: always(`${byHandAddress}/aircraft?status=active&${own}`),
        });
        const plain = await compare('a plain list', 0.8, user, {
          clearway: always(`${records}/aircraft?${page}`),
          byHand: always(`${byHandAddress}/aircraft?${own}`),
        });
        const one = await compare('one record', 0.8, user, {
          clearway: always(...some.map((id) => `${records}/aircraft/${id}`)),
          byHand: always(...some.map((id) => `${byHandAddress}/aircraft/${id}?${own}`)),
        });
        // Each is changed once, so that its version is known.
        const half = ids.slice(user === 'admin' ? 0 : aircraft / 2);
        const changed = (part: 0 | 1, base: string, query = ''): Order => ({
          method: 'PATCH',
          urls: (round) => {
            const from = (2 * round + part) * requestsPerRound;
            return half.slice(from, from + requestsPerRound).map((id) => `${base}/aircraft/${id}${query}`);
          },
          body: '{"version":1,"remark":"{n}"}',
        });
        const update = await compare('a record changed with its history', 0.6, user, {
          clearway: changed(0, records),
          byHand: changed(1, byHandAddress, `?${own}`),
        });
        measured.push(filtered, plain, one, update);
      }
      const body = '{"code":"B{n}","name":"Bench {n}","nameEn":"Bench {n}"}';
      const create = await compare('a record created with its history', 0.6, 'admin', {
        clearway: { ...always(`${records}/missionType`), method: 'POST', body },
        byHand: { ...always(`${byHandAddress}/missionType`), method: 'POST', body },
      });
      return [...measured, create];
    } finally {
      byHand.kill();
      clients.kill();
      await database.end();
      await server.close();
    }
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
