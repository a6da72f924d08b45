import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepMarks } from '#server/features/messages/gateways/directory.ts';
import { createSplitter, tcpAddress } from '#server/features/messages/gateways/tcp.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type MessageWorld, startMessageWorld } from '#tests/support/message-world.ts';
import { startReceiver } from '#tests/support/receiver.ts';

let on: MessageWorld;
const closing: (() => Promise<unknown> | unknown)[] = [];
beforeAll(async () => {
  on = await startMessageWorld();
});
afterAll(() => on.close());
afterEach(async () => {
  for (const end of closing.splice(0)) await end();
  await on.clear();
});

const line = { originator: 'ZUUUZPZX', addressees: ['ZUUUZTZX'], direction: 'out' };

async function approved(): Promise<number> {
  const plan = await on.file();
  await on.approve(plan);
  return plan;
}

async function inFolder(...parts: string[]): Promise<string[]> {
  return (await readdir(path.join(on.dataFolder, ...parts)).catch(() => [])).filter((name) =>
    name.endsWith('.txt'),
  );
}

/** The other end of a line: keeps what it got, answers as the test says. */
async function startLine(onText: (text: string, socket: Socket) => void = () => {}) {
  const got: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const split = createSplitter((text) => {
      got.push(text);
      onText(text, socket);
    });
    socket
      .setEncoding('latin1')
      .on('data', (part) => split(String(part)))
      .on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { got, address: `127.0.0.1:${port}` };
}

async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 100; i += 1) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error('it did not come to pass');
}

describe('a folder', () => {
  test('has each message once, whole, by two servers at once', async () => {
    await on.onlyGateway({ ...line, kind: 'directory', address: 'twice', lineName: 'CWA' });
    const plan = await approved();
    await on.release(plan, '2026-11-21T02:00:00Z');
    await on.takeOff(plan, '2026-11-21T02:05:00Z');
    const [one, two] = [on.server(), on.server()];
    await Promise.all([one.sender.tick(), two.sender.tick(), one.sender.tick(), two.sender.tick()]);
    await one.sender.tick();
    const messages = await on.messages(plan);
    expect(messages.map(({ state, attempts, reference }) => [state, attempts, reference])).toEqual([
      ['acknowledged', 1, 'CWA0001'],
      ['acknowledged', 1, 'CWA0002'],
    ]);
    const names = await inFolder('twice', 'out');
    expect(names).toHaveLength(2);
    const text = await readFile(path.join(on.dataFolder, 'twice', 'out', names[1] ?? ''), 'latin1');
    expect(text.split('\r\r\n')).toEqual([
      'ZCZC CWA0002',
      'FF ZUGHZPZX ZUUUZTZX',
      '210206 ZUUUZPZX',
      '(DEP-B10QA-ZUGH0205-ZUGH-DOF/261121)',
      'NNNN',
      '',
    ]);
  });

  test('a server that ends between sending and writing it down sends nothing twice, even if it was fetched', async () => {
    await on.onlyGateway({ ...line, kind: 'directory', address: 'crash' });
    const plan = await approved();
    const dying = on.server();
    await dying.sender.tick();
    const [sent] = await inFolder('crash', 'out');
    await rm(path.join(on.dataFolder, 'crash', 'out', sent ?? ''));
    // As the row stood when it died: the try is written down, its end is not.
    await on.world.sql
      .updateTable('planMessage')
      .set({ state: 'pending', error: null, nextAttemptAt: on.world.now().toISOString() })
      .where('plan', '=', plan)
      .execute();
    await on.server().sender.tick();
    expect(await inFolder('crash', 'out')).toEqual([]);
    expect((await on.messages(plan))[0]).toMatchObject({ state: 'acknowledged', attempts: 2 });
  });

  test('one that died before the last step goes after all', async () => {
    await on.onlyGateway({ ...line, kind: 'directory', address: 'half' });
    const plan = await approved();
    await on.server().sender.tick();
    const [name = ''] = await inFolder('half', 'out');
    const whole = await readFile(path.join(on.dataFolder, 'half', 'out', name));
    await writeFile(path.join(on.dataFolder, 'half', '.sent', `${name}.part`), whole);
    await rm(path.join(on.dataFolder, 'half', 'out', name));
    await on.world.sql
      .updateTable('planMessage')
      .set({ state: 'pending', error: null, nextAttemptAt: on.world.now().toISOString() })
      .where('plan', '=', plan)
      .execute();
    await on.server().sender.tick();
    expect(await inFolder('half', 'out')).toEqual([name]);
    expect(await readFile(path.join(on.dataFolder, 'half', 'out', name))).toEqual(whole);
  });

  test('leaves nobody out in silence where there are more addressees than one message may have', async () => {
    const addressees = Array.from({ length: 21 }, (_, i) => `ZUUU${String.fromCharCode(65 + i)}PZX`);
    await on.onlyGateway({ ...line, kind: 'directory', address: 'many', addressees });
    const plan = await approved();
    await on.server().sender.tick();
    const [message] = await on.messages(plan);
    expect(message).toMatchObject({ state: 'failed', error: '收电地址 22 个，最多 21 个' });
    expect(await inFolder('many', 'out')).toEqual([]);
  });

  test('never leaves the data folder', async () => {
    await on.onlyGateway({ ...line, kind: 'directory', address: '../outside' });
    const plan = await approved();
    await on.server().sender.tick();
    expect((await on.messages(plan))[0]?.error).toBe('目录须在数据文件夹之内');
  });

  test('that leads out of the data folder by a link carries nothing, and nothing is swept away there', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'clearway-outside-'));
    closing.push(() => rm(outside, { recursive: true }));
    await symlink(outside, path.join(on.dataFolder, 'link'));
    await mkdir(path.join(on.dataFolder, 'half-link'));
    await symlink(outside, path.join(on.dataFolder, 'half-link', 'out'));
    await mkdir(path.join(outside, '.sent'));
    await writeFile(path.join(outside, '.sent', 'old'), '');
    for (const address of ['link', 'link/deeper', 'half-link']) {
      await on.onlyGateway({ ...line, kind: 'directory', address });
      const plan = await approved();
      await on.server().sender.tick();
      expect((await on.messages(plan))[0]?.error, address).toBe('目录须在数据文件夹之内');
      await sweepMarks(on.dataFolder, address, Date.now() + 1_000);
      await on.clear();
    }
    await sweepMarks(on.dataFolder, path.relative(on.dataFolder, outside), Date.now() + 1_000);
    expect(await readdir(outside)).toEqual(['.sent']);
    expect(await readdir(path.join(outside, '.sent'))).toEqual(['old']);
  });

  test('a pipe, a link or a folder that is laid into it is waited for by nobody', async () => {
    await on.onlyGateway({ kind: 'directory', address: 'strange', direction: 'both' });
    const folder = path.join(on.dataFolder, 'strange', 'in');
    await mkdir(path.join(folder, '3-folder.txt'), { recursive: true });
    execFileSync('mkfifo', [path.join(folder, '1-pipe.txt')]);
    await writeFile(path.join(on.dataFolder, 'private'), '(DEP-B10QY-ZUGH0205-ZUGH-0)');
    await symlink(path.join(on.dataFolder, 'private'), path.join(folder, '2-link.txt'));
    await writeFile(path.join(folder, '4-good.txt'), '(DEP-B10QZ-ZUGH0205-ZUGH-0)');
    expect(await on.server().collect()).toBe(1);
    expect((await readdir(path.join(folder, 'failed'))).sort()).toEqual([
      '1-pipe.txt',
      '2-link.txt',
      '3-folder.txt',
    ]);
    expect(await readdir(path.join(folder, 'done'))).toEqual(['4-good.txt']);
  });

  test('a file that is no message stands in the way of none', async () => {
    await on.onlyGateway({ kind: 'directory', address: 'mixed', direction: 'both' });
    const folder = path.join(on.dataFolder, 'mixed', 'in');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, '1-blank.txt'), ' \r\n\0');
    await writeFile(
      path.join(folder, '2-wide.txt'),
      Buffer.from('\uFEFF(DEP-B10QA-ZUGH0205-ZUGH-0)', 'utf16le'),
    );
    await writeFile(path.join(folder, '3-good.txt'), '(DEP-B10QX-ZUGH0205-ZUGH-0)');
    expect(await on.server().collect()).toBe(2);
    expect(await readdir(path.join(folder, 'failed'))).toContain('1-blank.txt');
    expect(await readdir(path.join(folder, 'done'))).toEqual(
      expect.arrayContaining(['2-wide.txt', '3-good.txt']),
    );
  });

  test('each message of a file is one, and no mark of the line is within its text', async () => {
    await on.onlyGateway({ kind: 'directory', address: 'several', direction: 'both' });
    await mkdir(path.join(on.dataFolder, 'several', 'in'), { recursive: true });
    const message = (callsign: string) => `(DEP-${callsign}-ZUGH0159-ZUGH-0)`;
    const text = `ZCZC A1\r\n${message('SEVERAL1')}NNNN ZCZC A2\r\n${message('SEVERAL2')}\r\nZCZC A3\r\n${message('SEVERAL3')}`;
    await writeFile(path.join(on.dataFolder, 'several', 'in', 'a.txt'), text);
    await on.server().collect();
    const rows = await on.world.sql
      .selectFrom('planMessage')
      .select(['callsign', 'text'])
      .where('text', 'like', '%SEVERAL%')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.text)).toEqual([1, 2, 3].map((one) => message(`SEVERAL${one}`)));
  });

  test('what is laid into it is read, once', async () => {
    await on.onlyGateway({ kind: 'directory', address: 'inbox', direction: 'both' });
    await mkdir(path.join(on.dataFolder, 'inbox', 'in'), { recursive: true });
    const text = 'FF ZUUUZPZX\r\r\n210200 ZUGHZPZX\r\r\n(DEP-NOBODY1-ZUGH0159-ZUGH-0)\r\r\nNNNN';
    await writeFile(path.join(on.dataFolder, 'inbox', 'in', 'a.txt'), text);
    expect(await on.server().collect()).toBe(1);
    await writeFile(path.join(on.dataFolder, 'inbox', 'in', 'b.txt'), text);
    await on.server().collect();
    const rows = await on.world.sql
      .selectFrom('planMessage')
      .select(['state', 'error', 'originator'])
      .where('callsign', '=', 'NOBODY1')
      .execute();
    expect(rows).toEqual([{ state: 'waiting', error: '没有与之相符的飞行计划', originator: 'ZUGHZPZX' }]);
    expect(await inFolder('inbox', 'in', 'done')).toEqual(['a.txt', 'b.txt']);
  });
});

describe('HTTP', () => {
  test('carries the key of the message and a signature, again until it is taken', async () => {
    const receiver = await startReceiver();
    closing.push(receiver.close);
    receiver.answers.push(503, 200);
    const gateway = await on.onlyGateway({ ...line, kind: 'http', address: receiver.url });
    await on.world.sql
      .updateTable('messageGateway')
      .set({ secretVersion: 1 })
      .where('id', '=', gateway)
      .execute();
    const plan = await approved();
    const server = on.server();
    await server.sender.tick();
    const [failed] = await on.messages(plan);
    expect(failed).toMatchObject({ state: 'pending', attempts: 1 });
    expect(failed?.error).toContain('503');
    on.world.setClock(new Date(on.world.now().getTime() + 6_000).toISOString());
    await server.sender.tick();
    expect((await on.messages(plan))[0]).toMatchObject({ state: 'acknowledged', attempts: 2, error: null });
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`clearway-message-${failed?.id}`, `clearway-message-${failed?.id}`]);
    const [first] = receiver.received;
    const { t, v1 } = Object.fromEntries(
      String(first?.headers['x-clearway-signature'])
        .split(',')
        .map((part) => part.split('=')),
    );
    const secret = server.signing.secretOf(gateway, 1);
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${first?.text}`).digest('hex'));
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ type: 'FPL', priority: 'FF' });
  });

  test('is given up after its tries, its people are told, and a retry sends it', async () => {
    const receiver = await startReceiver();
    closing.push(receiver.close);
    await on.onlyGateway({ ...line, kind: 'http', address: receiver.url });
    const plan = await approved();
    const server = on.server();
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      receiver.answers.push(500);
      await server.sender.tick();
      const [tried] = await on.messages(plan);
      if (tried?.nextAttemptAt)
        waits.push((Date.parse(tried.nextAttemptAt) - on.world.now().getTime()) / 1_000);
      on.world.setClock(new Date(on.world.now().getTime() + 11 * 60_000).toISOString());
    }
    const [failed] = await on.messages(plan);
    expect(failed).toMatchObject({ state: 'failed', attempts: 8 });
    // Twice as long each time.
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320]);
    const reminders = await on.world.sql
      .selectFrom('reminder')
      .select('content')
      .where('documentResource', '=', 'planMessage')
      .where('documentId', '=', failed?.id ?? 0)
      .execute();
    expect(reminders[0]?.content).toBe('B10QA 的 FPL 报未能发出：应答码 500');
    const retry = (caller = on.world.atmb) =>
      on.world.call(caller, 'MessageQuery/RetryMessageQuery', { ids: [failed?.id ?? 0] });
    expect((await refusalOf(retry(on.world.operator2))).code).toBe('notFound');
    expect(await retry()).toEqual({ retried: 1, faulty: 0 });
    await server.sender.tick();
    expect((await on.messages(plan))[0]?.state).toBe('acknowledged');
    expect((await refusalOf(retry())).text.key).toBe('message.refused.notFailed');
  });
});

describe('a TCP line', () => {
  test('that acknowledges by LAM: sent again until it does, by the same number', async () => {
    let silent = true;
    const other = await startLine((text, socket) => {
      const number = /\(FPL(\S+?)-/.exec(text)?.[1];
      if (!silent && number) socket.write(`(LAMZUUU/ZUUU777${number})\r\r\nNNNN\r\r\n`);
    });
    await on.onlyGateway({ ...line, kind: 'tcp', address: other.address, acknowledges: true });
    const plan = await approved();
    const server = on.server();
    const running = server.start();
    closing.push(() => running.close());
    await until(async () => (await on.messages(plan))[0]?.state === 'sent');
    // Sent is not yet received: what came after this would be acknowledged at once.
    await until(() => other.got.length === 1);
    silent = false;
    on.world.setClock(new Date(on.world.now().getTime() + 181_000).toISOString());
    await until(async () => (await on.messages(plan))[0]?.state === 'acknowledged');
    expect(other.got).toHaveLength(2);
    expect(new Set(other.got.map((text) => /\(FPL\S+?-/.exec(text)?.[0]))).toEqual(
      new Set(['(FPLZUUU/ZUUU001-']),
    );
  });

  test('that acknowledges nothing: after a crash in between a person decides, nothing goes twice', async () => {
    const other = await startLine();
    await on.onlyGateway({ ...line, kind: 'tcp', address: other.address });
    const plan = await approved();
    await on.server().sender.tick();
    await until(() => other.got.length === 1);
    expect((await on.messages(plan))[0]?.state).toBe('sent');
    await on.world.sql
      .updateTable('planMessage')
      .set({ state: 'pending', error: null, nextAttemptAt: on.world.now().toISOString() })
      .where('plan', '=', plan)
      .execute();
    await on.server().sender.tick();
    expect(other.got).toHaveLength(1);
    const [left] = await on.messages(plan);
    expect(left?.state).toBe('failed');
    expect(left?.error).toContain('可能已经发出');
  });

  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'])(
    'to %s reaches the own network only where that is allowed',
    async (host) => {
      const other = await startLine();
      const address = `${host}:${other.address.split(':')[1]}`;
      await on.onlyGateway({ ...line, kind: 'tcp', address });
      const plan = await approved();
      await on.server({ allowPrivate: false }).sender.tick();
      expect((await on.messages(plan))[0]?.error).toContain('内部网络');
      expect(other.got).toEqual([]);
    },
  );

  test('that cannot be reached is tried again', async () => {
    await on.onlyGateway({ ...line, kind: 'tcp', address: '127.0.0.1:1' });
    const plan = await approved();
    await on.server().sender.tick();
    expect((await on.messages(plan))[0]).toMatchObject({ state: 'pending', attempts: 1 });
  });

  test.each([
    ['127.0.0.1:9021', { host: '127.0.0.1', port: 9021 }],
    [':9021', { host: undefined, port: 9021 }],
    ['[::1]:9021', { host: '::1', port: 9021 }],
    ['nowhere', null],
    ['host:99999', null],
  ])('%s is an address or not', (text, wanted) => expect(tcpAddress(text)).toEqual(wanted));
});
