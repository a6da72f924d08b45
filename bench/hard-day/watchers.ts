import { connect } from 'node:net';

/**
 * The hub clients of hard-day.ts, in a process of their own: they come back by themselves, as pages do, and only count the
 * bytes that they are sent, so that they are never what is measured.
 */
export interface WatchOrder {
  port: number;
  /** With its token, of each client in turn. */
  paths: string[];
  clients: number;
}

/** Told each second. */
export interface Watched {
  open: number;
  bytes: number;
}

/** All clients read into it: nobody looks at what is read. */
const buffer = Buffer.alloc(256 * 1024);
const watched: Watched = { open: 0, bytes: 0 };

/** A masked text frame of at most 125 bytes; the mask is zero, which leaves the payload as it is. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(`${text}\x1e`);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
const ping = textFrame('{"type":6}');

function open({ port, paths }: WatchOrder, index: number): void {
  const west = 102 + (index % 20) / 10;
  const view = { type: 1, target: 'SetViewport', arguments: [[west, 29, west + 2, 32]] };
  let isHeard = false;
  const callback = (bytes: number) => {
    if (!isHeard) watched.open += 1;
    isHeard = true;
    watched.bytes += bytes;
    return true;
  };
  const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback } }, () => {
    socket.write(
      `GET ${paths[index % paths.length]} HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    socket.write(textFrame('{"protocol":"json","version":1}'));
    socket.write(textFrame(JSON.stringify(view)));
  });
  const alive = setInterval(() => socket.write(ping), 10_000);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(alive);
    if (isHeard) watched.open -= 1;
    setTimeout(() => open({ port, paths, clients: 0 }, index), 1_000 + Math.random() * 2_000);
  });
}

process.on('message', (order: WatchOrder) => {
  for (let index = 0; index < order.clients; index += 1) open(order, index);
  setInterval(() => process.send?.(watched), 1_000);
});
process.on('disconnect', () => process.exit());
