import type { Sql } from '#server/db/sql.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';

export interface PlanIndex {
  /** The plan that an aircraft flies now, by its 24-bit address, else by its callsign; null: none known. */
  planOf(track: { icao24: string | null; callsign: string | null }): number | null;
  /** Reads the released and flying plans again. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Release allowed, in flight: the states in which an aircraft may be seen under its plan. */
const seenStates = [8, 9] as const;
const refreshMs = 10_000;

/** Which aircraft flies which plan, kept current by changes here and by reading again for those of other servers. */
export function createPlanIndex(deps: {
  sql: Sql;
  changes: ChangeFeed;
  log: Logger;
  onChange(): void;
}): PlanIndex {
  const { sql, changes, log, onChange } = deps;
  let byAddress = new Map<string, number>();
  let byCallsign = new Map<string, number>();
  let reading: Promise<void> | undefined;
  let again = false;

  async function read(): Promise<void> {
    const rows = await sql
      .selectFrom('jobTask as task')
      .innerJoin('plan', 'plan.id', 'task.plan')
      .leftJoin('aircraft', 'aircraft.id', 'task.aircraft')
      .select(['plan.id as planId', 'task.callsign as callsign', 'aircraft.icao24 as icao24'])
      .where('plan.state', 'in', seenStates)
      .where('plan.deletedAt', 'is', null)
      .where('task.deletedAt', 'is', null)
      // The plan in flight is found before one that is only released.
      .orderBy('plan.state', 'asc')
      .orderBy('plan.id', 'desc')
      .execute();
    byAddress = new Map();
    byCallsign = new Map();
    for (const { planId, callsign, icao24 } of rows) {
      if (icao24 !== null) byAddress.set(icao24.toLowerCase(), planId);
      byCallsign.set(callsign.toUpperCase(), planId);
    }
    onChange();
  }

  async function refresh(): Promise<void> {
    // A change that comes while we read is read right after.
    if (reading) {
      again = true;
      return reading;
    }
    reading = (async () => {
      do {
        again = false;
        await read().catch((error: unknown) => log.warn({ error }, 'the plans in flight could not be read'));
      } while (again);
    })();
    await reading;
    reading = undefined;
  }

  const unsubscribe = changes.subscribe((change) => {
    if (change.resource === 'plan') void refresh();
  });
  const timer = setInterval(() => void refresh(), refreshMs).unref();

  return {
    planOf: ({ icao24, callsign }) =>
      (icao24 === null ? undefined : byAddress.get(icao24.toLowerCase())) ??
      (callsign === null ? undefined : byCallsign.get(callsign.toUpperCase())) ??
      null,
    refresh,
    async close() {
      unsubscribe();
      clearInterval(timer);
      await reading;
    },
  };
}
