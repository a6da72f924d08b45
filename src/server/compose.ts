import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#domain/text/errors.ts';
import { resources as shipped } from '#resources';
import { buildApp } from './app.ts';
import { openBase } from './compose/base.ts';
import { createFeatures, type Late } from './compose/features.ts';
import type { Ending, ServerDeps } from './compose/server-deps.ts';
import { createServices } from './compose/services.ts';
import { startWork } from './compose/work.ts';
import { longerRest } from './db/start-database.ts';
import { demoPassword } from './demo/seed-demo.ts';
import { createAddedValidators } from './engine/overlays/validators.ts';
import { withRoomFiles } from './features/coordination/index.ts';
import { createHubAuthenticator } from './features/identity/hub-principal.ts';
import { createViewAs } from './features/identity/view-as.ts';
import type { Monitor } from './features/monitor/monitor.ts';
import { createOriginCheck } from './http/origins.ts';
import { followTileOrigin } from './http/tile-origin.ts';
import { createHubs, type Hubs } from './hubs.ts';
import { hubLimit } from './kernel/hub-limit.ts';
import { hubMetrics } from './kernel/hub-metrics.ts';
import { explainListen, terminalText } from './kernel/start-error.ts';
import { createSignalRServer, type SignalRServer } from './signalr/server.ts';
import { tellRestart } from './tell-restart.ts';

export interface RunningServer {
  /** e.g. http://127.0.0.1:8080 */
  address: string;
  close(): Promise<void>;
}

/** Before a start that lost its database begins anew, ms; longer each time. */
const firstRestMs = 1_000;

/** One server from settings to listening: the only place, with compose/, that chooses adapters. */
export async function startServer(deps: ServerDeps): Promise<RunningServer> {
  const { log, tell } = deps;
  const ending: Ending = [];
  const close = async () => {
    for (const end of ending.splice(0).reverse()) await end();
  };
  for (let restMs = firstRestMs; ; restMs = longerRest(restMs)) {
    try {
      return { address: await start(deps, ending), close };
    } catch (error) {
      // What had started is ended in order, so that the next start finds nothing half alive.
      for (const end of ending.splice(0).reverse())
        await (async () => end())().catch((failure: unknown) =>
          log.warn({ error: failure }, 'a part of a start that failed was not ended in order'),
        );
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      // The database has gone again: as long as it is away, nobody can cure that here.
      const reason = error.cause instanceof Error ? error.cause.message : terminalText(error.text);
      tell('start.databaseGone', { reason, seconds: restMs / 1_000 });
      await sleep(restMs);
    }
  }
}

async function start(deps: ServerDeps, ending: Ending): Promise<string> {
  const { config, log, tell, version, webFolder, clock } = deps;
  // Features ask for these when somebody calls them, which is after all is put together.
  let signalr: SignalRServer;
  let hubs: Hubs;
  let monitor: Monitor;
  const late: Late = { signalr: () => signalr, hubs: () => hubs, monitor: () => monitor };

  const base = await openBase(deps, ending);
  const { database, catalogue, records, parameters, changes, secret, demo } = base;
  const { resources } = catalogue;
  const features = await createFeatures(base, late, ending);
  const { auth, apiTokens, coordination, files, overlays, preferences } = features;
  const { registration, registry, slots, notices, transfer, translate, watch } = features;

  const services = createServices(base, features, late);
  const app = await buildApp({
    catalogue,
    added: { shipped, validators: createAddedValidators({ catalogue, shipped, secret }) },
    records,
    sessions: auth.sessions,
    signIn: auth.signIn,
    apiTokens,
    files: { ...files, files: withRoomFiles(files.files, coordination.files) },
    transfer: transfer.routes,
    viewAs: createViewAs({ records, catalogue }),
    registration,
    services,
    checkAnswers: config.checkAnswers,
    slots,
    translate,
    health: { ready: database.ready },
    registry,
    webFolder,
    dataFolder: config.dataFolder,
    basemapFile: config.basemapFile,
    logger: log,
    limits: { requestsPerMinute: 3_000, signInsPerMinute: 60 },
    pushes: features.pushes,
    days: watch.days,
    informationPushes: features.information.pushes,
    abp: { resources, parameters, preferences, clock },
    tileOrigin: await followTileOrigin({ parameters, changes }),
    onSessionEnd: (sessionId) => signalr.disconnectSession(sessionId),
    version,
    trustProxy: config.trustProxy,
    connectionsPerAddress: config.connectionsPerAddress,
    headTimeoutS: config.headTimeoutS,
    origins: config.origins,
  });
  signalr = createSignalRServer({
    app,
    backplane: features.backplane,
    allowOrigin: createOriginCheck(config),
    describeError: (error, locale) => (error instanceof AppError ? translate(error.text, locale) : null),
    logger: log,
    metrics: hubMetrics(registry),
    authenticate: createHubAuthenticator({ apiTokens, sessions: auth.sessions }),
    connectionLimit: hubLimit(parameters, translate),
    joined: config.natsUrl ? { key: secret, now: () => clock().getTime() } : null,
    // A page shows within 5 s that its connection is gone (web/client/hub.ts): it hears of us more often than that.
    limits: { keepAliveMs: 2_000 },
  });
  hubs = createHubs({
    signalr,
    resources,
    changes,
    watchers: watch.picture,
    flights: watch.flights,
    notices,
    sendMessage: coordination.sendMessage,
    friends: coordination.friends,
    friendsOfEach: coordination.friendsOfEach,
    log,
  });
  catalogue.onReplace(() => hubs.catalogueReplaced(catalogue.revision));
  ending.push(() => app.close());
  ending.push(overlays.follow());

  monitor = await startWork(base, features, ending);
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw explainListen(error, config);
  });
  ending.push(monitor.start().close);
  await tellRestart({ crashedAt: deps.crashedAt ?? [], notices, records, clock, log });
  tell('start.listening', { address, place: base.place });
  if (demo && config.demoAccounts)
    tell('start.accounts', { accounts: [...demo.users.keys()].join(', '), password: demoPassword });
  return address;
}
