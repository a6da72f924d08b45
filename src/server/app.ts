import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { screenHeader } from '../domain/screen-header.ts';
import { type ApiTokens, sessionKeyOf, tokenMark } from './auth/api-tokens.ts';
import { tokenAuthRoutes } from './auth/routes.ts';
import type { Sessions } from './auth/sessions.ts';
import type { ViewAs } from './auth/view-as.ts';
import type { Caller } from './caller.ts';
import { createErrorHandler } from './envelope.ts';
import { filesDocument } from './files/openapi.ts';
import { type FileRoutesDeps, fileRoutes } from './files/routes.ts';
import { type Health, healthRoutes, measureRequests } from './health.ts';
import { localeOf } from './locale.ts';
import { openApi } from './openapi.ts';
import { type CatalogueRoutesDeps, catalogueRoutes } from './overlays/routes.ts';
import type { Catalogue } from './records/catalogue.ts';
import type { Records } from './records/records.ts';
import { recordsRoutes } from './records/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import type { Service } from './services/service.ts';
import { staticRoutes } from './static.ts';
import type { Translate } from './texts.ts';
import { transferDocument } from './transfer/openapi.ts';
import { type TransferRoutesDeps, transferRoutes } from './transfer/routes.ts';

export interface AppDeps {
  catalogue: Catalogue;
  /** What was added at run time, told to pages. */
  added: Omit<CatalogueRoutesDeps, 'catalogue'>;
  records: Records;
  sessions: Sessions;
  apiTokens: ApiTokens;
  files: FileRoutesDeps;
  transfer: TransferRoutesDeps;
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
    // A file may come over a slow line; the head of every request is here sooner (headersTimeout below).
    requestTimeout: 300_000,
    ajv: { customOptions: { allErrors: true, coerceTypes: 'array', removeAdditional: false, strict: false } },
  });

  app.server.headersTimeout = 30_000;

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
    keyGenerator: ({ caller, ip }) =>
      caller?.token ? sessionKeyOf(caller.token.id) : (caller?.sessionId ?? ip),
  });

  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const [scheme, accessToken] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !accessToken) return;
    const caller = await callerBy(deps, accessToken, request);
    if (caller) {
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

  await app.register(openApi, {
    version: deps.version,
    resources: deps.catalogue.resources,
    parts: [filesDocument, transferDocument],
  });
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
  await app.register(catalogueRoutes, { catalogue: deps.catalogue, ...deps.added });
  await app.register(fileRoutes, deps.files);
  await app.register(transferRoutes, deps.transfer);
  await app.register(serviceRoutes, { services: deps.services });
  await staticRoutes(app, { webFolder: deps.webFolder, dataFolder: deps.dataFolder });
  return app;
}

/** Whom a bearer token stands for: a session, or an API token. */
async function callerBy(deps: AppDeps, bearer: string, request: FastifyRequest): Promise<Caller | null> {
  const locale = localeOf(request.headers, request.query);
  if (bearer.startsWith(tokenMark)) {
    const holder = await deps.apiTokens.principalOf(bearer);
    return holder && deps.apiTokens.callerOf(holder, locale, request.id);
  }
  const principal = await deps.sessions.principalOf({ accessToken: bearer });
  const source = request.headers[screenHeader] === '1' ? 'screen' : 'api';
  return principal && { ...deps.sessions.callerOf(principal, locale, request.id), source };
}
