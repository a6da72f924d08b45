import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { screenHeader } from '../domain/screen-header.ts';
import { tokenAuthRoutes } from './auth/routes.ts';
import type { Sessions } from './auth/sessions.ts';
import type { ViewAs } from './auth/view-as.ts';
import type { Caller } from './caller.ts';
import { createErrorHandler } from './envelope.ts';
import { type Health, healthRoutes, measureRequests } from './health.ts';
import { localeOf } from './locale.ts';
import { openApi } from './openapi.ts';
import type { Catalogue } from './records/catalogue.ts';
import type { Records } from './records/records.ts';
import { recordsRoutes } from './records/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import type { Service } from './services/service.ts';
import { staticRoutes } from './static.ts';
import type { Translate } from './texts.ts';

export interface AppDeps {
  catalogue: Catalogue;
  records: Records;
  sessions: Sessions;
  viewAs: ViewAs;
  services: Service[];
  translate: Translate;
  health: Health;
  registry: Registry;
  webFolder: string;
  dataFolder: string;
  logger: FastifyBaseLogger | false;
  /** Requests a minute from one address; sign-in has its own, smaller number. */
  limits: { requestsPerMinute: number; signInsPerMinute: number };
  /** Where map tiles come from, if not from us. */
  tileOrigin: () => string | null;
  onSessionEnd: (sessionId: string) => void;
  version: string;
}

/** Every route and plugin, in reading order. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    ...(deps.logger ? { loggerInstance: deps.logger } : { logger: false }),
    // Requests are counted by metrics; the log is for what went wrong.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false },
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: 30_000,
    ajv: { customOptions: { allErrors: true, coerceTypes: 'array', removeAdditional: false, strict: false } },
  });

  await app.register(helmet, {
    // Plain HTTP on loopback is the default; a proxy in front that speaks TLS adds its own HSTS.
    hsts: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', () => deps.tileOrigin() ?? "'self'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
  });
  await app.register(compress, { threshold: 1024 });
  await app.register(rateLimit, {
    max: deps.limits.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.caller?.sessionId ?? request.ip,
  });

  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const [scheme, accessToken] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !accessToken) return;
    const principal = await deps.sessions.principalOf({ accessToken });
    if (principal) {
      const known = deps.sessions.callerOf(principal, localeOf(request.headers, request.query), request.id);
      const caller: Caller = { ...known, source: request.headers[screenHeader] === '1' ? 'screen' : 'api' };
      // Known from here on, so that a refusal of the view is said in his language.
      request.caller = caller;
      request.caller = await deps.viewAs.callerOf(caller, request);
    }
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-request-id', _request.id);
  });
  app.setErrorHandler(createErrorHandler(deps.translate, app.log));
  measureRequests(app, deps.registry);

  await app.register(openApi, { version: deps.version, resources: deps.catalogue.resources });
  await app.register(healthRoutes, { health: deps.health, registry: deps.registry });
  await app.register(tokenAuthRoutes, {
    sessions: deps.sessions,
    onEnd: deps.onSessionEnd,
    attemptsPerMinute: deps.limits.signInsPerMinute,
  });
  await app.register(recordsRoutes, {
    records: deps.records,
    catalogue: deps.catalogue,
  });
  await app.register(serviceRoutes, { services: deps.services });
  await staticRoutes(app, { webFolder: deps.webFolder, dataFolder: deps.dataFolder });
  return app;
}
