import { connect } from 'node:net';
import { Type } from '@sinclair/typebox';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPushReceivers, newPushToken } from '#server/engine/sources/push-receivers.ts';
import { pushRoute } from '#server/engine/sources/push-route.ts';
import { createErrorHandler } from '#server/http/envelope.ts';
import { createTranslate } from '#server/kernel/texts.ts';
import { silentLog } from '#tests/support/database.ts';

/** Who pushes slowly holds a request no longer than the limit. */

const { token, hash } = newPushToken();
let app: FastifyInstance;
let port: number;
const taken: number[] = [];
const seen: (number | null)[] = [];

beforeAll(async () => {
  const pushes = createPushReceivers<number>();
  pushes.add(1, {
    tokenHash: hash,
    receive: (body, at) => {
      seen.push(at);
      return taken.push(body.length);
    },
  });
  app = fastify();
  app.decorateRequest('locale', 'en');
  app.setErrorHandler(createErrorHandler(createTranslate(), silentLog));
  await pushRoute(app, {
    pushes,
    path: '/push',
    service: 'Trial',
    summary: 'A trial',
    mostOctets: 1_000,
    mostPerMinute: 1_000,
    mostMs: 200,
    answer: Type.Integer(),
    answerOf: (count) => count,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app?.close());

/** Sends the head of a push, then pieces of its body; answers with all that came back until the connection was closed. */
function trickle(octets: number, piece: string, everyMs: number): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /push/1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: text/plain\r\ncontent-length: ${octets}\r\n\r\n`,
    );
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket
      .on('data', (bytes) => {
        heard += bytes.toString();
      })
      .on('error', () => {})
      .on('close', () => {
        clearInterval(timer);
        resolve(heard);
      });
  });
}

test('a push that trickles is ended, and told why', async () => {
  const answer = await trickle(900, 'x', 20);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The body did not arrive within 0.2 seconds');
  expect(taken).toEqual([]);
});

test('a push that comes in time is taken', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/push/1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: 'x'.repeat(900),
  });
  expect(answer.status).toBe(200);
  expect(taken).toEqual([900]);
});

describe('the moment that a push names', () => {
  const push = (query: string) =>
    fetch(`http://127.0.0.1:${port}/push/1${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: 'x',
    });
  const inMs = (ms: number) => encodeURIComponent(new Date(Date.now() + ms).toISOString());
  const day = 86_400_000;

  test.each([
    '',
    `?at=${inMs(0)}`,
    `?at=${inMs(30_000)}`,
    `?at=${inMs(-365 * day)}`,
    `?at=${encodeURIComponent('2026-06-10T10:00:00+08:00')}`,
  ])('%s is taken', async (query) => {
    seen.length = 0;
    expect((await push(query)).status).toBe(200);
    const at = new URLSearchParams(query).get('at');
    expect(seen).toEqual([at === null ? null : Date.parse(at)]);
  });

  const invalid = 'Enter a time with its zone, e.g. 2026-06-10T02:00:00Z';
  const ahead = 'This time is more than 60 seconds in the future: check the clock of the sender';
  const old = 'This time is more than 366 days ago: check the clock of the sender';
  test.each([
    ['?at=', invalid],
    ['?at=2026-13-45T99:99:99Z', invalid],
    ['?at=2026-06-10T02:00:00', invalid],
    ['?at=2026-06-10', invalid],
    ['?at=1780000000000', invalid],
    ['?at=2026-06-10T01:59:60Z', invalid],
    ['?at=2026-06-10T01:00:00Z&at=2026-06-10T01:00:00Z', invalid],
    [`?at=${inMs(600_000)}`, ahead],
    ['?at=2099-01-01T00:00:00Z', ahead],
    [`?at=${inMs(-367 * day)}`, old],
    ['?at=1970-01-01T00:00:00Z', old],
  ])('%s is an error at its field', async (query, message) => {
    seen.length = 0;
    const answer = await push(query);
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { validationErrors: unknown } };
    expect(error.validationErrors).toEqual([{ message, members: ['at'] }]);
    expect(seen).toEqual([]);
  });
});
