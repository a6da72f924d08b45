import type { Clock } from './clock.ts';
import type { Transport, TransportHandlers } from './transports.ts';

export interface ReattachableTransport extends Transport {
  /** The client's new socket takes the place of the old one, whether that is gone or not. */
  attach(socket: Transport): void;
}

/**
 * A transport that outlives its socket: once told to (`outlive`), a socket that breaks leaves the connection waiting
 * for the next. Frames sent meanwhile go nowhere; stateful reconnect sends them again.
 */
export function reattachable(first: Transport, clock: Clock): ReattachableTransport {
  let socket: Transport | null = first;
  let handlers: TransportHandlers | null = null;
  let absentSinceMs: number | null = null;
  let outlives = false;
  let paused = false;
  let ended = false;

  function end(clean: boolean): void {
    if (ended) return;
    ended = true;
    handlers?.closed(clean);
  }

  function lost(clean: boolean): void {
    socket = null;
    if (clean || !outlives) end(clean);
    else absentSinceMs = clock.monotonicMs();
  }

  function listen(to: Transport): void {
    const isCurrent = () => socket === to;
    to.start({
      received: (bytes) => {
        if (isCurrent()) handlers?.received(bytes);
      },
      drained: () => {
        if (isCurrent()) handlers?.drained();
      },
      returned: () => {},
      closed: (clean) => {
        if (isCurrent()) lost(clean);
      },
    });
  }

  return {
    name: first.name,
    inherentKeepAlive: false,
    get bufferedBytes() {
      return socket?.bufferedBytes ?? 0;
    },
    get stalledSinceMs() {
      return socket?.stalledSinceMs ?? null;
    },
    get absentSinceMs() {
      return absentSinceMs;
    },
    start(given) {
      handlers = given;
      listen(first);
    },
    attach(next) {
      const old = socket;
      socket = next;
      absentSinceMs = null;
      listen(next);
      old?.abort();
      if (ended) {
        next.abort();
        return;
      }
      if (paused) next.pause();
      handlers?.returned();
    },
    send: (frame, format) => socket?.send(frame, format),
    pause() {
      paused = true;
      socket?.pause();
    },
    resume() {
      paused = false;
      socket?.resume();
    },
    close(code) {
      outlives = false;
      if (socket) socket.close(code);
      else end(true);
    },
    abort() {
      outlives = false;
      if (socket) socket.abort();
      else end(false);
    },
    tick: () => socket?.tick(),
    outlive() {
      outlives = true;
    },
  };
}
