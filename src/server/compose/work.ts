import type { Base } from '#server/compose/base.ts';
import type { Features } from '#server/compose/features.ts';
import type { Ending } from '#server/compose/server-deps.ts';
import { fillDemo } from '#server/demo/demo.ts';
import { createSilenceClock } from '#server/features/information/silence-clock.ts';
import { createMeetingClock } from '#server/features/meetings/index.ts';
import { createMonitor, type Monitor } from '#server/features/monitor/monitor.ts';
import { readPlanParameters } from '#server/features/plans/plan-parameters.ts';
import { createWatchClock } from '#server/features/watch/watch-clock.ts';
import { startKeeping } from '#server/keeping.ts';
import { createNetworkGuard } from '#server/kernel/network-guard.ts';

/** Starts what runs without being asked: sources, senders, clocks, the life of the demo. Answers with what measures them. */
export async function startWork(base: Base, features: Features, ending: Ending): Promise<Monitor> {
  const {
    config,
    log,
    tell,
    clock,
    database,
    changes,
    air,
    records,
    parameters,
    secret,
    version,
    fileStore,
    demo,
  } = base;
  const {
    auth,
    recorded,
    information,
    navigation,
    audit,
    airspace,
    files,
    webhooks,
    reports,
    channels,
    messages,
    transfer,
    coordination,
    registry,
    memory,
    pushes,
    watch,
    statistics,
    whatIf,
  } = features;
  const demoLife = demo
    ? await fillDemo({
        ...recorded,
        tell,
        changes,
        air,
        information,
        inbound: navigation.inbound,
        orderRooms: () => features.coordination.flightOrders,
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
  ending.push(startKeeping({ ...base, sweep: files.sweep }).close);
  ending.push(statistics.upkeep.start().close);
  ending.push(whatIf.runner.start().close);
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
  ending.push(createWatchClock({ database, records, sessions: auth.sessions, clock, log }).start().close);
  ending.push(createMeetingClock({ database, records, parameters, clock, log }).start().close);
  await demoLife?.goOn({ surveillance: watch, pushes, reports, withHistory: base.demoHistory === true });
  return createMonitor({
    crashedAt: base.crashedAt ?? [],
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
}
