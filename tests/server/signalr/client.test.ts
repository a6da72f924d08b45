import { HttpTransportType, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FlyData } from '#contract/hub.ts';
import { localeOf } from '#server/http/locale.ts';
import { clientOf, createManualClock, principalOf, startServer, type TestServer, until } from './support.ts';

/** The official client, as browsers run it. */
describe('@microsoft/signalr', () => {
  let server: TestServer;
  const clients: { stop(): Promise<void> }[] = [];

  async function connect(token: string, path?: string) {
    const client = clientOf(server, token, path);
    clients.push(client);
    const texts: string[] = [];
    client.on('getText', (text: string) => texts.push(text));
    await client.start();
    return { client, texts };
  }

  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.stop()));
    await server.stop();
  });

  it('calls methods and gets their results, whatever the case of the name', async () => {
    const { client } = await connect('u1');
    expect(client.connectionId).toMatch(/^[\w-]{22}$/);
    await expect(client.invoke('Echo', '高度')).resolves.toBe('高度');
    await expect(client.invoke('eCHO', 'x')).resolves.toBe('x');
    await expect(client.invoke('Nothing')).resolves.toBeNull();
    await client.invoke('SetViewport', [5, 45, 11, 48]);
    await client.invoke('SetViewport', null);
    expect(server.viewports).toEqual([[5, 45, 11, 48], null]);
  });

  it.each([
    ['NoSuch', [], "Unknown hub method 'NoSuch'"],
    ['Echo', [1], "Failed to invoke 'Echo' due to an error on the server."],
    ['Echo', [], "Failed to invoke 'Echo' due to an error on the server."],
    ['Echo', ['a', 'b'], "Failed to invoke 'Echo' due to an error on the server."],
    ['SetViewport', [[1, 2, 3]], "Failed to invoke 'SetViewport' due to an error on the server."],
    ['Fail', ['other'], "An unexpected error occurred invoking 'Fail' on the server."],
    [
      'Fail',
      ['hub'],
      "An unexpected error occurred invoking 'Fail' on the server. HubException: told to the caller",
    ],
    ['Guarded', [], "Failed to invoke 'Guarded' because user is unauthorized"],
  ])('%s(%j) is refused with the text of the protocol', async (method, args, text) => {
    const { client } = await connect('u1');
    const error = await client.invoke(method, ...args).catch((failure: Error) => failure.message);
    expect(error).toBe(text);
    expect(client.state).toBe(HubConnectionState.Connected);
  });

  it('is told that a method does not stream', async () => {
    const { client } = await connect('u1');
    const error = await new Promise<Error>((resolve) => {
      client.stream('Echo', 'x').subscribe({ next() {}, complete() {}, error: resolve });
    });
    expect(error.message).toBe(
      "The client attempted to invoke the non-streaming 'Echo' method with a streaming invocation.",
    );
  });

  it('has its calls handled one after the other, in order', async () => {
    const { client } = await connect('u1');
    await Promise.all([client.invoke('Wait', 40), client.send('Echo', 'between'), client.invoke('Wait', 1)]);
    expect(server.calls).toEqual(['begin 40', 'end 40', 'between', 'begin 1', 'end 1']);
  });

  it('gets what is sent to all, to its user, its group and its connection, and nothing else', async () => {
    const one = await connect('u1');
    const again = await connect('u1');
    const two = await connect('u2');
    await two.client.invoke('Join', 'zurich');
    await again.client.invoke('Join', 'zurich');
    server.hub.all.send('getText', 'all');
    server.hub.user(1).send('getText', 'user 1');
    server.hub.group('zurich').send('getText', 'zurich');
    server.hub.groups(['zurich', 'everyone']).send('getText', 'once');
    server.hub.connection(two.client.connectionId ?? '').send('getText', 'connection');
    server.hub.allExcept([one.client.connectionId ?? '']).send('getText', 'not one');
    server.hub.all.send('getText', 'end');
    await until(() => [one, again, two].every(({ texts }) => texts.at(-1) === 'end'));
    expect(one.texts).toEqual(['all', 'user 1', 'once', 'end']);
    expect(again.texts).toEqual(['all', 'user 1', 'zurich', 'once', 'not one', 'end']);
    expect(two.texts).toEqual(['all', 'zurich', 'once', 'connection', 'not one', 'end']);
  });

  it('keeps hubs apart', async () => {
    const instant = await connect('u1');
    const chat = await connect('u1', '/signalr-chat');
    server.chat.all.send('getText', 'chat');
    server.hub.all.send('getText', 'instant');
    await until(() => chat.texts.length > 0 && instant.texts.length > 0);
    expect([chat.texts, instant.texts]).toEqual([['chat'], ['instant']]);
  });

  it('gets payloads unchanged', async () => {
    const { client } = await connect('u1');
    const data: FlyData = { kind: 'picture', at: 1, targets: [], removed: ['4b1a2c'], feeds: [] };
    const got = new Promise((resolve) => client.on('getFlyData', resolve));
    server.hub.all.send('getFlyData', data);
    await expect(got).resolves.toEqual(data);
  });

  it('leaves groups and user when it stops', async () => {
    const { client } = await connect('u1');
    expect(server.signalr.onlineUsers()).toEqual([{ userId: 1, name: 'User 1', companyIds: [] }]);
    await client.stop();
    await until(() => server.disconnected.length === 1);
    expect(server.signalr.onlineUsers()).toEqual([]);
    expect([...server.hub.callers()]).toEqual([]);
    expect(server.disconnected[0]?.groups.size).toBe(0);
  });

  it('is closed by a logout of its session, and other devices come back', async () => {
    const leaving = await connect('u1.desk');
    const leavingChat = await connect('u1.desk', '/signalr-chat');
    const phone = clientOf(server, 'u1.phone');
    phone.serverTimeoutInMilliseconds = 30_000;
    clients.push(phone);
    const phoneClosed = new Promise<void>((resolve) => phone.onclose(() => resolve()));
    await phone.start();
    const other = await connect('u2');
    const closed = [leaving, leavingChat].map(
      ({ client }) => new Promise<Error | undefined>((resolve) => client.onclose(resolve)),
    );
    await leaving.client.invoke('OffConnect', '2');
    expect(server.signalr.onlineUsers()).toEqual([{ userId: 2, name: 'User 2', companyIds: [] }]);
    await expect(Promise.all(closed)).resolves.toEqual([undefined, undefined]);
    await phoneClosed;
    expect(other.client.state).toBe(HubConnectionState.Connected);
  });

  it('stays connected on any other code', async () => {
    const { client } = await connect('u1');
    await client.invoke('OffConnect', '1');
    await expect(client.invoke('Echo', 'here')).resolves.toBe('here');
  });

  it('cannot start without a valid token', async () => {
    await expect(clientOf(server, 'nobody').start()).rejects.toThrow(/401/);
  });

  it('sends its token as a bearer too', async () => {
    const client = new HubConnectionBuilder()
      .withUrl(`${server.url}/signalr-chat`, { accessTokenFactory: () => 'u9' })
      .configureLogging(LogLevel.None)
      .build();
    clients.push(client);
    await client.start();
    expect(server.signalr.onlineUsers()).toEqual([{ userId: 9, name: 'User 9', companyIds: [] }]);
  });
});

it('is told of errors in its language: by the query, a header, a cookie', async () => {
  const words = { 'zh-Hans': '不可以', en: 'You may not' };
  const server = await startServer({
    authenticate: async ({ token, headers, query }) => {
      const principal = principalOf(token);
      return principal && { ...principal, locale: localeOf(headers, Object.fromEntries(query)) };
    },
    describeError: (_error, locale) => words[locale],
  });
  const negotiate = async (query: string, headers: Record<string, string> = {}) => {
    const client = new HubConnectionBuilder()
      .withUrl(`${server.url}/signalr-instant?${query}`, {
        accessTokenFactory: () => 'u1',
        headers,
        transport: HttpTransportType.WebSockets,
      })
      .configureLogging(LogLevel.None)
      .build();
    await client.start();
    const answer = await client.invoke('Fail', 'otherwise').catch((error: Error) => error.message);
    await client.stop();
    return answer;
  };
  expect(await negotiate('')).toContain('HubException: 不可以');
  expect(await negotiate('culture=en')).toContain('HubException: You may not');
  expect(await negotiate('', { 'accept-language': 'en-GB' })).toContain('HubException: You may not');
  expect(await negotiate('', { cookie: 'Abp.Localization.CultureName=en' })).toContain(
    'HubException: You may not',
  );
  await server.stop();
});

describe('reconnecting', () => {
  it('follows a clean shutdown, and not a disconnect', async () => {
    const server = await startServer();
    const stays = clientOf(server, 'u1', '/signalr-instant', [50, 50]);
    const goes = clientOf(server, 'u2', '/signalr-instant', [50, 50]);
    const reconnecting = new Promise<void>((resolve) => stays.onreconnecting(() => resolve()));
    const closed = new Promise<void>((resolve) => goes.onclose(() => resolve()));
    let goesReconnecting = false;
    goes.onreconnecting(() => {
      goesReconnecting = true;
    });
    await Promise.all([stays.start(), goes.start()]);
    server.hub.disconnectUser(2);
    await closed;
    await server.stop();
    await reconnecting;
    expect(goesReconnecting).toBe(false);
    await stays.stop();
  });

  it.each([
    ['has ended', 'stays away', null],
    ['has other rights', 'comes back', ['Pages.Chat', 'Pages.Navigation']],
    ['is the same', 'is left alone', ['Pages.Question', 'Pages.Chat']],
  ])('when the session %s: it %s', async (_what, then, permissions) => {
    const clock = createManualClock();
    let held: string[] | null = ['Pages.Chat', 'Pages.Question'];
    const reasons: string[] = [];
    const server = await startServer({
      clock,
      metrics: { ended: (_hub, reason) => reasons.push(reason) },
      authenticate: async ({ encryptedToken }) => {
        const principal = principalOf(encryptedToken?.replace('enc-', '') ?? null);
        return principal && held && { ...principal, actor: { ...principal.actor, permissions: held } };
      },
    });
    const client = clientOf(server, 'u1', '/signalr-instant', [10]);
    client.serverTimeoutInMilliseconds = 600_000;
    let state = 'is left alone';
    let tried = false;
    client.onreconnecting(() => {
      tried = true;
    });
    client.onclose(() => {
      state = 'stays away';
    });
    client.onreconnected(() => {
      state = 'comes back';
    });
    await client.start();
    held = permissions;
    // In steps, and talking: time moves for the server only.
    for (let second = 0; second < 65 && client.state === HubConnectionState.Connected; second += 5) {
      clock.advance(5000);
      await client.invoke('Nothing').catch(() => {});
    }
    await until(() => state === then && (reasons.length > 0 || then === 'is left alone'));
    expect(tried).toBe(then === 'comes back');
    expect(reasons).toEqual(then === 'is left alone' ? [] : ['expired']);
    await client.stop();
    await server.stop();
  });

  it('tells who is online, at most once a second', async () => {
    const clock = createManualClock();
    const server = await startServer({ clock });
    const lists: number[][] = [];
    server.signalr.onOnlineUsersChange((users) => lists.push(users.map(({ userId }) => userId)));
    const clients = ['u3', 'u1', 'u1.other'].map((token) => clientOf(server, token));
    await Promise.all(clients.map((client) => client.start()));
    expect(lists).toEqual([]);
    clock.advance(1000);
    await clients[2]?.stop();
    await until(() => server.disconnected.length === 1);
    clock.advance(1000);
    await clients[0]?.stop();
    await until(() => server.disconnected.length === 2);
    clock.advance(1000);
    expect(lists).toEqual([[1, 3], [1]]);
    await clients[1]?.stop();
    await server.stop();
  });
});
