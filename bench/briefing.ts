import { startTestServer } from '#tests/support/server.ts';
import { type BenchRow, machine, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';
import { percentile } from './served-page.ts';

const notices = 10_000;
const asked = 100;
/** An administrator, and a role that sees its own company's records. */
const askers = ['admin', 'operator'] as const;
type Asker = (typeof askers)[number];

/** The briefing of a route of 300 km against 10,000 active notices, at the public endpoint: NOTAMs alone, and all there is. */
export async function run(): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    const server = await startTestServer({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
    });
    try {
      // Areas of 20 km all over the south-west, and notices of aerodromes; half of them with a schedule.
      await server.database.database.pool.query(
        `insert into notam (number, type, fir, q_code, locations, valid_from, valid_to, schedule, text, lower, upper, area,
          area_from, state, kind, is_checklist, is_estimated, is_permanent, is_demo)
        select 'A' || lpad(n::text, 4, '0') || '/26', 'N', 'ZPKM', case n % 3 when 0 then 'QRTCA' when 1 then 'QWULW' else 'QFUAU' end,
          jsonb_build_array('Z' || chr(65 + n % 26) || chr(65 + (n / 26) % 26) || 'A'),
          now() - interval '1 day', now() + interval '9 days', case n % 2 when 0 then 'DAILY 0000-2359' end, 'TEXT ' || n,
          '{"value": 0, "unit": "m", "reference": "AGL"}', '{"value": 3000, "unit": "m", "reference": "AMSL"}',
          jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
            jsonb_build_array(x, y), jsonb_build_array(x + 0.2, y), jsonb_build_array(x + 0.2, y + 0.2),
            jsonb_build_array(x, y + 0.2), jsonb_build_array(x, y)))),
          'text', 'current', 'notam', false, false, false, false
        from (select n, 98 + (n % 200) * 0.1 as x, 22 + (n / 200) * 0.3 as y from generate_series(0, $1) n) of`,
        [notices - 1],
      );
      const ask = async (user: Asker, step: number, kinds?: string[]) => {
        const geometry = {
          type: 'LineString',
          coordinates: [
            [100 + step * 0.04, 26],
            [103 + step * 0.04, 26.6],
          ],
        };
        const began = performance.now();
        const { items } = (await server.service(user, 'Briefing/Query', {
          geometry,
          ...(kinds ? { kinds } : {}),
        })) as { items: unknown[] };
        return { ms: performance.now() - began, count: items.length };
      };
      const measure = async (user: Asker, kinds?: string[]) => {
        // The first question fills the index.
        await ask(user, 0, kinds);
        const took: number[] = [];
        let count = 0;
        for (let step = 0; step < asked; step += 1) {
          const one = await ask(user, step, kinds);
          took.push(one.ms);
          count += one.count;
        }
        return { took, each: Math.round(count / asked) };
      };
      const busy = machine();
      const rows: BenchRow[] = [];
      for (const user of askers) {
        const notams = await measure(user, ['notam']);
        const all = await measure(user);
        const note = ({ took, each }: typeof all) =>
          `p50 ${percentile(took, 0.5).toFixed(0)} ms, ${each} items each, ${busy}`;
        rows.push(
          {
            name: `briefing of 300 km against 10,000 active NOTAMs, all kinds, as ${user}, p95`,
            value: percentile(all.took, 0.95),
            unit: 'ms',
            goal: 100,
            goalIs: 'atMost',
            note: note(all),
          },
          {
            name: `the same, NOTAMs alone, as ${user}, p95`,
            value: percentile(notams.took, 0.95),
            unit: 'ms',
            note: note(notams),
          },
        );
      }
      return rows;
    } finally {
      await server.close();
    }
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
