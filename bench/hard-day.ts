import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hubPaths } from '#contract/hub.ts';
import { importingOn } from '#tests/support/importing.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { type BenchRow, meetsGoal, printRows } from './bench-row.ts';
import type { Watched, WatchOrder } from './hard-day/watchers.ts';
import { pushedSource, type RunningProduct, residentMb, withRunningProduct } from './running-product.ts';

/** What a hard day brings, all at once. */
const hubClients = 500;
const requestsPerS = 200;
const targets = 2_000;
const users = ['admin', 'operator', 'operator2', 'agent', 'atmb', 'aiw'];
/** Sessions of each user: one alone would come to its limit of requests a minute. */
const sessionsOfUser = 2;
/** What each of them may read. */
const reads = ['plan', 'aircraft', 'airspace', 'notice', 'airport', 'missionType'];
/** After a kill the figures of requests count again once the server has answered for so long. */
const settledMs = 10_000;

interface Kill {
  what: 'server' | 'database';
  at: number;
  /** When a record could be read again, monotonic ms; null: not yet. */
  backAt: number | null;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/**
 * Runs for so many minutes: 500 hub clients, 200 requests a second, 2,000 targets, records, imports and exports, floods of
 * a source, and four kills: server, database, server, database. The server is a process of its own under its supervisor.
 */
export async function hardDay(minutes: number): Promise<BenchRow[]> {
  return withRunningProduct(async (product) => {
    const until = performance.now() + minutes * 60_000;
    await setParameter(product, 'session.hubConnections', '300');
    const tokens = await Promise.all(
      users.flatMap((user) => Array.from({ length: sessionsOfUser }, () => product.signIn(user))),
    );
    const bearers = tokens.map(({ accessToken }) => `Bearer ${accessToken}`);
    const source = await pushedSource(product, 'bench traffic');
    const flood = await pushedSource(product, 'bench flood');
    const kills: Kill[] = [];
    const loopBefore = performance.eventLoopUtilization();
    const isDisturbed = (now: number) =>
      kills.some(({ at, backAt }) => now >= at && (backAt === null || now < backAt + settledMs));
    const timers: NodeJS.Timeout[] = [];
    const every = (ms: number, work: () => Promise<unknown>) =>
      timers.push(setInterval(() => void work().catch(() => undefined), ms));

    const watchers = fork(fileURLToPath(new URL('./hard-day/watchers.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
    });
    let watched: Watched = { open: 0, bytes: 0 };
    watchers.on('message', (told: Watched) => {
      watched = told;
    });
    watchers.send({
      port: Number(new URL(product.address).port),
      paths: tokens.map(
        ({ encryptedAccessToken }) =>
          `${hubPaths.instant}?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`,
      ),
      clients: hubClients,
    } satisfies WatchOrder);

    // Requests.
    const taken: number[] = [];
    const outcomes = new Map<number, number>();
    let asked = 0;
    async function ask(): Promise<void> {
      const at = performance.now();
      const bearer = bearers[asked % bearers.length] ?? '';
      const resource = reads[Math.floor(asked++ / bearers.length) % reads.length];
      const status = await statusOf(`${product.address}/api/records/${resource}?_end=20`, bearer);
      if (isDisturbed(at) || isDisturbed(performance.now())) return;
      taken.push(performance.now() - at);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    }
    every(50, () => Promise.all(Array.from({ length: requestsPerS / 20 }, ask)));

    // What is acknowledged must be there at the end.
    const acknowledged: string[] = [];
    every(500, async () => {
      const code = `HD${Date.now().toString(36)}${acknowledged.length}`;
      const made = await product.call('admin', 'POST', '/api/records/missionType', {
        code,
        name: code,
        nameEn: code,
      });
      if (made.status === 201) acknowledged.push(code);
    });
    // Traffic, floods, exports, imports.
    every(1_000, () =>
      source.push(
        Array.from({ length: targets }, (_, i) => ({
          la: 29 + Math.floor(i / 50) * 0.08,
          lo: 102 + (i % 50) * 0.08 + (Date.now() % 60_000) / 6e6,
          h: (0x500000 + i).toString(16),
          z: 600 + (i % 9) * 300,
          v: 20,
          t: 90,
        })),
      ),
    );
    let floods = 0;
    every(20_000, () =>
      flood.push(
        Array.from({ length: 15_000 }, (_, i) => ({
          la: 20 + Math.floor(i / 150) / 10,
          lo: 110 + (i % 150) / 10,
          h: (0x600000 + ((floods * 15_000 + i) % 0x80000)).toString(16),
          ...(i === 0 ? { z: ++floods } : {}),
        })),
      ),
    );
    every(5_000, () => product.call('atmb', 'GET', '/api/records/plan/export?format=csv&labels=en'));
    const importing = importingOn(product);
    let imported = 0;
    every(15_000, async () => {
      const rows = Array.from({ length: 300 }, (_, i) => `HI${imported}x${i},导入 ${i},Import ${i}`);
      const { done } = await importing.whole(
        'admin',
        'missionType',
        `code,name,nameEn\n${rows.join('\n')}\n`,
      );
      if (done.state === 'done') imported++;
    });

    // Memory of the server, and its kills.
    const memory: { at: number; mb: number }[] = [];
    every(2_000, async () => {
      const pid = product.serverPid();
      const mb = pid === null ? null : residentMb(pid);
      if (mb !== null) memory.push({ at: performance.now(), mb });
    });
    every(250, async () => {
      const down = kills.find(({ backAt }) => backAt === null);
      if (!down || performance.now() - down.at < 300) return;
      const answer = await product.call(bearers[0] ?? null, 'GET', '/api/records/missionType?_end=1');
      if (answer.status === 200) down.backAt ??= performance.now();
    });
    async function kill(what: Kill['what']): Promise<void> {
      const pid = what === 'server' ? product.serverPid() : await product.databasePid();
      if (pid === null) throw new Error(`no process of the ${what}`);
      kills.push({ what, at: performance.now(), backAt: null });
      process.kill(pid, 'SIGKILL');
    }

    try {
      const length = until - performance.now();
      for (const what of ['server', 'database', 'server', 'database'] as const) {
        await wait(length / 5);
        await kill(what);
      }
      await wait(Math.max(0, until - performance.now()));
    } finally {
      for (const timer of timers) clearInterval(timer);
      watchers.kill();
    }
    const driverBusy = performance.eventLoopUtilization(loopBefore).utilization;
    while (!(await product.isUp())) await wait(500);
    const lost = await lostOf(product, acknowledged);
    const backMs = kills.map(({ at, backAt }) => (backAt === null ? Number.POSITIVE_INFINITY : backAt - at));
    return rowsOf({
      taken,
      outcomes,
      acknowledged,
      lost,
      imported,
      kills,
      backMs,
      memory,
      watched,
      driverBusy,
    });
  });
}

/** As browsers do: a few connections that stay open. */
const agent = new Agent({ keepAlive: true, maxSockets: 6 * users.length * sessionsOfUser });

/** The status of an answer that is read to its end; 0: there is none. */
function statusOf(url: string, authorization: string): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent, headers: { authorization, 'accept-encoding': 'br' } }, (answer) => {
      answer.resume().on('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
    }).on('error', () => resolve(0));
  });
}

/** Which of what was acknowledged is not there. */
async function lostOf(product: RunningProduct, codes: readonly string[]): Promise<string[]> {
  const fresh = `Bearer ${(await product.signIn('admin')).accessToken}`;
  const stored = new Set<unknown>();
  for (let from = 0; ; from += 1_000) {
    const answer = await product.call(
      fresh,
      'GET',
      `/api/records/missionType?_start=${from}&_end=${from + 1_000}&_sort=id`,
    );
    const page = answer.body as { code: string }[];
    for (const { code } of page) stored.add(code);
    if (page.length < 1_000) break;
  }
  return codes.filter((code) => !stored.has(code));
}

function rowsOf(day: {
  taken: number[];
  outcomes: Map<number, number>;
  acknowledged: string[];
  lost: string[];
  imported: number;
  kills: Kill[];
  backMs: number[];
  memory: { at: number; mb: number }[];
  watched: Watched;
  /** Share of the time in which this process itself was busy: near 1, the figures are its own. */
  driverBusy: number;
}): BenchRow[] {
  const { taken, outcomes, acknowledged, lost, memory } = day;
  const failed = [...outcomes].filter(([status]) => status !== 200);
  const half = memory.slice(Math.floor(memory.length / 2)).map(({ mb }) => mb);
  const early = memory
    .slice(Math.floor(memory.length / 5), Math.floor(memory.length / 2))
    .map(({ mb }) => mb);
  const load = `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`;
  const atMost = (name: string, value: number, unit: string, goal: number, note?: string): BenchRow => ({
    ...{ name, value, unit, goal, goalIs: 'atMost' as const },
    ...(note ? { note } : {}),
  });
  return [
    atMost(
      'acknowledged and lost',
      lost.length,
      'records',
      0,
      `of ${acknowledged.length}; ${day.imported} imports of 300`,
    ),
    atMost(
      'requests outside of kills, p99',
      percentile(taken, 0.99),
      'ms',
      150,
      `${taken.length} requests; ${load}`,
    ),
    { name: 'the same, p50', value: percentile(taken, 0.5), unit: 'ms' },
    atMost(
      'the same, refused or failed',
      failed.reduce((sum, [, count]) => sum + count, 0),
      'requests',
      0,
      failed.map(([status, count]) => `${status}: ${count}`).join(' '),
    ),
    ...day.kills.map(({ what }, i) =>
      atMost(`back after kill ${i + 1}, of the ${what}`, (day.backMs[i] ?? 0) / 1_000, 's', 10),
    ),
    atMost(
      'memory of the second half to that before',
      percentile(half, 0.5) / Math.max(1, percentile(early, 0.5)),
      'times',
      1.25,
      `median ${Math.round(percentile(half, 0.5))} MB, most ${Math.round(percentile(half, 1))} MB`,
    ),
    {
      name: 'hub clients at the end',
      value: day.watched.open,
      unit: 'open',
      goal: hubClients,
      note: `${Math.round(day.watched.bytes / 1e6)} MB heard; this process busy ${Math.round(100 * day.driverBusy)} %`,
    },
  ];
}

// Not a part of `npm run bench`: it takes as long as it is told.
if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
  const minutes = Number(values.minutes);
  if (!(minutes >= 1 && minutes <= 600)) throw new Error('--minutes is a number from 1 to 600');
  const rows = await hardDay(minutes);
  printRows(rows);
  const missed = rows.filter((row) => meetsGoal(row) === false);
  console.log(missed.length === 0 ? 'all met' : `missed: ${missed.map(({ name }) => name).join('; ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
