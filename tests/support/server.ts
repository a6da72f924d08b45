import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir } from 'node:fs/promises';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { resources } from '#resources';
import { startServer } from '#server/compose.ts';
import type { Database } from '#server/db/database.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { migrateTables } from '#server/db/tables.ts';
import { demoPassword, seedDemo } from '#server/demo/seed-demo.ts';
import { createPasswords, type Passwords } from '#server/features/identity/passwords.ts';
import type { Config } from '#server/kernel/config.ts';
import { seed } from '#server/seed/seed.ts';
import { makeDataFolder } from './data-folder.ts';
import { createTestDatabase, silentLog, type TestDatabase } from './database.ts';
import type { TestServer } from './global-database.ts';
import { recordsOn } from './records-on.ts';
import { rulesOfOneRecord } from './rules.ts';

export interface Answer {
  status: number;
  /** Parsed where the answer is JSON, else its text. */
  body: unknown;
  headers: Headers;
}

export interface SignIn {
  accessToken: string;
  encryptedAccessToken: string;
  expireInSeconds: number;
  userId: number;
}

export interface TestServerOptions {
  /** One of `databases()`; default: the embedded one. */
  on?: TestServer | undefined;
  /** Another server on the same database; it does not drop it. */
  beside?: RunningTestServer;
  config?: Partial<Config>;
  clock?: () => Date;
  webFolder?: string;
  /** Connections of its pool; default: 3, as each new one costs more than most tests wait for one. */
  poolSize?: number;
  /** Default: quick ones, as most of what is tested signs somebody in. */
  passwords?: Passwords;
  /** What its process holds, MB. */
  usedMemoryMb?: () => number;
  /** When it crashed before, UTC ms. */
  crashedAt?: readonly number[];
  /** Fills its database before it starts. */
  prepare?: (databaseUrl: string) => Promise<void>;
}

/** The whole server of the product on a database of its own, and its front door. */
export interface RunningTestServer {
  address: string;
  database: TestDatabase;
  dataFolder: string;
  /** What was told to the person at the terminal, by key. */
  messages: string[];
  /** For the list of routes, and for requests from other addresses (`inject`). */
  app: FastifyInstance;
  signIn(userName: string, password?: string): Promise<SignIn>;
  /** One request as this user (null: nobody, `Bearer …`: that token); the same user keeps one session. */
  call(user: string | null, verb: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** The result of `POST Navigation/GetNAircraft` and the like; what is refused throws. GET takes `input` as its query. */
  service(user: string | null, path: string, input?: object, verb?: 'GET' | 'POST'): Promise<unknown>;
  /** A connected client of a hub; closed with the server. */
  hub(user: string, path: string): Promise<HubConnection>;
  /** A client that is not connected yet. */
  client(path: string, encryptedAccessToken: string): HubConnection;
  close(): Promise<void>;
}

export const testSecret = 'a secret of tests, at least 32 long';

/** The least that argon2 takes. */
const quickPasswords = createPasswords({ memoryCost: 8, timeCost: 1 });

/** The demo with its plans as a first start leaves it: made once in a run, then copied. */
const template = {
  name: 'seeded_demo',
  async build(database: Database, databaseUrl: string) {
    const clock = () => new Date();
    await migrateTables({ sql: database.kysely, resources, migrations, log: silentLog });
    const records = recordsOn(database, { clock, rules: rulesOfOneRecord(database) });
    const data = await makeDataFolder('template');
    const config = { ...configOn(databaseUrl, data.folder), demo: true };
    const hashPassword = quickPasswords.hash;
    await seed({ config, records, hashPassword, tell: () => {}, demoPassword });
    await seedDemo({ records, hashPassword, clock, withAccounts: true });
    // Servers of several test files run at once, and one port has one listener.
    await database.pool.query('update surveillance_source set enabled = false');
    // Clocks of tests jump by hours, and nobody sits there; what ends of itself is tested where it is asked for.
    await database.pool.query("update parameter set value = '0' where key = 'session.idleMinutes'");
    const first = await startServer({
      ...surroundings,
      config,
      tell: () => {},
      clock,
      connections: { secondConnection: 'refuse' },
    });
    await first.close();
    await data.remove();
  },
};

const surroundings = {
  // An answer that does not fit its schema is told there.
  log: pino({ level: process.env.LOG_LEVEL ?? 'fatal', base: undefined }),
  version: '0.0.0',
  releaseDate: '2026-01-01T00:00:00.000Z',
  webFolder: '/nowhere',
  onLost(error: Error) {
    throw error;
  },
};

const configOn = (databaseUrl: string, dataFolder: string): Config => ({
  port: 0,
  host: '127.0.0.1',
  loopback: true,
  databaseUrl,
  dataFolder,
  backupFolder: `${dataFolder}/backups`,
  natsUrl: null,
  filesPlace: null,
  recordingsFolder: null,
  terrainFolder: null,
  basemapFile: null,
  smsUrl: null,
  smtpUrl: null,
  mailFrom: null,
  publicUrl: null,
  pushContact: null,
  pushKey: null,
  trustProxy: null,
  connectionsPerAddress: 1_000,
  headTimeoutS: 20,
  origins: [],
  webhookPrivate: false,
  checkAnswers: true,
  // The data of the demo are in the database; its life, which goes on beside, is for the tests that are about it.
  demo: false,
  demoAccounts: true,
  adminPassword: null,
  secret: testSecret,
});

export async function startTestServer(options: TestServerOptions = {}): Promise<RunningTestServer> {
  const { beside, clock = () => new Date() } = options;
  const database = beside?.database ?? (await createTestDatabase(options.on, { template }));
  await options.prepare?.(database.url);
  const data = beside ? null : await makeDataFolder('server');
  const dataFolder = beside?.dataFolder ?? data?.folder ?? '';
  await mkdir(dataFolder, { recursive: true });
  const messages: string[] = [];
  const apps: FastifyInstance[] = [];
  const onApp = (message: unknown) => apps.push((message as { fastify: FastifyInstance }).fastify);
  subscribe('fastify.initialization', onApp);
  const server = await startServer({
    ...surroundings,
    config: { ...configOn(database.url, dataFolder), ...options.config },
    tell: (key) => messages.push(key),
    connections: { secondConnection: 'refuse', poolSize: options.poolSize ?? 3 },
    ...(options.webFolder ? { webFolder: options.webFolder } : {}),
    passwords: options.passwords ?? quickPasswords,
    ...(options.usedMemoryMb ? { usedMemoryMb: options.usedMemoryMb } : {}),
    ...(options.crashedAt ? { crashedAt: options.crashedAt } : {}),
    clock,
  });
  unsubscribe('fastify.initialization', onApp);
  const { address } = server;
  const app = apps.find((one) => one.server.listening && one.listeningOrigin === address);
  if (!app) throw new Error('the server made no application');
  const sessions = new Map<string, Promise<SignIn>>();
  const connections: HubConnection[] = [];

  /** All that the application does with a request, without the socket, which takes as long again. */
  const request = async (verb: string, path: string, body?: unknown, given: object = {}): Promise<Answer> => {
    const response = await app.inject({
      method: verb as 'GET',
      url: path,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...given },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const one of [value ?? []].flat()) headers.append(name, String(one));
    const text = response.payload;
    const isJson = headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.statusCode, body: isJson ? JSON.parse(text) : text, headers };
  };

  async function signIn(userName: string, password = demoPassword): Promise<SignIn> {
    const answer = await request('POST', '/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: userName,
      password,
    });
    if (answer.status !== 200) throw new Error(`${userName} cannot sign in: ${JSON.stringify(answer.body)}`);
    return (answer.body as { result: SignIn }).result;
  }

  function sessionOf(user: string): Promise<SignIn> {
    const known = sessions.get(user) ?? signIn(user);
    sessions.set(user, known);
    return known;
  }

  async function call(
    user: string | null,
    verb: string,
    path: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Answer> {
    const token =
      user === null || user.startsWith('Bearer ') ? user : `Bearer ${(await sessionOf(user)).accessToken}`;
    return request(verb, path, body, {
      ...(token === null ? {} : { authorization: token }),
      ...Object.fromEntries(headers ?? []),
    });
  }

  function client(path: string, encryptedAccessToken: string): HubConnection {
    const connection = new HubConnectionBuilder()
      .withUrl(`${address}${path}?enc_auth_token=${encodeURIComponent(encryptedAccessToken)}`, {
        transport: HttpTransportType.WebSockets,
      })
      .configureLogging(LogLevel.None)
      .build();
    // Clients listen for every event of the contract; the test adds its own listener.
    for (const event of ['getFlyData', 'getChangeMessage', 'recordChanged', 'getOnlineClient'])
      connection.on(event, () => {});
    connections.push(connection);
    return connection;
  }

  return {
    address,
    database,
    dataFolder,
    messages,
    app,
    signIn,
    call,
    client,
    async service(user, path, input = {}, verb = 'POST') {
      const url = `/api/services/app/${path}`;
      const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
      const answer =
        verb === 'GET' ? await call(user, 'GET', `${url}?${query}`) : await call(user, verb, url, input);
      if (answer.status !== 200)
        throw new Error(`${path} as ${user}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return (answer.body as { result: unknown }).result;
    },
    async hub(user, path) {
      const connection = client(path, (await sessionOf(user)).encryptedAccessToken);
      await connection.start();
      return connection;
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.stop().catch(() => {})));
      await server.close();
      if (beside) return;
      await database.drop();
      await data?.remove();
    },
  };
}

/** Between two looks, ms: at first what comes at once, then what comes with a tick of a second. */
const shortestWait = 20;
const longestWait = 200;

/** Waits until `is` holds, at most `patienceMs`; then fails with what was wanted. */
export async function eventually(
  is: () => boolean | Promise<boolean>,
  wanted = 'it',
  patienceMs = 60_000,
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let waitMs = shortestWait; !(await is()); waitMs = Math.min(waitMs * 1.5, longestWait)) {
    if (Date.now() > end) throw new Error(`${wanted} did not come to be within ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
