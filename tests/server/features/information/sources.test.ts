import { mkdir, readdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InformationSourceState, SubmittedReport, TriedReport } from '#contract/information.ts';
import { createSilenceClock } from '#server/features/information/silence-clock.ts';
import { silentLog } from '#tests/support/database.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** The ways in which reports reach a source, through the doors of the product. */

let server: RunningTestServer;
const websites: Server[] = [];
beforeAll(async () => {
  server = await startTestServer({ config: { webhookPrivate: true } });
});
afterAll(async () => {
  for (const one of websites) {
    one.closeAllConnections();
    one.close();
  }
  await server?.close();
});

/** Of this hour, as bulletins write it. */
const hour = () => `${new Date().toISOString().slice(8, 10)}${new Date().toISOString().slice(11, 13)}00`;
const metar = (station: string) => `METAR ${station} ${hour()}Z 02003MPS CAVOK 10/09 Q1022=`;

async function make(values: object): Promise<{ id: number; version: number }> {
  const answer = await server.call('admin', 'POST', '/api/records/informationSource', {
    enabled: true,
    ...values,
  });
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body as { id: number; version: number };
}
async function stateOf(id: number): Promise<InformationSourceState | undefined> {
  const { items } = (await server.service('admin', 'Information/GetSources', {}, 'GET')) as {
    items: InformationSourceState[];
  };
  return items.find(({ sourceId }) => sourceId === id);
}
const stored = async (station: string) => {
  const answer = await server.call('admin', 'GET', `/api/records/weatherReport?station=${station}`);
  return answer.body as { raw: string; source: number | null; state: string }[];
};

// These wait for rounds of seconds of the product, side by side.
describe.concurrent('a directory', () => {
  test('is read file by file, once, and what is still written waits', async () => {
    const folder = path.join(server.dataFolder, 'opmet');
    await mkdir(folder, { recursive: true });
    const own = await make({ name: '目录', transport: 'directory', directory: 'opmet', intervalS: 5 });
    await writeFile(path.join(folder, 'a.txt'), `SACI31 ZBBB ${hour()}\n${metar('ZYHB')}\nNOT KNOWN=`);
    await writeFile(path.join(folder, 'b.txt.part'), metar('ZYJM'));
    await writeFile(path.join(folder, 'c.txt'), metar('ZYQQ'));
    await symlink('/etc/hostname', path.join(folder, 'd.txt'));
    // Whoever writes c goes on writing.
    const writing = setInterval(() => {
      const now = new Date();
      void utimes(path.join(folder, 'c.txt'), now, now).catch(() => {});
    }, 200);
    await eventually(async () => (await stored('ZYHB')).length > 0, 'the report', 30_000);
    await eventually(
      async () => (await readdir(path.join(folder, 'failed'))).length > 0,
      'the link to be refused',
    );
    expect((await readdir(folder)).sort()).toEqual(['b.txt.part', 'c.txt', 'done', 'failed']);
    expect((await readdir(path.join(folder, 'done'))).map((name) => name.replace(/^\d+-/, ''))).toEqual([
      'a.txt',
    ]);
    expect(await stored('ZYQQ')).toEqual([]);
    clearInterval(writing);
    await rename(path.join(folder, 'b.txt.part'), path.join(folder, 'b.txt'));
    await eventually(
      async () => (await stored('ZYQQ')).length + (await stored('ZYJM')).length === 2,
      'both',
      40_000,
    );
    await eventually(async () => (await stateOf(own.id))?.reports === 4, 'all four to be counted');
    expect(await stateOf(own.id)).toMatchObject({
      reports: 4,
      reportsLastHour: 4,
      unreadable: 1,
      reasons: [{ reason: '缺少地名代码', count: 1 }],
      isSilent: false,
      fault: null,
    });
  });

  test.each(['/etc', '../elsewhere', '.'])('%s is refused at its field', async (directory) => {
    const answer = await server.call('admin', 'POST', '/api/records/informationSource', {
      name: '外面',
      transport: 'directory',
      directory,
      enabled: true,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('directory');
  });
});

describe.concurrent('HTTP polling', () => {
  test('asks for what is new, says what is wrong, and takes up again', async () => {
    const asked: IncomingMessage['headers'][] = [];
    let isDown = false;
    const site = createServer((request, response) => {
      asked.push(request.headers);
      if (isDown) response.writeHead(503).end();
      else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else
        response
          .writeHead(200, { etag: '"1"', 'last-modified': 'Mon, 01 Jan 2026 00:00:00 GMT' })
          .end(metar('ZYTL'));
    });
    websites.push(site);
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const own = await make({
      name: '轮询',
      transport: 'httpPoll',
      url: `http://127.0.0.1:${port}/opmet`,
      intervalS: 5,
      timeoutS: 5,
    });
    await eventually(async () => (await stored('ZYTL')).length === 1, 'the report');
    await eventually(() => asked.length >= 2, 'the second question', 15_000);
    expect(asked[1]).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 01 Jan 2026 00:00:00 GMT',
    });
    isDown = true;
    await eventually(async () => (await stateOf(own.id))?.fault !== null, 'the fault', 15_000);
    isDown = false;
    await eventually(async () => (await stateOf(own.id))?.fault === null, 'the end of the fault', 30_000);
    expect((await stored('ZYTL')).map(({ source }) => source)).toEqual([own.id]);
  });

  test('has a password that is never told again', async () => {
    const own = await make({
      name: '有密码',
      transport: 'httpPoll',
      url: 'http://127.0.0.1:9/',
      userName: 'u',
    });
    await server.service('admin', 'Information/SetPassword', { id: own.id, password: 'correct horse' });
    const told = await server.call('admin', 'GET', `/api/records/informationSource/${own.id}`);
    expect(told.body).toMatchObject({ hasPassword: true });
    expect(JSON.stringify(told.body)).not.toMatch(/correct|sealed/);
  });
});

describe('HTTP push', () => {
  const push = (id: number, token: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${server.address}/api/information/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body,
    });

  test('takes what comes with its own token, and says what became of it', async () => {
    const own = await make({ name: '推送', transport: 'httpPush' });
    expect((await push(own.id, 'cws_no', metar('ZYCY'))).status).toBe(401);
    const { token } = (await server.service('admin', 'Information/RenewToken', { id: own.id })) as {
      token: string;
    };
    let first: unknown;
    await eventually(async () => {
      const response = await push(own.id, token, `${metar('ZYCY')}\n${metar('ZYDD')}\nMETAR ZYDQ 990000Z=`);
      first = await response.json();
      return response.status === 200;
    }, 'the source to be open');
    expect(first).toMatchObject({
      result: {
        reports: 3,
        stored: 2,
        duplicates: 0,
        unreadable: 1,
        errors: [{ reason: '日期时间无效', count: 1 }],
      },
    });
    expect(await (await push(own.id, token, metar('ZYCY'))).json()).toMatchObject({
      result: { reports: 1, stored: 0, duplicates: 1 },
    });
    const admin = (await server.signIn('admin')).accessToken;
    for (const wrong of [admin, `${token}x`, '']) expect((await push(own.id, wrong, 'x')).status).toBe(401);
    const seen = await server.call('admin', 'GET', `/api/records/informationSource/${own.id}`);
    expect(JSON.stringify(seen.body)).not.toContain(token.slice(8));
  });
});

describe('the message inbox', () => {
  const receive = async (text: string) =>
    (await server.service('atmb', 'MessageQuery/Receive', { text })) as { state: string };

  test('hands on what is none of air traffic services, where a source takes it', async () => {
    const bulletin = (station: string) =>
      `GG ZUUUYMYX\r\n${hour()} ZBBBYMYX\r\nSACI31 ZBBB ${hour()}\r\n${metar(station)}`;
    // That of the demo, for all gateways.
    const listed = await server.call('admin', 'GET', '/api/records/informationSource?transport=inbox');
    const [own] = listed.body as { id: number; version: number }[];
    if (!own) throw new Error('the demo has no source for its inbox');
    expect((await receive(bulletin('ZYJX'))).state).toBe('applied');
    expect((await stored('ZYJX')).map(({ source }) => source)).toEqual([own.id]);
    const off = { version: own.version, enabled: false };
    await server.call('admin', 'PATCH', `/api/records/informationSource/${own.id}`, off);
    expect((await receive(bulletin('ZYMD'))).state).toBe('waiting');
    expect(await stored('ZYMD')).toEqual([]);
    expect((await receive('GG ZUUUYMYX\r\n010203 ZBBBYMYX\r\nWHO KNOWS')).state).toBe('waiting');
  });
});

describe('by hand', () => {
  test('into a source of its own, and tried out before', async () => {
    const own = await make({ name: '手工', transport: 'manual' });
    const text = `${metar('ZYYJ')}\nMETAR ZYYK 990000Z CAVOK=`;
    const tried = (await server.service('admin', 'Information/TryOut', { text })) as { items: TriedReport[] };
    expect(tried.items.map(({ kind, isReadable, reason }) => [kind, isReadable, reason])).toEqual([
      ['METAR', true, null],
      ['METAR', false, '日期时间无效'],
    ]);
    expect(JSON.parse(tried.items[0]?.decoded ?? '')).toMatchObject({ station: 'ZYYJ', qnhHpa: 1022 });
    expect(await stored('ZYYJ')).toEqual([]);
    const { items } = (await server.service('admin', 'Information/Submit', { text, source: own.id })) as {
      items: SubmittedReport[];
    };
    expect(items.map(({ state }) => state)).toEqual(['stored', 'unreadable']);
    expect((await stored('ZYYJ')).map(({ source }) => source)).toEqual([own.id]);
    const other = await make({ name: '并非手工', transport: 'httpPush' });
    const refused = await server.call('admin', 'POST', '/api/services/app/Information/Submit', {
      text,
      source: other.id,
    });
    expect(refused.status).toBe(400);
  });
});

test('a source that has gone silent is told once to who maintains it, until it is heard again', async () => {
  const { id } = await make({ name: 'the quiet one', transport: 'httpPush', deadAfterMin: 30 });
  const { database } = server.database;
  const records = recordsOn(database);
  const clock = createSilenceClock({
    database,
    records,
    clock: () => new Date(),
    timeZone: async () => 'Asia/Shanghai',
    log: silentLog,
  });
  const told = async () =>
    ((await server.service('admin', 'Reminder/GetList', {}, 'GET')) as { content: string }[]).filter(
      ({ content }) => content.includes('the quiet one'),
    );
  expect(await clock.tick()).not.toContain(id);
  const later = new Date(Date.now() + 31 * 60_000);
  expect(await clock.tick(later)).toContain(id);
  expect(await told()).toMatchObject([{ content: '情报来源“the quiet one”从未收到报文' }]);
  expect(await clock.tick(later)).not.toContain(id);
  expect(await told()).toHaveLength(1);
  // Whoever maintains no sources is not told.
  const others = (await server.service('operator', 'Reminder/GetList', {}, 'GET')) as { content: string }[];
  expect(JSON.stringify(others)).not.toContain('the quiet one');
  // By the time of now it is not silent: what waited is done.
  await clock.tick();
  expect(await told()).toEqual([]);
});
