import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Text } from '#domain/text/errors.ts';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import { webTarget } from '#server/engine/webhooks/post.ts';
import { type NetworkGuard, Refused } from '#server/kernel/network-guard.ts';
import { createBackOff, socketError, type Transport } from './feed.ts';

/** Octets of one answer at most. */
const mostOctets = 8 * 1024 * 1024;
/** Redirects that are followed for one answer, and only to the host that the record names. */
const mostRedirects = 3;

class PollError extends Error {
  constructor(readonly text: Text) {
    super(text.key);
  }
}

interface Answer {
  /** null: nothing new since the tag. */
  body: Uint8Array | null;
  etag: string | null;
}

/** Asks an address at an interval. Each answer is one datagram of the source; one that is unchanged is stepped over. */
export const httpPoll: Transport = {
  isStream: false,
  open(record, events, { guard, now, password }) {
    const intervalMs = (numberOf(record.intervalS) ?? 5) * 1_000;
    const timeoutMs = (numberOf(record.timeoutS) ?? 10) * 1_000;
    const backOff = createBackOff(intervalMs, Math.max(60_000, intervalMs));
    const stop = new AbortController();
    const line = events.line();
    let etag: string | null = null;
    let timer: NodeJS.Timeout | undefined;
    let asking: Promise<void> = Promise.resolve();

    async function ask(): Promise<void> {
      const startedAt = performance.now();
      try {
        const answer = await fetchOnce(textOf(record.url) ?? '', {
          guard,
          signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
          headers: {
            accept: '*/*',
            ...authorization(textOf(record.userName), password),
            ...(etag ? { 'if-none-match': etag } : {}),
          },
        });
        if (stop.signal.aborted) return;
        etag = answer.etag;
        backOff.reset();
        events.working();
        if (answer.body) line.bytes(answer.body, now());
        timer = setTimeout(begin, Math.max(0, intervalMs - (performance.now() - startedAt)));
      } catch (error) {
        if (stop.signal.aborted) return;
        etag = null;
        events.failed(reasonOf(error));
        backOff.again(begin);
      }
    }

    function begin(): void {
      asking = ask();
    }

    begin();
    return {
      async close() {
        stop.abort();
        clearTimeout(timer);
        backOff.stop();
        await asking;
      },
    };
  },
};

function authorization(userName: string | null, password: () => string | null): Record<string, string> {
  let secret: string | null;
  try {
    secret = password();
  } catch {
    throw new PollError({ key: 'track.line.password' });
  }
  if (userName) {
    const pair = Buffer.from(`${userName}:${secret ?? ''}`).toString('base64');
    return { authorization: `Basic ${pair}` };
  }
  return secret === null ? {} : { authorization: `Bearer ${secret}` };
}

function reasonOf(error: unknown): Text {
  if (error instanceof PollError || error instanceof Refused) return error.text;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return { key: 'track.line.timeout' };
  }
  return socketError(error);
}

interface Asking {
  guard: NetworkGuard;
  signal: AbortSignal;
  headers: Record<string, string>;
}

async function fetchOnce(address: string, asking: Asking): Promise<Answer> {
  let target = webTarget(address);
  const home = target?.url.host;
  for (let redirects = 0; target; redirects++) {
    const answer = await get(target.url, target.host, asking);
    const code = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (code >= 300 && code < 400 && code !== 304 && location) {
      answer.destroy();
      const next: URL = new URL(location, target.url);
      // A password goes to nobody but whom it was set for, and never from a secure line to an open one.
      const isHome = next.host === home && next.protocol === target.url.protocol;
      if (!isHome || redirects >= mostRedirects) throw new PollError({ key: 'track.line.redirected' });
      target = webTarget(next.href);
      continue;
    }
    if (code === 304) {
      answer.destroy();
      return { body: null, etag: asking.headers['if-none-match'] ?? null };
    }
    if (code < 200 || code >= 300) {
      answer.destroy();
      throw new PollError(
        code === 401 || code === 403
          ? { key: 'track.line.credentials' }
          : { key: 'track.line.answered', values: { code } },
      );
    }
    return { body: await bodyOf(answer), etag: answer.headers.etag ?? null };
  }
  throw new PollError({ key: 'track.line.address' });
}

function get(url: URL, host: string, { guard, signal, headers }: Asking): Promise<IncomingMessage> {
  const refused = guard.refuses(host);
  if (refused) return Promise.reject(new Refused(refused));
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { headers, lookup: guard.lookup, signal, agent: false }, resolve);
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.end();
  });
}

async function bodyOf(answer: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let octets = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    octets += piece.length;
    if (octets > mostOctets) {
      answer.destroy();
      throw new PollError({ key: 'track.line.tooLarge' });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
