import type { Socket } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#domain/text/errors.ts';

/** How often Node looks for heads and requests that are late. */
export const lookForLateMs = 2_000;

/** Rejects a request with more than one Host header (RFC 9112, 3.2): a proxy may have checked the other one. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new AppError('validation', { key: 'common.twoHosts' });
  });
}

/** Adds one to the count of a key until the answer is called. */
function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string): () => void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

/**
 * No address holds more than so many connections: what comes beyond them is closed at once. Of a proxy that is trusted the
 * connections are everybody's; behind it the requests under way of each forwarded address are counted instead, and refused
 * with `tooMany`.
 */
export function limitConnections(
  app: FastifyInstance,
  { perAddress, trustProxy }: { perAddress: number; trustProxy: readonly string[] | null },
): void {
  const isProxy = trustProxy ? proxyAddress.compile([...trustProxy]) : () => false;
  const sockets = createCounts();
  const requests = createCounts();

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address, 0)) return;
    if (sockets.of(address) >= perAddress) {
      socket.destroy();
      return;
    }
    socket.once('close', sockets.add(address));
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isProxy(request.socket.remoteAddress ?? '', 0)) return;
    if (requests.of(request.ip) >= perAddress) {
      throw new AppError('tooMany', { key: 'common.tooManyConnections', values: { most: perAddress } });
    }
    reply.raw.once('close', requests.add(request.ip));
  });
}
