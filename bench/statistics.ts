import pg from 'pg';
import { dayAfter } from '#domain/plans/working-days.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { type BenchRow, machine, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';
import { percentile } from './served-page.ts';
import { fillTwoYears, type TwoYears } from './two-years.ts';

const usualPlans = 200_000;
/** An administrator, an operator with the plans of the largest company, and an air traffic body with a coverage area. */
const askers = ['admin', 'operator', 'atmb'] as const;
type Asker = (typeof askers)[number];
/** Requests of one figure: as many as fit into the time, within these. */
const requests = { least: 3, most: 20, withinMs: 4_000 };
/** Plans that are changed one after the other. */
const changes = 10;

interface Ask {
  name: string;
  path: string;
  /** Of a POST; without it, it is a GET. */
  body?: object;
  by?: readonly Asker[];
  /** Counted from the plans themselves: no sums are kept for it, and nothing is promised. */
  ofPlans?: boolean;
}

/** Two years of plans and a year of tracks at the public endpoints. `--plans` says how many. */
export async function run(plans = usualPlans): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    let made: TwoYears | undefined;
    const server = await startTestServer({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
      config: { checkAnswers: false },
      prepare: async (databaseUrl) => {
        made = await fillTwoYears(databaseUrl, plans);
        console.log(made);
      },
    });
    const database = new pg.Client(server.database.url);
    await database.connect();
    const client = clientOf(server);
    try {
      if (!made) throw new Error('nothing was filled');
      const size = `${plans.toLocaleString('en-US')} plans of ${made.companies} companies`;
      const rows: BenchRow[] = [
        {
          name: 'all sums of two years counted, plans a second',
          value: plans / made.foldS,
          unit: '/s',
          note: `${size}: filled in ${made.fillS.toFixed(0)} s, indexes ${made.indexS.toFixed(0)} s, sums ${made.foldS.toFixed(0)} s; ${made.sums.toLocaleString('en-US')} sums, ${made.heat.toLocaleString('en-US')} cells, ${(made.bytes / 1e9).toFixed(1)} GB`,
        },
      ];
      for (const ask of asks(made)) {
        for (const asker of ask.by ?? askers) {
          const row = await measure(client, ask, asker);
          console.log(row.name, Math.round(row.value), row.note);
          rows.push(row);
        }
      }
      return [...rows, await oneChange(client, database, made), ...(await nightlyCheck(client, made))].map(
        (row) => ({ ...row, note: [row.note ?? [], machine()].flat().join('; ') }),
      );
    } finally {
      await database.end();
      await server.close();
    }
  });
}

function asks({ from, to }: TwoYears): Ask[] {
  const today = dayAfter(to, -6);
  const lastYear = { period: 'year', from: `${Number(today.slice(0, 4)) - 1}-06-01` };
  const month = { period: 'month', from: dayAfter(today, -40) };
  const twelveMonths = { period: 'custom', from: dayAfter(today, -364), to: today };
  const twoYears = { period: 'custom', from, to };
  const days = { start: twelveMonths.from, end: today };
  const year = Number(today.slice(0, 4));
  const statistics = (name: string, call: string, body: object): Ask => ({
    name,
    path: `/api/services/app/Statistics/${call}`,
    body,
  });
  const mobile = (call: string, body: object): Ask => ({
    name: `Mobile/${call}`,
    path: `/api/services/app/Mobile/${call}`,
    body,
  });
  const file = (name: string, call: string, table: string): Ask => ({
    name,
    path: `/api/services/app/Statistics/${call}?${new URLSearchParams({ ...twelveMonths, table })}`,
  });
  const listed = (name: string, counted: object[]): Ask => ({
    name: `the plans behind a sum of ${name}`,
    path: '/api/services/app/Navigation/GetHistoryNAircraft',
    body: {
      startsFrom: `${twelveMonths.from}T00:00:00+08:00`,
      startsTo: `${dayAfter(today, 1)}T00:00:00+08:00`,
      counted,
      maxResultCount: 20,
    },
    ofPlans: true,
  });
  const tile = (name: string, query: string): Ask => ({
    name: `a tile of a dashboard, ${name}`,
    path: `/api/records/plan/aggregate?${query}`,
    ofPlans: true,
  });
  const service = ['admin', 'atmb'] as const;
  const all = [
    statistics('GetPlans of a day', 'GetPlans', { period: 'day', from: dayAfter(today, -3) }),
    statistics('GetPlans of a month', 'GetPlans', month),
    statistics('GetPlans of a calendar year', 'GetPlans', lastYear),
    statistics('GetPlans of twelve months', 'GetPlans', twelveMonths),
    statistics('GetPlans of two years', 'GetPlans', twoYears),
    statistics('GetPlans of two years, three companies', 'GetPlans', { ...twoYears, companies: [1, 2, 9] }),
    statistics('GetHeat of plans, a calendar year', 'GetHeat', { ...lastYear, of: 'plans' }),
    statistics('GetHeat of plans, twelve months', 'GetHeat', { ...twelveMonths, of: 'plans' }),
    statistics('GetHeat of tracks, twelve months', 'GetHeat', { ...twelveMonths, of: 'tracks' }),
    ...[
      statistics('GetWork of a month', 'GetWork', month),
      statistics('GetWork of twelve months', 'GetWork', twelveMonths),
      statistics('GetWork of two years', 'GetWork', twoYears),
      mobile('FssStatistics', days),
      mobile('FssMonthStatistics', { year }),
      mobile('FssYearStatistics', { year }),
      {
        ...statistics('the decisions behind a sum of twelve months', 'GetDecisions', twelveMonths),
        ofPlans: true,
      },
      { ...statistics('what waits, listed', 'GetWaiting', {}), ofPlans: true },
    ].map((ask) => ({ ...ask, by: service })),
    mobile('Statistics', {}),
    mobile('TimeStatistics', days),
    { ...mobile('AdminStatistics', days), by: ['admin'] as const },
    file('a workbook of twelve months by aircraft', 'Export', 'aircraft'),
    file('CSV of twelve months by the time', 'ExportCsv', 'time'),
    ...[
      statistics('GetPlans of a day, one mission type', 'GetPlans', {
        period: 'day',
        from: dayAfter(today, -3),
        missionTypes: [3],
      }),
      statistics('GetPlans of a month, one mission type', 'GetPlans', { ...month, missionTypes: [3] }),
      statistics('GetPlans of twelve months, one mission type', 'GetPlans', {
        ...twelveMonths,
        missionTypes: [3],
      }),
      statistics('GetHeat of plans, a month, one mission type', 'GetHeat', {
        ...month,
        of: 'plans',
        missionTypes: [3],
      }),
    ].map((ask) => ({ ...ask, ofPlans: true })),
    listed('twelve months', [{ by: 'total', keys: [''] }]),
    listed('one mission type of twelve months', [{ by: 'missionType', keys: ['3'] }]),
    listed('one aircraft type of twelve months', [{ by: 'aircraftType', keys: ['8'] }]),
    tile('by state', '_by=state'),
    tile('the last 30 days', '_by=startTime&_bucket=day&_last=30'),
    tile('the last 24 months', '_by=startTime&_bucket=month&_last=24'),
    tile(
      'by company, a month',
      `_by=company&startTime_gte=${month.from}T00:00:00Z&startTime_lt=${today}T00:00:00Z`,
    ),
  ];
  return all;
}

async function measure(client: Client, { name, path, body, ofPlans }: Ask, asker: Asker): Promise<BenchRow> {
  const ask = async () => {
    const began = performance.now();
    const { byteLength } = await client(asker, path, body);
    return { ms: performance.now() - began, bytes: byteLength };
  };
  // The first one warms it.
  const first = await ask();
  const taken: number[] = [];
  const end = performance.now() + requests.withinMs;
  while (taken.length < requests.least || (taken.length < requests.most && performance.now() < end)) {
    taken.push((await ask()).ms);
  }
  return {
    name: `${name}, as ${asker}, p95`,
    value: percentile(taken, 0.95),
    unit: 'ms',
    ...(ofPlans ? {} : { goal: 1_000, goalIs: 'atMost' as const }),
    note: `p50 ${percentile(taken, 0.5).toFixed(0)} ms, least ${Math.min(...taken).toFixed(0)} ms, first ${first.ms.toFixed(0)} ms, ${(first.bytes / 1e3).toFixed(0)} kB`,
  };
}

type Client = (asker: Asker, path: string, body?: object) => Promise<ArrayBuffer>;

/** Asks over a connection, as one session of each user. */
function clientOf(server: RunningTestServer): Client {
  const tokens = new Map<Asker, string>();
  return async (asker, path, body) => {
    const token = tokens.get(asker) ?? (await server.signIn(asker)).accessToken;
    tokens.set(asker, token);
    const response = await fetch(server.address + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.arrayBuffer();
    if (response.status !== 200)
      throw new Error(`${path} as ${asker}: ${response.status} ${new TextDecoder().decode(answer)}`);
    return answer;
  };
}

/** The result of a call. */
async function resultOf<T>(client: Client, path: string, body: object): Promise<T> {
  const answer = await client('admin', `/api/services/app/${path}`, body);
  return (JSON.parse(new TextDecoder().decode(answer)) as { result: T }).result;
}

/** From the change of a plan of the largest company to the first answer that has it, beside the same answer without a change. */
async function oneChange(client: Client, database: pg.Client, { to }: TwoYears): Promise<BenchRow> {
  const day = dayAfter(to, -20);
  const ask = async () => {
    const began = performance.now();
    const request = { period: 'day', from: day, by: [] };
    const { totals } = await resultOf<{ totals: { sorties: number } }>(
      client,
      'Statistics/GetPlans',
      request,
    );
    return { ms: performance.now() - began, sorties: totals.sorties };
  };
  const { rows } = await database.query<{ id: string }>(
    `select id from plan where company = 1 and state = 10 and start_time >= $1::timestamptz
      and start_time < $1::timestamptz + interval '12 hours' order by id limit ${changes}`,
    [`${day}T00:00:00+08:00`],
  );
  const [changed, unchanged]: number[][] = [[], []];
  let { sorties } = await ask();
  for (const { id } of rows) {
    unchanged?.push((await ask()).ms);
    await database.query('update plan set actual_num = coalesce(actual_num, 0) + 100 where id = $1', [id]);
    const after = await ask();
    if (!(after.sorties > sorties)) throw new Error('a change is not in the sums');
    sorties = after.sorties;
    changed?.push(after.ms);
  }
  return {
    name: 'one changed plan of the largest company, until an answer has it, p95',
    value: percentile(changed ?? [], 0.95),
    unit: 'ms',
    goal: 1_000,
    goalIs: 'atMost',
    note: `p50 ${percentile(changed ?? [], 0.5).toFixed(0)} ms, the same answer without a change p50 ${percentile(unchanged ?? [], 0.5).toFixed(0)} ms`,
  };
}

/** What the check of the night compares: a day, and a month with its year. */
async function nightlyCheck(client: Client, { to }: TwoYears): Promise<BenchRow[]> {
  const recount = async (from: string, until: string) => {
    const began = performance.now();
    const { differences } = await resultOf<{ differences: object[] }>(client, 'Statistics/Recount', {
      from,
      to: until,
    });
    if (differences.length > 0) throw new Error(`sums are wrong: ${JSON.stringify(differences.slice(0, 5))}`);
    return (performance.now() - began) / 1_000;
  };
  const last = `${dayAfter(to, -45).slice(0, 7)}-20`;
  const six = await recount(dayAfter(last, -5), last);
  const one = await recount(last, last);
  const dayS = Math.max(0, six - one) / 5;
  return [
    { name: 'the nightly check of one day', value: dayS, unit: 's' },
    {
      name: 'the nightly check of a month and its year',
      value: Math.max(0, one - dayS),
      unit: 's',
      note: `two years: ${((730 * dayS + 24 * Math.max(0, one - dayS)) / 60).toFixed(0)} min`,
    },
  ];
}

if (process.argv[1] === import.meta.filename) {
  const at = process.argv.indexOf('--plans');
  printRows(await run(at === -1 ? usualPlans : Number(process.argv[at + 1]) || usualPlans));
}
