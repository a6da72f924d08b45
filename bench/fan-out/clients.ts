import { connect, type Socket } from 'node:net';

/**
 * The clients of fan-out.ts, in a process of their own: sockets that complete the WebSocket handshake and then
 * only count bytes, so that they are never what is measured.
 */
export interface OpenOrder {
  kind: 'open';
  side: string;
  port: number;
  path: string;
  clients: number;
  /** Sent as one text frame after the upgrade; null: nothing. */
  hello: string | null;
  /** Bytes that the server answers to the hello. */
  helloAnswerBytes: number;
}
/** Answered when the sockets of the side have received this many bytes in all since they opened. */
export interface AwaitOrder {
  kind: 'await';
  side: string;
  bytes: number;
}
export type Order = OpenOrder | AwaitOrder;

const sides = new Map<string, { bytes: number; wanted: number | null }>();

/** A masked text frame; the mask is zero, which leaves the payload as it is. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

function count(side: string): void {
  const state = sides.get(side);
  if (!state || state.wanted === null || state.bytes < state.wanted) return;
  state.wanted = null;
  process.send?.({ side, atMs: performance.timeOrigin + performance.now() });
}

function open({ side, port, path, hello, helloAnswerBytes }: OpenOrder, number: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET ${path.replace('{n}', String(number))} HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\n` +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
    });
    let head = '';
    let answerLeft = helloAnswerBytes;
    const counting = (chunk: Buffer) => {
      const state = sides.get(side);
      if (state) state.bytes += chunk.length;
      count(side);
    };
    const opening = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!head.startsWith('HTTP/1.1 101')) {
        reject(new Error(head.slice(0, head.indexOf('\r\n'))));
        return;
      }
      socket.off('data', opening);
      if (hello !== null) socket.write(textFrame(hello));
      if (answerLeft === 0) ready();
      else socket.on('data', answering);
    };
    const answering = (chunk: Buffer) => {
      answerLeft -= chunk.length;
      if (answerLeft > 0) return;
      socket.off('data', answering);
      ready();
    };
    const ready = () => {
      socket.on('data', counting);
      resolve(socket);
    };
    socket.on('data', opening);
    socket.on('error', reject);
  });
}

process.on('message', async (order: Order) => {
  if (order.kind === 'open') {
    sides.set(order.side, { bytes: 0, wanted: null });
    await Promise.all(Array.from({ length: order.clients }, (_, number) => open(order, number)));
    process.send?.({ side: order.side, atMs: 0 });
    return;
  }
  const state = sides.get(order.side);
  if (!state) return;
  state.wanted = order.bytes;
  count(order.side);
});
