import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged, root } from '#scripts/build.ts';
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

let inWorker: Promise<Running> | undefined;

/** The one product of this file's worker; it ends with it. */
export function runningInWorker(): Promise<Running> {
  inWorker ??= startOnCopy();
  return inWorker;
}

/** On a copy of what the demo is after its first start: seeded once in a run, by the product itself. */
async function startOnCopy(): Promise<Running> {
  // Only tests have a PostgreSQL that stands ready.
  const { createTestDatabase } = await import('#tests/support/database.ts');
  const data = await makeDataFolder('browser');
  const settings = (url: string) => ({
    CLEARWAY_DATA: data.folder,
    DATABASE_URL: url,
    CLEARWAY_SECRET: secret,
  });
  // The database goes with its PostgreSQL at the end of the run.
  const { url, database } = await createTestDatabase(undefined, {
    template: {
      name: 'browser_demo',
      build: async (_, url) => (await startBuilt(settings(url))).end(),
    },
  });
  // Products of several files run at once, and one port has one listener.
  await database.pool.query("update surveillance_source set port = $1 where transport = 'udpUnicast'", [
    await freeUdpPort(),
  ]);
  const server = await startBuilt(settings(url));
  // A worker is ended by this signal, and has no time for goodbyes.
  process.once('SIGTERM', () => process.exit());
  process.once('exit', () => {
    server.kill();
    rmSync(path.dirname(data.folder), { recursive: true, force: true });
  });
  return {
    address: server.address,
    query: (text, values) => database.pool.query(text, values),
    end: server.end,
  };
}

/** What is kept in the seeded database can be read by every server that has a copy of it. */
const secret = 'a secret of the browser tests, long enough';

async function startBuilt(settings: Record<string, string>): Promise<Running & { kill(): void }> {
  const server = spawn(process.execPath, [path.join(root, 'dist', 'server', 'main.js')], {
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
  return {
    address,
    kill: () => server.kill('SIGKILL'),
    async end() {
      server.removeAllListeners('exit');
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    },
  };
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
