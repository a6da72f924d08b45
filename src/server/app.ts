import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Registry } from 'prom-client';
import { idleHeader } from '#domain/identity/sign-in-requirement.ts';
import { screenHeader } from '#domain/record/screen-header.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { filesDocument } from './engine/files/openapi.ts';
import { type FileRoutesDeps, fileRoutes } from './engine/files/routes.ts';
import { type CatalogueRoutesDeps, catalogueRoutes } from './engine/overlays/routes.ts';
import type { Catalogue } from './engine/records/catalogue.ts';
import { recordsDocument } from './engine/records/openapi.ts';
import type { Records } from './engine/records/records.ts';
import { recordsRoutes } from './engine/records/routes.ts';
import { transferDocument } from './engine/transfer/openapi.ts';
import { type TransferRoutesDeps, transferRoutes } from './engine/transfer/routes.ts';
import type { AbpConfigurationDeps } from './features/abp/abp-configuration.ts';
import { abpRoutes } from './features/abp/abp-routes.ts';
import { type ApiTokens, sessionKeyOf, tokenMark } from './features/identity/api-tokens.ts';
import type { Sessions } from './features/identity/sessions.ts';
import type { SignIn } from './features/identity/sign-in.ts';
import { enforceSignInRequirement } from './features/identity/sign-in-requirement.ts';
import { tokenAuthRoutes } from './features/identity/sign-in-routes.ts';
import type { ViewAs } from './features/identity/view-as.ts';
import { type InformationPushes, informationPushRoute } from './features/information/push-line.ts';
import { basemapRoutes } from './features/map/basemap-routes.ts';
import { dayRoutes } from './features/recording/day-routes.ts';
import type { DayTransfer } from './features/recording/day-transfer.ts';
import type { Registration } from './features/registration/registration.ts';
import { ticketMark } from './features/registration/tickets.ts';
import { refuseBeyondMap } from './features/sharing/map-gate.ts';
import { pushRoutes } from './features/surveillance/push-routes.ts';
import type { SurveillancePushes } from './features/surveillance/received.ts';
import { jsonError, unstorableError, usualBody } from './http/body-limits.ts';
import { limitConnections, lookForLateMs, refuseTwoHosts } from './http/connection-limits.ts';
import { createErrorHandler } from './http/envelope.ts';
import { type Health, healthRoutes, measureRequests } from './http/health.ts';
import { inputValidator } from './http/input-validator.ts';
import { defaultLocale, localeOf } from './http/locale.ts';
import { mayChange } from './http/may-change.ts';
import { openApi } from './http/openapi.ts';
import { corsOptions } from './http/origins.ts';
import { limitRequestsUnderWay } from './http/requests-under-way.ts';
import type { Service } from './http/service.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { staticRoutes } from './http/static.ts';
import { type Caller, refuseReader } from './kernel/caller.ts';
import type { ExportSlots } from './kernel/export-slots.ts';
import type { Translate } from './kernel/texts.ts';

export interface AppDeps {
  catalogue: Catalogue;
  /** What was added at run time, told to pages. */
  added: Omit<CatalogueRoutesDeps, 'catalogue'>;
  records: Records;
  sessions: Sessions;
  signIn: SignIn;
  apiTokens: ApiTokens;
  files: FileRoutesDeps;
  transfer: TransferRoutesDeps;
  viewAs: ViewAs;
  /** Who comes with the ticket of their registration, and where that lets them in. */
  registration: Pick<Registration, 'applicants' | 'gate'>;
  services: Service[];
  /** An answer that does not fit its schema is an error. */
  checkAnswers: boolean;
  /** What counts the files that are read from here. */
  slots: ExportSlots;
  /** Surveillance sources that take what is posted to them. */
  pushes: SurveillancePushes;
  /** Sources of weather and notices that take what is posted to them. */
  informationPushes: InformationPushes;
  /** What AbpUserConfiguration/GetAll tells. */
  abp: AbpConfigurationDeps;
  translate: Translate;
  health: Health;
  registry: Registry;
  webFolder: string;
  dataFolder: string;
  /** Absolute path of the installation's own base map. */
  basemapFile: string | null;
  days: DayTransfer;
  logger: FastifyBaseLogger | false;
  /** Requests a minute from one address; sign-in has its own, smaller number. */
  limits: { requestsPerMinute: number; signInsPerMinute: number };
  /** Where map tiles come from, if not from us. */
  tileOrigin: () => string | null;
  onSessionEnd: (sessionId: string) => void;
  version: string;
  /** Other origins whose pages may use the server. */
  origins: readonly string[];
  /** Proxies in front, whose word about a visitor's address is taken; null: there is none. */
  trustProxy: string[] | null;
  /** What one address holds at most, and how long the head of a request may take. */
  connectionsPerAddress: number;
  headTimeoutS: number;
}

/** What requests have to end in when the server does. */
const lastRequestsMs = 1_000;

/** What of the device a page of ours may use: its own screen and clipboard. */
const permissionsPolicy = [
  ...[
    'accelerometer',
    'autoplay',
    'bluetooth',
    'camera',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'publickey-credentials-get',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
  'fullscreen=(self)',
].join(', ');

/** What the limits of a caller are counted by; null: of nobody. */
function sessionOf(caller: Caller | null): string | null {
  return caller?.token ? sessionKeyOf(caller.token.id) : (caller?.sessionId ?? null);
}

/** Every route and plugin, in reading order. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    ...(deps.logger ? { loggerInstance: deps.logger } : { logger: false }),
    // Requests are counted by metrics; the log is for what went wrong.
    logController: new LogController({ disableRequestLogging: true }),
    // A signed link to a file is a part of a path.
    routerOptions: { caseSensitive: false, maxParamLength: 256 },
    // The address of a visitor counts for limits, sessions and the sign-in log: behind a proxy it is what the
    // proxy says.
    trustProxy: deps.trustProxy ?? false,
    bodyLimit: usualBody,
    // Node's own limit is 16 KiB: a GET of many records by their ids (docs/records-api.md) is longer.
    http: { maxHeaderSize: 64 * 1024, connectionsCheckingInterval: lookForLateMs },
    // A file may come over a slow line; the head of every request is here sooner (headersTimeout below).
    requestTimeout: 300_000,
  });

  app.server.headersTimeout = deps.headTimeoutS * 1_000;
  limitConnections(app, { perAddress: deps.connectionsPerAddress, trustProxy: deps.trustProxy });
  refuseTwoHosts(app);
  // At the end a request that is under way has a moment; one that never comes whole keeps nobody.
  app.addHook('preClose', async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), lastRequestsMs);
    app.server.once('close', () => clearTimeout(cut));
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
        // Not every browser counts the sockets of an origin as its own.
        connectSrc: [
          "'self'",
          ({ headers }) => socketsOf(headers.host),
          // The globe reads its tiles before it draws them.
          () => deps.tileOrigin() ?? "'self'",
        ],
        formAction: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        // The map of a phone's or a partner's page may stand in a frame of theirs; nothing else may.
        frameAncestors: [
          "'self'",
          ({ url }) => (isMapPage(url) && deps.origins.length > 0 ? deps.origins.join(' ') : "'self'"),
        ],
      },
    },
  });
  // Opened as a window by a page of an allowed origin, the map has a way back to that page.
  app.addHook('onRequest', async ({ url }, reply) => {
    if (isMapPage(url) && deps.origins.length > 0) reply.removeHeader('cross-origin-opener-policy');
  });
  // Before all that may refuse: a page of another origin is to read why, too.
  if (deps.origins.length > 0) await app.register(cors, corsOptions(deps.origins));
  // What is told to one caller at one moment is kept nowhere; files and what carries a hash in its name say
  // otherwise.
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store');
    return payload;
  });
  // An answer of this size is compressed sooner than a stream for it is set up, and with a window that fits it.
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: 65_536,
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 },
    },
  });
  await app.register(rateLimit, {
    max: deps.limits.requestsPerMinute,
    timeWindow: '1 minute',
    // What nobody need sign in for is counted by address, whatever token comes along.
    keyGenerator: ({ caller, ip, routeOptions }) =>
      routeOptions.config.anonymous ? ip : (sessionOf(caller) ?? ip),
  });

  app.decorateRequest('caller', null);
  app.decorateRequest('locale', defaultLocale);
  app.addHook('onRequest', async (request, reply) => {
    // Read before an endpoint makes of the query what it declares.
    request.locale = localeOf(request.headers, request.query);
    const [scheme, accessToken] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !accessToken) return;
    const caller = await callerBy(deps, accessToken, request);
    if (caller) {
      // Known from here on, so that a refusal of the view is said in the user's language.
      request.caller = caller;
      request.locale = caller.locale;
      enforceSignInRequirement(request, reply);
      request.caller = await deps.viewAs.callerOf(caller, request);
      // Of a display every endpoint is asked here, so that none can be forgotten.
      if (caller.display && mayChange(request)) refuseReader(caller);
      const { method, params, routeOptions } = request;
      const asked = { method, url: routeOptions.url, params };
      await deps.registration.gate(request.caller, asked);
      refuseBeyondMap(request.caller, asked);
    }
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-request-id', _request.id);
  });
  limitRequestsUnderWay(app, { atOnce: 12, mostWaiting: 500, sessionOf });
  // A body that was refused half-way is read to its end, or the next request of this connection would wait
  // behind it.
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.readableEnded && !raw.destroyed) raw.unpipe().resume();
  });
  readJson(app);
  app.setValidatorCompiler(inputValidator);
  app.setErrorHandler(createErrorHandler(deps.translate, app.log));
  measureRequests(app, deps.registry);

  await app.register(openApi, {
    version: deps.version,
    resources: deps.catalogue.resources,
    parts: [recordsDocument, filesDocument, transferDocument],
  });
  await app.register(healthRoutes, { health: deps.health, registry: deps.registry });
  await app.register(tokenAuthRoutes, {
    signIn: deps.signIn,
    sessions: deps.sessions,
    onEnd: deps.onSessionEnd,
    attemptsPerMinute: deps.limits.signInsPerMinute,
  });
  await app.register(recordsRoutes, {
    records: deps.records,
    catalogue: deps.catalogue,
    timeZone: deps.transfer.timeZone,
  });
  await app.register(catalogueRoutes, { catalogue: deps.catalogue, ...deps.added });
  await app.register(fileRoutes, deps.files);
  await app.register(transferRoutes, deps.transfer);
  await app.register(serviceRoutes, {
    services: deps.services,
    resources: deps.catalogue.resources,
    checkAnswers: deps.checkAnswers,
    slots: deps.slots,
  });
  await app.register(pushRoutes, { pushes: deps.pushes, translate: deps.translate });
  await app.register(dayRoutes, { days: deps.days });
  await app.register(informationPushRoute, {
    pushes: deps.informationPushes,
    translate: deps.translate,
  });
  await app.register(abpRoutes, deps.abp);
  await app.register(basemapRoutes, { basemapFile: deps.basemapFile });
  await staticRoutes(app, { webFolder: deps.webFolder, dataFolder: deps.dataFolder });
  return app;
}

/** The pages of decisions.md §9 that are made to stand in another program. */
function isMapPage(url: string | undefined): boolean {
  return /^\/permission\/map(app|appno1|show)\/?(\?|$)/i.test(url ?? '');
}

/** The web sockets of a host, as a content security policy names them; what is no host has none. */
function socketsOf(host: string | undefined): string {
  return host && /^[a-z0-9.-]+(:\d+)?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

/**
 * JSON as ASP.NET reads it, for clients that were generated for ABP: by its other names too, and none at all
 * where a DELETE says that there is some.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  for (const type of ['application/json', /^(?:application\/[\w.-]+\+json|text\/json)(?:\s*;|$)/i]) {
    app.addContentTypeParser(type, { parseAs: 'string' }, (request, body: string, done) => {
      if (body === '' && request.method === 'DELETE') done(null, undefined);
      else {
        const error = jsonError(body);
        if (error) done(new AppError('validation', error));
        else if (request.routeOptions.config.lineText) parse(request, body, done);
        else parse(request, body, (failure, value) => done(failure ?? unstorableError(value), value));
      }
    });
  }
}

/** Parts of an encrypted token (RFC 7516, compact); a signed one has three. */
const opaqueParts = 5;

/** Whom a bearer token stands for: a session, or an API token. */
async function callerBy(deps: AppDeps, bearer: string, request: FastifyRequest): Promise<Caller | null> {
  const localeFor = (saved: Locale | null) => localeOf(request.headers, request.query, saved);
  if (bearer.startsWith(tokenMark)) {
    const holder = await deps.apiTokens.principalOf(bearer);
    return holder && deps.apiTokens.callerOf(holder, localeFor(holder.language), request.id);
  }
  if (bearer.startsWith(ticketMark)) {
    return deps.registration.applicants.callerOf(bearer, request.locale, request.id);
  }
  const isOpaque = bearer.split('.').length === opaqueParts;
  const credential = isOpaque ? { encryptedAccessToken: bearer } : { accessToken: bearer };
  const principal = await deps.sessions.principalOf(credential, idleSeconds(request));
  if (!principal) return null;
  const source = request.headers[screenHeader] === '1' ? 'screen' : 'api';
  const caller = deps.sessions.callerOf(principal, localeFor(principal.language), request.id);
  return { ...caller, source, ...(isOpaque ? { mapOnly: true as const } : {}) };
}

/**
 * How long ago a person did something, as our screens say; another program asks because somebody wants it to.
 */
function idleSeconds({ headers }: FastifyRequest): number {
  const header = headers[idleHeader];
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : 0;
}
