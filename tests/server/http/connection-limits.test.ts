import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Connections that say nothing, or say it slowly: whoever opens many of them keeps nobody else out. */

let server: RunningTestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ config: { connectionsPerAddress: 10, headTimeoutS: 1 } });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server?.close());

interface Line {
  socket: Socket;
  isOpen: boolean;
  heard: string;
}

/** A connection from this address of loopback, whose end is noticed. */
async function dial(to: RunningTestServer, localAddress = '127.0.0.1'): Promise<Line> {
  const socket = connect({ port: Number(new URL(to.address).port), host: '127.0.0.1', localAddress });
  sockets.push(socket);
  const line: Line = { socket, isOpen: true, heard: '' };
  socket
    .on('error', () => {})
    .on('close', () => {
      line.isOpen = false;
    })
    .on('data', (bytes) => {
      line.heard += String(bytes);
    });
  await new Promise((resolve) => socket.once('connect', resolve));
  return line;
}
const get = (line: Line, more = '') =>
  line.socket.write(`GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${more}\r\n`);

test('a request that names two hosts is refused, and its connection serves the next', async () => {
  const line = await dial(server);
  line.socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n');
  await eventually(() => line.heard.startsWith('HTTP/1.1 400'), 'the refusal');
  line.heard = '';
  get(line);
  await eventually(() => line.heard.startsWith('HTTP/1.1 200'), 'the answer');
});

describe('connections of one address', () => {
  test('beyond the limit are closed at once, those of others are served, and places are free again', async () => {
    const lines: Line[] = [];
    for (let i = 0; i < 14; i++) lines.push(await dial(server));
    const open = () => lines.filter(({ isOpen }) => isOpen).length;
    await eventually(() => open() <= 10, 'the limit');
    const other = await dial(server, '127.0.0.9');
    get(other);
    await eventually(() => other.heard.startsWith('HTTP/1.1 200'), 'an answer to another address');
    for (const { socket } of lines) socket.destroy();
    await eventually(async () => {
      const again = await dial(server);
      get(again);
      await eventually(() => !again.isOpen || again.heard !== '', 'an answer or its end');
      return again.heard.startsWith('HTTP/1.1 200');
    }, 'a place');
  });

  test('that come through a trusted proxy are counted by the address that it forwards', async () => {
    const behind = await startTestServer({
      beside: server,
      config: { connectionsPerAddress: 10, trustProxy: ['loopback'] },
    });
    try {
      // Each asks for a body that never comes: its request stays under way.
      const post = (line: Line, from: string) =>
        line.socket.write(
          `POST /api/TokenAuth/Authenticate HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n`,
        );
      const lines: Line[] = [];
      for (let i = 0; i < 12; i++) {
        const line = await dial(behind);
        lines.push(line);
        post(line, '203.0.113.7');
      }
      const refused = () => lines.filter(({ heard }) => heard.startsWith('HTTP/1.1 429')).length;
      await eventually(() => refused() === 2, 'the refusals');
      const other = await dial(behind);
      get(other, 'x-forwarded-for: 203.0.113.8\r\n');
      await eventually(() => other.heard.startsWith('HTTP/1.1 200'), 'an answer to another visitor');
    } finally {
      for (const socket of sockets.splice(0)) socket.destroy();
      await behind.close();
    }
  });
});

test('a connection whose head comes slowly, or never, is closed in time', async () => {
  const silent = await dial(server);
  const slow = await dial(server);
  slow.socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n');
  const drip = setInterval(() => slow.socket.write('x-a: b\r\n'), 100);
  try {
    await eventually(() => !slow.isOpen && !silent.isOpen, 'their end');
  } finally {
    clearInterval(drip);
  }
  expect(slow.heard).toMatch(/^(HTTP\/1\.1 408|$)/);
});
