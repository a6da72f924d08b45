import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from './clock.ts';
import { createIntake, type PostedTransport, type TransportHandlers } from './transports.ts';

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-store',
  pragma: 'no-cache',
  'content-encoding': 'identity',
  // nginx would gather the events of a minute into one block.
  'x-accel-buffering': 'no',
};

const begin = Buffer.from('data: ');
const end = Buffer.from('\r\n\r\n');
const lineFeed = 0x0a;

/** One event: `data: ` before each line of the payload, an empty line after it. */
export function asEvent(payload: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let next = payload.indexOf(lineFeed); next >= 0; next = payload.indexOf(lineFeed, at)) {
    parts.push(begin, payload.subarray(at, next + 1));
    at = next + 1;
  }
  parts.push(begin, payload.subarray(at), end);
  return Buffer.concat(parts);
}

/** Events on an answer that stays open; what the client says it posts. */
export function serverSentEvents(
  response: ServerResponse,
  clock: Clock,
  extraHeaders: OutgoingHttpHeaders,
): PostedTransport {
  const intake = createIntake();
  let handlers: TransportHandlers | null = null;
  let waiting = 0;
  let waitingSinceMs = 0;
  let ending = false;

  const flushed = () => {
    waiting -= 1;
    waitingSinceMs = clock.monotonicMs();
  };
  const write = (bytes: Uint8Array) => {
    if (ending || response.destroyed) return;
    if (waiting === 0) waitingSinceMs = clock.monotonicMs();
    waiting += 1;
    response.write(bytes, flushed);
  };

  return {
    name: 'ServerSentEvents',
    inherentKeepAlive: false,
    get bufferedBytes() {
      return response.writableLength;
    },
    get stalledSinceMs() {
      return waiting > 0 ? waitingSinceMs : null;
    },
    absentSinceMs: null,
    start(given) {
      handlers = given;
      response.on('drain', given.drained);
      response.on('error', () => {});
      response.on('close', () => {
        intake.resume();
        given.closed(response.writableFinished);
      });
      response.writeHead(200, { ...extraHeaders, ...headers });
      write(Buffer.from(':\r\n'));
    },
    send: (frame) => write(asEvent(frame)),
    async receive(bytes) {
      handlers?.received(bytes);
      await intake.ready();
    },
    pause: intake.pause,
    resume: intake.resume,
    close() {
      ending = true;
      response.end();
    },
    abort: () => response.destroy(),
    tick() {
      // As with a socket, the connection pings and watches the clock.
    },
  };
}
