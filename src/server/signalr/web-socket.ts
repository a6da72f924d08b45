import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from './clock.ts';
import type { Transport } from './transports.ts';

const emptyFrame = new Uint8Array(0);

function asBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

function webSocketTransport(socket: WebSocket, stream: Duplex, clock: Clock): Transport {
  let waiting = 0;
  let waitingSinceMs = 0;

  // One function for all writes: a closure for each would cost as much as the write.
  const flushed = () => {
    waiting -= 1;
    waitingSinceMs = clock.monotonicMs();
  };

  let gathering = false;
  const gathered = () => {
    gathering = false;
    stream.uncork();
  };

  const text = { binary: false };
  const binary = { binary: true };

  return {
    name: 'WebSockets',
    inherentKeepAlive: false,
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    get stalledSinceMs() {
      return waiting > 0 ? waitingSinceMs : null;
    },
    absentSinceMs: null,
    start({ received, drained, closed }) {
      socket.on('message', (data: Buffer | ArrayBuffer | Buffer[]) => received(asBytes(data)));
      // Control frames count as messages do.
      socket.on('ping', () => received(emptyFrame));
      socket.on('pong', () => received(emptyFrame));
      // 1005 and 1006 are what ws reports where no closing handshake took place, or one without a code.
      socket.on('close', (code) => closed(code !== 1006));
      // The close event follows every error and says all that we use of it.
      socket.on('error', () => {});
      stream.on('drain', drained);
    },
    send(frame, format) {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (waiting === 0) waitingSinceMs = clock.monotonicMs();
      waiting += 1;
      // What one turn of the loop says to a client leaves in one write.
      if (!gathering) {
        gathering = true;
        stream.cork();
        process.nextTick(gathered);
      }
      socket.send(frame.length > 0 ? frame : emptyFrame, format === 'Text' ? text : binary, flushed);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: (code) => socket.close(code),
    abort: () => socket.terminate(),
    tick() {
      // A socket has no time of its own: the connection watches its silence.
    },
  };
}

/** Answers an upgrade request with an HTTP error and closes it. */
export function rejectUpgrade(stream: Duplex, status: number, reason: string, body = ''): void {
  if (!stream.writable) {
    stream.destroy();
    return;
  }
  stream.once('finish', () => stream.destroy());
  stream.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export interface WebSocketAcceptor {
  /** Completes the opening handshake; `accept` is not called where the request is no valid one. */
  upgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    accept: (transport: Transport) => void,
  ): void;
}

/** @param maxPayloadBytes largest WebSocket message; it may hold several hub messages, each with its own limit. */
export function createWebSocketAcceptor(maxPayloadBytes: number, clock: Clock): WebSocketAcceptor {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression of one frame for each of hundreds of clients costs more processor time than the bytes are worth.
    perMessageDeflate: false,
    maxPayload: maxPayloadBytes,
  });
  return {
    upgrade(request, stream, head, accept) {
      server.handleUpgrade(request, stream, head, (socket) =>
        accept(webSocketTransport(socket, stream, clock)),
      );
    },
  };
}
