import { defaultDeadlines } from '#domain/plans/deadlines.ts';
import { planState } from '#domain/plans/states.ts';
import { onDay } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type Air, createFlights } from '#server/flights.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { atmbOf, attempt, demoMark, inputOf, minuteMs, operatorOf, take } from './demo-acts.ts';
import { type DemoFlightPlan, demoFlightPlans } from './demo-flights.ts';
import { fillDemoStanding } from './demo-standing.ts';
import type { Demo } from './seed-demo.ts';

export interface DemoPlans {
  /**
   * Fills today with plans in every state, filed and decided by the very rules that hold for people, and lands those
   * whose time is over. May be called at any time: it adds only what is missing.
   */
  refresh(): Promise<void>;
}

export function createDemoPlans(deps: {
  records: Records;
  database: Pick<Database, 'kysely'>;
  parameters: Pick<Parameters, 'all'>;
  /** The air that the server itself asks. */
  air: Air;
  demo: Demo;
  clock: () => Date;
  log: Logger;
}): DemoPlans {
  const { records, database, parameters, air, demo, clock, log } = deps;
  // The demo's plans were filed yesterday and flown this morning: their clock is set for each act.
  let at = clock().getTime();
  const navigation = createFlights({
    records,
    database,
    parameters,
    air,
    clock: () => new Date(at),
  });
  const timeZone = defaultDeadlines.timeZone;
  const setClock = (to: number) => {
    at = to;
  };

  async function landWhatIsOver(now: number): Promise<void> {
    const rows = await database.kysely
      .selectFrom('plan')
      .select(['id', 'endTime', 'takeoffAt'])
      .where('state', '=', planState.inFlight)
      .where('remarks', '=', demoMark)
      .where('deletedAt', 'is', null)
      .where('endTime', '<', new Date(now).toISOString())
      .execute();
    at = now;
    for (const row of rows) {
      const landed = Math.max(Date.parse(String(row.endTime)), Date.parse(String(row.takeoffAt)));
      await attempt(log, () => navigation.reports.report(systemCaller('system'), row.id, 10, landed, 1));
    }
  }

  /** Is there still a flight of this name around now? */
  async function isThere(flight: DemoFlightPlan, now: number): Promise<boolean> {
    const row = await database.kysely
      .selectFrom('plan')
      .select('id')
      .where('remarks', '=', demoMark)
      .where('mission', '=', flight.mission)
      .where('endTime', '>', new Date(now - flight.keepMinutes * minuteMs).toISOString())
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function fly(flight: DemoFlightPlan, now: number): Promise<void> {
    const etd =
      flight.departs.kind === 'minutes'
        ? now + flight.departs.fromNow * minuteMs
        : onDay(now, flight.departs.daysAhead, flight.departs.time, timeZone);
    const rounded = Math.floor(etd / minuteMs) * minuteMs;
    const urgent = flight.urgency !== undefined;
    const filedAt = urgent
      ? rounded - 90 * minuteMs
      : Math.min(now - 120 * minuteMs, onDay(rounded, -1, '09:40', timeZone));
    const operator = operatorOf(demo, flight.owner);
    const atmb = atmbOf(demo);
    at = filedAt;
    const plan = await navigation.editing.create(operator, inputOf(demo, flight, rounded));
    await take(navigation, {
      operator,
      atmb,
      id: plan.id,
      flight,
      etd: rounded,
      eta: rounded + flight.minutes * minuteMs,
      setClock,
      filedAt,
      now,
    });
  }

  return {
    async refresh() {
      const now = clock().getTime();
      await landWhatIsOver(now);
      for (const flight of demoFlightPlans) {
        if (!(await isThere(flight, now))) await attempt(log, () => fly(flight, now));
      }
      await fillDemoStanding({ navigation, sql: database.kysely, demo, now, log, setClock });
    },
  };
}
