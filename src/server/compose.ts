import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#domain/text/errors.ts';
import { resources as shipped } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { buildApp } from './app.ts';
import { mostLongReads } from './db/database.ts';
import { installationOf } from './db/installation.ts';
import { migrations } from './db/migrations/index.ts';
import { explainRefusal, longerRest, type StartDatabaseOptions, startDatabase } from './db/start-database.ts';
import { fillDemo } from './demo/demo.ts';
import { demoPassword, seedDemo } from './demo/seed-demo.ts';
import { createBaseFileServices } from './engine/files/base-files.ts';
import { createFileQueries } from './engine/files/file-queries.ts';
import { createFiles, openFileStore } from './engine/files/files.ts';
import { createUserFileService } from './engine/files/user-file-calls.ts';
import { createOverlays, openCatalogue } from './engine/overlays/overlays.ts';
import { overlayResource } from './engine/overlays/rows.ts';
import { createSchemaOverlayService } from './engine/overlays/schema-overlay-calls.ts';
import { createAddedValidators } from './engine/overlays/validators.ts';
import { createCatalogue } from './engine/records/catalogue.ts';
import { createSearchService } from './engine/records/search-calls.ts';
import { createRecords } from './engine/records/store.ts';
import { createPushReceivers } from './engine/sources/push-receivers.ts';
import { mostExportsOfUser } from './engine/transfer/limits.ts';
import { createTransfer } from './engine/transfer/transfer.ts';
import { createWebhookOutbox } from './engine/webhooks/outbox.ts';
import { createWebhookService } from './engine/webhooks/webhook-calls.ts';
import { createWebhooks } from './engine/webhooks/webhooks.ts';
import { createAuditLogService } from './features/abp/abp-audit-log.ts';
import { createLoginAttemptService } from './features/abp/abp-login-attempts.ts';
import { createTenantService } from './features/abp/abp-tenant.ts';
import { createConfigurationService } from './features/abp/abp-theme.ts';
import { createAirspace } from './features/airspace/airspace-calls.ts';
import { createBriefingService } from './features/briefing/briefing-calls.ts';
import { createChannelOutbox } from './features/channels/channel-outbox.ts';
import { createChannels, sendingOf } from './features/channels/channels.ts';
import { createCoordination } from './features/coordination/coordination.ts';
import { withRoomFiles } from './features/coordination/room-files.ts';
import { createErrorCollector } from './features/error-log/collector.ts';
import { createErrorLogService } from './features/error-log/error-log-calls.ts';
import { createEvidenceService } from './features/evidence/evidence.ts';
import { createFeedbackService } from './features/feedback/feedback-calls.ts';
import { createGovernmentService } from './features/government/government-calls.ts';
import { createApiTokenService } from './features/identity/api-token-calls.ts';
import { createApiTokens } from './features/identity/api-tokens.ts';
import { createAuth } from './features/identity/auth.ts';
import { createHubAuthenticator } from './features/identity/hub-principal.ts';
import { createOrganizationUnitService } from './features/identity/organization-unit-calls.ts';
import { createPasswords, type Passwords } from './features/identity/passwords.ts';
import { createPermissionService } from './features/identity/permission-calls.ts';
import { createRoleService } from './features/identity/role-calls.ts';
import { createSessionService } from './features/identity/session-calls.ts';
import { createProfileService, createUserService } from './features/identity/user-calls.ts';
import { createViewAs } from './features/identity/view-as.ts';
import { createInformation } from './features/information/information.ts';
import { createSilenceClock } from './features/information/silence-clock.ts';
import { createMapService } from './features/map/map-calls.ts';
import { createMeetingService } from './features/meetings/meeting-calls.ts';
import { createMeetingClock } from './features/meetings/meeting-clock.ts';
import { createMessages } from './features/messages/messages.ts';
import { createMonitor } from './features/monitor/monitor.ts';
import { createMonitorCalls } from './features/monitor/monitor-calls.ts';
import { createNotamService } from './features/notam/notam-calls.ts';
import { createNotamReader } from './features/notam/notam-reader.ts';
import { createNotamStore } from './features/notam/notam-store.ts';
import { createTellConcerned } from './features/notam/tell-concerned.ts';
import { createMessageService } from './features/notices/message-calls.ts';
import { createNoticeService } from './features/notices/notice-calls.ts';
import { createReminderService } from './features/notices/reminder-calls.ts';
import { createUserMessageServices } from './features/notices/user-message-calls.ts';
import { readPlanParameters, readVolumeParameters } from './features/plans/plan-parameters.ts';
import { createPlanParts } from './features/plans/plan-parts.ts';
import { createPreferenceService } from './features/preferences/preference-calls.ts';
import { createPreferenceStore } from './features/preferences/preference-store.ts';
import { createViewService } from './features/preferences/view-calls.ts';
import { asideOf, createQuarantine } from './features/quarantine/quarantine.ts';
import { createAccountService } from './features/registration/abp-account.ts';
import { createRegistration } from './features/registration/registration.ts';
import { createScheduledReports } from './features/reports/scheduled-reports.ts';
import { createShareService } from './features/sharing/share-calls.ts';
import { createStatistics } from './features/statistics/statistics.ts';
import type { SurveillancePushes } from './features/surveillance/received.ts';
import { openTerrain } from './features/terrain/terrain.ts';
import { createTerrainService } from './features/terrain/terrain-calls.ts';
import { createWatchService } from './features/watch/watch-calls.ts';
import { createWatchClock } from './features/watch/watch-clock.ts';
import { createTellWeather } from './features/weather/tell-concerned.ts';
import { createWeatherService } from './features/weather/weather-calls.ts';
import { createWeatherReader } from './features/weather/weather-reader.ts';
import { createRadarImages } from './features/weather-radar/radar-images.ts';
import { createAir, createFlights } from './flights.ts';
import { createAsk } from './http/ask.ts';
import { createRegistry } from './http/health.ts';
import { createOriginCheck } from './http/origins.ts';
import { followTileOrigin } from './http/tile-origin.ts';
import { createHubs } from './hubs.ts';
import { startKeeping } from './keeping.ts';
import { createChangeFeed } from './kernel/changes.ts';
import type { Config } from './kernel/config.ts';
import { createExportSlots } from './kernel/export-slots.ts';
import { hubLimit } from './kernel/hub-limit.ts';
import { hubMetrics } from './kernel/hub-metrics.ts';
import { createMemoryBudget, usedMemoryMb } from './kernel/memory-budget.ts';
import { createNetworkGuard } from './kernel/network-guard.ts';
import { loadSecret } from './kernel/secret.ts';
import { createServerNotices } from './kernel/server-notices.ts';
import { explainListen, type Tell, terminalText } from './kernel/start-error.ts';
import { createTranslate } from './kernel/texts.ts';
import { createRecordApprovals } from './record-approvals.ts';
import { recordRules } from './record-rules.ts';
import { parameterDefaults } from './seed/data/parameters.ts';
import { seed } from './seed/seed.ts';
import { createInProcessBackplane } from './signalr/backplane.ts';
import { createNatsBackplane } from './signalr/nats-backplane.ts';
import { createSignalRServer } from './signalr/server.ts';
import { tellRestart } from './tell-restart.ts';
import { createWatch } from './watch.ts';

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
  /** Whether the demo has flown the months before. */
  demoHistory?: boolean;
  /** Other than usual, for tests. */
  connections?: StartDatabaseOptions['connections'];
  /** A database that cannot be brought back: the process must not go on. */
  onLost(error: Error): void;
  /** When it crashed and was started again, UTC ms. */
  crashedAt?: readonly number[];
  /** Of another cost than the product's, for tests. */
  passwords?: Passwords;
  /** What this process holds, MB; other than measured, for tests. */
  usedMemoryMb?: () => number;
}

/** Before a start that lost its database begins anew, ms; longer each time. */
const firstRestMs = 1_000;

/** One server from settings to listening: the only place that chooses adapters. */
export async function startServer(deps: ServerDeps): Promise<RunningServer> {
  const { config, log, tell, version, releaseDate, clock } = deps;
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  for (let restMs = firstRestMs; ; restMs = longerRest(restMs)) {
    try {
      return { address: await start(deps, closing), close };
    } catch (error) {
      // What had started is ended in order, so that the next start finds nothing half alive.
      for (const end of closing.splice(0).reverse())
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

  async function start(_: ServerDeps, ending: typeof closing): Promise<string> {
    const {
      database,
      place,
      close: closeDatabase,
    } = await startDatabase(config, {
      log,
      tell,
      onLost: deps.onLost,
      connections: deps.connections,
    });
    ending.push(closeDatabase);
    const sql = database.kysely;
    const opened = await openCatalogue({ sql, shipped, migrations, log }).catch(explainRefusal);
    const catalogue = createCatalogue(opened.resources, opened.revision);
    const { resources } = catalogue;

    const changes = createChangeFeed(log);
    const air = createAir(clock);
    const outbox = createWebhookOutbox({ clock });
    const told = createChannelOutbox({ sending: sendingOf(config), clock });
    const fileStore = await openFileStore(config);
    const rules = recordRules({
      config,
      resources,
      database,
      store: fileStore.store,
      air,
      outbox,
      told,
      log,
    });
    const records = createRecords({ database, catalogue, changes, clock, log, rules });
    const parameters = createParameters({ sql, changes, defaults: parameterDefaults });
    const passwords = deps.passwords ?? createPasswords();
    const secret = await loadSecret(config);
    const hashPassword = passwords.hash;
    const quarantine = createQuarantine({ now: () => clock().getTime() });
    const aside = opened.unusable.map(({ id, fault, content }) =>
      asideOf(overlayResource, id, fault, content),
    );
    await seed({
      config,
      records,
      hashPassword,
      tell,
      demoPassword,
      onRefused: ({ resource, key, error, row }) => aside.push(asideOf(resource, key, error, row)),
    });
    for (const { name, reason } of aside) log.error({ name, reason }, 'the server starts without a record');
    await quarantine
      .putOnce(sql, aside)
      .catch((error: unknown) => log.error({ error }, 'records that cannot be used were not set aside'));
    await parameters.all();
    const demo = config.demo
      ? await seedDemo({ records, hashPassword, clock, withAccounts: config.demoAccounts })
      : null;

    const auth = createAuth({
      sql,
      records,
      catalogue,
      parameters,
      secret,
      passwords,
      clock,
      refusedPassword: config.demoAccounts ? null : demoPassword,
      onEnd: (key) => signalr.disconnectSession(key),
    });
    const { accounts, sessions } = auth;

    const translate = createTranslate();
    // Who reads what: each kind of report has one reader.
    const notams = createNotamStore({
      records,
      told: createTellConcerned({
        records,
        conflicts: air,
        readParameters: () => readVolumeParameters(parameters),
        clock,
      }),
    });
    const weatherTold = createTellWeather({
      records,
      conflicts: air,
      readParameters: async () => {
        const { deadlines, corridorWidthM, pointRadiusM, weather } = await readPlanParameters(parameters);
        return { corridorWidthM, pointRadiusM, timeZone: deadlines.timeZone, weather };
      },
      clock,
    });
    const radarImages = createRadarImages({ sql, clock });
    const information = createInformation({
      records,
      sql,
      readers: [createWeatherReader({ records, told: weatherTold }), createNotamReader(notams)],
      images: radarImages,
      changes,
      guard: createNetworkGuard({ allowPrivate: config.webhookPrivate }),
      secret,
      dataFolder: config.dataFolder,
      clock,
      log,
    });
    const { takeFromInbox: takeInformation } = information;
    const navigation = createFlights({ records, database, parameters, air, takeInformation, clock });
    const { flows } = navigation;
    const { dataFolder } = config;
    const recorded = { records, catalogue, flows, database, parameters, clock, dataFolder };
    const audit = createRecordApprovals(recorded);
    const airspace = createAirspace({ ...recorded, conflicts: air, acts: audit.acts });
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
    const reports = createScheduledReports({
      database,
      sql,
      records,
      catalogue,
      readParameters: () => readPlanParameters(parameters),
      clock,
      log,
    });
    const channels = createChannels({
      sql,
      records,
      changes,
      outbox: told,
      attachmentsOf: reports.attachmentsOf,
      config,
      secret,
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
    const apiTokens = createApiTokens({ sql, records, resources, clock });
    const slots = createExportSlots({ ofUser: mostExportsOfUser, inAll: mostLongReads });
    const transfer = createTransfer({
      database,
      slots,
      catalogue,
      records,
      dataFolder: config.dataFolder,
      actorOf: accounts.actor,
      timeZone: () => parameters.text('deadline.timeZone'),
      clock,
      log,
    });
    const coordination = createCoordination({
      database,
      records,
      parameters,
      changes,
      store: fileStore.store,
      hub: () => hubs.chat,
      alertRecorded: (id) => watch.alertRecorded(id),
      secret,
      clock,
      log,
    });
    ending.push(coordination.close);
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
    const now = () => clock().getTime();
    const notices = createServerNotices({ now });
    const memory = createMemoryBudget({
      usedMb: deps.usedMemoryMb ?? usedMemoryMb,
      budgetMb: () => parameters.number('monitor.memoryMb'),
      notices,
      now,
      log,
    });
    ending.push(memory.start().close);
    const pushes: SurveillancePushes = createPushReceivers();
    // It samples what is put together below.
    const monitorCalls = createMonitorCalls({ sql, monitor: () => monitor, clock });
    const backplane = config.natsUrl
      ? await createNatsBackplane(
          config.natsUrl,
          log,
          `clearway.${await installationOf(database.pool, secret)}`,
        )
      : createInProcessBackplane();
    ending.push(() => backplane.close());
    // The hubs are put together below, on the application.
    const watch = await createWatch({
      config,
      database,
      records,
      catalogue,
      parameters,
      quarantine,
      memory,
      changes,
      webhooks: outbox,
      air,
      flights: navigation,
      terrain,
      pushes,
      radarImages,
      secret,
      backplane,
      hubs: () => hubs,
      clock,
      log,
    });
    const statistics = createStatistics({ records, database, parameters, areas: watch.areas, clock, log });
    const services = [
      createSessionService({ records, sql, resources, parameters, version, releaseDate }),
      createUserService({ records, catalogue, clock, ...auth, applicant: registration.applicant }),
      createProfileService(auth),
      auth.service,
      createRoleService({ records, catalogue }),
      createOrganizationUnitService({ records, catalogue, clock }),
      createAccountService(registration),
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
      createGovernmentService({ records, sql, parameters, clock }),
      createNoticeService({ records, sql, clock }),
      createNotamService({ records, sql, store: notams, clock }),
      createReminderService({ records, sql }),
      ...createUserMessageServices({
        records,
        sql,
        onlineUsers: () => signalr.onlineUsers(),
        statistics: { ...statistics.mobile, ...monitorCalls.mobile },
      }),
      statistics.service,
      createMeetingService({
        records,
        sql,
        parameters,
        rooms: coordination.rooms,
        // The hubs are put together below.
        toUsers: (ids) => hubs.chat.users(ids),
        clock,
      }),
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
      createBriefingService({
        records,
        sql,
        parameters,
        conflicts: air,
        clock,
        elevationAt: terrain.elevationAt,
      }),
      createWeatherService({
        records,
        sql,
        parameters,
        clock,
        route: createPlanParts({ records, sql, parameters, clock }),
        elevationAt: terrain.elevationAt,
      }),
      createWatchService({ records, catalogue, sql, orders: navigation.orders, clock }),
      createPreferenceService({ preferences }),
      createViewService({ catalogue, records, preferences, sql }),
      createUserFileService({ files: fileQueries }),
      ...createBaseFileServices({ files: fileQueries }),
      createWebhookService({ sql, records, webhooks, clock }),
      messages.service,
      channels.service,
      reports.service,
      information.service,
      createApiTokenService({ records, clock, onRevoke: (key) => signalr.disconnectSession(key) }),
      monitorCalls.service,
      createSchemaOverlayService({ overlays, records, catalogue }),
      ...registration.services,
      ...watch.services,
      createShareService({
        records,
        catalogue,
        sql,
        parameters,
        target: watch.target,
        areas: watch.areas,
        actorOf: accounts.actor,
        clock,
      }),
      ...navigation.services,
      ...coordination.services,
      audit.service,
      airspace.service,
      transfer.service,
    ];
    const ask = createAsk(services, resources);
    services.push(
      createEvidenceService({ ask, records, catalogue, sql, areas: watch.areas, clock, secret, version }),
    );
    const app = await buildApp({
      catalogue,
      added: { shipped, validators: createAddedValidators({ catalogue, shipped, secret }) },
      records,
      sessions,
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
      webFolder: deps.webFolder,
      dataFolder: config.dataFolder,
      basemapFile: config.basemapFile,
      logger: log,
      limits: { requestsPerMinute: 3_000, signInsPerMinute: 60 },
      pushes,
      days: watch.days,
      informationPushes: information.pushes,
      abp: { resources, parameters, preferences, clock },
      tileOrigin: await followTileOrigin({ parameters, changes }),
      onSessionEnd: (sessionId) => signalr.disconnectSession(sessionId),
      version,
      trustProxy: config.trustProxy,
      connectionsPerAddress: config.connectionsPerAddress,
      headTimeoutS: config.headTimeoutS,
      origins: config.origins,
    });

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
    const hubs = createHubs({
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

    const demoLife = demo
      ? await fillDemo({
          ...recorded,
          tell,
          changes,
          air,
          information,
          inbound: navigation.inbound,
          store: fileStore.store,
          secret,
          demo,
          withAccounts: config.demoAccounts,
          log,
        })
      : null;
    ending.push(() => demoLife?.close());
    ending.push((await watch.start()).close);
    await information.sources.follow();
    ending.push(information.sources.close);
    ending.push(webhooks.start().close);
    ending.push(messages.start().close);
    ending.push(channels.start().close);
    ending.push(reports.clock.start().close);
    ending.push(startKeeping({ ...deps, database, parameters, sweep: files.sweep }).close);
    ending.push(statistics.upkeep.start().close);
    const imports = await transfer.start();
    ending.push(() => imports.close());
    ending.push(navigation.followConflicts(log));
    ending.push(navigation.planClock({ changes, log }).start().close);
    const airspaceClock = airspace.airspaceClock({ log });
    await airspaceClock.catchUp();
    ending.push(airspaceClock.start().close);
    ending.push(coordination.orderClock.start().close);
    ending.push(coordination.retention.start().close);
    const auditClock = audit.auditClock({ changes, log });
    // What ended while nobody was here has ended before anybody asks.
    await auditClock.catchUp();
    ending.push(auditClock.start().close);
    const silence = createSilenceClock({
      database,
      records,
      clock,
      timeZone: async () => (await readPlanParameters(parameters)).deadlines.timeZone,
      log,
    });
    ending.push(silence.start().close);
    ending.push(createWatchClock({ database, records, sessions, clock, log }).start().close);
    ending.push(createMeetingClock({ database, records, parameters, clock, log }).start().close);
    await demoLife?.goOn({ surveillance: watch, pushes, reports, withHistory: deps.demoHistory === true });
    const monitor = await createMonitor({
      crashedAt: deps.crashedAt ?? [],
      memory,
      database,
      records,
      registry,
      parameters,
      config,
      guard: createNetworkGuard({ allowPrivate: config.webhookPrivate }),
      feeds: watch.feeds,
      version,
      clock,
      log,
    });
    const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw explainListen(error, config);
    });
    ending.push(monitor.start().close);
    await tellRestart({ crashedAt: deps.crashedAt ?? [], notices, records, clock, log });
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
