import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createMessages, type Messages } from '#server/features/messages/messages.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { silentLog } from './database.ts';
import { clearPlans, planActs } from './plan-acts.ts';
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
  const world: PlanWorld = await startPlanWorld({ reminders: true });
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'clearway-messages-'));
  const parameters = createParameters({ sql: world.database.kysely, changes: world.feed });

  /** Another server on the same database. */
  const server = ({ allowPrivate = true } = {}): Messages =>
    createMessages({
      database: world.database,
      records: world.records,
      changes: world.feed,
      parameters,
      inbound: world.navigation.inbound,
      dataFolder,
      secret: 'a secret of the tests',
      allowPrivate,
      clock: world.now,
      log: silentLog,
    });

  const acts = planActs(() => world);

  return {
    world,
    dataFolder,
    server,
    act: acts.act,
    async file(task: object = {}): Promise<number> {
      return (await acts.file({ task })).id;
    },
    approve: acts.approve,
    release: acts.release,
    async takeOff(id: number, at: string): Promise<void> {
      world.setClock(new Date(Date.parse(at) + 60_000).toISOString());
      await acts.act(world.operator, 'UpdateStateAndRealEta', { id, state: 9, realEta: at, actualNum: 1 });
    },
    async land(id: number, at: string): Promise<void> {
      world.setClock(new Date(Date.parse(at) + 60_000).toISOString());
      await acts.act(world.operator, 'UpdateStateAndRealEta', { id, state: 10, realEta: at, actualNum: 1 });
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
      await clearPlans(world);
      await world.sql.updateTable('planMessage').set({ state: 'ignored' }).execute();
    },
    async close(): Promise<void> {
      await world.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
export type MessageWorld = Awaited<ReturnType<typeof startMessageWorld>>;
