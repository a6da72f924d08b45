import { AppError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { withAdvisoryLock } from '#server/jobs/schedule.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { Evaluation } from './evaluation.ts';
import { type AlertDeps, evaluateAlerts } from './run-alerts.ts';
import { evaluateApprovals } from './run-approvals.ts';
import { evaluatePlans } from './run-plans.ts';
import { noteProgress, readRun, storeResult } from './run-table.ts';
import { withShadow } from './shadow.ts';
import type { StoredResult } from './stored-result.ts';

export interface Runner {
  /** Evaluates what waits, one after the other; at once where nothing does. For tests too. */
  runWaiting(): Promise<void>;
  /** Ends the run of this evaluation in this process, if it is here. */
  cancel(id: number): void;
  start(): { close(): Promise<void> };
}

export interface RunnerDeps extends AlertDeps {
  database: Pick<Database, 'kysely' | 'reads' | 'locks'>;
  records: Records;
  parameters: Pick<Parameters, 'all'>;
  log: Logger;
}

/** How often a waiting evaluation is looked for. */
const everyMs = 2_000;
/** Progress is stored, and a cancellation on another server noticed, so often. */
const noteMs = 1_000;

/** The evaluation is cancelled, or the server stops. */
class Ended extends Error {}

/**
 * One evaluation at a time in the installation, under an advisory lock. What a killed server left running is begun again by the
 * next one that gets the lock.
 */
export function createRunner(deps: RunnerDeps): Runner {
  const { database, records, parameters, clock, log } = deps;
  const sql = database.kysely;
  let ending: { id: number; controller: AbortController } | null = null;
  let closed = false;

  async function next(): Promise<number | null> {
    const row = await sql
      .selectFrom('whatIf')
      .select('id')
      .where('state', 'in', ['waiting', 'running'])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  async function setState(
    id: number,
    from: readonly string[],
    values: Record<string, unknown>,
  ): Promise<void> {
    await records.transaction(async (transaction) => {
      const record = await records.get(systemCaller(), 'whatIf', id, transaction.sql);
      if (!from.includes(record.state)) return;
      await records.untyped.update(systemCaller(), 'whatIf', id, record.version, values, transaction);
    });
  }

  async function run(id: number): Promise<void> {
    const controller = new AbortController();
    ending = { id, controller };
    try {
      await setState(id, ['waiting'], { state: 'running' });
      const result = await evaluate(id, controller.signal);
      if (!result) return;
      await storeResult(sql, id, result);
      await setState(id, ['running'], {
        state: 'done',
        finishedAt: clock().toISOString(),
        plansDiffer: result.plans?.differ ?? null,
        approvalsDiffer: result.approvals?.differ ?? null,
        alertsDiffer: result.alerts?.differ ?? null,
      });
    } catch (error) {
      if (error instanceof Ended || controller.signal.aborted) return;
      // The database is away: it is begun again.
      if (error instanceof AppError && error.code === 'unavailable') throw error;
      log.error({ error, id }, 'an evaluation failed');
      const failure = error instanceof AppError ? textIn(error.text, 'zh-Hans') : String(error).slice(0, 500);
      await setState(id, ['running'], { state: 'failed', finishedAt: clock().toISOString(), failure });
    } finally {
      ending = null;
    }
  }

  async function evaluate(id: number, signal: AbortSignal): Promise<StoredResult | null> {
    const record = await records.get(systemCaller(), 'whatIf', id);
    const stored = await readRun(sql, id);
    if (!stored) return null;
    const { hypothesis, differences } = stored;
    const values = await parameters.all();
    const changed = new Map([...values, ...hypothesis.parameters]);
    const { parts } = record;
    let notedAt = performance.now();
    let index = 0;
    const progressed = async (part: number) => {
      if (signal.aborted) throw new Ended();
      if (performance.now() - notedAt < noteMs) return;
      notedAt = performance.now();
      const now = await sql
        .selectFrom('whatIf')
        .select(['state', 'deletedAt'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (now?.state !== 'running' || now.deletedAt !== null) throw new Ended();
      await noteProgress(sql, id, (index + part) / parts.length);
    };
    return withShadow(database, hypothesis.rows, async (shadow) => {
      const evaluation: Evaluation = {
        fromMs: Date.parse(record.from),
        toMs: Date.parse(record.to),
        hypothesis,
        differences,
        before: { sql, parameters: values },
        after: { sql: shadow, parameters: changed },
        progressed,
        signal,
      };
      const result: StoredResult = { plans: null, approvals: null, alerts: null };
      for (const part of parts) {
        if (part === 'plans') result.plans = await evaluatePlans(deps, evaluation);
        if (part === 'approvals') result.approvals = await evaluateApprovals(records, evaluation);
        if (part === 'alerts') result.alerts = await evaluateAlerts(deps, evaluation);
        index += 1;
      }
      return result;
    });
  }

  async function runWaiting(): Promise<void> {
    await withAdvisoryLock(database, 'what-if', async () => {
      for (let id = await next(); id !== null && !closed; id = await next()) await run(id);
    });
  }

  return {
    runWaiting,
    cancel(id) {
      if (ending?.id === id) ending.controller.abort();
    },
    start() {
      let running: Promise<void> | null = null;
      const timer = setInterval(() => {
        running ??= next()
          .then((id) => (id === null ? undefined : runWaiting()))
          .catch((error: unknown) => log.warn({ error }, 'evaluations could not be run'))
          .finally(() => {
            running = null;
          });
      }, everyMs);
      timer.unref();
      return {
        async close() {
          closed = true;
          clearInterval(timer);
          ending?.controller.abort();
          await running;
        },
      };
    },
  };
}
