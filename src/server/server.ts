import { Cron } from 'croner';
import type { FastifyBaseLogger } from 'fastify';
import { resources as shipped } from '../../resources.config.ts';
import { AppError } from '../domain/errors.ts';
import { keepAirspaceVersions } from './airspace/airspace-versions.ts';
import { seedDemoAirspaces } from './airspace/demo-airspaces.ts';
import { buildApp } from './app.ts';
import { seedDemoAudits } from './audits/demo-audits.ts';
import { createApiTokens } from './auth/api-tokens.ts';
import { createAuth } from './auth/auth.ts';
import { createHubAuthenticator } from './auth/hub-principal.ts';
import { createPasswords } from './auth/passwords.ts';
import { createViewAs } from './auth/view-as.ts';
import { createChangeFeed } from './changes.ts';
import type { Config } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import { createErrorCollector } from './error-log/collector.ts';
import { createFileQueries } from './files/file-queries.ts';
import { createFiles } from './files/files.ts';
import { createRegistry } from './health.ts';
import { hubLimit } from './hub-limit.ts';
import { hubMetrics } from './hub-metrics.ts';
import { createHubs } from './hubs.ts';
import { startKeeping } from './keeping.ts';
import { seedDemoMessages } from './messages/demo-messages.ts';
import { createMessages } from './messages/messages.ts';
import { keepReminders } from './notices/reminders.ts';
import { keepUnitCodes } from './organization/unit-codes.ts';
import { createOriginCheck } from './origins.ts';
import { createOverlays, openCatalogue } from './overlays/overlays.ts';
import { createAddedValidators } from './overlays/validators.ts';
import { createParameters } from './parameters.ts';
import { createDemoPlans } from './plans/demo-plans.ts';
import { createCatalogue } from './records/catalogue.ts';
import { createRecords } from './records/store.ts';
import { createRegistration } from './registration/registration.ts';
import { loadSecret } from './secret.ts';
import { seed } from './seed/seed.ts';
import { demoPassword } from './seed/seed-demo.ts';
import { accountMethods } from './services/abp-account.ts';
import { createAuditLogService } from './services/abp-audit-log.ts';
import { createLoginAttemptService } from './services/abp-login-attempts.ts';
import { createTenantService } from './services/abp-tenant.ts';
import { createConfigurationService } from './services/abp-theme.ts';
import { createAirspace } from './services/airspace.ts';
import { createApiTokenService } from './services/api-token.ts';
import { createAudit } from './services/audit.ts';
import { createBaseFileServices } from './services/base-files.ts';
import { createErrorLogService } from './services/error-log.ts';
import { createFeedbackService } from './services/feedback.ts';
import { createMapService } from './services/map.ts';
import { createMessageService } from './services/message.ts';
import { createNavigation } from './services/navigation.ts';
import { createNoticeService } from './services/notice.ts';
import { createOrganizationUnitService } from './services/organization-unit.ts';
import { createPermissionService } from './services/permission.ts';
import { createPreferenceService } from './services/preference.ts';
import { createPreferenceStore } from './services/preference-store.ts';
import { createReminderService } from './services/reminder.ts';
import { createRoleService } from './services/role.ts';
import { createSchemaOverlayService } from './services/schema-overlay.ts';
import { createSearchService } from './services/search.ts';
import { createSessionService } from './services/session.ts';
import { createUserService } from './services/user.ts';
import { createUserFileService } from './services/user-file.ts';
import { createViewService } from './services/view.ts';
import { createWebhookService } from './services/webhook.ts';
import { createInProcessBackplane } from './signalr/backplane.ts';
import { createNatsBackplane } from './signalr/nats-backplane.ts';
import { createSignalRServer } from './signalr/server.ts';
import { recordingsIn, siteRules } from './site-rules.ts';
import { explainRefusal, startDatabase } from './start-database.ts';
import { explainListen, type Tell } from './start-error.ts';
import { settleDemoPort, startDemoTraffic } from './surveillance/demo-source.ts';
import { createPicture } from './surveillance/picture.ts';
import { createPlanIndex } from './surveillance/plan-index.ts';
import { createReplayLoader } from './surveillance/replay-loader.ts';
import { createReportWatch } from './surveillance/report-watch.ts';
import { createSurveillance } from './surveillance/surveillance.ts';
import { createTargets } from './surveillance/targets.ts';
import { followTrackLimits } from './surveillance/track-parameters.ts';
import { createTranslate } from './texts.ts';
import { followTileOrigin } from './tile-origin.ts';
import { createTransfer } from './transfer/transfer.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

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
    const records = createRecords({ database, catalogue, changes, clock, log, rules: siteRules(config) });
    keepUnitCodes(records);
    keepAirspaceVersions(records);
    const parameters = createParameters({ sql, changes });
    const passwords = createPasswords();
    const secret = await loadSecret(config);
    const demo = await seed({ config, records, hashPassword: passwords.hash, tell, clock });

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
    keepReminders(records, { resources, actorsOf: accounts.actors });

    const translate = createTranslate();
    if (demo) {
      const demoPlans = createDemoPlans({ records, database, parameters, demo, clock, log });
      await demoPlans.refresh();
      // The demo goes on living: what has landed makes room for the next flight.
      const renewal = new Cron('*/5 * * * *', { protect: true, unref: true }, () => demoPlans.refresh());
      ending.push(() => renewal.stop());
    }
    const navigation = createNavigation({ records, database, parameters, clock });
    const { flows } = navigation;
    const { dataFolder } = config;
    const recorded = { records, catalogue, flows, database, parameters, clock, dataFolder };
    const audit = createAudit(recorded);
    const airspace = createAirspace({ ...recorded, acts: audit.acts });
    if (demo) {
      await seedDemoAudits({ ...recorded, demo });
      await seedDemoAirspaces({ ...recorded, demo });
      await seedDemoMessages({ ...recorded, inbound: navigation.inbound });
    }
    const preferences = createPreferenceStore(sql);
    const overlays = createOverlays({ database, records, catalogue, shipped, migrations, clock, log });
    const files = await createFiles({
      config,
      records,
      catalogue,
      database,
      parameters,
      changes,
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
    const registry = createRegistry();
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
        createUserService({ records, catalogue, clock, ...auth }),
        auth.service,
        createRoleService({ records, catalogue }),
        createOrganizationUnitService({ records, catalogue, clock }),
        { name: 'Account', methods: accountMethods() },
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
        createMessageService({ records, flows: navigation.flows, sql }),
        createMapService({ records, parameters, dataFolder: config.dataFolder }),
        createPreferenceService({ preferences }),
        createViewService({ catalogue, records, preferences, sql }),
        createUserFileService({ files: fileQueries }),
        ...createBaseFileServices({ files: fileQueries, catalogue }),
        createWebhookService({ sql, records, webhooks, clock }),
        messages.service,
        createApiTokenService({ records, clock, onRevoke: (key) => signalr.disconnectSession(key) }),
        createSchemaOverlayService({ overlays, records, catalogue }),
        ...registration.services,
        ...navigation.services,
        audit.service,
        airspace.service,
        transfer.service,
      ],
      translate,
      health: { ready: database.ready },
      registry,
      webFolder: deps.webFolder,
      dataFolder: config.dataFolder,
      logger: log,
      limits: { requestsPerMinute: 3_000, signInsPerMinute: 60 },
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
    });
    const now = () => clock().getTime();
    const targets = createTargets();
    const surveillance = createSurveillance({
      records,
      changes,
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
    const hubs = createHubs({ signalr, resources, changes, watchers: picture });
    catalogue.onReplace(() => hubs.catalogueReplaced(catalogue.revision));
    ending.push(() => app.close());
    ending.push(overlays.follow());

    const planIndex = createPlanIndex({
      sql,
      changes,
      log,
      onChange: () => targets.planOf(planIndex.planOf),
    });
    ending.push(planIndex.close);
    if (config.demoAccounts) await settleDemoPort({ records, tell });
    await Promise.all([planIndex.refresh(), surveillance.follow()]);
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
    if (config.demoAccounts) ending.push(startDemoTraffic({ ...recorded, sql, surveillance, log }).close);
    const reportWatch = createReportWatch({ sql, targets, propose: navigation.proposals.propose, log });
    await reportWatch.refresh();
    ending.push(reportWatch.close);
    const pulse = setInterval(() => {
      targets.refresh(now());
      reportWatch.tick(now());
      picture.tick();
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
