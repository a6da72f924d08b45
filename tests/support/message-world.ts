import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Caller, systemCaller } from '../../src/server/caller.ts';
import { createMessages, type Messages } from '../../src/server/messages/messages.ts';
import { keepReminders } from '../../src/server/notices/reminders.ts';
import { createParameters } from '../../src/server/parameters.ts';
import { silentLog } from './database.ts';
import { type PlanWorld, startPlanWorld } from './plan-world.ts';

export interface MessageSeen {
  id: number;
  type: string;
  text: string;
  state: string;
  direction: string;
  error: string | null;
  attempts: number;
  reference: string | null;
  nextAttemptAt: string | null;
  plan: number | null;
}

/** Plans that are filed and flown by the front door, and the gateways that carry their messages. */
export async function startMessageWorld() {
  const world: PlanWorld = await startPlanWorld();
  keepReminders(world.records);
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'clearway-messages-'));
  const parameters = createParameters({ sql: world.database.kysely, changes: world.feed });
  let count = 0;

  /** Another server on the same database. */
  const server = (): Messages =>
    createMessages({
      database: world.database,
      records: world.records,
      changes: world.feed,
      parameters,
      inbound: world.navigation.inbound,
      dataFolder,
      secret: 'a secret of the tests',
      allowPrivate: true,
      clock: world.now,
      log: silentLog,
    });

  function planOf(task: object = {}) {
    count += 1;
    const lon = 104.0 + (count % 30) * 0.04;
    const lat = 31.3 + Math.floor(count / 30) * 0.05;
    const { demo } = world;
    return {
      missionType: demo.missionTypes.get('PATROL') ?? 0,
      mission: '管线巡查',
      contact: '何远',
      phone: '0838-5300001',
      weatherMinima: '目视',
      communications: '118.7',
      tasks: [
        {
          callsign: 'B10QA',
          aircraft: demo.aircraft.get('B-10QA') ?? 0,
          pilots: [demo.pilots.get('高翔') ?? 0],
          departure: demo.airports.get('ZUGH|') ?? 0,
          destination: demo.airports.get('ZUGH|') ?? 0,
          etd: '2026-11-21T02:00:00Z',
          eta: '2026-11-21T03:30:00Z',
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [lon, lat],
                [lon + 0.02, lat],
                [lon + 0.02, lat + 0.02],
                [lon, lat + 0.02],
                [lon, lat],
              ],
            ],
          },
          lower: { value: 600, unit: 'm', reference: 'AMSL' },
          upper: { value: 900, unit: 'm', reference: 'AMSL' },
          ...task,
        },
      ],
    };
  }
  const act = (caller: Caller, name: string, input: object) =>
    world.call(caller, `Navigation/${name}`, input);

  return {
    world,
    dataFolder,
    server,
    act,
    async file(task: object = {}): Promise<number> {
      world.setClock('2026-11-20T10:00:00+08:00');
      const answer = await act(world.operator, 'SaveNAircrafts', { plans: [planOf(task)], submit: true });
      const { items } = answer as { items: { id: number }[] };
      if (!items[0]) throw new Error('nothing was filed');
      return items[0].id;
    },
    async approve(id: number): Promise<void> {
      await act(world.atmb, 'DoFlyApprove', { id, decision: 'approve', stepIndex: 0 });
      await act(world.atmb, 'DoFlyApprove', { id, decision: 'approve', stepIndex: 1 });
    },
    async release(id: number, realEtd: string): Promise<void> {
      world.setClock('2026-11-21T01:30:00Z');
      await act(world.operator, 'ApplyOpenDynamic', { id, realEtd });
      await act(world.atmb, 'DoFlyApprove', { id, decision: 'allow', stepIndex: 0 });
    },
    async takeOff(id: number, at: string): Promise<void> {
      world.setClock(new Date(Date.parse(at) + 60_000).toISOString());
      await act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: at, actualNum: 1 });
    },
    async land(id: number, at: string): Promise<void> {
      world.setClock(new Date(Date.parse(at) + 60_000).toISOString());
      await act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: at, actualNum: 1 });
    },
    async messages(plan: number): Promise<MessageSeen[]> {
      const rows = await world.sql
        .selectFrom('planMessage')
        .selectAll()
        .where('plan', '=', plan)
        .orderBy('id')
        .execute();
      return rows as unknown as MessageSeen[];
    },
    async message(id: number): Promise<MessageSeen> {
      return (await world.records.get(systemCaller(), 'planMessage', id)) as unknown as MessageSeen;
    },
    /** This gateway, and no other, from now on. */
    async onlyGateway(values: Record<string, unknown>): Promise<number> {
      await world.sql.updateTable('messageGateway').set({ isEnabled: false }).execute();
      const name = `线路 ${Math.random()}`;
      const gateway = await world.records.create(systemCaller(), 'messageGateway', { name, ...values });
      return gateway.id;
    },
    /** Its aircraft and its air are free again. */
    async clear(): Promise<void> {
      await world.sql.updateTable('plan').set({ state: 12 }).where('state', '<', 10).execute();
      await world.sql
        .updateTable('flowInstance')
        .set({ state: 'withdrawn' })
        .where('state', '=', 'running')
        .execute();
      await world.sql.updateTable('planMessage').set({ state: 'ignored' }).execute();
    },
    async close(): Promise<void> {
      await world.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
export type MessageWorld = Awaited<ReturnType<typeof startMessageWorld>>;
