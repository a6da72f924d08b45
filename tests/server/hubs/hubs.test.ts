import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangeMessage, hubPaths, type RecordChanged } from '#contract/hub.ts';
import { hasNats, natsUrl } from '#tests/support/nats.ts';
import { filePlan, makeUser, rowsOf } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** The hubs of the whole server: who is there, what is told, and that several servers are one. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

function messagesOf(connection: HubConnection): ChangeMessage[] {
  const messages: ChangeMessage[] = [];
  connection.on('getChangeMessage', (message: ChangeMessage) => messages.push(message));
  return messages;
}

function changesOf(connection: HubConnection): RecordChanged[] {
  const changes: RecordChanged[] = [];
  connection.on('recordChanged', (change: RecordChanged) => changes.push(change));
  return changes;
}

function onlineOf(connection: HubConnection): { names: string[] } {
  const online: { names: string[] } = { names: [] };
  connection.on('getOnlineClient', (users: { name: string }[]) => {
    online.names = users.map(({ name }) => name).sort();
  });
  return online;
}

test('a plan that is filed is on every screen that shows it, unasked, with the message of the specification', async () => {
  const heard = await Promise.all(
    ['operator', 'agent', 'atmb', 'admin'].map(async (user) =>
      messagesOf(await server.hub(user, '/signalr-chat')),
    ),
  );
  const filed = await filePlan(server, 'operator', { registration: 'B-10QA' });
  // Records of other types may have the same number.
  const isOfPlan = ({ resource, id }: ChangeMessage) => resource === 'plan' && id === filed.id;
  await eventually(() => heard.every((messages) => messages.some(isOfPlan)), 'the message');
  const operator = (await rowsOf(server, 'admin', 'user', 'userName=operator')).rows[0];
  expect(heard[2]?.filter(isOfPlan)).toEqual([
    {
      type: 'plan.create',
      resource: 'plan',
      id: filed.id,
      title: '新建',
      titleEn: 'Created',
      content: expect.stringContaining(filed.planNumber),
      contentEn: expect.stringContaining(filed.planNumber),
      message: '',
      unit: '四川云翼通用航空有限公司',
      unitEn: expect.any(String),
      actualNum: null,
      state: 0,
      by: operator?.id,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);

  for (const messages of heard) messages.length = 0;
  const saved = await server.call('operator', 'POST', '/api/services/app/Navigation/SaveNAircrafts', {
    ids: [filed.id],
    submit: true,
  });
  // It lacks a pilot and more: refused, and so nobody is told of what did not happen.
  expect(saved.status).toBeGreaterThanOrEqual(400);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard.map((messages) => messages.filter(isOfPlan))).toEqual([[], [], [], []]);
});

test('a page that connects late hears what it missed, and nothing that is not for it', async () => {
  const began = performance.now();
  const early = await server.hub('operator', hubPaths.chat);
  const live = { changes: changesOf(early), messages: messagesOf(early) };
  const filed = await filePlan(server, 'operator', { registration: 'B-10QA' });
  const heardBy = async (user: string) => {
    const connection = await server.hub(user, hubPaths.chat);
    const heard = { changes: changesOf(connection), messages: messagesOf(connection) };
    expect(await connection.invoke('CatchUp', performance.now() - began)).toBe(true);
    return heard;
  };
  const isOfPlan = ({ resource, id }: { resource: string; id: number }) =>
    resource === 'plan' && id === filed.id;
  const own = await heardBy('operator');
  await eventually(() => live.messages.some(isOfPlan), 'the message');
  expect(own.changes.filter(isOfPlan)).toEqual(live.changes.filter(isOfPlan));
  expect(own.messages.filter(isOfPlan)).toEqual(live.messages.filter(isOfPlan));
  expect(own.messages.filter(isOfPlan)).toHaveLength(1);
  const other = await heardBy('operator2');
  expect([...other.changes, ...other.messages].filter(isOfPlan)).toEqual([]);
  const connection = await server.hub('operator', hubPaths.chat);
  expect(await connection.invoke('CatchUp', 3_600_000)).toBe(false);
});

test('a plain change of a record is no message: our own screens hear of it by an event of their own', async () => {
  const connection = await server.hub('admin', hubPaths.chat);
  const [messages, changes] = [messagesOf(connection), changesOf(connection)];
  const made = await server.call('admin', 'POST', '/api/records/dictionary', {
    code: 'plain',
    name: '平常',
    nameEn: 'Plain',
  });
  const { id } = made.body as { id: number };
  const isOfIt = (one: { resource: string; id: number }) => one.resource === 'dictionary' && one.id === id;
  await eventually(() => changes.some(isOfIt), 'the change');
  const admin = (await rowsOf(server, 'admin', 'user', 'userName=admin')).rows[0];
  expect(changes.filter(isOfIt)).toEqual([
    { resource: 'dictionary', id, by: admin?.id, at: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  expect(messages.filter(({ title, content, type }) => !title || !content || !type)).toEqual([]);
  expect(messages.filter(isOfIt)).toEqual([]);
});

test('a message is sent to a user once: at the chat hub, or at the instant one to who is not on that', async () => {
  const both = await makeUser(server, 'both', { roles: ['ATMB'] });
  const connections: HubConnection[] = [];
  const heardBy = (user: string, paths: string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const connection = await server.hub(user, path);
        connections.push(connection);
        return messagesOf(connection);
      }),
    );
  const ofBoth = await heardBy('both', [hubPaths.instant, hubPaths.chat]);
  const [ofInstant = []] = await heardBy('aiw', [hubPaths.instant]);
  const notices = await heardBy('atmb', [hubPaths.abp]);
  expect(both).toBeGreaterThan(0);
  const filed = await filePlan(server, 'operator', { registration: 'B-10QA' });
  const isOfPlan = ({ resource, id }: ChangeMessage) => resource === 'plan' && id === filed.id;
  await eventually(() => ofInstant.some(isOfPlan) && (ofBoth[1] ?? []).some(isOfPlan), 'the message');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(ofBoth.map((messages) => messages.filter(isOfPlan).length)).toEqual([0, 1]);
  expect(ofInstant.filter(isOfPlan)).toHaveLength(1);
  expect(notices).toEqual([[]]);
  await Promise.all(connections.map((connection) => connection.stop()));
});

test.each(Object.values(hubPaths))('%s answers Register, as clients of ABP call it', async (path) => {
  const connection = await server.hub('operator', path);
  await expect(connection.invoke('Register')).resolves.toBeNull();
  await expect(connection.invoke('register')).resolves.toBeNull();
  await expect(connection.invoke('Register', 1)).rejects.toThrow("Failed to invoke 'Register'");
  await expect(connection.invoke('Registered')).rejects.toThrow("Unknown hub method 'Registered'");
  expect(connection.state).toBe('Connected');
});

test('the list of who is there is current on each hub that sends it', async () => {
  await makeUser(server, 'visitor');
  const { encryptedAccessToken } = await server.signIn('visitor');
  const lists = await Promise.all(
    [hubPaths.chat, hubPaths.instant].map(async (path) => onlineOf(await server.hub('admin', path))),
  );
  const notices = onlineOf(await server.hub('admin', hubPaths.abp));
  const isThere = (there: boolean) => () => lists.every(({ names }) => names.includes('visitor') === there);
  for (let turn = 0; turn < 2; turn++) {
    const visitor = server.client(hubPaths.abp, encryptedAccessToken);
    await visitor.start();
    await eventually(isThere(true), 'the coming, on both hubs', 5_000);
    await visitor.stop();
    await eventually(isThere(false), 'the going, on both hubs', 5_000);
  }
  expect(notices.names).toEqual([]);
});

test('those who may chat see who is there, and who has gone', async () => {
  await makeUser(server, 'silent');
  const watching = await server.hub('admin', '/signalr-chat');
  const online = onlineOf(watching);
  const silent = await server.hub('silent', '/signalr-chat');
  const presence = onlineOf(silent);
  const aiw = await server.hub('aiw', '/signalr-instant');
  await eventually(() => ['石磊', 'silent'].every((name) => online.names.includes(name)), 'both', 5_000);
  expect(presence.names).toEqual([]);
  await aiw.stop();
  await eventually(() => !online.names.includes('石磊'), 'the leaving', 5_000);
});

test('the methods of a hub are found in any case, and no other is', async () => {
  const connection = await server.hub('operator', '/signalr');
  await expect(connection.invoke('setviewport', null)).resolves.toBeNull();
  await expect(connection.invoke('Drop')).rejects.toThrow("Unknown hub method 'Drop'");
  await expect(connection.invoke('OffConnect')).rejects.toThrow(/OffConnect/);
  await expect(connection.invoke('OffConnect', 'x'.repeat(9))).rejects.toThrow(/OffConnect/);
  expect(connection.state).toBe('Connected');
});

test('whose rights change comes back with them: what they hear follows', async () => {
  const id = await makeUser(server, 'riser');
  const { encryptedAccessToken } = await server.signIn('riser');
  const connection = server.client('/signalr-chat', encryptedAccessToken);
  const messages = messagesOf(connection);
  let closed = 0;
  connection.onclose(() => closed++);
  await connection.start();
  const user = (await rowsOf(server, 'admin', 'user', `id=${id}`)).rows[0];
  const role = (await rowsOf(server, 'admin', 'role', 'name=ATMB')).rows[0];
  const change = { version: user?.version, roles: [role?.id] };
  expect((await server.call('admin', 'PATCH', `/api/records/user/${id}`, change)).status).toBe(200);
  // This client does not reconnect by itself, so it sees that it was told to.
  await eventually(() => closed === 1, 'the end of the connection');
  await connection.start();
  const filed = await filePlan(server, 'operator', { registration: 'B-10QA' });
  await eventually(() => messages.some((one) => one.resource === 'plan' && one.id === filed.id), 'the plan');
});

test.skipIf(!hasNats)('two servers on one database and one NATS are one house', async () => {
  const a = await startTestServer({ beside: server, config: { natsUrl } });
  const b = await startTestServer({ beside: server, config: { natsUrl } });
  const { encryptedAccessToken, accessToken } = await a.signIn('atmb');
  const there = b.client('/signalr-chat', encryptedAccessToken);
  const messages = messagesOf(there);
  const online = onlineOf(there);
  // At the other server, where only the backplane says that the user is on the chat hub.
  const beside = a.client('/signalr-instant', encryptedAccessToken);
  const twice = messagesOf(beside);
  const onlineToo = onlineOf(beside);
  await beside.start();
  let closed = false;
  there.onclose(() => {
    closed = true;
  });
  await there.start();
  await eventually(() => online.names.includes('顾平') && onlineToo.names.includes('顾平'), 'oneself', 5_000);
  // The servers tell each other who is where once a second.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const filed = await filePlan(a, 'operator', { registration: 'B-10QA' });
  await eventually(
    () => messages.some((one) => one.resource === 'plan' && one.id === filed.id),
    'the plan of the other server',
  );
  await a.hub('aiw', '/signalr-chat');
  await eventually(
    () => online.names.includes('石磊') && onlineToo.names.includes('石磊'),
    'who is at the other server, on both hubs',
  );
  expect(twice.filter((one) => one.id === filed.id)).toEqual([]);
  // Signing out at one ends the connection at the other.
  expect((await a.call(`Bearer ${accessToken}`, 'POST', '/api/TokenAuth/LogOut')).status).toBe(200);
  await eventually(() => closed, 'the end of the connection');
  await Promise.all([a.close(), b.close()]);
});

test.skipIf(!hasNats)('another installation on the same NATS hears nothing of it', async () => {
  const [house, own] = await Promise.all([
    startTestServer({ config: { natsUrl } }),
    startTestServer({ beside: server, config: { natsUrl } }),
  ]);
  try {
    const heard = messagesOf(await house.hub('atmb', '/signalr-chat'));
    const beside = messagesOf(await own.hub('atmb', '/signalr-chat'));
    const filed = await filePlan(own, 'operator', { registration: 'B-10QA' });
    await eventually(() => beside.some(({ id }) => id === filed.id), 'the plan of the own house');
    // What comes by NATS after it has come, too.
    const last = await filePlan(house, 'operator', { registration: 'B-10QA' });
    await eventually(() => heard.some(({ content }) => content.includes(last.planNumber)), 'its own plan');
    expect(heard.filter(({ content }) => content.includes(filed.planNumber))).toEqual([]);
  } finally {
    await Promise.all([house.close(), own.close()]);
  }
});
