import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type EmbeddedWorld,
  isRoot,
  makeEmbeddedWorld,
  query,
  until,
} from '#tests/support/embedded-world.ts';

let world: EmbeddedWorld;
beforeAll(async () => {
  world = await makeEmbeddedWorld();
});
afterEach(() => world.endAll());
afterAll(() => world.remove());

/** A process that has ended but that nobody asked about (a container without an init) counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const socketsIn = async (home: string) => (await readdir(home)).filter((name) => name.startsWith('sockets-'));

describe('the life of the embedded database', () => {
  test('a first start makes it, a second keeps what was committed, and each ends cleanly', async () => {
    const first = await world.start();
    expect(first.messages).toContain('start.creating');
    await query(first.url, 'create table kept (id bigint generated always as identity, of text)');
    await query(first.url, "insert into kept (of) values ('the first start')");
    await first.stop();
    expect(await readdir(path.join(first.folder, 'cluster'))).not.toContain('postmaster.pid');

    const second = await world.start();
    expect(second.messages).toEqual([]);
    expect(await query(second.url, 'select of from kept')).toEqual([{ of: 'the first start' }]);
  });

  test.skipIf(process.platform === 'win32')(
    'its sockets are its own, go with it, and those of a process that was killed are removed',
    async () => {
      const killed = await world.spawnProgram('hold', path.join(world.folder, 'data'));
      const home = path.dirname(new URL(killed.url).searchParams.get('host') ?? '');
      const [left] = await socketsIn(home);
      expect(left).toContain(`-${killed.child.pid}-`);
      process.kill(killed.postmaster, 'SIGKILL');
      await killed.kill();
      expect(await socketsIn(home)).toContain(left);

      const next = await world.start();
      const own = await socketsIn(home);
      expect(own).toHaveLength(1);
      expect(own).not.toContain(left);
      expect(new URL(next.url).searchParams.get('host')).toBe(path.join(home, own[0] ?? ''));
      await next.stop();
      expect(await socketsIn(home)).toEqual([]);
    },
  );

  test('it keeps Unicode, UTC, checksums and syncs, and is PostgreSQL 18', async () => {
    const { url } = await world.start();
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
    const { url, port, folder: home } = await world.start();
    const without = new URL(url);
    without.password = 'guessed';
    await expect(query(without.href, 'select 1')).rejects.toThrow(/password/);
    const sockets = without.searchParams.get('host');
    if (sockets) expect((await stat(sockets)).mode & 0o077).toBe(0);
    without.search = '';
    await expect(query(without.href, 'select 1')).rejects.toThrow(/password/);
    expect((await stat(path.join(home, 'password'))).mode & 0o077).toBe(0);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4');
    if (!outside) return console.log('skipped: this machine has no address but loopback');
    const elsewhere = new URL(url);
    elsewhere.search = '';
    elsewhere.hostname = outside.address;
    elsewhere.port = String(port);
    await expect(query(elsewhere.href, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test.skipIf(!isRoot)('as root it runs as an unprivileged user', async () => {
    const { pid } = await world.start();
    const status = await readFile(`/proc/${pid()}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534');
    expect(/^Gid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534');
  });

  test('a port that is taken is passed over', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const taken = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const { port, url } = await world.start({ port: taken });
    expect(port).not.toBe(taken);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    other.close();
  });

  test('a second one on the same folder is refused, in this process and in another; the first lives on', async () => {
    const { url } = await world.start();
    await expect(world.start()).rejects.toThrow(path.join(world.folder, 'data', 'postgres'));
    await expect(world.spawnProgram('hold')).rejects.toThrow(/Another Clearway|另一个 Clearway/);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('when the postmaster is killed it comes back at the same address, with every row', async () => {
    const { url, pid, messages } = await world.start();
    await query(url, "insert into kept (of) values ('before the kill')");
    const killed = pid();
    process.kill(killed ?? 0, 'SIGKILL');
    await until(() => pid() !== killed, 'another one serves');
    expect(messages).toContain('start.recovering');
    expect(await query(url, "select count(*)::int as n from kept where of = 'before the kill'")).toEqual([
      { n: 1 },
    ]);
  });

  test('when one of its own processes is killed it goes on, and the folder is still ours', async () => {
    const { url } = await world.start();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const holder = () =>
      query(url, "select pid from pg_locks where locktype = 'advisory' and granted").then(
        (held) => held[0]?.pid ?? null,
        () => null,
      );
    const before = await holder();
    process.kill(rows[0].pid, 'SIGKILL');
    await until(async () => {
      const now = await holder();
      return now !== null && now !== before;
    }, 'the lock is held again');
    await expect(world.start()).rejects.toThrow(/Another Clearway|另一个 Clearway/);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('when we are killed the postmaster goes on, and the next start takes it over', async () => {
    const { postmaster, url, kill } = await world.spawnProgram('hold');
    await query(url, "insert into kept (of) values ('left behind')");
    const asked = query(url, 'select pg_sleep(600)');
    const cancelled = expect(asked).rejects.toThrow(/terminat/);
    await until(async () => {
      const running = await query(url, "select 1 from pg_stat_activity where query like '%pg_sleep(600)'");
      return running.length > 0;
    }, 'the long statement runs');
    await kill();
    const next = await world.start();
    expect(next.messages).toEqual(['start.takenOver']);
    expect(next.pid()).toBe(postmaster);
    expect(next.url).toBe(url);
    await cancelled;
    expect(await query(next.url, "select count(*)::int as n from kept where of = 'left behind'")).toEqual([
      { n: 1 },
    ]);
    await expect(world.spawnProgram('hold')).rejects.toThrow(/Another Clearway|另一个 Clearway/);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await next.stop();
    expect(isAlive(postmaster)).toBe(false);
    if (process.platform !== 'win32') expect(await socketsIn(next.folder)).toEqual([]);
  });

  test('one that was taken over comes back at the same address when it is killed', async () => {
    const { postmaster, kill } = await world.spawnProgram('hold');
    await kill();
    const { url, pid, messages } = await world.start();
    await query(url, "insert into kept (of) values ('before the kill of the second')");
    process.kill(postmaster, 'SIGKILL');
    await until(() => pid() !== postmaster, 'another one serves');
    expect(messages).toContain('start.recovering');
    expect(
      await query(url, "select count(*)::int as n from kept where of = 'before the kill of the second'"),
    ).toEqual([{ n: 1 }]);
  });

  test('a postmaster with other settings than ours is stopped first', async () => {
    const { postmaster, url, kill } = await world.spawnProgram('hold');
    await query(url, "insert into kept (of) values ('other settings')");
    await kill();
    const file = path.join(world.folder, 'data', 'postgres', 'cluster', 'postmaster.opts');
    await writeFile(file, (await readFile(file, 'utf8')).replace('jit=off', 'jit=on'));
    const next = await world.start();
    expect(next.messages).toContain('start.orphan');
    expect(isAlive(postmaster)).toBe(false);
    expect(await query(next.url, "select count(*)::int as n from kept where of = 'other settings'")).toEqual([
      { n: 1 },
    ]);
  });

  test('when we exit without stopping it, it ends by itself', async () => {
    const { postmaster } = await world.spawnProgram('exit');
    await until(() => !isAlive(postmaster), 'the postmaster ended');
  });

  test('a pid file whose number now belongs to another program does not hinder a start', async () => {
    const { postmaster, kill } = await world.spawnProgram('hold');
    process.kill(postmaster, 'SIGKILL');
    await kill();
    await until(() => !isAlive(postmaster), 'the postmaster ended');
    const foreign = spawn('sleep', ['60']);
    world.processes.push(foreign);
    const file = path.join(world.folder, 'data', 'postgres', 'cluster', 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^\d+/, String(foreign.pid)));
    const { messages, url } = await world.start();
    expect(messages).toContain('start.stalePid');
    expect(isAlive(foreign.pid ?? 0)).toBe(true);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('no commit that was answered is lost, whichever process is killed, again and again', async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 6; round++) {
      const writing = await world.spawnProgram('write');
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
    const { url } = await world.start();
    const rows = await query(url, "select id::int from kept where of = 'x'");
    const present = new Set(rows.map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThan(300);
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
  }, 120_000);
});
