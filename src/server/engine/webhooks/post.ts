import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Text } from '#domain/text/errors.ts';
import { createNetworkGuard, Refused } from '#server/kernel/network-guard.ts';

export interface Outcome {
  /** HTTP status; null: no answer. */
  code: number | null;
  durationMs: number;
  /** Null: received. */
  error: Text | null;
}

export type Post = (url: string, headers: Record<string, string>, body: string | Buffer) => Promise<Outcome>;

const patienceMs = 10_000;

/**
 * Sends to an address that a person wrote down. Never into the own network (unless allowed): each name is resolved
 * here, every address of it is judged, and the connection goes to a judged address and no other. Redirects are not
 * followed, and nothing of the answer but its status is read.
 */
export function createPost(options: { allowPrivate: boolean }): Post {
  const guard = createNetworkGuard(options);

  return async (address, headers, body) => {
    const startedAt = performance.now();
    const took = () => Math.round(performance.now() - startedAt);
    const failed = (error: Text): Outcome => ({ code: null, durationMs: took(), error });
    const target = webTarget(address);
    if (!target) return failed({ key: 'webhooks.badAddress' });
    const { url, host } = target;
    const refused = guard.refuses(host);
    if (refused) return failed(refused);
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    return new Promise((settled) => {
      const signal = AbortSignal.timeout(patienceMs);
      const length = String(Buffer.byteLength(body));
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': length },
        lookup: guard.lookup,
        signal,
        agent: false,
      };
      const request = send(url, options, (answer) => {
        const code = answer.statusCode ?? 0;
        // No page is read from where we were sent to.
        answer.destroy();
        settled({ code, durationMs: took(), error: errorOf(code) });
      });
      request.on('error', (error: NodeJS.ErrnoException) => settled(failed(reasonOf(error, host, signal))));
      request.end(body);
    });
  };
}

function errorOf(code: number): Text | null {
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

/** Where an address of the web leads, its host as a name or a bare address; null: it is none. */
export function webTarget(address: string): { url: URL; host: string } | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!['http:', 'https:'].includes(url.protocol)) return null;
  // They would stand in logs, and in whatever names the address.
  if (url.username !== '' || url.password !== '') return null;
  return { url, host: url.hostname.replace(/^\[(.*)\]$/, '$1') };
}
