import { chmod, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { type DataFolder, makeDataFolder } from '#tests/support/data-folder.ts';
import { createTestDatabase, databases } from '#tests/support/database.ts';
import { eventually } from '#tests/support/server.ts';
import {
  isAlive,
  killServers,
  postmasterOf,
  type ServerProcess,
  startProcess,
} from '#tests/support/server-process.ts';

/** The process as a person starts it: what it prints, how it ends, what is left when it is killed. */

async function started(settings: Record<string, string>): Promise<ServerProcess> {
  const result = await startProcess(settings);
  if (!result.started) throw new Error(`it did not start (${result.code}): ${result.printed}`);
  return result;
}

async function refusedStart(settings: Record<string, string>): Promise<string> {
  const result = await startProcess(settings);
  if (result.started) {
    await result.end('SIGKILL');
    throw new Error('it started');
  }
  expect(result.code).toBe(1);
  // A person reads it: no stack, no file of ours.
  expect(result.printed).not.toMatch(/^\s+at |\.ts:\d/m);
  return result.printed;
}

async function post(address: string, path: string, body: object, token?: string): Promise<Response> {
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
}

async function signIn(address: string, userNameOrEmailAddress: string, password: string): Promise<string> {
  const answer = await post(address, '/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password });
  expect(answer.status).toBe(200);
  const body: { result: { accessToken: string } } = await answer.json();
  return body.result.accessToken;
}

async function codesIn(address: string, token: string): Promise<Set<string>> {
  const codes = new Set<string>();
  for (let start = 0; ; start += 1000) {
    const url = `${address}/api/records/dictionary?code_startswith=kept&_start=${start}&_end=${start + 1000}&_fields=code`;
    const page: { code: string }[] = await (
      await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    ).json();
    for (const { code } of page) codes.add(code);
    if (page.length < 1000) return codes;
  }
}

const generatedIn = (printed: string) => /admin[^\n]*: (\S{12,})/.exec(printed)?.[1];

let data: DataFolder;
beforeAll(async () => {
  data = await makeDataFolder('process');
});
afterAll(async () => {
  killServers();
  await data?.remove();
});

test('with the demo it prints its address and accounts; SIGTERM and Ctrl-C leave nothing behind', async () => {
  const settings = { CLEARWAY_DATA: data.folder };
  const first = await started(settings);
  await eventually(() => first.printed().includes(demoPassword), 'the accounts');
  expect(first.printed()).toMatch(/\badmin, operator, operator2, agent, atmb, aiw\b/);
  expect(first.printed()).toContain(data.folder);
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  const token = await signIn(first.address, 'operator', demoPassword);
  const postmaster = await postmasterOf(data.folder);
  expect(postmaster && isAlive(postmaster)).toBe(true);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(postmaster && isAlive(postmaster)).toBe(false);
  expect(await postmasterOf(data.folder)).toBeNull();

  const second = await started(settings);
  // The secret and the session are kept: nobody signs in anew because the server was restarted.
  const info = await fetch(`${second.address}/api/services/app/Session/GetCurrentUserInfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(info.status).toBe(200);
  const [other] = [await refusedStart(settings)];
  expect(other).toMatch(/Another Clearway|CLEARWAY_DATA/);
  expect((await fetch(`${second.address}/readyz`)).status).toBe(200);
  const again = await postmasterOf(data.folder);
  expect(await second.end('SIGINT')).toBe(0);
  expect(again && isAlive(again)).toBe(false);
}, 120_000);

test('a port that is taken is told with its cure, and the database is stopped again', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const printed = await refusedStart({ CLEARWAY_DATA: data.folder, PORT: port });
  expect(printed).toMatch(new RegExp(`${port}[^\n]*PORT`));
  expect(await postmasterOf(data.folder)).toBeNull();
  await new Promise((resolve) => taken.close(resolve));
}, 60_000);

test.each([
  [{ HOST: '0.0.0.0', CLEARWAY_DEMO: '1' }, /0\.0\.0\.0[^\n]*CLEARWAY_DEMO=0/],
  [{ CLEARWAY_SECRET: 'short' }, /CLEARWAY_SECRET(?![^\n]*short)/],
])(
  '%j is refused by name before anything is made',
  async (settings, message) => {
    const { folder, remove } = await makeDataFolder('refused');
    expect(await refusedStart({ CLEARWAY_DATA: folder, ...settings })).toMatch(message);
    expect(await postmasterOf(folder)).toBeNull();
    await remove();
  },
  30_000,
);

describe('without the demo, killed again and again', () => {
  const acknowledged = new Set<string>();
  let password: string;
  let own: DataFolder;
  beforeAll(async () => {
    own = await makeDataFolder('killed');
  });
  afterAll(async () => {
    killServers();
    await own.remove();
  });

  /** Writes without pause until the server is gone; each that was answered is kept in `acknowledged`. */
  async function write(address: string, token: string, round: string, whileIt: () => boolean): Promise<void> {
    for (let n = 0; whileIt(); n++) {
      const code = `kept${round}x${n}`;
      try {
        const answer = await post(
          address,
          '/api/records/dictionary',
          { code, name: code, nameEn: code },
          token,
        );
        await answer.text();
        if (answer.status === 201) acknowledged.add(code);
        else await new Promise((resolve) => setTimeout(resolve, 25));
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  }

  test('the first start prints a password for the administrator, the next does not', async () => {
    const settings = { CLEARWAY_DATA: own.folder, CLEARWAY_DEMO: '0' };
    const first = await started(settings);
    password = generatedIn(first.printed()) ?? '';
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(first.printed()).not.toContain('operator');
    await signIn(first.address, 'admin', password);
    const demo = await post(first.address, '/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: 'admin',
      password: demoPassword,
    });
    expect(demo.status).toBe(500);
    await first.end('SIGKILL');
    const second = await started(settings);
    expect(second.printed()).not.toContain(password);
    expect(generatedIn(second.printed())).toBeUndefined();
    await signIn(second.address, 'admin', password);
    expect(await second.end('SIGTERM')).toBe(0);
  }, 120_000);

  test.each([
    ['server', 1],
    ['postmaster', 2],
    ['both', 3],
    ['server', 4],
  ] as const)(
    'kill -9 of %s while writes are acknowledged loses none of them (round %i)',
    async (what, round) => {
      const server = await started({ CLEARWAY_DATA: own.folder, CLEARWAY_DEMO: '0' });
      const token = await signIn(server.address, 'admin', password);
      const before = await codesIn(server.address, token);
      expect([...acknowledged].filter((code) => !before.has(code))).toEqual([]);

      let writing = true;
      const writers = ['a', 'b', 'c'].map((name) =>
        write(server.address, token, `${round}${name}`, () => writing),
      );
      const had = acknowledged.size;
      await eventually(() => acknowledged.size > had + 30, 'thirty writes');
      const postmaster = await postmasterOf(own.folder);
      if (what !== 'server' && postmaster !== null) process.kill(postmaster, 'SIGKILL');
      if (what === 'postmaster') {
        // The server brings the database back by itself, and goes on taking writes.
        const atDeath = acknowledged.size;
        await eventually(() => acknowledged.size > atDeath + 30, 'writes after the recovery', 30_000);
        expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
        writing = false;
        await Promise.all(writers);
        const after = await codesIn(server.address, token);
        expect([...acknowledged].filter((code) => !after.has(code))).toEqual([]);
        expect(await server.end('SIGTERM')).toBe(0);
        return;
      }
      await server.end('SIGKILL');
      writing = false;
      await Promise.all(writers);
    },
    90_000,
  );

  test('and at the end every one of them is there', async () => {
    const server = await started({ CLEARWAY_DATA: own.folder, CLEARWAY_DEMO: '0' });
    const codes = await codesIn(server.address, await signIn(server.address, 'admin', password));
    expect(acknowledged.size).toBeGreaterThan(120);
    expect([...acknowledged].filter((code) => !codes.has(code))).toEqual([]);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await postmasterOf(own.folder)).toBeNull();
  }, 60_000);
});

describe.each(databases())('DATABASE_URL, $name', (where) => {
  test('starts without the demo, is killed, and starts again with all that was acknowledged', async () => {
    const { folder, remove } = await makeDataFolder('url');
    const { url, drop } = await createTestDatabase(where);
    const settings = { CLEARWAY_DATA: folder, DATABASE_URL: url };
    const first = await started(settings);
    const password = generatedIn(first.printed()) ?? '';
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(first.printed()).toContain(new URL(url).pathname);
    expect(await postmasterOf(folder)).toBeNull();
    const token = await signIn(first.address, 'admin', password);
    const made = await post(
      first.address,
      '/api/records/dictionary',
      { code: 'keptOne', name: '一', nameEn: 'One' },
      token,
    );
    expect(made.status).toBe(201);
    await first.end('SIGKILL');

    const second = await started(settings);
    expect(generatedIn(second.printed())).toBeUndefined();
    expect(await codesIn(second.address, token)).toEqual(new Set(['keptOne']));
    expect(await second.end('SIGTERM')).toBe(0);
    await drop();
    await remove();
  }, 90_000);
});

test('an embedded database that cannot be started again ends the process, which says why', async () => {
  const { folder, remove } = await makeDataFolder('lost');
  const server = await started({ CLEARWAY_DATA: folder });
  const ended = new Promise<number | null>((resolve) => server.child.once('exit', resolve));
  await rename(
    path.join(folder, 'postgres', 'cluster', 'global', 'pg_control'),
    path.join(folder, 'postgres', 'pg_control.away'),
  );
  process.kill((await postmasterOf(folder)) ?? 0, 'SIGKILL');
  expect(await ended).toBe(1);
  await eventually(() => /exit code 1/.test(server.printed()), 'the reason');
  expect(server.printed()).toMatch(/PostgreSQL died and could not be started again: \S+/);
  await remove();
}, 90_000);

test('a second demo of the machine takes another UDP port and says which; nobody else reads their folders', async () => {
  const folders = [await makeDataFolder('demo-one'), await makeDataFolder('demo-two')];
  const ports: number[] = [];
  const servers: ServerProcess[] = [];
  for (const { folder } of folders) {
    // As it was made by hand, or by an earlier version: open.
    await mkdir(path.join(folder, 'files'), { recursive: true });
    await writeFile(path.join(folder, 'boundaries.geojson'), '{}');
    for (const [place, mode] of [
      ['', 0o755],
      ['files', 0o755],
      ['boundaries.geojson', 0o644],
    ] as const)
      await chmod(path.join(folder, place), mode);
    const server = await started({ CLEARWAY_DATA: folder });
    servers.push(server);
    const token = await signIn(server.address, 'admin', demoPassword);
    const listed = await fetch(`${server.address}/api/records/surveillanceSource?transport=udpUnicast`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [source] = (await listed.json()) as { port: number }[];
    ports.push(source?.port ?? 0);

    // As root, PostgreSQL's user passes by its group to its own folder, and reads nothing.
    const others = process.getuid?.() === 0 ? 0o067 : 0o077;
    for (const name of ['.', ...(await readdir(folder))]) {
      const { mode } = await stat(path.join(folder, name));
      expect([name, mode & (name === '.' || name === 'postgres' ? others : 0o077)]).toEqual([name, 0]);
    }
  }
  expect(ports[1]).not.toBe(ports[0]);
  expect(servers[1]?.printed()).toMatch(new RegExp(`UDP port 8600 is taken[^\n]* uses ${ports[1]} instead`));
  for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
  for (const { remove } of folders) await remove();
}, 120_000);
