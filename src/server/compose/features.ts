import { resources as shipped } from '#resources';
import type { Base } from '#server/compose/base.ts';
import type { Ending } from '#server/compose/server-deps.ts';
import { mostLongReads } from '#server/db/database.ts';
import { installationOf } from '#server/db/installation.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { createFileQueries } from '#server/engine/files/file-queries.ts';
import { createFiles } from '#server/engine/files/files.ts';
import { createOverlays } from '#server/engine/overlays/overlays.ts';
import { createPushReceivers } from '#server/engine/sources/push-receivers.ts';
import { mostExportsOfUser } from '#server/engine/transfer/limits.ts';
import { createTransfer } from '#server/engine/transfer/transfer.ts';
import { createWebhooks } from '#server/engine/webhooks/webhooks.ts';
import { createAirspace } from '#server/features/airspace/airspace-calls.ts';
import { createPublishDraft } from '#server/features/approvals/publish-draft.ts';
import { createChannels } from '#server/features/channels/index.ts';
import { createCoordination } from '#server/features/coordination/index.ts';
import { createApiTokens } from '#server/features/identity/api-tokens.ts';
import { createAuth } from '#server/features/identity/auth.ts';
import { createInformation } from '#server/features/information/information.ts';
import { createStrokes } from '#server/features/lightning/strokes.ts';
import { createMessages } from '#server/features/messages/messages.ts';
import type { Monitor } from '#server/features/monitor/monitor.ts';
import { createMonitorCalls } from '#server/features/monitor/monitor-calls.ts';
import { createNotamReader } from '#server/features/notam/notam-reader.ts';
import { createNotamStore } from '#server/features/notam/notam-store.ts';
import { createTellConcerned } from '#server/features/notam/tell-concerned.ts';
import {
  readPlanParameters,
  readVolumeParameters,
  volumeParametersOf,
} from '#server/features/plans/plan-parameters.ts';
import { createPreferenceStore } from '#server/features/preferences/preference-store.ts';
import { createRegistration } from '#server/features/registration/registration.ts';
import { createScheduledReports } from '#server/features/reports/scheduled-reports.ts';
import { createStatistics } from '#server/features/statistics/statistics.ts';
import type { SurveillancePushes } from '#server/features/surveillance/received.ts';
import { createAerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import { createTellWeather } from '#server/features/weather/tell-concerned.ts';
import { createWeatherReader } from '#server/features/weather/weather-reader.ts';
import { createRadarImages } from '#server/features/weather-radar/radar-images.ts';
import { createWhatIf } from '#server/features/what-if/index.ts';
import { createFlights } from '#server/flights.ts';
import { createRegistry } from '#server/http/health.ts';
import type { Hubs } from '#server/hubs.ts';
import { createExportSlots } from '#server/kernel/export-slots.ts';
import { createMemoryBudget, usedMemoryMb } from '#server/kernel/memory-budget.ts';
import { createNetworkGuard } from '#server/kernel/network-guard.ts';
import { createServerNotices } from '#server/kernel/server-notices.ts';
import { createTranslate } from '#server/kernel/texts.ts';
import { createRecordApprovals } from '#server/record-approvals.ts';
import { createInProcessBackplane } from '#server/signalr/backplane.ts';
import { createNatsBackplane } from '#server/signalr/nats-backplane.ts';
import type { SignalRServer } from '#server/signalr/server.ts';
import { createWatch } from '#server/watch.ts';

/** What is put together after the features that ask for it. */
export interface Late {
  signalr(): SignalRServer;
  hubs(): Hubs;
  monitor(): Monitor;
}

/** The parts of the product that more than one place needs, each made once. */
export type Features = Awaited<ReturnType<typeof createFeatures>>;

export async function createFeatures(base: Base, late: Late, ending: Ending) {
  const {
    config,
    log,
    clock,
    database,
    sql,
    catalogue,
    changes,
    terrain,
    air,
    outbox,
    told,
    fileStore,
    records,
    parameters,
    passwords,
    secret,
    quarantine,
  } = base;
  const { resources } = catalogue;
  const auth = createAuth({
    sql,
    records,
    catalogue,
    parameters,
    secret,
    passwords,
    clock,
    refusedPassword: config.demoAccounts ? null : demoPassword,
    onEnd: (key) => late.signalr().disconnectSession(key),
  });
  const { accounts } = auth;

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
      const plans = await readPlanParameters(parameters);
      return { ...volumeParametersOf(plans), weather: plans.weather };
    },
    clock,
  });
  const radarImages = createRadarImages({ sql, clock });
  const strokes = createStrokes({ sql, clock });
  const information = createInformation({
    records,
    sql,
    readers: [createWeatherReader({ records, told: weatherTold }), createNotamReader(notams)],
    images: radarImages,
    strokes,
    changes,
    guard: createNetworkGuard({ allowPrivate: config.webhookPrivate }),
    secret,
    dataFolder: config.dataFolder,
    clock,
    log,
  });
  const { takeFromInbox: takeInformation } = information;
  const navigation = createFlights({
    records,
    database,
    parameters,
    air,
    takeInformation,
    orderRooms: () => coordination.flightOrders,
    clock,
  });
  const { flows } = navigation;
  const { dataFolder } = config;
  const recorded = { records, catalogue, flows, database, parameters, clock, dataFolder };
  const audit = createRecordApprovals(recorded);
  const backplane = config.natsUrl
    ? await createNatsBackplane(
        config.natsUrl,
        log,
        `clearway.${await installationOf(database.pool, secret)}`,
      )
    : createInProcessBackplane();
  ending.push(() => backplane.close());
  const airspace = createAirspace({ ...recorded, conflicts: air, acts: audit.acts, backplane });
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
    hub: () => late.hubs().chat,
    alertRecorded: (id) => watch.alertRecorded(id),
    acknowledgeFlightOrder: navigation.orders.acknowledgeInRoom,
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
  const aerodromes = createAerodromeGround(sql);
  const registry = createRegistry();
  const now = () => clock().getTime();
  const notices = createServerNotices({ now });
  const memory = createMemoryBudget({
    usedMb: base.usedMemoryMb ?? usedMemoryMb,
    budgetMb: () => parameters.number('monitor.memoryMb'),
    notices,
    now,
    log,
  });
  ending.push(memory.start().close);
  const pushes: SurveillancePushes = createPushReceivers();
  const monitorCalls = createMonitorCalls({ sql, monitor: late.monitor, clock });
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
    aerodromes,
    pushes,
    radarImages,
    secret,
    backplane,
    hubs: late.hubs,
    clock,
    log,
  });
  const statistics = createStatistics({ records, database, parameters, areas: watch.areas, clock, log });
  const whatIf = await createWhatIf({
    database,
    records,
    parameters,
    publishDraft: createPublishDraft({ records, flows, clock }),
    terrain,
    clock,
    log,
  });
  return {
    auth,
    translate,
    notams,
    information,
    navigation,
    audit,
    airspace,
    preferences,
    overlays,
    files,
    fileQueries,
    webhooks,
    reports,
    channels,
    messages,
    apiTokens,
    slots,
    transfer,
    coordination,
    registration,
    terrain,
    aerodromes,
    registry,
    notices,
    memory,
    pushes,
    backplane,
    watch,
    statistics,
    monitorCalls,
    whatIf,
    /** What audited record types are made of. */
    recorded,
  };
}
