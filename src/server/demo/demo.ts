import type { Database } from '#server/db/database.ts';
import type { FileStore } from '#server/engine/files/file-store.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Information } from '#server/features/information/information.ts';
import type { ScheduledReports } from '#server/features/reports/scheduled-reports.ts';
import type { SurveillancePushes } from '#server/features/surveillance/received.ts';
import type { Surveillance } from '#server/features/surveillance/surveillance.ts';
import type { Air, Flights, FlightsDeps } from '#server/flights.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { Tell } from '#server/kernel/start-error.ts';
import { seedDemoAirspaces } from './demo-airspaces.ts';
import { seedDemoAudits } from './demo-audits.ts';
import { seedDemoDeliveries } from './demo-deliveries.ts';
import { fillEquipmentPast } from './demo-equipment.ts';
import { fillDemoHistory } from './demo-history.ts';
import { settleLightningToken, startLightning } from './demo-lightning.ts';
import { seedDemoMeetings } from './demo-meetings.ts';
import { seedDemoMessages } from './demo-messages.ts';
import { seedDemoNotams } from './demo-notams.ts';
import { createDemoPlans } from './demo-plans.ts';
import { settleDemoTokens, startVisitors } from './demo-push.ts';
import { seedDemoReports } from './demo-reports.ts';
import { seedDemoRooms } from './demo-rooms.ts';
import { seedDemoRules } from './demo-rules.ts';
import { startSceneFlight } from './demo-scene-flight.ts';
import { settleDemoPort, startDemoTraffic } from './demo-source.ts';
import { createDemoWeather } from './demo-weather.ts';
import { recordYesterday } from './demo-yesterday.ts';
import type { Demo } from './seed-demo.ts';

export interface FillDemoDeps {
  database: Database;
  records: Records;
  catalogue: Catalogue;
  flows: Flights['flows'];
  parameters: Parameters;
  changes: ChangeFeed;
  air: Air;
  orderRooms: FlightsDeps['orderRooms'];
  inbound: Flights['inbound'];
  information: Pick<Information, 'take' | 'pushes'>;
  store: FileStore;
  secret: string;
  demo: Demo;
  /** With accounts that anybody knows: the demo is flown and watched too. */
  withAccounts: boolean;
  tell: Tell;
  clock: () => Date;
  log: Logger;
}

export interface DemoLife {
  /** What is flown and heard, from the moment at which the sources are listened to. */
  goOn(on: {
    surveillance: Pick<Surveillance, 'listensFor'>;
    pushes: SurveillancePushes;
    reports: Pick<ScheduledReports, 'service'>;
    /** Whether it has flown the months before. */
    withHistory: boolean;
  }): Promise<void>;
  close(): Promise<void>;
}

/** Everything that happens in the demo beside its base data (seed-demo.ts): adds what is missing, at every start. */
export async function fillDemo(deps: FillDemoDeps): Promise<DemoLife> {
  const { database, records, air, demo, information, clock, log } = deps;
  const sql = database.kysely;
  const ending: (() => Promise<void> | void)[] = [];
  const plans = createDemoPlans(deps);
  await plans.refresh();
  await seedDemoAudits(deps);
  await seedDemoAirspaces({ ...deps, conflicts: air });
  await seedDemoNotams({ records, sql, clock });
  await seedDemoMeetings({ records, sql, users: demo.users, clock });
  await seedDemoMessages(deps);
  await seedDemoRooms(deps);
  const weather = createDemoWeather({ sql, take: information.take, clock, log });
  await weather.refresh();
  if (deps.withAccounts) await settleDemoPort(deps);
  const fed = deps.withAccounts ? await settleDemoTokens(records) : [];
  const strikes = deps.withAccounts ? await settleLightningToken(records) : null;

  // The demo goes on living: what has landed makes room for the next flight.
  const renewal = schedule(
    'demoPlans',
    '*/5 * * * *',
    () => plans.refresh().then(() => seedDemoNotams({ records, sql, clock })),
    (err) => log.warn({ err }, 'the demo was not renewed'),
  );
  ending.push(renewal.close, weather.start().close);

  return {
    async goOn({ surveillance, pushes, reports, withHistory }) {
      ending.push(startVisitors(fed, { pushes, clock, log }).close);
      if (strikes) ending.push(startLightning(strikes, { pushes: information.pushes, clock, log }).close);
      if (deps.withAccounts) {
        ending.push(startDemoTraffic({ records, sql, surveillance, clock, log }).close);
        await recordYesterday({ database, records, clock });
        if (withHistory) await fillEquipmentPast({ database, records, clock });
      }
      if (withHistory) {
        await fillDemoHistory({ database, clock });
        await seedDemoReports({ records, sql, reports, users: demo.users });
        await seedDemoRules({ records, sql, users: demo.users });
        await seedDemoDeliveries({ sql, users: demo.users, clock });
      }
      if (deps.withAccounts) ending.push(startSceneFlight(deps).close);
    },
    async close() {
      for (const end of ending.splice(0).reverse()) await end();
    },
  };
}
