import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Where a message gateway or a webhook leads is judged when it is saved, by the rules of sending. */

let server: RunningTestServer;
let open: RunningTestServer;
let outside = '';
beforeAll(async () => {
  server = await startTestServer();
  open = await startTestServer({ beside: server, config: { webhookPrivate: true } });
  outside = await mkdtemp(path.join(tmpdir(), 'clearway-outside-'));
  await symlink(outside, path.join(server.dataFolder, 'led-away'));
  await mkdir(path.join(server.dataFolder, 'in-part'));
  await symlink('/nowhere/at/all', path.join(server.dataFolder, 'in-part', 'in'));
});
afterAll(async () => {
  await open?.close();
  await server?.close();
  await rm(outside, { recursive: true, force: true });
});

let made = 0;
async function save(values: object, on = server, resource = 'messageGateway') {
  const record = { name: `线路 ${made++}`, direction: 'out', isEnabled: false, ...values };
  return on.call('admin', 'POST', `/api/records/${resource}`, record);
}

function errorsOf({ status, body }: { status: number; body: unknown }): Record<string, string[]> {
  expect(status).toBe(400);
  return (body as { errors: Record<string, string[]> }).errors;
}

describe('a message gateway', () => {
  test.each([
    ['directory', '../outside'],
    ['directory', '/etc'],
    ['directory', '.'],
    ['directory', 'messages/../..'],
    ['directory', 'led-away'],
    ['directory', 'led-away/deeper'],
    ['directory', 'in-part'],
  ])('of kind %s is refused at %s', async (kind, address) => {
    expect(errorsOf(await save({ kind, address }))).toEqual({ address: ['目录须在数据文件夹之内'] });
    expect(errorsOf(await save({ kind, address }, open))).toEqual({ address: ['目录须在数据文件夹之内'] });
  });

  test.each([
    ['tcp', '127.0.0.1:9021'],
    ['tcp', '10.0.0.1:25'],
    ['tcp', '169.254.169.254:80'],
    ['tcp', 'localhost:5432'],
    ['tcp', '[::1]:22'],
    ['tcp', '[::ffff:127.0.0.1]:22'],
    ['tcp', '[::7f00:1]:22'],
    ['tcp', '[100:0:0:1::1]:22'],
    ['http', 'http://127.0.0.1/'],
    ['http', 'http://2130706433/'],
    ['http', 'https://localhost/messages'],
    ['http', 'http://[::a00:1]/'],
  ])('of kind %s is refused at %s of the own network, unless that is allowed', async (kind, address) => {
    const errors = errorsOf(await save({ kind, address }));
    expect(Object.keys(errors)).toEqual(['address']);
    expect(errors.address?.[0]).toContain('内部网络');
    expect((await save({ kind, address }, open)).status).toBe(201);
  });

  test.each([
    ['tcp', 'nowhere'],
    ['tcp', 'host:99999'],
    ['tcp', ':9021'],
    ['http', 'ftp://example.org/'],
    ['http', 'messages/aftn'],
  ])('of kind %s is refused at %s, which is no address', async (kind, address) => {
    expect(Object.keys(errorsOf(await save({ kind, address }, open)))).toEqual(['address']);
  });

  test.each([
    ['directory', 'messages/new', 'both'],
    ['tcp', '203.0.114.9:9021', 'out'],
    ['tcp', ':9021', 'in'],
    ['tcp', '127.0.0.1:9021', 'in'],
    ['http', 'https://203.0.114.9/messages', 'out'],
    ['tcp', 'no-such-host.invalid:9021', 'out'],
  ])('of kind %s at %s that goes %s is kept', async (kind, address, direction) => {
    expect((await save({ kind, address, direction })).status).toBe(201);
  });

  test('is judged again when it is changed or switched on, in the language of the caller', async () => {
    const { body } = await save({ kind: 'tcp', address: ':9021', direction: 'in' });
    const { id, version } = body as Row;
    const change = (values: object) =>
      server.call(
        'admin',
        'PATCH',
        `/api/records/messageGateway/${id}`,
        { version, ...values },
        new Headers({ 'accept-language': 'en' }),
      );
    expect(errorsOf(await change({ direction: 'out' })).address?.[0]).toBe("The line's address is host:port");
    expect(errorsOf(await change({ kind: 'directory', address: '../x' })).address?.[0]).toBe(
      'The folder must be inside the data folder',
    );
    // One from before this rule.
    await server.database.database.pool.query(
      "update message_gateway set address = '127.0.0.1:5432', direction = 'out' where id = $1",
      [id],
    );
    expect(errorsOf(await change({ isEnabled: true })).address?.[0]).toContain('127.0.0.1');
    expect((await change({ remark: 'stays off' })).status).toBe(200);
  });
});

test.each([
  'http://127.0.0.1:8080/',
  'http://0x7f.1/',
  'http://localhost/',
  'http://[::127.0.0.1]/',
  'http://[100:0:0:1::1]/',
])('a webhook to %s is refused when it is saved, unless that is allowed', async (url) => {
  const webhook = { isActive: false, resources: ['plan'], events: ['create'], url };
  const { name, ...hook } = { name: `推送 ${made++}`, ...webhook };
  const post = (on: RunningTestServer) => on.call('admin', 'POST', '/api/records/webhook', { name, ...hook });
  const errors = errorsOf(await post(server));
  expect(Object.keys(errors)).toEqual(['url']);
  expect(errors.url?.[0]).toContain('内部网络');
  expect((await post(open)).status).toBe(201);
});
