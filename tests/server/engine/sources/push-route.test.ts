import { connect } from 'node:net';
import { Type } from '@sinclair/typebox';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

beforeAll(async () => {
  const pushes = createPushReceivers<number>();
  pushes.add(1, {
    tokenHash: hash,
    receive: (body) => taken.push(body.length),
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
