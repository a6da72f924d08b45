import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackupSchedule } from '#server/backup/backup-schedule.ts';
import { backupsIn, readManifest } from '#server/backup/format.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { type DataFolder, makeDataFolder } from '#tests/support/data-folder.ts';
import { silentLog } from '#tests/support/database.ts';
import { killServers, type ServerProcess, startProcess } from '#tests/support/server-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A command as a person gives it; with what it printed, both streams. */
async function npmRun(
  command: 'backup' | 'restore',
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(CLEARWAY_|DATABASE_URL|FILES_URL|INIT_CWD)/.test(name),
  );
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', command, ...args], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), LC_ALL: 'C', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      printed += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  // A person reads it: no stack, no file of ours.
  expect(printed).not.toMatch(/^\s+at |\.ts:\d/m);
  return { code, printed };
}

async function started(settings: Record<string, string>): Promise<ServerProcess> {
  const result = await startProcess(settings);
  if (!result.started) throw new Error(`it did not start (${result.code}): ${result.printed}`);
  return result;
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userNameOrEmailAddress: 'admin', password: demoPassword }),
  });
  const body: { result: { accessToken: string } } = await answer.json();
  return body.result.accessToken;
}

const folders: DataFolder[] = [];
async function emptyFolder(name: string): Promise<string> {
  const made = await makeDataFolder(name);
  folders.push(made);
  return made.folder;
}

afterAll(async () => {
  killServers();
  for (const { remove } of folders) await remove();
});

describe('of a server that runs', () => {
  let source: string;
  let server: ServerProcess;
  let token: string;
  let backup: string;
  const acknowledged: string[] = [];
  const bytes = `a paper of an aircraft ${'x'.repeat(5_000)}\n`;
  let file: string;

  const ask = (address: string, url: string, init: RequestInit = {}) =>
    fetch(address + url, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  async function write(code: string): Promise<void> {
    const answer = await ask(server.address, '/api/records/dictionary', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: code, nameEn: code }),
    });
    expect(answer.status).toBe(201);
  }

  beforeAll(async () => {
    source = await emptyFolder('backup');
    server = await started({ CLEARWAY_DATA: source });
    token = await signIn(server.address);
    const [{ id }] = await (await ask(server.address, '/api/records/aircraft?_start=0&_end=1')).json();
    const form = new FormData();
    form.append('files', new Blob([bytes]), 'paper.txt');
    const added = await ask(server.address, `/api/records/aircraft/${id}/files`, {
      method: 'POST',
      body: form,
    });
    expect(added.status).toBe(201);
    const [entry] = await added.json();
    file = `/api/records/aircraft/${id}/files/${entry.id}`;
    await writeFile(path.join(source, 'boundaries.geojson'), '{"type":"FeatureCollection","features":[]}');
  }, 120_000);

  test('is consistent and verified, although it goes on writing', async () => {
    for (let n = 0; n < 20; n++) {
      await write(`keptBefore${n}`);
      acknowledged.push(`keptBefore${n}`);
    }
    let writing = true;
    let during = 0;
    const busy = (async () => {
      while (writing) await write(`keptDuring${during++}`);
    })();
    const { code, printed } = await npmRun('backup', [], { CLEARWAY_DATA: source });
    writing = false;
    await busy;
    expect([code, printed]).toEqual([0, expect.stringMatching(/written and verified/)]);
    expect(during).toBeGreaterThan(0);
    const [name = ''] = await backupsIn(path.join(source, 'backups'));
    backup = path.join(source, 'backups', name);
    const manifest = await readManifest(backup);
    expect(Object.keys(manifest.files)).toEqual(
      expect.arrayContaining(['password', 'data/secret', 'data/boundaries.geojson', 'cluster/backup_label']),
    );
    // Only its own user reads it: passwords and papers are in it.
    expect((await stat(backup)).mode & 0o077).toBe(0);
    expect((await stat(path.join(backup, 'data', 'secret'))).mode & 0o077).toBe(0);
    expect((await readdir(path.join(source, 'backups'))).filter((one) => one.startsWith('new-'))).toEqual([]);
  }, 120_000);

  test('is restored into an empty folder: records, files, sessions and the secret', async () => {
    const target = await emptyFolder('restored');
    const { code, printed } = await npmRun('restore', [backup], { CLEARWAY_DATA: target });
    expect([code, printed]).toEqual([0, expect.stringMatching(/Restored as of .* Start it with npm start/)]);
    const restored = await started({ CLEARWAY_DATA: target });
    // The token was signed with the secret, and its session is a row.
    const codes = await ask(
      restored.address,
      '/api/records/dictionary?code_startswith=keptBefore&_start=0&_end=100',
    );
    expect(codes.status).toBe(200);
    const listed: { code: string }[] = await codes.json();
    expect(listed.map((one) => one.code).sort()).toEqual([...acknowledged].sort());
    expect(await (await ask(restored.address, file)).text()).toBe(bytes);
    expect(await readFile(path.join(target, 'boundaries.geojson'), 'utf8')).toMatch(/FeatureCollection/);
    expect(await restored.end('SIGTERM')).toBe(0);

    const again = await npmRun('restore', [backup], { CLEARWAY_DATA: target });
    expect([again.code, again.printed]).toEqual([1, expect.stringMatching(/not empty/)]);
  }, 180_000);

  test('a second one shares what has not changed; one that is damaged is refused by name', async () => {
    const { code } = await npmRun('backup', [], { CLEARWAY_DATA: source });
    expect(code).toBe(0);
    const names = await backupsIn(path.join(source, 'backups'));
    expect(names).toHaveLength(2);
    const second = path.join(source, 'backups', names[1] ?? '');
    const { files } = await readManifest(second);
    const attached = Object.keys(files).find((name) => name.startsWith('files/')) ?? '';
    expect((await stat(path.join(second, attached))).nlink).toBe(2);

    const victim = path.join(second, 'data', 'secret');
    await rm(victim);
    await writeFile(victim, 'x'.repeat(40));
    const target = await emptyFolder('damaged');
    const refused = await npmRun('restore', [second], { CLEARWAY_DATA: target });
    expect([refused.code, refused.printed]).toEqual([1, expect.stringMatching(/damaged: data\/secret/)]);
    expect(await readdir(target)).toEqual([]);
  }, 120_000);

  test('what cannot be done is a sentence', async () => {
    const nothing = await emptyFolder('nothing');
    await mkdir(nothing, { recursive: true });
    const cases: [
      command: 'backup' | 'restore',
      args: string[],
      settings: Record<string, string>,
      says: RegExp,
    ][] = [
      ['backup', [], { CLEARWAY_DATA: nothing }, /no database in .*CLEARWAY_DATA/],
      ['backup', [], { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, /pg_dump.*docs\/operations\.md/],
      ['restore', [], { CLEARWAY_DATA: source }, /npm run restore -- .*clearway-\d{8}-\d{6}/],
      ['restore', [nothing], { CLEARWAY_DATA: path.join(nothing, 'new') }, /is not a backup/],
    ];
    for (const [command, args, settings, says] of cases) {
      const { code, printed } = await npmRun(command, args, settings);
      expect([code, printed]).toEqual([1, expect.stringMatching(says)]);
    }
  }, 60_000);
});

test('scheduled backups come when they are due, and the oldest beyond the number kept are deleted', async () => {
  const dataFolder = await emptyFolder('rounds');
  const embedded = await startEmbeddedPostgres({ dataFolder, tell: () => {} });
  const backupFolder = path.join(dataFolder, 'backups');
  const values = new Map([
    ['backup.everyHours', 24],
    ['backup.keep', 2],
  ]);
  const parameters: Parameters = {
    number: async (key) => values.get(key) ?? Number.NaN,
    text: async (key) => String(values.get(key)),
    all: async () => new Map(),
  };
  let now = new Date('2026-03-01T03:00:00Z');
  const rounds = createBackupSchedule({
    places: { dataFolder, filesFolder: path.join(dataFolder, 'files'), backupFolder },
    parameters,
    version: '0.0.0',
    clock: () => now,
    log: silentLog,
  });
  const after = (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000);
    return rounds.round();
  };
  expect(await rounds.round()).toBe(path.join(backupFolder, 'clearway-20260301-030000'));
  expect(await after(23)).toBeNull();
  expect(await after(1)).not.toBeNull();
  expect(await after(24)).not.toBeNull();
  expect(await backupsIn(backupFolder)).toEqual(['clearway-20260302-030000', 'clearway-20260303-030000']);
  values.set('backup.everyHours', 0);
  expect(await after(1_000)).toBeNull();
  await embedded.stop();
}, 120_000);
