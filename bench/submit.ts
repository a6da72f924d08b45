import type { Pool } from 'pg';
import { direct } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { abilityOf, rulesFor } from '#domain/identity/access.ts';
import { resources } from '#resources';
import { type Database, openDatabase } from '#server/db/database.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { createParameters } from '#server/db/stored-parameters.ts';
import { migrateTables } from '#server/db/tables.ts';
import { type Demo, seedDemo } from '#server/demo/seed-demo.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createRecords } from '#server/engine/records/store.ts';
import { createWebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { createChannelOutbox } from '#server/features/channels/channel-outbox.ts';
import { createAir, createFlights } from '#server/flights.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { recordRules } from '#server/record-rules.ts';
import { roles } from '#server/seed/data/roles.ts';
import { seedBase } from '#server/seed/seed-base.ts';
import { seedFlows } from '#server/seed/seed-flows.ts';
import { type BenchRow, machine, printRows } from './bench-row.ts';
import { inTransaction } from './in-transaction.ts';
import { log, withEmbeddedPostgres } from './own-postgres.ts';
import { percentile } from './served-page.ts';

const users = 50;
const plansEach = 20;
/** Afterwards each submits as many more, all of them together so many a second: what a busy morning is. */
const pacedEach = 10;
const pacePerSecond = 25;
const now = Date.UTC(2026, 10, 20, 2);
const clock = () => new Date(now);

interface World {
  database: Database;
  records: Records;
  demo: Demo;
  submit(caller: Caller, ids: number[]): Promise<unknown>;
}

async function startWorld(url: string): Promise<World> {
  const database = openDatabase({ url, log });
  await migrateTables({ sql: database.kysely, resources, migrations, log });
  const changes = createChangeFeed(log);
  const catalogue = createCatalogue(resources);
  const air = createAir();
  const rules = recordRules({
    config: { dataFolder: '/nowhere', recordingsFolder: null, webhookPrivate: false },
    resources,
    database,
    store: { remove: async () => undefined },
    air,
    outbox: createWebhookOutbox({ clock }),
    told: createChannelOutbox({ sending: { email: false, push: false }, clock }),
    log,
  });
  const records = createRecords({ database, catalogue, changes, clock, log, rules });
  const hashPassword = async (password: string) => password;
  await seedBase({ records, hashPassword, administratorPassword: () => 'Long-enough-1' });
  const demo = await seedDemo({ records, hashPassword, clock, withAccounts: true });
  await seedFlows(records);
  const parameters = createParameters({ sql: database.kysely, changes });
  // As at the start of the server.
  await parameters.all();
  const orderRooms = () => {
    throw new Error('no flight is stopped here');
  };
  const navigation = createFlights({ records, database, parameters, air, orderRooms, clock });
  const save = navigation.services
    .find(({ name }) => name === 'Navigation')
    ?.methods.find(({ name }) => name === 'SaveNAircrafts');
  if (!save) throw new Error('there is no SaveNAircrafts');
  return {
    database,
    records,
    demo,
    submit: async (caller, ids) => save.handle({ ids, submit: true }, caller),
  };
}

function operatorOf(userId: number, company: number): Caller {
  const actor = {
    userId,
    userName: `operator${userId}`,
    name: `Operator ${userId}`,
    companyId: company,
    companyIds: [company],
    coverageIds: [],
    roles: ['OM'],
    permissions: roles.find(({ name }) => name === 'OM')?.permissions ?? [],
    organizationUnitIds: [],
  };
  const ability = abilityOf(rulesFor(actor, resources));
  return { actor, ability, locale: 'en', source: 'api', sessionId: 'bench', requestId: 'bench' };
}

/** Copies a row under another number with some columns changed. */
async function copy(
  { database }: World,
  table: string,
  from: number,
  id: number,
  change: Record<string, unknown>,
): Promise<number> {
  await database.pool.query(
    `insert into ${table} overriding system value
      select (jsonb_populate_record(source, $1::jsonb)).* from ${table} source where source.id = $2`,
    [JSON.stringify({ ...change, id }), from],
  );
  return id;
}

/** Fifty operators, an aircraft and a pilot each, and twenty drafts of each; every tenth plan has a rival's air. */
async function draft(world: World): Promise<{ caller: Caller; ids: number[] }[]> {
  const { demo, records } = world;
  const first = demo.companies.yunyi;
  const aircraft = demo.aircraft.get('B-10QA') ?? 0;
  const pilot = demo.pilots.get('高翔') ?? 0;
  const missionType = demo.missionTypes.get('PATROL') ?? 0;
  const airport = demo.airports.get('ZUGH|') ?? 0;
  const all: { caller: Caller; ids: number[] }[] = [];
  for (let user = 0; user < users; user += 1) {
    const number = String(user).padStart(3, '0');
    const company = await copy(world, 'company', first, 1_000 + user, {
      name: `Bench ${number}`,
      short_name: `Bench ${number}`,
      uscc: `9151000000000${number}XX`,
    });
    const craft = await copy(world, 'aircraft', aircraft, 1_000 + user, {
      registration: `B-9${number}`,
      icao24: `7a0${number}`,
      serial_number: `bench ${number}`,
      company,
    });
    const person = await copy(world, 'pilot', pilot, 1_000 + user, {
      name: `Pilot ${number}`,
      licence_number: `bench${number}`,
      resident_id: null,
      company,
    });
    const ids: number[] = [];
    for (let plan = 0; plan < plansEach + pacedEach; plan += 1) {
      const day = Date.UTC(2026, 10, 22) + Math.floor(plan / 8) * 86_400_000 + (plan % 8) * 3_600_000;
      // Spread over a province; every tenth flies where the neighbour does.
      const place = plan % 10 === 9 ? user - (user % 2) : user;
      const at = direct(
        { latitude: 27.5 + (place % 7) * 0.6, longitude: 101 + Math.floor(place / 7) * 0.6 },
        45,
        plan * 400,
      );
      ids.push(
        await draftOne(records, { company, missionType, craft, person, airport, at, day, number, plan }),
      );
    }
    const operator = await copy(world, '"user"', demo.users.get('operator') ?? 0, 1_000 + user, {
      user_name: `operator${number}`,
      email_address: `operator${number}@bench.test`,
      phone_number: null,
      company,
    });
    all.push({ caller: operatorOf(operator, company), ids });
  }
  return all;
}

async function draftOne(
  records: Records,
  of: {
    company: number;
    missionType: number;
    craft: number;
    person: number;
    airport: number;
    at: { latitude: number; longitude: number };
    day: number;
    number: string;
    plan: number;
  },
): Promise<number> {
  const [etd, eta] = [new Date(of.day).toISOString(), new Date(of.day + 3_000_000).toISOString()];
  const { latitude, longitude } = of.at;
  const callsign = `B9${of.number}`;
  return records.transaction(async (transaction) => {
    const plan = await records.create(
      systemCaller(),
      'plan',
      {
        planNumber: `BENCH${of.number}${of.plan}`,
        kind: 'quick',
        urgency: 'normal',
        company: of.company,
        missionType: of.missionType,
        mission: 'bench',
        state: 0,
        callsign,
        startTime: etd,
        endTime: eta,
      },
      transaction,
    );
    const geometry: Geometry = {
      type: 'LineString',
      coordinates: [
        [longitude, latitude],
        [longitude + 0.05, latitude + 0.02],
      ],
    };
    await records.create(
      systemCaller(),
      'jobTask',
      {
        plan: plan.id,
        company: of.company,
        sequence: 1,
        callsign,
        aircraft: of.craft,
        pilots: [of.person],
        departure: of.airport,
        destination: of.airport,
        etd,
        eta,
        geometry,
        corridorWidthM: 1_000,
        lower: { value: 4_000, unit: 'm', reference: 'AMSL' },
        upper: { value: 4_300, unit: 'm', reference: 'AMSL' },
      },
      transaction,
    );
    return plan.id;
  });
}

/** Plans that come in evenly, whoever of the fifty it is: what each takes, ms. */
async function paced(world: World, people: { caller: Caller; ids: number[] }[]): Promise<number[]> {
  const taken: number[] = [];
  const began = performance.now();
  const turns = Array.from({ length: users * pacedEach }, async (_, turn) => {
    const { caller, ids } = people[turn % users] ?? {};
    const id = ids?.[plansEach + Math.floor(turn / users)];
    if (!caller || id === undefined) throw new Error(`there is no plan for turn ${turn}`);
    const due = began + (turn / pacePerSecond) * 1000;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const at = performance.now();
    // A refusal is an answer too.
    await world.submit(caller, [id]).catch(() => undefined);
    taken.push(performance.now() - at);
  });
  await Promise.all(turns);
  return taken;
}

/** Statements of one submission, about; `bareTransactions` asks as many. */
const statements = 20;

/**
 * The floor of this machine: as many people at once with as many transactions, each of as many statements, prepared, that
 * read one row by its key. Transactions per second.
 */
async function bareTransactions(pool: Pool): Promise<number> {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: users }, async () => {
      for (let turn = 0; turn < plansEach; turn += 1) {
        await inTransaction(pool, async (client) => {
          for (let one = 2; one < statements; one += 1) {
            await client.query({ name: 'bare', text: 'select id from plan where id = $1', values: [one] });
          }
        });
      }
    }),
  );
  return (users * plansEach) / ((performance.now() - began) / 1000);
}

/** Fifty people who each submit one plan after the other, all at once, in one process on an embedded PostgreSQL. */
export async function run(): Promise<BenchRow[]> {
  return withEmbeddedPostgres(async (url) => {
    const world = await startWorld(url);
    const { pool } = world.database;
    try {
      const people = await draft(world);
      await pool.query('vacuum analyze');
      const busy = machine();
      const taken: number[] = [];
      const refusals: string[] = [];
      const began = performance.now();
      await Promise.all(
        people.map(async ({ caller, ids }) => {
          for (const id of ids.slice(0, plansEach)) {
            const at = performance.now();
            try {
              await world.submit(caller, [id]);
            } catch (error) {
              refusals.push(error instanceof Error ? error.message : String(error));
            }
            taken.push(performance.now() - at);
          }
        }),
      );
      const seconds = (performance.now() - began) / 1000;
      const bare = await bareTransactions(pool);
      const one = async (text: string) => Number((await pool.query<{ n: string }>(text)).rows[0]?.n);
      const submitted = await one(
        `select count(*) as n from plan where plan_number like 'BENCH%' and state = 1`,
      );
      const recorded = await one(
        `select count(distinct record_id) as n from operate_record where action = 'submit'`,
      );
      const twice = await one(`select count(*) as n from (select record_id from operate_record
        where action = 'submit' group by record_id having count(*) > 1) d`);
      const flows = await one(`select count(*) as n from flow_instance where document_resource = 'plan'`);
      const calm = await paced(world, people);
      const total = users * plansEach;
      const lost = Math.abs(total - refusals.length - submitted) + Math.abs(submitted - recorded);
      const reasons = [...new Set(refusals)].join(', ');
      return [
        {
          name: `submit: p95 of ${total} plans by ${users} at once`,
          value: percentile(taken, 0.95),
          unit: 'ms',
          goal: 150,
          goalIs: 'atMost',
          note: `median ${percentile(taken, 0.5).toFixed(0)} ms, ${(total / seconds).toFixed(0)}/s, ${busy}`,
        },
        {
          name: `submit: p95 of ${users * pacedEach} plans that come in at ${pacePerSecond} a second`,
          value: percentile(calm, 0.95),
          unit: 'ms',
          note: `median ${percentile(calm, 0.5).toFixed(0)} ms`,
        },
        {
          name: `submit: plans a second, beside transactions of ${statements} one-row reads`,
          value: total / seconds / bare,
          unit: '×',
          note: `${bare.toFixed(0)} such transactions a second, ${((users / bare) * 1000).toFixed(0)} ms each for ${users} at once`,
        },
        {
          name: 'submit: plans lost',
          value: lost,
          unit: 'plans',
          goal: 0,
          goalIs: 'atMost',
          note: `${submitted} submitted, ${refusals.length} refused${reasons ? ` (${reasons})` : ''}`,
        },
        {
          name: 'submit: plans double',
          value: twice + Math.abs(flows - submitted),
          unit: 'plans',
          goal: 0,
          goalIs: 'atMost',
        },
      ];
    } finally {
      await world.database.close();
    }
  });
}

if (process.argv[1] === import.meta.filename) printRows(await run());
