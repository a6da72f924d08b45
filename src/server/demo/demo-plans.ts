import { defaultDeadlines } from '#domain/plans/deadlines.ts';
import { planState } from '#domain/plans/states.ts';
import { onDay } from '#domain/time/wall-clock.ts';
import { createFlights } from '#server/flights.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { attempt, type DemoFlightDeps, demoMarks, file, minuteMs, missionsOf } from './demo-acts.ts';
import { type DemoFlightPlan, demoFlightPlans } from './demo-flights.ts';
import { sceneFlight } from './demo-scene-flight.ts';
import { fillDemoStanding } from './demo-standing.ts';

export interface DemoPlans {
  /**
   * Fills today with plans in every state, filed and decided by the very rules that hold for people, and lands those
   * whose time is over. May be called at any time: it adds only what is missing.
   */
  refresh(): Promise<void>;
  /** Only the latter. */
  land(): Promise<void>;
}

export function createDemoPlans(deps: DemoFlightDeps): DemoPlans {
  const { records, database, parameters, air, orderRooms, demo, clock, log } = deps;
  // The demo's plans were filed yesterday and flown this morning: their clock is set for each act.
  let at = clock().getTime();
  const navigation = createFlights({
    records,
    database,
    parameters,
    air,
    orderRooms,
    clock: () => new Date(at),
  });
  const timeZone = defaultDeadlines.timeZone;
  const setClock = (to: number) => {
    at = to;
  };

  async function land(): Promise<void> {
    const now = clock().getTime();
    const rows = await database.kysely
      .selectFrom('plan')
      .select(['id', 'endTime', 'takeoffAt'])
      .where('state', '=', planState.inFlight)
      .where('remarks', 'in', demoMarks)
      .where('deletedAt', 'is', null)
      // That one is to be overdue.
      .where('mission', 'not in', missionsOf(sceneFlight.mission))
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
      .where('remarks', 'in', demoMarks)
      .where('mission', 'in', missionsOf(flight.mission))
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
    await file(navigation, demo, flight, { etd, now, setClock });
  }

  return {
    land,
    async refresh() {
      const now = clock().getTime();
      await land();
      for (const flight of demoFlightPlans) {
        if (!(await isThere(flight, now))) await attempt(log, () => fly(flight, now));
      }
      await fillDemoStanding({ navigation, sql: database.kysely, demo, now, log, setClock });
    },
  };
}
