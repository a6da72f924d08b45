import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { readRecording } from '#server/features/surveillance/read-recording.ts';
import { bytesOf, openRecording, recordingLimits } from '#server/features/surveillance/recordings.ts';
import { type Row, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { everywhere } from '#tests/support/sky.ts';
import { cat021, pcapOf, watch } from '#tests/support/traffic.ts';

/** What a surveillance source may replay: regular files below the recordings folder, up to a size. */

let server: RunningTestServer;
let recordings: string;
beforeAll(async () => {
  server = await startTestServer();
  recordings = path.join(server.dataFolder, 'recordings');
  await mkdir(recordings, { recursive: true });
  await writeFile(path.join(server.dataFolder, 'outside.pcap'), flown('780c0f'));
  await writeFile(path.join(recordings, 'flown.pcap'), flown('780c01'));
  await symlink(path.join(server.dataFolder, 'outside.pcap'), path.join(recordings, 'link.pcap'));
  await symlink('flown.pcap', path.join(recordings, 'other-name.pcap'));
  await symlink(server.dataFolder, path.join(recordings, 'up'));
  await mkdir(path.join(recordings, 'folder.pcap'));
  execFileSync('mkfifo', [path.join(recordings, 'pipe.pcap')]);
  const large = path.join(recordings, 'large.pcap');
  await writeFile(large, '');
  await truncate(large, recordingLimits.fileMib * 1024 * 1024 + 1);
});
afterAll(() => server?.close());

/** A capture of one aircraft, minutes long. */
function flown(icao24: string): Uint8Array {
  const start = Date.UTC(2025, 0, 1, 3);
  return pcapOf(
    Array.from({ length: 300 }, (_, i) => ({
      atMs: start + i * 1000,
      payload: cat021({ icao24, at: start + i * 1000, longitude: 104 + i * 0.001, latitude: 30.2 }),
    })),
  );
}

let made = 0;
const replaying = (file: string) => ({
  name: `回放 ${made++}`,
  type: 'Cat21',
  transport: 'replay',
  file,
  loop: true,
});

const make = (file: string, headers?: Headers) =>
  server.call('admin', 'POST', '/api/records/surveillanceSource', replaying(file), headers);

async function source(id: number, on = server): Promise<Row> {
  const { rows } = await rowsOf(on, 'admin', 'surveillanceSource', `id=${id}`);
  if (!rows[0]) throw new Error('the source is gone');
  return rows[0];
}

async function change(id: number, values: object) {
  const { version } = await source(id);
  return server.call('admin', 'PATCH', `/api/records/surveillanceSource/${id}`, { version, ...values });
}

const includes = (status: unknown) => (text: string) => String(status).includes(text);

describe('the file of a source', () => {
  test.each([
    ['a device', '/dev/zero', '回放文件夹下的文件名'],
    ['a path from the root', '/etc/passwd', '回放文件夹下的文件名'],
    ['a path upwards', '../outside.pcap', '回放文件夹下的文件名'],
    ['a path down and upwards', 'a/../../outside.pcap', '回放文件夹下的文件名'],
    ['a path of another system', '..\\outside.pcap', '回放文件夹下的文件名'],
    ['the folder itself', '.', '回放文件夹下的文件名'],
    ['a named pipe', 'pipe.pcap', '普通文件'],
    ['a link out of the folder', 'link.pcap', '普通文件'],
    ['a link within the folder', 'other-name.pcap', '普通文件'],
    ['a file behind a link to a folder', 'up/outside.pcap', '普通文件'],
    ['a folder', 'folder.pcap', '普通文件'],
    ['a file that is too large', 'large.pcap', '256 MiB'],
  ])('is refused where it is %s', async (_name, file, reason) => {
    const { status, body } = await make(file);
    expect(status).toBe(400);
    const { errors } = body as { errors: Record<string, string[]> };
    expect(Object.keys(errors)).toEqual(['file']);
    expect(errors.file?.[0]).toContain(reason);
  });

  test('is refused in the language of the caller, in a change of one and of many', async () => {
    const english = new Headers({ 'accept-language': 'en' });
    const refused = await make('/dev/zero', english);
    expect(JSON.stringify(refused.body)).toContain('Give the name of a file below the recordings folder');
    const { body } = await make('flown.pcap');
    const { id } = body as Row;
    expect((await change(id, { file: 'pipe.pcap' })).status).toBe(400);
    expect((await source(id)).file).toBe('flown.pcap');
    const many = await server.call('admin', 'POST', '/api/records/surveillanceSource/bulk', {
      action: 'update',
      ids: [id],
      set: { file: '/dev/zero' },
    });
    expect(JSON.stringify(many.body)).toContain('回放文件夹下的文件名');
    expect((await source(id)).file).toBe('flown.pcap');
    await change(id, { enabled: false });
  });

  test('is refused when the source is switched on, though it was kept before', async () => {
    const { body } = await make('flown.pcap');
    const { id } = body as Row;
    await change(id, { enabled: false });
    await server.database.database.pool.query('update surveillance_source set file = $1 where id = $2', [
      '/dev/zero',
      id,
    ]);
    expect((await change(id, { remark: '仍然关闭' })).status).toBe(200);
    expect((await change(id, { enabled: true })).status).toBe(400);
  });
});

describe('a source that was kept by an earlier version', () => {
  test('with a device or a pipe starts nothing, says why, and hinders nobody', async () => {
    const files = ['/dev/zero', 'pipe.pcap', path.join(recordings, 'pipe.pcap')];
    const ids: number[] = [];
    for (const file of files) {
      const { body } = await make('flown.pcap');
      const { id } = body as Row;
      await server.database.database.pool.query(
        'update surveillance_source set file = $1, version = version + 1 where id = $2',
        [file, id],
      );
      ids.push(id);
    }
    const before = process.memoryUsage().rss;
    // Another server starts with them.
    const beside = await startTestServer({ beside: server });
    try {
      const map = watch(await beside.hub('aiw', '/signalr-instant'));
      await map.look(everywhere);
      for (const id of ids) {
        await eventually(() => map.feed(id)?.fault !== undefined, 'the fault of the feed', 60_000);
        expect(map.feed(id)?.fault?.key).toMatch(/^track\.recording\.(name|notRegular)$/);
        await eventually(async () => includes((await source(id)).status)('回放文件夹'), 'the status', 60_000);
      }
      // A pipe that is waited for holds one of the threads that passwords are hashed on.
      await Promise.all(['operator', 'operator2', 'agent', 'atmb', 'aiw'].map((user) => beside.signIn(user)));
    } finally {
      await beside.close();
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024);
    for (const id of ids) await change(id, { enabled: false, file: 'flown.pcap' });
  }, 180_000);
});

describe('a recording', () => {
  test('that plays says so at its source, and no more once that is switched off', async () => {
    const { body } = await make('flown.pcap');
    const { id } = body as Row;
    await eventually(
      async () => includes((await source(id)).status)('正在回放：300 个时刻'),
      'the status',
      60_000,
    );
    expect(await source(id)).not.toHaveProperty('loadingVersion');
    await change(id, { enabled: false });
    await eventually(async () => (await source(id)).status === null, 'its end');
  });

  test('of more reports than are held is refused, however small it is packed', async () => {
    const row = { timestamp: 1_551_257_473_000, icao24: '780c02', latitude: 30, longitude: 104 };
    const read = async (count: number) => {
      await writeFile(
        path.join(recordings, 'many.json.gz'),
        gzipSync(JSON.stringify(Array(count).fill(row))),
      );
      return readRecording('many.json.gz', {
        folder: recordings,
        limits: { ...recordingLimits, reports: 10 },
        type: 'adsbJson',
        editions: {},
        mapping: '',
        ...noSites,
        now: 0,
        signal: new AbortController().signal,
      });
    };
    expect((await read(10)).frames.flatMap(({ reports }) => reports)).toHaveLength(10);
    await expect(read(11)).rejects.toMatchObject({
      text: { key: 'track.recording.tooMany', values: { most: 10 } },
    });
  });

  test('is read no further than its size may be, packed or not', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'clearway-recordings-'));
    const limits = { fileMib: 1, unpackedMib: 2, reports: 10 };
    const mib = 1024 * 1024;
    await writeFile(path.join(folder, 'bomb.pcap.gz'), gzipSync(Buffer.alloc(30 * mib)));
    await writeFile(path.join(folder, 'damaged.pcap.gz'), Buffer.alloc(1000, 7));
    await writeFile(path.join(folder, 'growing.pcap'), Buffer.alloc(mib));
    const read = async (name: string, whileOpen: () => Promise<void> = async () => {}) => {
      const handle = await openRecording(folder, name, limits);
      await whileOpen();
      let size = 0;
      try {
        for await (const piece of bytesOf(handle, name, limits, new AbortController().signal))
          size += piece.length;
        return { size };
      } catch (error) {
        return { size, refused: (error as Error).message };
      } finally {
        await handle.close();
      }
    };
    const bomb = await read('bomb.pcap.gz');
    expect(bomb.refused).toBe('track.recording.unpacked');
    expect(bomb.size).toBeLessThanOrEqual(2 * mib);
    expect(await read('damaged.pcap.gz')).toEqual({ size: 0, refused: 'track.recording.packed' });
    const grown = await read('growing.pcap', async () => {
      const handle = await open(path.join(folder, 'growing.pcap'), 'a');
      await handle.write(Buffer.alloc(mib));
      await handle.close();
    });
    expect(grown.refused).toBe('track.recording.tooLarge');
    expect(grown.size).toBeLessThanOrEqual(mib);
    await rm(folder, { recursive: true });
  });
});
