import { monitorEventLoopDelay } from 'node:perf_hooks';
import { airspaceFiles, type BodyRequest, startLargestBodies } from '#tests/support/largest-bodies.ts';
import { type BenchRow, machine, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';

/** A request is asked so often at most; its shortest hold counts, for others hold the processor, too. */
const turns = 3;
const goalMs = 200;

/** For how long the largest body that an endpoint takes holds up everybody else: the longest of all, and of valid files. */
export async function run(): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    const bodies = await startLargestBodies({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
    });
    const { server } = bodies;
    try {
      /** ms in which nobody else was served. */
      const holdOf = async ({ verb, path, body, authorization }: Omit<BodyRequest, 'note'>) => {
        let best = Number.POSITIVE_INFINITY;
        for (let turn = 0; turn < turns && best > goalMs / 4; turn += 1) {
          const delay = monitorEventLoopDelay({ resolution: 5 });
          delay.enable();
          const response = await fetch(`${server.address}${path}`, {
            method: verb,
            headers: { authorization, 'content-type': 'application/json' },
            body,
          });
          await response.text();
          await new Promise((resolve) => setTimeout(resolve, 6));
          delay.disable();
          best = Math.min(best, delay.max / 1e6);
        }
        return best;
      };
      const busy = machine();
      let longest = { ms: 0, what: '' };
      let sent = 0;
      for (const request of bodies.requests()) {
        sent += 1;
        const ms = await holdOf(request);
        if (ms > longest.ms) longest = { ms, what: `${request.verb} ${request.path}, ${request.note}` };
      }
      const rows: BenchRow[] = [
        {
          name: 'longest hold of the server by the largest body of an endpoint',
          value: longest.ms,
          unit: 'ms',
          goal: goalMs,
          goalIs: 'atMost',
          note: `${sent} bodies, ${longest.what}, ${busy}`,
        },
      ];
      const authorization = `Bearer ${(await server.signIn('atmb')).accessToken}`;
      for (const format of ['openair', 'geojson'] as const) {
        const body = JSON.stringify({ format, text: airspaceFiles[format](2_000) });
        const path = '/api/services/app/Airspace/ImportCheck';
        rows.push({
          name: `the same by a valid file of 2,000 airspaces, ${format}`,
          value: await holdOf({ verb: 'POST', path, body, authorization }),
          unit: 'ms',
          goal: goalMs,
          goalIs: 'atMost',
          note: busy,
        });
      }
      return rows;
    } finally {
      await bodies.close();
    }
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
