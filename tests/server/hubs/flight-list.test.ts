import type { HubConnection } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FlightList, FlightRecord } from '#contract/flight-list.ts';
import { hubPaths } from '#contract/hub.ts';
import { compareFlights } from '#domain/plans/flight-order.ts';
import { makeUser } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** getFullSortMessage, as a client that only listens has it. */

interface Follower {
  messages: FlightList[];
  /** The list as the messages make it. */
  flights: FlightRecord[];
}

let server: RunningTestServer;
const followers = new Map<string, Follower>();

async function follow(user: string): Promise<HubConnection> {
  // Listens before it connects, as clients do: the list comes at once.
  const hub = server.client(hubPaths.instant, (await server.signIn(user)).encryptedAccessToken);
  const follower: Follower = { messages: [], flights: [] };
  hub.on('getFullSortMessage', (list: FlightList) => {
    follower.messages.push(list);
    const known = new Map(list.kind === 'picture' ? [] : follower.flights.map((one) => [one.id, one]));
    for (const flight of list.flights) known.set(flight.id, flight);
    for (const id of list.removed) known.delete(id);
    const order = list.order ?? [...known.keys()];
    follower.flights = order.flatMap((id) => known.get(id) ?? []);
  });
  followers.set(user, follower);
  await hub.start();
  return hub;
}
const of = (user: string) => followers.get(user) ?? { messages: [], flights: [] };
const service = (user: string, path: string, input: object) => server.service(user, path, input);

beforeAll(async () => {
  server = await startTestServer();
  await makeUser(server, 'unseeing');
  for (const user of ['atmb', 'operator', 'operator2', 'unseeing']) await follow(user);
  for (const user of ['atmb', 'operator', 'operator2']) {
    await eventually(() => of(user).messages.length > 0, `the list of ${user}`);
  }
});
afterAll(() => server?.close());

test('a page that begins to listen later asks for the list, and has it whole', async () => {
  const hub = await follow('agent');
  await eventually(() => of('agent').messages.length > 0, 'the list');
  await hub.invoke('FollowFlights');
  await eventually(() => of('agent').messages.length > 1, 'the list again');
  expect(
    of('agent')
      .messages.map(({ kind }) => kind)
      .slice(0, 2),
  ).toEqual(['picture', 'picture']);
  await hub.stop();
});

test('the whole list comes first, in order, as flight records', () => {
  const [first] = of('atmb').messages;
  expect(first?.kind).toBe('picture');
  expect(first?.flights.length).toBeGreaterThan(1);
  expect(first?.flights).toEqual([...(first?.flights ?? [])].sort(compareFlights));
  const flying = first?.flights.find(({ plan }) => plan.state === 9);
  expect(flying).toEqual({
    id: expect.any(Number),
    callsign: expect.stringMatching(/^[A-Z0-9]{2,7}$/),
    s_FLT: expect.any(Number),
    label: expect.stringMatching(/DEP|RAD|APR|LND/),
    source: expect.stringMatching(/report|surveillance/),
    reason: null,
    sobt: expect.stringMatching(/Z$/),
    vtt: 0,
    atot: expect.stringMatching(/Z$/),
    aldt: null,
    eldt: expect.stringMatching(/Z$/),
    deP_A: expect.stringMatching(/\S/),
    arR_A: expect.stringMatching(/\S/),
    deP_AEn: flying?.deP_AEn === null ? null : expect.stringMatching(/^[ -~]+$/),
    arR_AEn: flying?.arR_AEn === null ? null : expect.stringMatching(/^[ -~]+$/),
    delay: flying?.delay === null ? null : expect.any(Number),
    plan: {
      id: expect.any(Number),
      planNumber: expect.stringMatching(/^FP/),
      state: 9,
      companyName: expect.any(String),
      companyNameEn: expect.stringMatching(/^[ -~]+$/),
    },
  });
  if (flying?.delay) {
    const late = (Date.parse(flying.atot ?? '') - Date.parse(flying.sobt ?? '')) / 60_000;
    expect(flying.delay).toBe(Math.floor(late));
  }
});

test('each sees what they may: a company its own, a body all of its area, who reads no plans nothing', async () => {
  const all = new Set(of('atmb').flights.map(({ id }) => id));
  for (const user of ['operator', 'operator2']) {
    const page = (await service(user, 'Navigation/GetNAircraft', {
      states: [4, 5, 6, 7, 8, 9, 10, 12],
      maxResultCount: 500,
    })) as { items: { id: number }[] };
    const theirs = new Set(page.items.map(({ id }) => id));
    const { flights } = of(user);
    expect(flights.length, user).toBeGreaterThan(0);
    expect(flights.filter(({ plan }) => !theirs.has(plan.id))).toEqual([]);
    expect(flights.filter(({ id }) => !all.has(id))).toEqual([]);
  }
  const shared = of('operator').flights.filter(({ id }) =>
    of('operator2').flights.some((one) => one.id === id),
  );
  expect(shared).toEqual([]);
  expect(of('unseeing').messages).toEqual([]);
});

test('afterwards only what changes, to those whom it concerns', async () => {
  const flying = of('operator').flights.find(({ plan }) => plan.state === 9);
  if (!flying) throw new Error('nothing of the demo flies');
  const before = new Map([...followers].map(([user, { messages }]) => [user, messages.length]));
  const id = flying.plan.id;
  await service('aiw', 'Navigation/SetFlightStatus', { id, code: 210, reason: '等待' });
  const held = (user: string) => of(user).flights.find((one) => one.id === flying.id);
  for (const user of ['operator', 'atmb']) {
    await eventually(() => held(user)?.label === 'V/H', `the news of ${user}`);
    expect(held(user)).toMatchObject({
      s_FLT: 210,
      source: 'hand',
      reason: '等待',
      callsign: flying.callsign,
    });
    const news = of(user).messages.slice(before.get(user));
    expect(news.map(({ kind }) => kind)).not.toContain('picture');
    expect(news.flatMap(({ flights }) => flights).every((one) => held(user) && one.id > 0)).toBe(true);
  }
  expect(
    of('operator2')
      .messages.flatMap(({ flights }) => flights)
      .map((one) => one.id),
  ).not.toContain(flying.id);
  await service('aiw', 'Navigation/WithdrawFlightStatus', { id, reason: '结束等待' });
  await eventually(() => held('atmb')?.source !== 'hand', 'that it is withdrawn');
  expect(of('atmb').flights).toEqual([...of('atmb').flights].sort(compareFlights));
});
