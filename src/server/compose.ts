import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#domain/text/errors.ts';
import { resources as shipped } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { buildApp } from './app.ts';
import { migrations } from './db/migrations/index.ts';
import { explainRefusal, startDatabase } from './db/start-database.ts';
import { seedDemoAirspaces } from './demo/demo-airspaces.ts';
import { seedDemoAudits } from './demo/demo-audits.ts';
import { seedDemoMessages } from './demo/demo-messages.ts';
import { createDemoPlans } from './demo/demo-plans.ts';
import { settleDemoTokens, startVisitors } from './demo/demo-push.ts';
import { settleDemoPort, startDemoTraffic } from './demo/demo-source.ts';
import { recordYesterday } from './demo/demo-yesterday.ts';
import { demoPassword, seedDemo } from './demo/seed-demo.ts';
import { createBaseFileServices } from './engine/files/base-files.ts';
import { createFileQueries } from './engine/files/file-queries.ts';
import { createFiles, openFileStore } from './engine/files/files.ts';
import { createUserFileService } from './engine/files/user-file-calls.ts';
import { createOverlays, openCatalogue } from './engine/overlays/overlays.ts';
import { createSchemaOverlayService } from './engine/overlays/schema-overlay-calls.ts';
import { createAddedValidators } from './engine/overlays/validators.ts';
import { createCatalogue } from './engine/records/catalogue.ts';
import { createSearchService } from './engine/records/search-calls.ts';
import { createRecords } from './engine/records/store.ts';
import { createTransfer } from './engine/transfer/transfer.ts';
import { createWebhookOutbox } from './engine/webhooks/outbox.ts';
import { createWebhookService } from './engine/webhooks/webhook-calls.ts';
import { createWebhooks } from './engine/webhooks/webhooks.ts';
import { createAccountService } from './features/abp/abp-account.ts';
import { createAuditLogService } from './features/abp/abp-audit-log.ts';
import { createLoginAttemptService } from './features/abp/abp-login-attempts.ts';
import { createTenantService } from './features/abp/abp-tenant.ts';
import { createConfigurationService } from './features/abp/abp-theme.ts';
import { createAirspace } from './features/airspace/airspace-calls.ts';
import { createAlertService } from './features/alerts/alert-calls.ts';
import { createAlerts } from './features/alerts/alerts.ts';
import { createErrorCollector } from './features/error-log/collector.ts';
import { createErrorLogService } from './features/error-log/error-log-calls.ts';
import { createFeedbackService } from './features/feedback/feedback-calls.ts';
import { createApiTokenService } from './features/identity/api-token-calls.ts';
import { createApiTokens } from './features/identity/api-tokens.ts';
import { createAuth } from './features/identity/auth.ts';
import { createHubAuthenticator } from './features/identity/hub-principal.ts';
import { createOrganizationUnitService } from './features/identity/organization-unit-calls.ts';
import { createPasswords } from './features/identity/passwords.ts';
import { createPermissionService } from './features/identity/permission-calls.ts';
import { createRoleService } from './features/identity/role-calls.ts';
import { createSessionService } from './features/identity/session-calls.ts';
import { createUserService } from './features/identity/user-calls.ts';
import { createViewAs } from './features/identity/view-as.ts';
import { createMapService } from './features/map/map-calls.ts';
import { createMessages } from './features/messages/messages.ts';
import { createMessageService } from './features/notices/message-calls.ts';
import { createNoticeService } from './features/notices/notice-calls.ts';
import { createReminderService } from './features/notices/reminder-calls.ts';
import { createFlightList } from './features/plans/flight-list.ts';
import { createFlightPicture } from './features/plans/flight-picture.ts';
import { readPlanParameters } from './features/plans/plan-parameters.ts';
import { createPreferenceService } from './features/preferences/preference-calls.ts';
import { createPreferenceStore } from './features/preferences/preference-store.ts';
import { createViewService } from './features/preferences/view-calls.ts';
import { createFeedJournal } from './features/recording/feed-journal.ts';
import { createPlaybackService } from './features/recording/playback-calls.ts';
import { createRecorder } from './features/recording/recorder.ts';
import { createRegistration } from './features/registration/registration.ts';
import { createTrackCorrelationService } from './features/surveillance/correlation-calls.ts';
import { createCorrelations } from './features/surveillance/correlations.ts';
import { createPicture } from './features/surveillance/picture.ts';
import { createPushReceivers } from './features/surveillance/push-receivers.ts';
import { createReplayLoader } from './features/surveillance/replay-loader.ts';
import { createReportWatch } from './features/surveillance/report-watch.ts';
import { createSurveillanceSourceService } from './features/surveillance/source-calls.ts';
import { createSourceSecrets } from './features/surveillance/source-secrets.ts';
import { createSurveillance } from './features/surveillance/surveillance.ts';
import { createTargets } from './features/surveillance/targets.ts';
import { followTrackLimits } from './features/surveillance/track-parameters.ts';
import { openTerrain } from './features/terrain/terrain.ts';
import { createTerrainService } from './features/terrain/terrain-calls.ts';
import { createWatchService } from './features/watch/watch-calls.ts';
import { createWatchClock } from './features/watch/watch-clock.ts';
import { createAir, createFlights } from './flights.ts';
import { createRegistry } from './http/health.ts';
import { createOriginCheck } from './http/origins.ts';
import { followTileOrigin } from './http/tile-origin.ts';
import { createHubs } from './hubs.ts';
import { schedule } from './jobs/schedule.ts';
import { startKeeping } from './keeping.ts';
import { createChangeFeed } from './kernel/changes.ts';
import type { Config } from './kernel/config.ts';
import { hubLimit } from './kernel/hub-limit.ts';
import { hubMetrics } from './kernel/hub-metrics.ts';
import { createNetworkGuard } from './kernel/network-guard.ts';
import { loadSecret } from './kernel/secret.ts';
import { explainListen, type Tell } from './kernel/start-error.ts';
import { createTranslate } from './kernel/texts.ts';
import { createRecordApprovals } from './record-approvals.ts';
import { recordingsIn, recordRules } from './record-rules.ts';
import { seed } from './seed/seed.ts';
import { createInProcessBackplane } from './signalr/backplane.ts';
import { createNatsBackplane } from './signalr/nats-backplane.ts';
import { createSignalRServer } from './signalr/server.ts';

export interface RunningServer {
  /** e.g. http://127.0.0.1:8080 */
  address: string;
  close(): Promise<void>;
}

export interface ServerDeps {
  config: Config;
  log: FastifyBaseLogger;
  tell: Tell;
  version: string;
  releaseDate: string;
  webFolder: string;
  clock: () => Date;
  /** A database that cannot be brought back: the process must not go on. */
  onLost(error: Error): void;
}

/** One server from settings to listening: the only place that chooses adapters. */
export async function startServer(deps: ServerDeps): Promise<RunningServer> {
  const { config, log, tell, version, releaseDate, clock } = deps;
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return { address: await start(deps, closing), close };
  } catch (error) {
    // What had started is ended in order, so that the next start finds nothing half alive.
    await close();
    throw error;
  }

  async function start(_: ServerDeps, ending: typeof closing): Promise<string> {
    const {
      database,
      place,
      close: closeDatabase,
    } = await startDatabase(config, {
      log,
      tell,
      onLost: deps.onLost,
    });
    ending.push(closeDatabase);
    const sql = database.kysely;
    const opened = await openCatalogue({ sql, shipped, migrations, log }).catch(explainRefusal);
    const catalogue = createCatalogue(opened.resources, opened.revision);
    const { resources } = catalogue;

    const changes = createChangeFeed(log);
    const air = createAir();
    const outbox = createWebhookOutbox({ clock });
    const fileStore = await openFileStore(config);
    const rules = recordRules({ config, resources, database, store: fileStore.store, air, outbox, log });
    const records = createRecords({ database, catalogue, changes, clock, log, rules });
    const parameters = createParameters({ sql, changes });
    const passwords = createPasswords();
    const secret = await loadSecret(config);
    const hashPassword = passwords.hash;
    await seed({ config, records, hashPassword, tell, demoPassword });
    const demo = config.demo
      ? await seedDemo({ records, hashPassword, clock, withAccounts: config.demoAccounts })
      : null;

    const auth = createAuth({
      sql,
      records,
      resources,
      changes,
      parameters,
      secret,
      clock,
      refusedPassword: config.demoAccounts ? null : demoPassword,
      onEnd: (key) => signalr.disconnectSession(key),
    });
    const { accounts, sessions } = auth;

    const translate = createTranslate();
    if (demo) {
      const demoPlans = createDemoPlans({ records, database, parameters, air, demo, clock, log });
      await demoPlans.refresh();
      // The demo goes on living: what has landed makes room for the next flight.
      const renewal = schedule('*/5 * * * *', () =>
        demoPlans.refresh().catch((err: unknown) => log.warn({ err }, 'the demo was not renewed')),
      );
      ending.push(renewal.close);
    }
    const navigation = createFlights({ records, database, parameters, air, clock });
    const { flows } = navigation;
    const { dataFolder } = config;
    const recorded = { records, catalogue, flows, database, parameters, clock, dataFolder };
    const audit = createRecordApprovals(recorded);
    const airspace = createAirspace({ ...recorded, conflicts: air, acts: audit.acts });
    if (demo) {
      await seedDemoAudits({ ...recorded, demo });
      await seedDemoAirspaces({ ...recorded, conflicts: air, demo });
      await seedDemoMessages({ ...recorded, inbound: navigation.inbound });
    }
    const preferences = createPreferenceStore(sql);
    const overlays = createOverlays({ database, records, catalogue, shipped, migrations, clock, log });
    const files = createFiles({
      ...fileStore,
      records,
      catalogue,
      database,
      parameters,
      secret,
      clock,
      log,
    });
    const fileQueries = createFileQueries({ sql, catalogue });
    const webhooks = createWebhooks({
      sql,
      records,
      catalogue,
      changes,
      outbox,
      actorOf: accounts.actor,
      secret,
      allowPrivate: config.webhookPrivate,
      clock,
      log,
    });
    const messages = createMessages({
      database,
      records,
      changes,
      parameters,
      inbound: navigation.inbound,
      dataFolder: config.dataFolder,
      secret,
      allowPrivate: config.webhookPrivate,
      clock,
      log,
    });
    const apiTokens = createApiTokens({ sql, records, resources, changes, clock });
    const transfer = createTransfer({
      database,
      catalogue,
      records,
      dataFolder: config.dataFolder,
      actorOf: accounts.actor,
      timeZone: () => parameters.text('deadline.timeZone'),
      clock,
      log,
    });
    const registration = createRegistration({
      sql,
      records,
      catalogue,
      parameters,
      auth,
      secret,
      smsUrl: config.smsUrl,
      clock,
      log,
    });
    const terrain = await openTerrain({ folder: config.terrainFolder, log });
    const registry = createRegistry();
    const pushes = createPushReceivers();
    const sourceSecrets = createSourceSecrets(secret);
    const app = await buildApp({
      catalogue,
      added: { shipped, validators: createAddedValidators({ catalogue, shipped, secret }) },
      records,
      sessions,
      signIn: auth.signIn,
      apiTokens,
      files,
      transfer: transfer.routes,
      viewAs: createViewAs({ records, catalogue }),
      registration,
      services: [
        createSessionService({ records, sql, resources, parameters, version, releaseDate }),
        createUserService({ records, catalogue, clock, ...auth, applicant: registration.applicant }),
        auth.service,
        createRoleService({ records, catalogue }),
        createOrganizationUnitService({ records, catalogue, clock }),
        createAccountService(),
        createTenantService(),
        createLoginAttemptService({ records }),
        createConfigurationService({ preferences }),
        createAuditLogService({ sql, catalogue }),
        createFeedbackService({ records, clock }),
        createErrorLogService({
          records,
          clock,
          collector: createErrorCollector({ sql, records, clock, webFolder: deps.webFolder }),
        }),
        createPermissionService({
          catalogue,
          records,
          actorOf: accounts.actor,
        }),
        createSearchService({ records, catalogue }),
        createNoticeService({ records, sql, clock }),
        createReminderService({ records, sql }),
        createAlertService({ alerts: () => alerts, records, sql, clock }),
        createMessageService({ records, flows: navigation.flows, sql }),
        createMapService({
          records,
          sql,
          parameters,
          conflicts: air,
          clock,
          dataFolder: config.dataFolder,
          basemapFile: config.basemapFile,
        }),
        createTerrainService({ terrain }),
        createPlaybackService({ records, catalogue, sql, parameters, clock }),
        createWatchService({ records, catalogue, sql, orders: navigation.orders, clock }),
        createPreferenceService({ preferences }),
        createViewService({ catalogue, records, preferences, sql }),
        createUserFileService({ files: fileQueries }),
        ...createBaseFileServices({ files: fileQueries }),
        createWebhookService({ sql, records, webhooks, clock }),
        messages.service,
        createApiTokenService({ records, clock, onRevoke: (key) => signalr.disconnectSession(key) }),
        createSurveillanceSourceService({
          records,
          // It is put together below, on the hubs that are put together on this application.
          surveillance: () => surveillance,
          secrets: sourceSecrets,
          clock,
        }),
        createTrackCorrelationService({
          records,
          correlations: () => correlations,
          target: (id) => targets.get(id),
          clock,
        }),
        createSchemaOverlayService({ overlays, records, catalogue }),
        ...registration.services,
        ...navigation.services,
        audit.service,
        airspace.service,
        transfer.service,
      ],
      checkAnswers: config.checkAnswers,
      translate,
      health: { ready: database.ready },
      registry,
      webFolder: deps.webFolder,
      dataFolder: config.dataFolder,
      basemapFile: config.basemapFile,
      logger: log,
      limits: { requestsPerMinute: 3_000, signInsPerMinute: 60 },
      pushes,
      abp: { resources, parameters, preferences, clock },
      tileOrigin: await followTileOrigin({ parameters, changes }),
      onSessionEnd: (sessionId) => signalr.disconnectSession(sessionId),
      version,
      trustProxy: config.trustProxy,
      origins: config.origins,
    });

    const backplane = config.natsUrl
      ? await createNatsBackplane(config.natsUrl, log)
      : createInProcessBackplane();
    ending.push(() => backplane.close());
    const signalr = createSignalRServer({
      app,
      backplane,
      allowOrigin: createOriginCheck(config),
      describeError: (error, locale) => (error instanceof AppError ? translate(error.text, locale) : null),
      logger: log,
      metrics: hubMetrics(registry),
      authenticate: createHubAuthenticator({ apiTokens, sessions }),
      connectionLimit: hubLimit(parameters, translate),
      // A page shows within 5 s that its connection is gone (web/client/hub.ts): it hears of us more often than that.
      limits: { keepAliveMs: 2_000 },
    });
    const now = () => clock().getTime();
    const targets = createTargets();
    const surveillance = createSurveillance({
      sql,
      changes,
      guard: createNetworkGuard({ allowPrivate: config.webhookPrivate }),
      pushes,
      secrets: sourceSecrets,
      targets,
      loader: createReplayLoader({ database, changes, folder: recordingsIn(config), now, log }),
      limits: await followTrackLimits({ parameters, changes, log }),
      now,
      log,
    });
    const picture = createPicture({
      targets,
      feeds: surveillance.feeds,
      hub: () => hubs.instant,
      now,
    });
    const flightList = createFlightList({
      sql,
      changes,
      readParameters: () => readPlanParameters(parameters),
      clock,
      log,
    });
    ending.push(flightList.close);
    const flights = createFlightPicture({ list: flightList, resources, hub: () => hubs.instant, now });
    const hubs = createHubs({ signalr, resources, changes, watchers: picture, flights });
    catalogue.onReplace(() => hubs.catalogueReplaced(catalogue.revision));
    ending.push(() => app.close());
    ending.push(overlays.follow());

    const correlations = createCorrelations({
      sql,
      changes,
      log,
      onChange: () => targets.planOf(correlations.planOf),
    });
    ending.push(correlations.close);
    if (config.demoAccounts) await settleDemoPort({ records, tell });
    const fedSources = config.demoAccounts ? await settleDemoTokens(records) : [];
    await Promise.all([correlations.refresh(), flightList.refresh(), surveillance.follow()]);
    ending.push(surveillance.close);
    ending.push(webhooks.start().close);
    ending.push(messages.start().close);
    ending.push(startKeeping({ ...deps, database, parameters, sweep: files.sweep }).close);
    const imports = await transfer.start();
    ending.push(() => imports.close());
    ending.push(navigation.followConflicts(log));
    ending.push(navigation.planClock({ changes, log }).start().close);
    const airspaceClock = airspace.airspaceClock({ log });
    await airspaceClock.tick();
    ending.push(airspaceClock.start().close);
    const auditClock = audit.auditClock({ changes, log });
    // What ended while nobody was here has ended before anybody asks.
    await auditClock.tick();
    ending.push(auditClock.start().close);
    ending.push(createWatchClock({ database, records, sessions, clock, log }).start().close);
    ending.push(startVisitors(fedSources, { pushes, clock, log }).close);
    if (config.demoAccounts) ending.push(startDemoTraffic({ ...recorded, sql, surveillance, log }).close);
    const reportWatch = createReportWatch({
      sql,
      targets,
      propose: navigation.proposals.propose,
      see: navigation.statusNotes.see,
      log,
    });
    await reportWatch.refresh();
    ending.push(reportWatch.close);
    const alerts = createAlerts({
      database,
      records,
      air,
      parameters,
      targets,
      terrain,
      feeds: surveillance.feeds,
      send: hubs.tellOfAlerts,
      clock,
      log,
    });
    ending.push(alerts.close);
    const recorder = await createRecorder({ database, targets, parameters, log, now });
    ending.push(recorder.start().close);
    const feedJournal = createFeedJournal({ database, records, feeds: surveillance.feeds, log });
    ending.push(feedJournal.close);
    if (config.demoAccounts) await recordYesterday({ database, records, clock });
    const pulse = setInterval(() => {
      targets.refresh(now());
      recorder.tick(now());
      feedJournal.tick(now());
      reportWatch.tick(now());
      alerts.tick(now());
      picture.tick();
      flights.tick();
    }, 1_000);
    ending.push(() => clearInterval(pulse));

    const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw explainListen(error, config);
    });
    tell('start.listening', { address, place });
    if (demo && config.demoAccounts) {
      tell('start.accounts', {
        accounts: [...demo.users.keys()].join(', '),
        password: demoPassword,
      });
    }
    return address;
  }
}
