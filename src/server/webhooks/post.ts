import { lookup as resolve } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Text } from '../../domain/errors.ts';

export interface Outcome {
  /** HTTP status; null: no answer. */
  code: number | null;
  durationMs: number;
  /** Null: received. */
  error: Text | null;
}

export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<Outcome>;

const patienceMs = 10_000;

/** A refusal of our own, that travels as an error through the socket. */
class Refused extends Error {
  constructor(readonly text: Text) {
    super(text.key);
  }
}

/**
 * Sends to an address that a person wrote down. Never into the own network (unless allowed): each name is resolved
 * here, every address of it is judged, and the connection goes to a judged address and no other. Redirects are not
 * followed, and nothing of the answer but its status is read.
 */
export function createPost({ allowPrivate }: { allowPrivate: boolean }): Post {
  const judge = (address: string): Refused | null =>
    allowPrivate || isPublic(address)
      ? null
      : new Refused({ key: 'webhooks.privateAddress', values: { address } });

  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = error
        ? null
        : addresses.map(({ address }) => judge(address)).find((one) => one !== null);
      const [first] = addresses ?? [];
      if (error || refused || !first) {
        done(
          error ?? refused ?? new Refused({ key: 'webhooks.unknownHost', values: { host: hostname } }),
          [],
        );
      } else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

  return async (address, headers, body) => {
    const startedAt = performance.now();
    const took = () => Math.round(performance.now() - startedAt);
    const failed = (error: Text): Outcome => ({ code: null, durationMs: took(), error });
    if (!URL.canParse(address)) return failed({ key: 'webhooks.badAddress' });
    const url = new URL(address);
    if (!['http:', 'https:'].includes(url.protocol)) return failed({ key: 'webhooks.badAddress' });
    // What is an address already is never looked up.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const refused = isIP(host) === 0 ? null : judge(host);
    if (refused) return failed(refused.text);
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    return new Promise((settled) => {
      const signal = AbortSignal.timeout(patienceMs);
      const length = String(Buffer.byteLength(body));
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': length },
        lookup,
        signal,
        agent: false,
      };
      const request = send(url, options, (answer) => {
        const code = answer.statusCode ?? 0;
        // No page is read from where we were sent to.
        answer.destroy();
        settled({ code, durationMs: took(), error: faultOf(code) });
      });
      request.on('error', (error: NodeJS.ErrnoException) => settled(failed(reasonOf(error, host, signal))));
      request.end(body);
    });
  };
}

function faultOf(code: number): Text | null {
  if (code >= 200 && code < 300) return null;
  return { key: code >= 300 && code < 400 ? 'webhooks.redirected' : 'webhooks.answered', values: { code } };
}

function reasonOf(error: NodeJS.ErrnoException, host: string, signal: AbortSignal): Text {
  if (error instanceof Refused) return error.text;
  if (signal.aborted) return { key: 'webhooks.noAnswer' };
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return { key: 'webhooks.unknownHost', values: { host } };
  }
  return { key: 'webhooks.refusedConnection', values: { reason: error.code ?? error.message.slice(0, 100) } };
}

/** Everything that is not plainly of the public internet counts as the own network. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in the clothes of IPv6 is judged as what it is.
  return ipaddr.process(address).range() === 'unicast';
}
