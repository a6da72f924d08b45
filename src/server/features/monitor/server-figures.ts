import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import type { Sample } from '#domain/monitor/figures.ts';
import { quantile } from '#domain/monitor/histogram.ts';
import type { Logger } from '#server/kernel/logger.ts';

export interface ServerFigures {
  /** What went since the last call, and how things stand. */
  take(): Promise<Sample>;
  close(): void;
}

interface Counted {
  value: number;
  metricName?: string | undefined;
  labels: Partial<Record<string, string | number>>;
}

const resolutionMs = 20;
const megabyte = 1024 * 1024;
const rounded = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** The figures of this process: from the registry that Prometheus reads, the event loop, the disk and the database. */
export function createServerFigures(deps: {
  registry: Registry;
  dataFolder: string;
  /** One question to the database. */
  ask(): Promise<unknown>;
  poolWaiting(): number;
  reportsPerSecond(): number;
  jobsFailed(): number;
  /** Of the budget of memory. */
  memoryPercent(): number;
  /** How often it ended by itself within a day. */
  crashes(): number;
  log: Logger;
}): ServerFigures {
  const { registry, dataFolder, log } = deps;
  const loop = monitorEventLoopDelay({ resolution: resolutionMs });
  loop.enable();
  let cpu = process.cpuUsage();
  let at = performance.now();
  const before = new Map<string, number>();

  async function valuesOf(name: string): Promise<Counted[]> {
    const metric = registry.getSingleMetric(name);
    return metric ? (await metric.get()).values : [];
  }

  /** What a counter grew by since the last time it was asked for. */
  function grown(name: string, now: number): number {
    const last = before.get(name) ?? 0;
    before.set(name, now);
    return Math.max(0, now - last);
  }

  /** Observations of a histogram since the last time, and the bound of 95 of 100 of them, ms. */
  async function observed(name: string): Promise<{ count: number; p95Ms: number | null; values: Counted[] }> {
    const values = await valuesOf(name);
    const byBound = new Map<number, number>();
    for (const { value, metricName, labels } of values) {
      if (!metricName?.endsWith('_bucket')) continue;
      const upTo = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
      byBound.set(upTo, (byBound.get(upTo) ?? 0) + value);
    }
    const buckets = [...byBound].map(([upTo, count]) => ({ upTo, count: grown(`${name} ${upTo}`, count) }));
    const all = buckets.find(({ upTo }) => upTo === Number.POSITIVE_INFINITY)?.count ?? 0;
    const p95 = quantile(buckets, 0.95);
    return { count: all, p95Ms: p95 === null ? null : rounded(p95 * 1_000), values };
  }

  async function databaseMs(): Promise<number | null> {
    const asked = performance.now();
    try {
      await deps.ask();
      return rounded(performance.now() - asked, 2);
    } catch {
      return null;
    }
  }

  async function disk(): Promise<Sample> {
    try {
      const { bavail, blocks, bsize } = await statfs(dataFolder);
      return {
        diskFreeMb: Math.round((bavail * bsize) / megabyte),
        diskFreePercent: rounded((bavail / Math.max(1, blocks)) * 100),
      };
    } catch (error) {
      log.debug({ error }, 'the free space of the data folder is not known');
      return {};
    }
  }

  return {
    async take() {
      const began = performance.now();
      const minutes = Math.max(1, began - at) / 60_000;
      at = began;
      const used = process.cpuUsage(cpu);
      cpu = process.cpuUsage();
      // The delay is counted from one look to the next, which is its resolution at rest.
      const eventLoopMs = Math.max(0, rounded(loop.percentile(99) / 1e6 - resolutionMs));
      loop.reset();
      const requests = await observed('http_request_duration_seconds');
      const failed = requests.values
        .filter(({ metricName, labels }) => metricName?.endsWith('_count') && Number(labels.status) >= 500)
        .reduce((sum, { value }) => sum + value, 0);
      const calls = await observed('hub_invocation_duration_seconds');
      const open = (await valuesOf('hub_connections')).reduce((sum, { value }) => sum + value, 0);
      const superseded = (await valuesOf('hub_superseded_total')).reduce((sum, { value }) => sum + value, 0);
      const answeredMs = await databaseMs();
      const sample: Sample = {
        cpuPercent: rounded((used.user + used.system) / 10 / (minutes * 60_000)),
        memoryMb: Math.round(process.memoryUsage.rss() / megabyte),
        memoryPercent: deps.memoryPercent(),
        eventLoopMs,
        requests: Math.round(requests.count / minutes),
        errors: rounded(grown('errors', failed) / minutes),
        hubConnections: open,
        hubSuperseded: Math.round(grown('superseded', superseded) / minutes),
        reports: rounded(deps.reportsPerSecond()),
        poolWaiting: deps.poolWaiting(),
        jobsFailed: deps.jobsFailed(),
        crashes: deps.crashes(),
        ...(requests.p95Ms === null ? {} : { requestMs: requests.p95Ms }),
        ...(calls.p95Ms === null ? {} : { hubMs: calls.p95Ms }),
        ...(answeredMs === null ? {} : { databaseMs: answeredMs }),
        ...(await disk()),
      };
      return { ...sample, samplingMs: rounded(performance.now() - began, 2) };
    },
    close: () => loop.disable(),
  };
}
