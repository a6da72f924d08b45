import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Text } from '#domain/text/errors.ts';
import { webTarget } from '#server/engine/webhooks/post.ts';
import { type NetworkGuard, Refused } from '#server/kernel/network-guard.ts';
import { socketError } from './line-errors.ts';

/** Octets of one answer at most. */
const mostOctets = 8 * 1024 * 1024;
/** Redirects that are followed for one answer, and only to the host that the record names. */
const mostRedirects = 3;

class PollError extends Error {
  constructor(readonly text: Text) {
    super(text.key);
  }
}

/** By what a server tells whether there is something new. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface ConditionalAnswer {
  /** null: nothing new since. */
  body: Uint8Array | null;
  validators: Validators;
}

/** Asks an address for what is new since its last answer. Fails with what `pollReason` words. */
export async function conditionalGet(
  address: string,
  asking: {
    guard: NetworkGuard;
    signal: AbortSignal;
    userName: string | null;
    /** Throws where it cannot be opened. */
    password(): string | null;
    validators: Validators | null;
  },
): Promise<ConditionalAnswer> {
  const { guard, signal, validators } = asking;
  return fetchOnce(
    address,
    {
      guard,
      signal,
      headers: {
        accept: '*/*',
        ...authorization(asking.userName, asking.password),
        ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
        ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
      },
    },
    validators,
  );
}

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

/** Why an address could not be asked, in the reader's words. */
export function pollReason(error: unknown): Text {
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

async function fetchOnce(
  address: string,
  asking: Asking,
  known: Validators | null,
): Promise<ConditionalAnswer> {
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
      return { body: null, validators: known ?? { etag: null, lastModified: null } };
    }
    if (code < 200 || code >= 300) {
      answer.destroy();
      throw new PollError(
        code === 401 || code === 403
          ? { key: 'track.line.credentials' }
          : { key: 'track.line.answered', values: { code } },
      );
    }
    const { etag = null, 'last-modified': lastModified = null } = answer.headers;
    return { body: await bodyOf(answer), validators: { etag, lastModified } };
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
