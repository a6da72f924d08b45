import { createServer, type Server, type Socket } from 'node:net';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import { createBackOff } from '#server/engine/sources/back-off.ts';
import { socketError } from '#server/engine/sources/line-errors.ts';
import type { Transport } from './feed.ts';
import { converse } from './peer-line.ts';
import { peerOf } from './source-peer.ts';

/** A client that says nothing for this long loses its place. */
const idleMs = 10 * 60_000;

/** Waits for receivers to connect, each with a decoder of its own; no more of them than the record says. */
export const tcpServer: Transport = {
  isStream: true,
  open(record, events, deps) {
    const { now } = deps;
    const port = numberOf(record.port) ?? 0;
    const host = textOf(record.host) ?? '127.0.0.1';
    const most = numberOf(record.maxClients) ?? 8;
    const mostOfAddress = numberOf(record.maxClientsPerAddress) ?? most;
    const clients = new Set<Socket>();
    const backOff = createBackOff();
    let closed = false;
    let server = listen();

    function admit(socket: Socket): void {
      if (clients.size >= most) {
        events.failed({ key: 'track.line.full', values: { most } });
        socket.destroy();
        return;
      }
      const ofAddress = [...clients].filter(({ remoteAddress }) => remoteAddress === socket.remoteAddress);
      if (ofAddress.length >= mostOfAddress) {
        events.failed({ key: 'track.line.fullOfAddress', values: { most: mostOfAddress } });
        socket.destroy();
        return;
      }
      clients.add(socket);
      events.working();
      const line = converse(socket, peerOf(record, deps), events);
      socket.setTimeout(idleMs, () => socket.destroy());
      socket.setKeepAlive(true, 15_000);
      socket
        .on('data', (bytes: Buffer) => line.bytes(bytes, now()))
        .on('error', (error) => events.failed(socketError(error)))
        .on('close', () => {
          clients.delete(socket);
          line.end();
        });
    }

    function listen(): Server {
      const opened = createServer(admit);
      opened.on('listening', () => {
        backOff.reset();
        events.working();
      });
      opened.on('error', (error) => {
        events.failed(socketError(error));
        opened.close();
        if (closed) return;
        backOff.again(() => {
          server = listen();
        });
      });
      opened.listen(port, host);
      return opened;
    }

    return {
      clients: () => clients.size,
      close() {
        closed = true;
        backOff.stop();
        for (const socket of clients) socket.destroy();
        return new Promise((resolve) => {
          server.close(() => resolve());
        });
      },
    };
  },
};
