import { cpuUsage } from 'node:process';
import { simulatedMetar } from '#domain/weather/simulated.ts';
import { startTestServer } from '#tests/support/server.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';

/** What comes in an hour at a busy place, and the part of it that is measured. */
const notamsPerHour = 10_000;
const metarsPerHour = 5_000;
const part = 0.2;
/** Points of a grid of winds aloft, and the levels of each. */
const gridPoints = 5_000;
const gridLevels = [850, 700, 500] as const;
/** Reports of one body. */
const together = 25;

/** NOTAMs and METARs posted to the endpoint of a source, new ones all, until each is stored; then grids of winds aloft. */
export async function run(): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    const server = await startTestServer({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
    });
    try {
      const made = await server.call('admin', 'POST', '/api/records/informationSource', {
        name: 'bench',
        transport: 'httpPush',
        enabled: true,
      });
      const { id } = made.body as { id: number };
      const { token } = (await server.service('admin', 'Information/RenewToken', { id })) as {
        token: string;
      };
      const push = async (text: string) => {
        const response = await fetch(`${server.address}/api/information/${id}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
          body: text,
        });
        return { status: response.status, body: (await response.json()) as { result: { stored: number } } };
      };
      // The record is opened once its change is told.
      for (let tries = 0; (await push('METAR')).status !== 200 && tries < 100; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const bodies = [...grouped(notams(notamsPerHour * part)), ...grouped(metars(metarsPerHour * part))];
      const [began, cpu] = [performance.now(), cpuUsage()];
      let stored = 0;
      for (const body of bodies) stored += (await push(body)).body.result.stored;
      const used = cpuUsage(cpu);
      const wallS = secondsSince(began);
      const cpuS = (used.user + used.system) / 1_000_000;
      // The second run of a model forecasts the same moment, and takes the place of the first.
      const runsS: number[] = [];
      for (const runHour of [0, 6]) {
        const runBegan = performance.now();
        stored += (await push(grid(runHour))).body.result.stored;
        runsS.push(secondsSince(runBegan));
      }
      const [newS = 0, replacingS = 0] = runsS;
      const wanted = (notamsPerHour + metarsPerHour) * part + runsS.length * gridPoints;
      return [
        {
          name: 'reports stored of those posted',
          value: stored / wanted,
          unit: '',
          goal: 1,
          note: `${bodies.length * together} in ${wallS.toFixed(1)} s`,
        },
        {
          name: '10,000 NOTAMs and 5,000 METARs an hour, of one core (server with its client)',
          value: (100 * cpuS) / part / 3_600,
          unit: '%',
          goal: 20,
          goalIs: 'atMost',
        },
        {
          name: 'the same by the clock, its PostgreSQL included',
          value: (100 * wallS) / part / 3_600,
          unit: '%',
        },
        { name: `a grid of winds aloft, ${gridPoints} points, stored`, value: newS, unit: 's' },
        { name: 'the next run of its model, which replaces each of them', value: replacingS, unit: 's' },
      ];
    } finally {
      await server.close();
    }
  });
}

const secondsSince = (began: number) => (performance.now() - began) / 1_000;

/** A run of a model as a table: winds of one moment over a grid of quarter degrees. */
function grid(runHour: number): string {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const at = (hours: number) => new Date(midnight + hours * 3_600_000).toISOString();
  const rows = Array.from({ length: gridPoints }, (_, point) => {
    const place = `${(20 + Math.floor(point / 100) / 4).toFixed(2)},${(90 + (point % 100) / 4).toFixed(2)}`;
    return gridLevels.map(
      (hpa, level) =>
        `${place},${at(12)},${at(runHour - 24)},${hpa}hPa,${(point * 7) % 360},${5 + runHour + level},${10 - 15 * level}`,
    );
  });
  return ['latitude,longitude,time,issued,level,direction_deg,speed_mps,temperature_c', ...rows.flat()].join(
    '\n',
  );
}

function grouped(reports: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(reports.length / together) }, (_, at) =>
    reports.slice(at * together, (at + 1) * together).join('\n'),
  );
}

const pad = (value: number, digits: number) => String(value).padStart(digits, '0');

function notams(count: number): string[] {
  const now = new Date();
  const moment = (hours: number) =>
    new Date(now.getTime() + hours * 3_600_000).toISOString().replace(/\D/g, '').slice(2, 12);
  const series = 'ABCDEFGH';
  return Array.from({ length: count }, (_, at) => {
    const number = `${series[Math.floor(at / 9_000) % series.length]}${pad(1 + (at % 9_000), 4)}/${moment(0).slice(0, 2)}`;
    return `(${number} NOTAMN
Q)ZBPE/QRTCA/IV/BO/W/000/100/${pad(20 + (at % 20), 2)}04N${pad(100 + (at % 20), 3)}36E005
A)ZBPE B)${moment(1)} C)${moment(9)}
E)TEMPORARY RESTRICTED AREA ACTIVATED WI N3010E10400-N3020E10410-N3000E10420-N3010E10400.
F)SFC G)3000M AMSL)`;
  });
}

function metars(count: number): string[] {
  const letters = (number: number) => String.fromCharCode(65 + (number % 26));
  return Array.from({ length: count }, (_, at) => {
    const icao = `X${letters(Math.floor(at / 676))}${letters(Math.floor(at / 26))}${letters(at)}`;
    const place = { icao, latitude: 20 + (at % 30), longitude: 90 + (at % 40), elevationM: at % 2_000 };
    return `${simulatedMetar(place, Date.now() - 1_800_000)}=`;
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
