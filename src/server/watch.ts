import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Steps } from '#domain/steps.ts';
import type { Database } from './db/database.ts';
import type { Catalogue } from './engine/records/catalogue.ts';
import type { Records } from './engine/records/records.ts';
import { createSourceSecrets } from './engine/sources/source-secrets.ts';
import type { WebhookOutbox } from './engine/webhooks/outbox.ts';
import { createAlertService } from './features/alerts/alert-calls.ts';
import { createAlertPicture } from './features/alerts/alert-picture.ts';
import { createAlerts } from './features/alerts/alerts.ts';
import { createEquipmentService } from './features/equipment/equipment-calls.ts';
import { createEquipmentCounter } from './features/equipment/equipment-counter.ts';
import { createInterferenceWatch } from './features/equipment/interference-watch.ts';
import { createLightningWatch } from './features/lightning/lightning.ts';
import { createTargetRules } from './features/notification-rules/index.ts';
import { createFlightList } from './features/plans/flight-list.ts';
import { createFlightPicture } from './features/plans/flight-picture.ts';
import { readPlanParameters } from './features/plans/plan-parameters.ts';
import type { Quarantine } from './features/quarantine/quarantine.ts';
import { createDayTransfer } from './features/recording/day-transfer.ts';
import { createFeedJournal } from './features/recording/feed-journal.ts';
import { createPlaybackService } from './features/recording/playback-calls.ts';
import { createRecorder } from './features/recording/recorder.ts';
import { createTrackCorrelationService } from './features/surveillance/correlation-calls.ts';
import { createCorrelations } from './features/surveillance/correlations.ts';
import { createCoverageAreas } from './features/surveillance/coverage-areas.ts';
import { createPicture } from './features/surveillance/picture.ts';
import { createRawRecorder } from './features/surveillance/raw-recorder.ts';
import type { SurveillancePushes } from './features/surveillance/received.ts';
import { createReplayLoader } from './features/surveillance/replay-loader.ts';
import { createReportWatch } from './features/surveillance/report-watch.ts';
import { countedHere, createSharedCounts } from './features/surveillance/shared-counts.ts';
import { createSharedReports, nothingShared } from './features/surveillance/shared-reports.ts';
import { createSurveillanceSourceService } from './features/surveillance/source-calls.ts';
import { createSurveillance } from './features/surveillance/surveillance.ts';
import { createTargets } from './features/surveillance/targets.ts';
import { followTrackLimits } from './features/surveillance/track-parameters.ts';
import type { AerodromeGround } from './features/terrain/aerodrome-ground.ts';
import type { Terrain } from './features/terrain/terrain.ts';
import type { RadarImages } from './features/weather-radar/radar-images.ts';
import { createWeatherRadar } from './features/weather-radar/weather-radar.ts';
import type { Air, Flights } from './flights.ts';
import type { Hubs } from './hubs.ts';
import { schedule } from './jobs/schedule.ts';
import type { ChangeFeed } from './kernel/changes.ts';
import type { Config } from './kernel/config.ts';
import { inSlices } from './kernel/in-slices.ts';
import type { Logger } from './kernel/logger.ts';
import type { MemoryBudget } from './kernel/memory-budget.ts';
import { createNetworkGuard } from './kernel/network-guard.ts';
import type { Parameters } from './kernel/parameters.ts';
import { recordingsIn } from './record-rules.ts';
import type { Backplane } from './signalr/backplane.ts';

export interface WatchDeps {
  config: Config;
  database: Database;
  records: Records;
  catalogue: Catalogue;
  parameters: Parameters;
  quarantine: Quarantine;
  memory: MemoryBudget;
  changes: ChangeFeed;
  webhooks: WebhookOutbox;
  air: Air;
  flights: Flights;
  terrain: Terrain;
  aerodromes: () => Promise<AerodromeGround>;
  pushes: SurveillancePushes;
  radarImages: RadarImages;
  secret: string;
  /** Joins the servers: each sees what any of them hears. */
  backplane: Backplane;
  /** They are put together later, on the application that answers for what is here. */
  hubs(): Hubs;
  clock: () => Date;
  log: Logger;
}

/** Once a second everything that watches looks at the air; the safety nets sooner, where something has moved. */
const lookEveryMs = 1_000;
const netsEveryMs = 100;
/** Others have their turn in between what looks at all targets. */
const lookSliceMs = 5;

/** What is heard of the air and what follows from it: targets, their plans, alerts, what is shown and what is recorded. */
export async function createWatch(deps: WatchDeps) {
  const { config, database, records, parameters, changes, air, terrain, quarantine, hubs, clock, log } = deps;
  const sql = database.kysely;
  const now = () => clock().getTime();
  const server = randomUUID();
  const raw = createRawRecorder({
    folder: path.join(config.dataFolder, 'raw'),
    parameters,
    memory: deps.memory,
    now,
    log,
  });
  const secrets = createSourceSecrets(deps.secret, 'surveillanceSource');
  const targets = createTargets();
  const interference = createInterferenceWatch({ records, parameters, now, log });
  const equipment = await createEquipmentCounter({
    database,
    feeds: () => surveillance.liveFeeds(),
    parameters,
    interference: interference.limits,
    now,
    log,
  });
  const weatherRadar = await createWeatherRadar({
    sql,
    images: deps.radarImages,
    parameters,
    // Each server tells its own clients: they ask it for the rest.
    send(pictures) {
      const message = hubs().instant.prepare('getRainPoints', pictures);
      for (const caller of hubs().instant.callers()) caller.sendLatest('rainPoints', () => message);
    },
    now,
    log,
  });
  const lightning = await createLightningWatch({
    sql,
    parameters,
    send(at) {
      const message = hubs().instant.prepare('getLightning', at);
      for (const caller of hubs().instant.callers()) caller.sendLatest('lightning', () => message);
    },
    now,
    log,
  });
  const surveillance = createSurveillance({
    sql,
    changes,
    guard: createNetworkGuard({ allowPrivate: config.webhookPrivate }),
    pushes: deps.pushes,
    secrets,
    raw,
    targets,
    loader: createReplayLoader({ database, changes, folder: recordingsIn(config), now, log }),
    limits: await followTrackLimits({ parameters, changes, log }),
    heard: equipment.heard,
    quarantine,
    memory: deps.memory,
    shared: config.natsUrl ? createSharedReports(server, deps.backplane) : nothingShared,
    counted: config.natsUrl ? createSharedCounts(server, deps.backplane) : countedHere,
    rain: weatherRadar,
    now,
    log,
  });
  const { feeds } = surveillance;
  const correlations = createCorrelations({
    sql,
    changes,
    log,
    onChange: () => targets.planOf(correlations.planOf),
  });
  const areas = createCoverageAreas({ sql, changes, log });
  const rules = createTargetRules({ sql, records, areas, parameters, changes, clock, log });
  const alerts = await createAlerts({
    database,
    records,
    webhooks: deps.webhooks,
    changes,
    air,
    parameters,
    targets,
    terrain,
    aerodromes: deps.aerodromes,
    feeds,
    uncertain: interference.uncertain,
    areas,
    looked: rules.look,
    picture: createAlertPicture({
      id: server,
      backplane: deps.backplane,
      hearers: () => hubs().alertHearers(),
      hub: () => hubs().instant,
    }),
    clock,
    log,
  });
  const picture = createPicture({ targets, areas, feeds, hub: () => hubs().instant, now });
  const flightList = createFlightList({
    sql,
    changes,
    readParameters: () => readPlanParameters(parameters),
    clock,
    log,
  });
  const { resources } = deps.catalogue;
  const flights = createFlightPicture({ list: flightList, resources, hub: () => hubs().instant, now });
  const reportWatch = createReportWatch({
    sql,
    targets,
    propose: deps.flights.proposals.propose,
    see: deps.flights.statusNotes.see,
    log,
  });
  const recorder = await createRecorder({
    database,
    targets,
    parameters,
    quarantine,
    isHeardElsewhere: surveillance.isHeardElsewhere,
    log,
    now,
  });
  const feedJournal = createFeedJournal({ database, records, feeds, log });
  const days = createDayTransfer({ sql, parameters, clock });

  /** Screens come before what is written down. */
  function* lookAround(): Steps<void> {
    yield* targets.refresh(now());
    yield;
    void picture.tick().catch((error: unknown) => log.error({ error }, 'targets were not sent to screens'));
    flights.tick();
    weatherRadar.tick();
    lightning.tick();
    yield;
    recorder.tick(now());
    yield;
    feedJournal.tick(now());
    equipment.tick(now());
    reportWatch.tick(now());
  }

  async function close(): Promise<void> {
    await feedJournal.close();
    await alerts.close();
    await rules.close();
    await reportWatch.close();
    await surveillance.close();
    await weatherRadar.close();
    await lightning.close();
    await correlations.close();
    await flightList.close();
  }

  return {
    picture,
    flights,
    days,
    feeds,
    areas,
    target: targets.get,
    alertRecorded: alerts.recorded,
    listensFor: surveillance.listensFor,
    services: [
      createAlertService({
        alerts,
        records,
        catalogue: deps.catalogue,
        webhooks: deps.webhooks,
        parameters,
        sql,
        clock,
      }),
      createPlaybackService({
        records,
        catalogue: deps.catalogue,
        sql,
        parameters,
        clock,
        days,
        areas,
        orders: deps.flights.orders,
      }),
      createEquipmentService({ records, sql, parameters, feeds, interference, areas, clock }),
      createSurveillanceSourceService({ records, surveillance, secrets, raw, clock }),
      weatherRadar.service,
      lightning.service,
      createTrackCorrelationService({ records, correlations, target: targets.get, clock }),
    ],
    /** Listens to the sources and looks at what they tell. */
    async start(): Promise<{ close(): Promise<void> }> {
      await Promise.all([
        areas.refresh(),
        correlations.refresh(),
        flightList.refresh(),
        reportWatch.refresh(),
        surveillance.start(),
      ]);
      const writing = recorder.start();
      const counting = equipment.start();
      const evaluating = interference.start();
      const rawRounds = schedule('rawFiles', '0 50 3 * * *', raw.dropOld, (error) =>
        log.warn({ error }, 'old captures could not be deleted'),
      );
      let looking: Promise<void> | null = null;
      const pulse = setInterval(() => {
        looking ??= inSlices(lookAround(), lookSliceMs).finally(() => {
          looking = null;
        });
      }, lookEveryMs);
      const netsPulse = setInterval(() => {
        targets.gather(now());
        alerts.tick(now());
      }, netsEveryMs);
      return {
        async close() {
          clearInterval(pulse);
          clearInterval(netsPulse);
          await looking;
          await rawRounds.close();
          await writing.close();
          await evaluating.close();
          await close();
          // After the sources: what came in until then is counted.
          await counting.close();
        },
      };
    },
  };
}
