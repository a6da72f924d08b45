import { type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitRequestsUnderWay } from '#server/http/requests-under-way.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { eventually } from '#tests/support/server.ts';

/** The session is what the header says; each request ends when the test lets it. */
let app: FastifyInstance;
let port: number;
let working: { session: string; end(): void }[] = [];
beforeEach(async () => {
  const own: typeof working = [];
  working = own;
  app = fastify();
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (asked) => {
    const { session } = asked.headers;
    if (typeof session === 'string') asked.caller = { ...systemCaller(), sessionId: session };
  });
  limitRequestsUnderWay(app, {
    atOnce: 3,
    mostWaiting: 4,
    sessionOf: (caller) => caller?.sessionId ?? null,
  });
  app.setErrorHandler((_error, _request, reply) => reply.status(429).send());
  app.get('/', (asked) => {
    const session = String(asked.headers.session);
    return new Promise((resolve) => own.push({ session, end: () => resolve('done') }));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const { end } of working) end();
  app.server.closeAllConnections();
  await app.close();
});

interface Asked {
  status: number | null;
  leave(): void;
}

function ask(session?: string): Asked {
  const options: RequestOptions = {
    port,
    host: '127.0.0.1',
    agent: false,
    ...(session ? { headers: { session } } : {}),
  };
  const asked: Asked = { status: null, leave: () => sent.destroy() };
  const sent = request(options, (answer) => {
    answer.resume().on('end', () => {
      asked.status = answer.statusCode ?? 0;
    });
  });
  sent.on('error', () => undefined);
  sent.end();
  return asked;
}
const of = (session: string) => working.filter((one) => one.session === session).length;
function endOne(session: string): void {
  const place = working.findIndex((one) => one.session === session);
  working.splice(place, 1)[0]?.end();
}

test('a session has three requests under way, the next wait in order, and others do not wait for them', async () => {
  const asked = Array.from({ length: 7 }, () => ask('a'));
  await eventually(() => of('a') === 3, 'three under way');
  ask('b');
  await eventually(() => of('b') === 1, 'that of another session');
  expect(of('a')).toBe(3);
  for (let done = 1; done <= 7; done++) {
    endOne('a');
    await eventually(() => asked.filter(({ status }) => status === 200).length === done, 'one more answer');
    await eventually(() => of('a') === Math.min(3, 7 - done), 'the next one');
  }
});

test('what comes beyond those that wait is refused', async () => {
  const asked = Array.from({ length: 9 }, () => ask('a'));
  await eventually(() => asked.filter(({ status }) => status === 429).length === 2, 'two refusals');
  expect(of('a')).toBe(3);
});

test('whoever goes gives up their place, while they wait or are served', async () => {
  const first = Array.from({ length: 3 }, () => ask('a'));
  await eventually(() => of('a') === 3, 'three under way');
  const waiting = Array.from({ length: 4 }, () => ask('a'));
  const beyond = ask('a');
  await eventually(() => beyond.status === 429, 'a refusal');
  for (const one of waiting) one.leave();
  const later: Asked[] = [];
  await eventually(() => {
    const next = ask('a');
    later.push(next);
    return later.some(({ status }) => status === null);
  }, 'a place to wait');
  for (const one of first) one.leave();
  await eventually(() => of('a') > 3, 'the one that waited');
});

test('requests of nobody are not counted here', async () => {
  for (let i = 0; i < 9; i++) ask();
  await eventually(() => of('undefined') === 9, 'nine under way');
});
