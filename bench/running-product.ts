import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { buildIfChanged } from '#scripts/build.ts';
import { restarts, serverCommand } from '#scripts/start.ts';
import { supervise } from '#scripts/supervise.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { makeDataFolder } from '#tests/support/data-folder.ts';
import type { Answer, SignIn } from '#tests/support/server.ts';
import { postmasterOf } from '#tests/support/server-process.ts';

/** The product with its demo as `npm start` runs it: built, under its supervisor, with its own database. */
export interface RunningProduct {
  address: string;
  /** Process id of the server now; null: it is down. Linux only. */
  serverPid(): number | null;
  /** Process id of the database's first process; null: there is none. */
  databasePid(): Promise<number | null>;
  signIn(userName: string): Promise<SignIn>;
  /** One request as this user (null: nobody, `Bearer …`: that token); the same user keeps one session. */
  call(user: string | null, verb: string, path: string, body?: unknown): Promise<Answer>;
  service(user: string | null, name: string, input?: object, verb?: 'GET' | 'POST'): Promise<unknown>;
  /** Whether it answers now. */
  isUp(): Promise<boolean>;
}

export async function withRunningProduct<T>(work: (product: RunningProduct) => Promise<T>): Promise<T> {
  await buildIfChanged();
  const data = await makeDataFolder('bench');
  const { folder } = data;
  const port = await freePort();
  Object.assign(process.env, {
    NODE_ENV: 'production',
    PORT: String(port),
    CLEARWAY_DATA: folder,
    CLEARWAY_DEMO: '1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  });
  const signals = new EventEmitter();
  const ended = supervise({
    command: serverCommand,
    ...restarts,
    signals: signals as unknown as NodeJS.Process,
    say: (text) => console.log(text),
  });
  const product = productAt(`http://127.0.0.1:${port}`, folder);
  try {
    while (!(await product.isUp())) await new Promise((resolve) => setTimeout(resolve, 200));
    return await work(product);
  } finally {
    signals.emit('SIGTERM');
    await ended;
    await data.remove();
  }
}

/** The product at an address; its data are in `folder`. */
export function productAt(address: string, folder: string): RunningProduct {
  const sessions = new Map<string, Promise<SignIn>>();

  async function request(verb: string, at: string, body: unknown, token: string | null): Promise<Answer> {
    const response = await fetch(address + at, {
      method: verb,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: token }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  async function signIn(userNameOrEmailAddress: string): Promise<SignIn> {
    const answer = await request(
      'POST',
      '/api/TokenAuth/Authenticate',
      { userNameOrEmailAddress, password: demoPassword },
      null,
    );
    if (answer.status !== 200) throw new Error(`${userNameOrEmailAddress} cannot sign in: ${answer.status}`);
    return (answer.body as { result: SignIn }).result;
  }

  async function call(user: string | null, verb: string, at: string, body?: unknown): Promise<Answer> {
    if (user === null || user.startsWith('Bearer ')) return request(verb, at, body, user);
    const session = sessions.get(user) ?? signIn(user);
    sessions.set(user, session);
    return request(verb, at, body, `Bearer ${(await session).accessToken}`);
  }

  return {
    address,
    serverPid: () => childOf(process.pid, serverCommand[2]),
    databasePid: () => postmasterOf(folder),
    signIn,
    call,
    async service(user, name, input = {}, verb = 'POST') {
      const at = `/api/services/app/${name}`;
      const answer = await call(user, verb, at, verb === 'GET' ? undefined : input);
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return (answer.body as { result: unknown }).result;
    },
    isUp: () =>
      fetch(`${address}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}

/** The child of a process whose command names this file. */
function childOf(parent: number, file: string): number | null {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      if (!status.includes(`PPid:\t${parent}\n`)) continue;
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(file)) return Number(name);
    } catch {
      // It ended meanwhile.
    }
  }
  return null;
}

/** Resident memory of a process, MB; null: it is gone. */
export function residentMb(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
  } catch {
    return null;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A source of JSON that is pushed to, and how to push. */
export async function pushedSource(
  product: RunningProduct,
  name: string,
): Promise<{ id: number; push(items: readonly object[]): Promise<number> }> {
  const mapping = JSON.stringify({
    reports: '/a',
    fields: {
      latitude: '/la',
      longitude: '/lo',
      icao24: '/h',
      geometricAltitude: '/z',
      groundSpeed: { at: '/v', unit: 'm/s' },
      track: '/t',
    },
  });
  const made = await product.call('admin', 'POST', '/api/records/surveillanceSource', {
    ...{ name, type: 'json', transport: 'httpPush', mapping },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id } = made.body as { id: number };
  const { token } = (await product.service('admin', 'SurveillanceSource/RenewToken', { id })) as {
    token: string;
  };
  return {
    id,
    async push(items) {
      const answer = await product.call(`Bearer ${token}`, 'POST', `/api/surveillance/${id}`, { a: items });
      return answer.status;
    },
  };
}
