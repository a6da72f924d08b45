import type { FastifyRequest } from 'fastify';

/** Whether a request may change something: a call says so of itself, elsewhere the verb does. */
export function mayChange({ method, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.writes ?? !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call changes something; absent: as its verb says. */
    writes?: boolean;
  }
}
