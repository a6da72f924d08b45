import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Actor } from '#domain/identity/access.ts';
import { resources } from '#resources';
import type { Database } from '#server/db/database.ts';
import { migrations } from '#server/db/migrations/index.ts';
import type { Sql } from '#server/db/sql.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { migrateTables } from '#server/db/tables.ts';
import { type Demo, seedDemo } from '#server/demo/seed-demo.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createRecords } from '#server/engine/records/store.ts';
import { createAirspace } from '#server/features/airspace/airspace-calls.ts';
import type { AirspaceClock } from '#server/features/airspace/airspace-clock.ts';
import { createTransitionAltitude } from '#server/features/alerts/transition-altitude.ts';
import { createMapService } from '#server/features/map/map-calls.ts';
import { createUserMessageServices } from '#server/features/notices/user-message-calls.ts';
import { createPlanParts } from '#server/features/plans/plan-parts.ts';
import { createStatistics, type Statistics } from '#server/features/statistics/statistics.ts';
import { type CoverageAreas, createCoverageAreas } from '#server/features/surveillance/coverage-areas.ts';
import { createAerodromeGround } from '#server/features/terrain/aerodrome-ground.ts';
import { createWeatherService } from '#server/features/weather/weather-calls.ts';
import { type Air, createAir, createFlights, type Flights, type FlightsDeps } from '#server/flights.ts';
import type { Handlers } from '#server/http/service.ts';
import { admit, ruleOf } from '#server/http/service-routes.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { type ChangeFeed, createChangeFeed, type RecordChange } from '#server/kernel/changes.ts';
import { createRecordApprovals } from '#server/record-approvals.ts';
import { roles } from '#server/seed/data/roles.ts';
import { seedBase } from '#server/seed/seed-base.ts';
import { seedFlows } from '#server/seed/seed-flows.ts';
import { createTestDatabase, silentLog } from './database.ts';
import { callerWith } from './engine.ts';
import type { TestServer } from './global-database.ts';
import { orderRoomsOn } from './order-rooms.ts';
import { productRules } from './rules.ts';

/** The demo's companies, people and aircraft on a database of their own, with a clock that tests set. */
export interface PlanWorld {
  records: Records;
  sql: Sql;
  database: Database;
  feed: ChangeFeed;
  air: Air;
  navigation: Flights;
  orderRooms: FlightsDeps['orderRooms'];
  airspaceClock: AirspaceClock;
  statistics: Statistics;
  areas: CoverageAreas;
  demo: Demo;
  changes: RecordChange[];
  operator: Caller;
  operator2: Caller;
  agent: Caller;
  atmb: Caller;
  /** Another of the same body. */
  atmb2: Caller;
  aiw: Caller;
  admin: Caller;
  setClock(text: string): void;
  now(): Date;
  /** Through the front: permission, input and output are all judged by the method's declaration. */
  call(caller: Caller, path: string, input?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

// As the front knows it (http/service-routes.ts).
FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)));

/** When the world begins, UTC: the demo's papers are counted from here. */
export const beginning = '2026-11-20T02:00:00Z';
const hashPassword = async (password: string) => `hash of ${password}`;

function recordsOn(database: Database, clock: () => Date, { reminders = false }: PlanWorldOptions = {}) {
  const feed = createChangeFeed(silentLog);
  const catalogue = createCatalogue(resources);
  const air = createAir(clock);
  const rules = productRules(database, air).flatMap((rule) => {
    if (rule.name !== 'reminders' || reminders === true) return rule;
    return reminders || [];
  });
  const records = createRecords({ database, catalogue, changes: feed, clock, log: silentLog, rules });
  return { feed, catalogue, air, records };
}

/** Made once in a run; each world is a copy of it. */
async function build(database: Database): Promise<void> {
  await migrateTables({ sql: database.kysely, resources, migrations, log: silentLog });
  const clock = () => new Date(beginning);
  const { records } = recordsOn(database, clock);
  await seedBase({ records, hashPassword, administratorPassword: () => 'Long-enough-1' });
  await seedDemo({ records, hashPassword, clock, withAccounts: true });
  await seedFlows(records);
}

export interface PlanWorldOptions {
  /** Are reminders kept, and by which rule, if not the product's? Default: none are. */
  reminders?: boolean | RecordRule;
  /** Default: the embedded server of the run. */
  on?: TestServer;
}

/** Nothing samples this world. */
const withoutMonitor: Pick<Handlers<'Mobile'>, 'SoftwareStatistics'> = {
  SoftwareStatistics: () => Promise.reject(new Error('no monitor')),
};

export async function startPlanWorld(options: PlanWorldOptions = {}): Promise<PlanWorld> {
  const test = await createTestDatabase(options.on, { template: { name: 'planWorld', build } });
  const { database } = test;
  let at = Date.parse(beginning);
  const clock = () => new Date(at);
  const { feed, catalogue, air, records } = recordsOn(database, clock, options);
  const changes: RecordChange[] = [];
  feed.subscribe((change) => changes.push(change));
  // All is there already: this says under which ids.
  const demo = await seedDemo({ records, hashPassword, clock, withAccounts: true });
  const parameters = createParameters({ sql: database.kysely, changes: feed });
  const orderRooms = orderRoomsOn({ records, parameters, clock });
  const navigation = createFlights({
    records,
    database,
    parameters,
    air,
    orderRooms,
    clock,
  });
  const recorded = { records, catalogue, flows: navigation.flows, database, parameters, clock };
  const audit = createRecordApprovals(recorded);
  const airspace = createAirspace({ ...recorded, conflicts: air, acts: audit.acts });
  const atmbUser = await records.get(systemCaller(), 'user', demo.users.get('atmb') ?? 0);
  const map = createMapService({
    ...recorded,
    sql: database.kysely,
    conflicts: air,
    dataFolder: '/nowhere',
    basemapFile: null,
  });
  const weather = createWeatherService({
    records,
    sql: database.kysely,
    parameters,
    clock,
    route: createPlanParts({ records, sql: database.kysely, parameters, clock }),
    elevationAt: async () => undefined,
    transitionAltitudeM: createTransitionAltitude({
      aerodromes: createAerodromeGround(database.kysely),
      parameters,
    }),
  });
  const coverageIds = Array.isArray(atmbUser.coverage) ? atmbUser.coverage : [];

  const person = (role: string, userName: string, name: string, change: Partial<Actor> = {}) =>
    callerWith(resources, {
      userId: demo.users.get(userName) ?? 0,
      userName,
      name,
      roles: [role],
      permissions: roles.find((one) => one.name === role)?.permissions ?? [],
      ...change,
    });
  const ofCompany = (id: number) => ({ companyId: id, companyIds: [id] });
  const areas = createCoverageAreas({ sql: database.kysely, changes: feed, log: silentLog });
  await areas.refresh();
  const statistics = createStatistics({ records, database, parameters, areas, clock, log: silentLog });
  const messages = createUserMessageServices({
    records,
    sql: database.kysely,
    parameters,
    statistics: { ...statistics.mobile, ...withoutMonitor },
    onlineUsers: () => [],
  });
  const methods = new Map(
    [
      ...navigation.services,
      audit.service,
      airspace.service,
      map,
      weather,
      statistics.service,
      ...messages,
    ].flatMap((service) =>
      service.methods.map((method) => [`${service.name}/${method.name}`, method] as const),
    ),
  );
  return {
    records,
    sql: database.kysely,
    database,
    feed,
    air,
    navigation,
    orderRooms,
    airspaceClock: airspace.airspaceClock({ log: silentLog }),
    statistics,
    areas,
    demo,
    changes,
    operator: person('OM', 'operator', '何远', ofCompany(demo.companies.yunyi)),
    operator2: person('OM', 'operator2', '罗川', ofCompany(demo.companies.shuxiang)),
    agent: person('AGENT', 'agent', '程诺', {
      companyIds: [demo.companies.yunyi, demo.companies.xiling],
    }),
    atmb: person('ATMB', 'atmb', '顾平', { coverageIds }),
    atmb2: person('ATMB', 'aiw', '另一位', { roles: ['ATMB'] }),
    aiw: person('AIW', 'aiw', '石磊'),
    admin: person('Admin', 'admin', 'admin', { userId: 1 }),
    setClock(text) {
      at = Date.parse(text);
    },
    now: clock,
    async call(caller, path, input = {}) {
      const method = [...methods].find(([name]) => name === path)?.[1];
      if (!method) throw new Error(`there is no ${path}`);
      admit(method, ruleOf(method.permission, resources), caller);
      const [wrong] = [...Value.Errors(method.input, input)];
      if (wrong) throw new Error(`the test sends ${wrong.path}: ${wrong.message}`);
      const output = await method.handle(input, caller);
      const [broken] = [...Value.Errors(method.output, output)];
      if (broken)
        throw new Error(`${path} answers ${broken.path} ${JSON.stringify(broken.value)}: ${broken.message}`);
      return output;
    },
    close: () => test.drop(),
  };
}
