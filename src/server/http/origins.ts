import type { IncomingMessage } from 'node:http';
import type { FastifyCorsOptions } from '@fastify/cors';
import proxyAddress from '@fastify/proxy-addr';
import { signInRequirementHeader } from '#domain/identity/sign-in-requirement.ts';
import { sameHost } from '#server/signalr/server.ts';

/** What a page of another origin may read of an answer beside its body. */
const exposedHeaders = [
  'content-disposition',
  'etag',
  'location',
  'retry-after',
  'x-request-id',
  'x-total-count',
  'x-total-estimated',
  signInRequirementHeader,
];

/**
 * Cross-origin requests from pages of these origins: every method, whatever headers they ask for (their own culture,
 * tenant and version headers differ), and credentials, as clients of the specification send them.
 */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    // To the others it is as if there were no such answer: no header, and no preflight.
    origin: (origin, done) => done(null, origin !== undefined && origins.includes(origin)),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    // Chromium keeps a preflight for two hours at most; a changed setting is felt sooner than that.
    maxAge: 600,
  };
}

/**
 * May a page of this origin connect to a hub? One that was served under the address of this request, as the browser
 * knows it: where a trusted proxy stands in front, that is the X-Forwarded-Host. And one of the allowed origins.
 * `trustProxy`: as Fastify takes it.
 */
export function createOriginCheck(options: {
  origins: readonly string[];
  trustProxy: string[] | null;
}): (origin: string, request: IncomingMessage) => boolean {
  const { origins, trustProxy } = options;
  const isProxy = trustProxy ? proxyAddress.compile(trustProxy) : () => false;
  return (origin, { headers, socket }) => {
    if (origins.includes(origin)) return true;
    const forwarded = [headers['x-forwarded-host']].flat().join(',');
    const byProxy = forwarded !== '' && isProxy(socket.remoteAddress ?? '', 0);
    // Each proxy of a row may add the name by which it was asked; a page can write none of them.
    const hosts = byProxy ? forwarded.split(',') : [headers.host ?? ''];
    return hosts.some((host) => sameHost(origin, host.trim()));
  };
}
