import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from './clock.ts';
import { createIntake, type PostedTransport, type TransportHandlers } from './transports.ts';

export interface LongPollingTransport extends PostedTransport {
  /** A request that waits for data; one that waited before is answered 204 and takes none. */
  poll(response: ServerResponse, extraHeaders: OutgoingHttpHeaders): void;
  /** The client has ended it. */
  finish(): void;
}

interface Poll {
  response: ServerResponse;
  headers: OutgoingHttpHeaders;
  sinceMs: number;
}

/** Whoever keeps an answer keeps a message from its reader. */
const noCache = { 'cache-control': 'no-cache, no-store', pragma: 'no-cache', expires: '0' };

function answer({ response, headers }: Pick<Poll, 'response' | 'headers'>, status: 200 | 204, body?: Buffer) {
  const length = status === 204 ? {} : { 'content-length': body?.length ?? 0 };
  const type = body ? { 'content-type': 'application/octet-stream' } : {};
  response.writeHead(status, { ...headers, ...noCache, ...type, ...length });
  response.end(body);
}

/** The first request of a long polling client: answered at once and empty, it opens the connection. */
export function answerFirstPoll(response: ServerResponse, headers: OutgoingHttpHeaders): void {
  answer({ response, headers }, 200);
}

/**
 * Frames wait until the client asks for them; its next request takes all that there is.
 * @param pollTimeoutMs after which a request is answered empty, so that no proxy ends it.
 */
export function longPolling(clock: Clock, pollTimeoutMs: number): LongPollingTransport {
  const intake = createIntake();
  let handlers: TransportHandlers | null = null;
  let frames: Uint8Array[] = [];
  let waitingBytes = 0;
  let poll: Poll | null = null;
  /** An answer that is being read, and its size. */
  let leaving: { bytes: number; sinceMs: number; response: ServerResponse } | null = null;
  let absentSinceMs: number | null = clock.monotonicMs();
  let state: 'open' | 'closing' | 'closed' = 'open';

  function end(clean: boolean): void {
    if (state === 'closed') return;
    state = 'closed';
    frames = [];
    waitingBytes = 0;
    intake.resume();
    if (poll) answer(poll, 204);
    poll = null;
    handlers?.closed(clean);
  }

  /** An answer has left, or never will: what it held is lost then, and a connection that lacks something is none. */
  function release(response: ServerResponse): void {
    if (leaving?.response !== response) return;
    leaving = null;
    if (!response.writableFinished) end(false);
    else if (state === 'open') handlers?.drained();
  }

  function flush(): void {
    if (!poll || frames.length === 0) return;
    const taken = poll;
    const body = Buffer.concat(frames);
    poll = null;
    absentSinceMs = clock.monotonicMs();
    frames = [];
    waitingBytes = 0;
    leaving = { bytes: body.length, sinceMs: absentSinceMs, response: taken.response };
    taken.response.once('finish', () => release(taken.response));
    answer(taken, 200, body);
  }

  return {
    name: 'LongPolling',
    inherentKeepAlive: true,
    get bufferedBytes() {
      return waitingBytes + (leaving?.bytes ?? 0);
    },
    get stalledSinceMs() {
      return leaving?.sinceMs ?? null;
    },
    get absentSinceMs() {
      return poll || leaving ? null : absentSinceMs;
    },
    start(given) {
      handlers = given;
    },
    poll(response, headers) {
      response.on('error', () => {});
      if (state === 'closed') {
        answer({ response, headers }, 204);
        return;
      }
      if (poll) answer(poll, 204);
      poll = { response, headers, sinceMs: clock.monotonicMs() };
      response.once('close', () => {
        release(response);
        if (poll?.response !== response) return;
        poll = null;
        absentSinceMs = clock.monotonicMs();
      });
      flush();
      if (poll && state === 'closing') end(true);
    },
    send(frame) {
      if (state !== 'open') return;
      frames.push(frame);
      waitingBytes += frame.length;
      // What one piece of work sends leaves in one answer.
      if (frames.length === 1) queueMicrotask(flush);
    },
    async receive(bytes) {
      handlers?.received(bytes);
      await intake.ready();
    },
    pause: intake.pause,
    resume: intake.resume,
    close() {
      if (state !== 'open') return;
      flush();
      state = 'closing';
      if (poll) end(true);
    },
    finish: () => end(true),
    abort() {
      leaving?.response.destroy();
      end(false);
    },
    tick() {
      if (!poll || clock.monotonicMs() - poll.sinceMs < pollTimeoutMs) return;
      const ending = poll;
      poll = null;
      absentSinceMs = clock.monotonicMs();
      answer(ending, 200);
    },
  };
}
