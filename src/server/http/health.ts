import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { holds } from '#domain/identity/access.ts';
import { AppError } from '#domain/text/errors.ts';

export interface Health {
  /** Rejects when a part that we cannot work without is away. */
  ready(): Promise<void>;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * `/healthz` lives, `/readyz` can work, `/metrics` for Prometheus: to this machine, or to whoever may see the
 * monitor.
 */
export async function healthRoutes(
  app: FastifyInstance,
  options: { health: Health; registry: Registry },
): Promise<void> {
  const { health, registry } = options;
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await health.ready();
    return { status: 'ok' };
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const allowed =
      isOfThisMachine(request) ||
      (request.caller && holds(request.caller.actor, ['Pages.Statistics.SoftwareMonitor']));
    if (!allowed) throw new AppError('forbidden', { key: 'common.forbiddenHere' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What proxies add to a request that they pass on for somebody else. */
const forwarding = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

/**
 * Behind a trusted proxy of this machine both must be of it: the visitor, and who speaks for them. Where
 * whoever speaks is not trusted, or does not say for whom in the header that is read, nobody knows whose the
 * request is.
 */
function isOfThisMachine({ ip, ips, headers, socket }: FastifyRequest): boolean {
  if (!loopback.has(ip) || !loopback.has(socket.remoteAddress ?? '')) return false;
  const isForwarded = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded') || forwarding.includes(name),
  );
  return !isForwarded || (ips?.length ?? 1) > 1;
}

export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Time of every request by route (never by raw URL: its values are unbounded). */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}
