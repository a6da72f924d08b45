import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { hostname } from 'node:os';
import { sql as raw } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { JobView } from '#contract/monitor.ts';
import { type Figure, figureOf, figures, installation, type Sample } from '#domain/monitor/figures.ts';
import { judge } from '#domain/monitor/threshold.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { allRows } from '#server/features/abp/abp.ts';
import { type JobRun, jobRuns, schedule, withAdvisoryLock } from '#server/jobs/schedule.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { MemoryBudget } from '#server/kernel/memory-budget.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createAlarmBook } from './alarm-book.ts';
import { daysLeft, readValidities, type Validity } from './certificates.ts';
import { type InstallationState, installationFigures } from './installation-figures.ts';
import { coarsen, dayMs, dropSampleDays, makeMonitorTables, makeSampleDay } from './monitor-tables.ts';
import { createServerFigures } from './server-figures.ts';

/** What the row of a server holds beside its times; that of the installation holds what is the same for all. */
export interface ServerDetails {
  jobs?: Omit<JobView, 'server'>[];
  state?: Omit<InstallationState, 'figures'>;
  certificates?: Validity[];
}

export interface Monitor {
  /** By which this server is known among the others. */
  readonly server: string;
  /** Samples this server; kept for later where the database does not answer. */
  sample(): Promise<void>;
  /** Samples the installation and judges all thresholds: by one server of all, once a minute. False: another was it. */
  round(): Promise<boolean>;
  /** Minutes that are old enough become coarser, and days whose time is over go. */
  tidy(): Promise<void>;
  start(): { close(): Promise<void> };
  alarms: ReturnType<typeof createAlarmBook>;
}

const minuteMs = 60_000;
/** Samples that wait for a database that is away: a day of them. */
const mostWaiting = 1_440;
const certificatesEveryMs = 6 * 3_600_000;

export async function createMonitor(deps: {
  database: Pick<Database, 'kysely' | 'locks' | 'pool'>;
  records: Records;
  registry: Registry;
  parameters: Pick<Parameters, 'number'>;
  config: Pick<
    Config,
    'port' | 'dataFolder' | 'databaseUrl' | 'backupFolder' | 'natsUrl' | 'smsUrl' | 'filesPlace' | 'origins'
  >;
  guard: NetworkGuard;
  feeds(): readonly { recordsPerSecond: number }[];
  memory: Pick<MemoryBudget, 'percent'>;
  /** When this server crashed and was started again, UTC ms. */
  crashedAt: readonly number[];
  version: string;
  clock: () => Date;
  log: Logger;
}): Promise<Monitor> {
  const { database, records, registry, parameters, config, guard, version, clock, log } = deps;
  const sql = database.kysely;
  const server = `${hostname()}:${config.port || randomUUID().slice(0, 8)}`;
  const startedAt = clock().toISOString();
  const alarms = createAlarmBook({ records, clock });
  const jobs = new Map<string, Omit<JobView, 'server'>>();
  const waiting: { at: number; sample: Sample }[] = [];
  let certificates: Validity[] = [];
  let certificatesAt = Number.NEGATIVE_INFINITY;

  const own = createServerFigures({
    registry,
    dataFolder: config.dataFolder,
    ask: () => raw`select 1`.execute(sql),
    poolWaiting: () => database.pool.waitingCount,
    reportsPerSecond: () => deps.feeds().reduce((sum, { recordsPerSecond }) => sum + recordsPerSecond, 0),
    jobsFailed: () => [...jobs.values()].filter(({ failure }) => failure !== null).length,
    memoryPercent: () => deps.memory.percent,
    crashes: () => deps.crashedAt.filter((at) => clock().getTime() - at < dayMs).length,
    log,
  });
  const gauges = new Map(
    figures.flatMap(({ key, metric: name }: Figure) =>
      name
        ? [[key, new Gauge({ name, help: `${key}, sampled once a minute`, registers: [registry] })] as const]
        : [],
    ),
  );
  // What was not sampled yet is no zero.
  for (const gauge of gauges.values()) gauge.remove();
  await makeMonitorTables(sql);

  function show(sample: Sample): void {
    for (const [key, value = 0] of Object.entries(sample)) gauges.get(key)?.set(value);
  }

  const minuteOf = (ms: number) => Math.floor(ms / minuteMs) * minuteMs;

  async function store(of: string, at: number, sample: Sample): Promise<boolean> {
    await makeSampleDay(sql, at);
    const { rows } = await raw<{ server: string }>`
      insert into monitor_sample (server, width_s, at, figures)
      values (${of}, 60, ${new Date(at).toISOString()}::timestamptz, ${JSON.stringify(sample)}::jsonb)
      on conflict (server, width_s, at) do nothing returning server`.execute(sql);
    return rows.length > 0;
  }

  async function tellOf(of: string, details: ServerDetails): Promise<void> {
    const at = clock().toISOString();
    await raw`
      insert into monitor_server (server, version, started_at, last_at, details)
      values (${of}, ${version}, ${startedAt}::timestamptz, ${at}::timestamptz, ${JSON.stringify(details)}::jsonb)
      on conflict (server) do update set version = excluded.version, started_at = excluded.started_at,
        last_at = excluded.last_at, stopped_at = null, details = excluded.details`.execute(sql);
  }

  async function sample(): Promise<void> {
    const taken = await own.take();
    show(taken);
    waiting.push({ at: minuteOf(clock().getTime()), sample: taken });
    waiting.splice(0, waiting.length - mostWaiting);
    while (waiting[0]) {
      await store(server, waiting[0].at, waiting[0].sample);
      waiting.shift();
    }
    await tellOf(server, { jobs: [...jobs.values()] });
  }

  async function readCertificates(nowMs: number): Promise<void> {
    if (nowMs - certificatesAt < certificatesEveryMs) return;
    certificatesAt = nowMs;
    certificates = await readValidities({ sql, config, guard, now: nowMs });
  }

  /** By figure and server the values of the last minutes, the newest last. */
  async function judgeAll(nowMs: number): Promise<void> {
    const { items } = await records.list(systemCaller(), 'monitorThreshold', allRows);
    const open = await alarms.open();
    const { rows: servers } = await raw<{ server: string; at: Date | string; stopped: boolean }>`
      select server, last_at as at, stopped_at is not null as stopped from monitor_server`.execute(sql);
    const { rows: samples } = await raw<{
      server: string;
      at: Date | string;
      figures: Record<string, number>;
    }>`
      select server, at, figures from monitor_sample
      where width_s = 60 and at > ${new Date(nowMs - 61 * minuteMs).toISOString()}::timestamptz order by at`.execute(
      sql,
    );
    for (const threshold of items) {
      const figure = figureOf(threshold.figure);
      if (!figure) continue;
      const places = figure.of === 'installation' ? [installation] : servers.map((one) => one.server);
      for (const place of places.filter((one) => figure.of === 'installation' || one !== installation)) {
        const known = servers.find((one) => one.server === place);
        const alarm = open.find(
          (one) => one.threshold === threshold.id && (one.server ?? installation) === place,
        );
        const values = valuesOf(figure.key, place);
        const isOver = !threshold.enabled || known?.stopped === true;
        const verdict = isOver
          ? alarm
            ? 'clear'
            : 'keep'
          : judge(values, figure.bad, threshold, alarm !== undefined);
        if (verdict === 'clear' && alarm) await alarms.clear(alarm.id);
        if (verdict === 'raise') await alarms.raise(figure, place, threshold, values.at(-1) ?? 0);
      }
    }
    // Of what is watched no more, or of a server that was taken off the list, nothing is wrong any more.
    for (const alarm of open) {
      const isWatched = items.some(({ id }) => id === alarm.threshold);
      const isThere = alarm.server === null || servers.some((one) => one.server === alarm.server);
      if (!isWatched || !isThere) await alarms.clear(alarm.id);
    }

    function valuesOf(key: string, place: string): (number | null)[] {
      if (key === 'silentS') {
        const last = servers.find((one) => one.server === place);
        const silentS = last ? Math.max(0, Math.round((nowMs - new Date(last.at).getTime()) / 1_000)) : 0;
        return Array.from({ length: 60 }, () => silentS);
      }
      return samples.filter((one) => one.server === place).map((one) => one.figures[key] ?? null);
    }
  }

  const round = async () =>
    (await withAdvisoryLock(database, 'clearway monitor', async () => {
      const nowMs = clock().getTime();
      await readCertificates(nowMs);
      const { figures: taken, ...state } = await installationFigures({
        sql,
        now: nowMs,
        slowS: await parameters.number('monitor.slowStatementS'),
        backupFolder: config.databaseUrl === null ? config.backupFolder : null,
        certificateDays: daysLeft(certificates, nowMs),
      });
      show(taken);
      if (!(await store(installation, minuteOf(nowMs), taken))) return false;
      await tellOf(installation, { state, certificates });
      await judgeAll(nowMs);
      return true;
    })) ?? false;

  async function tidy(): Promise<void> {
    await withAdvisoryLock(database, 'clearway monitor history', async () => {
      const nowMs = clock().getTime();
      const minuteDays = await parameters.number('monitor.minuteDays');
      await coarsen(sql, Math.floor((nowMs - minuteDays * dayMs) / dayMs) * dayMs);
      const keepDays = await parameters.number('monitor.keepDays');
      if (keepDays > 0) await dropSampleDays(sql, nowMs - keepDays * dayMs);
    });
  }

  function onJob(message: unknown): void {
    const { job, ...run } = message as JobRun;
    jobs.set(job, { job, ...run });
  }

  return {
    server,
    sample,
    round,
    tidy,
    alarms,
    start() {
      subscribe(jobRuns.name, onJob);
      const warn = (what: string) => (error: unknown) => log.warn({ error }, what);
      const first = sample().then(round).catch(warn('the first sample was not stored'));
      const rounds = [
        schedule('monitorSample', '0 * * * * *', sample, warn('a sample could not be stored yet')),
        schedule('monitor', '15 * * * * *', round, warn('thresholds could not be judged')),
        schedule('monitorHistory', '0 30 3 * * *', tidy, warn('the history of the monitor was not tidied')),
      ];
      return {
        async close() {
          unsubscribe(jobRuns.name, onJob);
          for (const { close } of rounds) await close();
          await first;
          own.close();
          // Whoever ends in order is not silent.
          await raw`
            update monitor_server set stopped_at = ${clock().toISOString()}::timestamptz where server = ${server}`
            .execute(sql)
            .catch(warn('the end of this server could not be told'));
        },
      };
    },
  };
}
