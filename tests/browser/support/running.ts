import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged, root } from '#scripts/build.ts';
import { serverCommand } from '#scripts/start.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { makeDataFolder } from '#tests/support/data-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answers of many calls, read by tests that say what they expect
export type Answer = any;

/** The product's process while it runs. */
export interface Running {
  address: string;
  /**
   * Its database, for what no endpoint can bring about: what surveillance saw. Only where the test made it.
   */
  query?: (text: string, values?: unknown[]) => Promise<{ rows: Answer[] }>;
  end(): Promise<void>;
}

/** As `npm start` on a new machine: it makes its own PostgreSQL, and fills it. */
export async function startFromNothing(): Promise<Running> {
  await buildIfChanged();
  const data = await makeDataFolder('browser');
  const server = await startBuilt({ CLEARWAY_DATA: data.folder, DATABASE_URL: '' });
  return {
    address: server.address,
    async end() {
      await server.end();
      await data.remove();
    },
  };
}

/** Ends what this worker has at the moment: one product and its folder. */
const present = new Set<() => Promise<void>>();
// A worker is ended by this signal, and has no time for goodbyes.
process.once('SIGTERM', () => process.exit());
process.once('exit', () => {
  for (const remove of present) void remove();
});

/** Every product of this worker has the same: what the browser keeps of one is good for the next. */
let port = '0';

/**
 * On a copy of what the demo is after its first start: seeded once in a run, by the product itself. `hasTraffic`: the demo's
 * flights are seen.
 */
export async function startOnCopy(hasTraffic: boolean): Promise<Running> {
  // Only tests have a PostgreSQL that stands ready, and a clock of their own.
  const { createTestDatabase } = await import('#tests/support/database.ts');
  const { beginClock } = await import('#tests/support/clock/test-clock.ts');
  beginClock();
  // Of a file that did not come to its end.
  for (const remove of present) await remove();
  const data = await makeDataFolder('browser');
  const settings = (url: string) => ({
    CLEARWAY_DATA: data.folder,
    DATABASE_URL: url,
    CLEARWAY_SECRET: secret,
  });
  const { url, database, drop } = await createTestDatabase(undefined, {
    template: {
      name: 'browser_demo',
      build: async (seeded, url) => {
        await (await startBuilt(settings(url))).end();
        // The seconds that it ran are no recording of the products that follow, some of them an hour later.
        await seeded.pool.query('delete from track_journal');
        for (const table of ['track_minute', 'track_density']) {
          await seeded.pool.query(`delete from ${table} where minute > $1`, [
            new Date(Date.now() - 10 * 60_000).toISOString(),
          ]);
        }
        // Nor is what the watch was alerted of in them: that depends on the minute of the hour.
        for (const table of ['encounter_companies', 'encounter_track', 'encounter']) {
          await seeded.pool.query(`delete from ${table}`);
        }
        await seeded.pool.query("delete from watch_log_entry where about_resource = 'encounter'");
      },
    },
  });
  // Products of several files run at once, and one port has one listener.
  await database.pool.query("update surveillance_source set port = $1 where transport = 'udpUnicast'", [
    await freeUdpPort(),
  ]);
  // What flies without a plan would fly through every picture.
  await database.pool.query("update surveillance_source set enabled = false where transport = 'httpPush'");
  if (!hasTraffic) await database.pool.query('update surveillance_source set enabled = false');
  const server = await startBuilt({ ...settings(url), PORT: port });
  ({ port } = new URL(server.address));
  const remove = () => {
    present.delete(remove);
    const ended = server.kill();
    rmSync(path.dirname(data.folder), { recursive: true, force: true });
    return ended;
  };
  present.add(remove);
  return {
    address: server.address,
    query: (text, values) => database.pool.query(text, values),
    async end() {
      await remove();
      await drop();
    },
  };
}

/** What is kept in the seeded database can be read by every server that has a copy of it. */
const secret = 'a secret of the browser tests, long enough';

/** The built server with the demo, as `npm start` runs it. */
export async function startBuilt(
  settings: Record<string, string>,
): Promise<Running & { kill(): Promise<void> }> {
  const [program, ...args] = serverCommand;
  const server = spawn(program, args, {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      CLEARWAY_DEMO: '1',
      NATS_URL: '',
      FILES_URL: '',
      CLEARWAY_RECORDINGS: path.join(root, '..', 'shared', 'data'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)));
  });
  async function endBy(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.removeAllListeners('exit');
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  }
  return { address, kill: () => endBy('SIGKILL'), end: () => endBy('SIGTERM') };
}

/** A new session of a demo user. */
export async function authenticate(
  address: string,
  user: string,
): Promise<{ accessToken: string; encryptedAccessToken: string }> {
  const answer = await fetch(`${address}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userNameOrEmailAddress: user, password: demoPassword }),
  });
  const { result, error }: Answer = await answer.json();
  if (!result) throw new Error(`${user} cannot sign in: ${answer.status} ${JSON.stringify(error)}`);
  return result;
}

/** Another Clearway on this machine may hold the demo's port; traffic follows the record. */
export async function freeTheDemoPort(
  api: (user: string, verb: string, path: string, body?: unknown) => Promise<{ body: Answer }>,
): Promise<void> {
  const sources = await api('admin', 'GET', '/api/records/surveillanceSource');
  for (const { id, version, transport } of sources.body) {
    if (transport !== 'udpUnicast') continue;
    const port = await freeUdpPort();
    await api('admin', 'PATCH', `/api/records/surveillanceSource/${id}`, { version, port });
  }
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
