import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { resources } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { createRecordApprovals, type RecordApprovalsDeps } from '#server/record-approvals.ts';
import { silentLog } from '#tests/support/database.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
let audit: ReturnType<typeof createRecordApprovals>;
let tick: () => Promise<{ expired: { resource: string; id: number }[]; timedOut: number[] }>;

beforeAll(async () => {
  world = await startPlanWorld();
  const deps: RecordApprovalsDeps = {
    records: world.records,
    catalogue: createCatalogue(resources),
    flows: world.navigation.flows,
    database: world.database,
    parameters: createParameters({ sql: world.sql, changes: world.feed }),
    clock: () => world.now(),
  };
  audit = createRecordApprovals(deps);
  const auditClock = audit.auditClock({ changes: world.feed, log: silentLog });
  tick = () => auditClock.tick();
});
afterAll(() => world.close());

const aircraftId = (mark: string) => world.demo.aircraft.get(mark) ?? 0;
const read = (mark: string): Promise<StoredRecord> =>
  world.records.get(world.admin, 'aircraft', aircraftId(mark));
const typesHeard = () => world.changes.flatMap(({ message }) => (message ? [message.type] : []));

test('a paper that has ended undoes the acceptance once, with its history and its message', async () => {
  world.setClock('2026-11-20T02:00:00Z');
  const { expired } = await tick();
  // B-12QF's airworthiness ended a month before the demo began.
  expect(expired).toContainEqual({ resource: 'aircraft', id: aircraftId('B-12QF') });
  expect(await read('B-12QF')).toMatchObject({ auditState: 5 });
  expect(await read('B-10QA')).toMatchObject({ auditState: 1 });
  const [entry] = await world.records.history(world.admin, 'aircraft', aircraftId('B-12QF'));
  expect(entry).toMatchObject({
    source: 'system',
    by: null,
    changes: [{ field: 'auditState', before: 1, after: 5 }],
  });
  expect(typesHeard()).toContain('aircraft.expired');
  const { reason } = await world.sql
    .selectFrom('operateRecord')
    .select('reason')
    .where('recordId', '=', aircraftId('B-12QF'))
    .where('action', '=', 'expire')
    .executeTakeFirstOrThrow();
  const { airworthinessExpiry } = await read('B-12QF');
  expect(wordedIn(reason, 'en')).toBe(`Airworthiness valid until ${airworthinessExpiry}`);
  expect(wordedIn(reason, 'zh-Hans')).toBe(`适航证有效期至 ${airworthinessExpiry}`);
  const heard = world.changes.find(({ message }) => message?.type === 'aircraft.expired')?.message;
  expect(heard).toMatchObject({
    content: `航空器 B-12QF 证照到期，须重新审核：适航证有效期至 ${airworthinessExpiry}`,
    message: '',
  });
  expect((await tick()).expired).toEqual([]);
});

test('a paper is valid on its last day, as the day is where the service is', async () => {
  // The demo's insurance ends 200 days after the 20th of November: on the 8th of June.
  world.setClock('2027-06-08T15:59:00Z');
  expect((await tick()).expired).not.toContainEqual({ resource: 'aircraft', id: aircraftId('B-10QA') });
  world.setClock('2027-06-08T16:01:00Z');
  expect((await tick()).expired).toContainEqual({ resource: 'aircraft', id: aircraftId('B-10QA') });
  world.setClock('2026-11-20T02:00:00Z');
});

/** One that needs an audit, with a flow of one step for it alone. */
async function submitWith(mark: string, step: object): Promise<number> {
  const id = aircraftId(mark);
  await world.records.transaction(async (transaction) => {
    const record = await world.records.get(world.admin, 'aircraft', id, transaction.sql);
    const renewed = { auditState: 0, insuranceExpiry: '2030-01-01', airworthinessExpiry: '2030-01-01' };
    await world.records.untyped.update(
      world.admin,
      'aircraft',
      id,
      record.version,
      { ...renewed, radioLicenceExpiry: '2030-01-01' },
      transaction,
    );
  });
  const flow = await world.records.create(world.admin, 'flowConfig', {
    name: `限时 ${mark}`,
    documentKind: 'aircraft',
    priority: 1,
    condition: { registration: mark },
    steps: [{ name: '限时审核', roles: ['ATMB'], timeLimitMinutes: 60, ...step }],
  });
  await world.call(world.admin, 'FlowConfig/Publish', { id: flow.id });
  await audit.acts.submit(world.operator, 'aircraft', id, null);
  return id;
}

test.each([
  ['remind', 3, 'aircraft.stepOverdue'],
  ['approve', 1, 'aircraft.approved'],
  ['reject', 2, 'aircraft.rejected'],
] as const)(
  'at the end of its time limit a step does what the flow says: %s',
  async (onTimeout, state, message) => {
    world.setClock('2026-11-20T02:00:00Z');
    const mark = { remind: 'B-10QA', approve: 'B-70YK', reject: 'B-7396' }[onTimeout];
    const id = await submitWith(mark, { onTimeout });
    world.setClock('2026-11-20T02:59:00Z');
    expect((await tick()).timedOut).toEqual([]);
    world.changes.length = 0;
    world.setClock('2026-11-20T03:01:00Z');
    expect((await tick()).timedOut).toHaveLength(1);
    expect(await read(mark)).toMatchObject({ auditState: state });
    expect(typesHeard()).toContain(message);
    // It is said once, not at every round.
    expect((await tick()).timedOut).toEqual([]);
    if (state === 2) {
      const opinion = (await read(mark)).auditOpinion;
      expect(wordedIn(opinion, 'zh-Hans')).toBe('超过时限，按流程自动处理');
      expect(wordedIn(opinion, 'en')).toBe('Decided by the flow at the end of the time limit');
    }
    expect((await world.records.get(world.admin, 'aircraft', id)).auditState).toBe(state);
  },
);
