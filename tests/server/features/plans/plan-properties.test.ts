import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#domain/text/errors.ts';
import { silentLog } from '#tests/support/database.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());

const etd = '2026-11-21T02:10:00Z';
const moves = [
  'submit',
  'open',
  'approve',
  'approveLast',
  'reject',
  'apply',
  'editApply',
  'backApply',
  'allow',
  'refuse',
  'takeOff',
  'land',
  'revert',
  'withdraw',
  'cancel',
  'edit',
  'editReport',
  'detour',
  'acceptDetour',
  'refuseDetour',
  'lapse',
  'land too early',
] as const;
type Move = (typeof moves)[number];

const plan = () => ({
  missionType: world.demo.missionTypes.get('PATROL'),
  tasks: [
    {
      callsign: 'B10QA',
      aircraft: world.demo.aircraft.get('B-10QA'),
      pilots: [world.demo.pilots.get('高翔')],
      departure: world.demo.airports.get('ZUGH|'),
      destination: world.demo.airports.get('ZUGH|'),
      etd: '2026-11-21T02:00:00Z',
      eta: '2026-11-21T03:30:00Z',
      geometry: {
        type: 'LineString',
        coordinates: [
          [104.32, 30.95],
          [104.35, 31.0],
        ],
      },
      upper: { value: 900, unit: 'm', reference: 'AMSL' },
    },
  ],
});

async function taskOf(id: number): Promise<number> {
  const row = await world.sql
    .selectFrom('jobTask')
    .select('id')
    .where('plan', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return Number(row?.id);
}

async function openDetour(id: number): Promise<number> {
  const row = await world.sql
    .selectFrom('detour')
    .select('id')
    .where('plan', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return Number(row?.id ?? 999_999);
}

/** All that is stored of a plan: what a refused change may not have touched. */
async function storedOf(id: number): Promise<string> {
  const tasks = await world.sql
    .selectFrom('jobTask')
    .selectAll()
    .where('plan', '=', id)
    .orderBy('id')
    .execute();
  return JSON.stringify([await world.records.get(world.operator, 'plan', id), tasks]);
}

/** Where a flight may be after one call: no call closes it but its landing, and only a take-off taken back grounds it. */
const afterFlight: Record<string, number[]> = { land: [10], revert: [8] };

/** One call, by whoever would make it. */
async function make(id: number, move: Move): Promise<unknown> {
  const { operator, atmb } = world;
  const by = (caller: typeof operator, name: string, input: object) =>
    world.call(caller, `Navigation/${name}`, { id, ...input });
  const decide = (decision: string, stepIndex: number, comment = '理由') =>
    by(atmb, 'DoFlyApprove', { decision, stepIndex, comment });
  switch (move) {
    case 'submit':
      world.setClock('2026-11-20T02:00:00Z');
      return world.call(operator, 'Navigation/SaveNAircrafts', { ids: [id], submit: true });
    case 'open':
      return world.call(atmb, 'Navigation/GetStepNaircraft', { nairid: id });
    case 'approve':
      return decide('approve', 0);
    case 'approveLast':
      return decide('approve', 1);
    case 'reject':
      return decide('reject', 0);
    case 'allow':
      return decide('allow', 0);
    case 'refuse':
      return decide('refuse', 0);
    case 'withdraw':
      return by(operator, 'BackNAircraft', {});
    case 'cancel':
      return by(operator, 'CancelNAircraft', { reason: '理由' });
    case 'backApply':
      return by(operator, 'BackApplyOpenDynamic', {});
    case 'edit': {
      const { version } = await world.records.get(operator, 'plan', id);
      return by(operator, 'UpdateNAircraftById', { ...plan(), version, mission: '改动' });
    }
    case 'lapse':
      world.setClock('2026-11-21T06:00:00Z');
      return world.navigation.planClock({ changes: world.feed, log: silentLog }).tick();
    default:
      world.setClock('2026-11-21T02:00:00Z');
  }
  switch (move) {
    case 'apply':
      return by(operator, 'ApplyOpenDynamic', { realEtd: etd });
    case 'editApply':
      return by(operator, 'EditApplyOpenDynamic', { realEtd: etd });
    case 'takeOff':
      return by(operator, 'UpdateStateAndRealEta', { state: 9, realEta: '2026-11-21T01:58:00Z' });
    case 'land too early':
      return by(operator, 'UpdateStateAndRealEta', { state: 10, realEta: '2026-11-21T01:00:00Z' });
    case 'editReport':
      return by(operator, 'EditUpdateStateAndRealEta', { realEta: '2026-11-21T01:59:00Z' });
    case 'detour':
      return by(operator, 'ApplyDetour', { task: await taskOf(id), reason: '绕飞雷雨', route: 'DCT' });
    case 'acceptDetour':
    case 'refuseDetour':
      return by(atmb, 'DecideDetour', {
        detour: await openDetour(id),
        accept: move === 'acceptDetour',
        comment: '理由',
      });
    case 'land':
      return by(operator, 'UpdateStateAndRealEta', { state: 10, realEta: '2026-11-21T02:00:00Z' });
    default:
      return by(operator, 'BackUpdateStateAndRealEta', {});
  }
}

test('whatever is called in whatever order, the plan stays, and its last record says its state', async () => {
  const { operator } = world;
  const sql = world.sql;
  const likely = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...moves) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Move>(
        'submit',
        'approve',
        'approveLast',
        'apply',
        'allow',
        'takeOff',
        'detour',
      ),
    },
  );
  const course: Move[] = ['submit', 'approve', 'approveLast', 'apply', 'allow', 'takeOff'];
  const taken = new Set<Move>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(course.length),
      fc.array(likely, { minLength: 5, maxLength: 25 }),
      async (begun, rest) => {
        await sql.updateTable('plan').set({ state: 12 }).where('state', '<', 10).execute();
        world.setClock('2026-11-20T02:00:00Z');
        const { id } = (await world.call(operator, 'Navigation/AddNAircraft', plan())) as { id: number };
        for (const move of [...course.slice(0, begun), ...rest]) {
          const before = await storedOf(id);
          const was = await world.records.get(operator, 'plan', id);
          let refused = false;
          await make(id, move).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
            refused = true;
          });
          if (refused) expect(await storedOf(id)).toBe(before);
          else taken.add(move);
          const plan = await world.records.get(operator, 'plan', id);
          expect(plan.deletedAt).toBeNull();
          if (was.state === 9) expect([9, ...(afterFlight[move] ?? [])]).toContain(plan.state);
          const { items } = (await world.call(operator, 'OperateRecord/GetListById', { id })) as {
            items: { fromState: number | null; toState: number }[];
          };
          expect(items.at(-1)?.toState).toBe(plan.state);
          // The records are a chain: each begins where the one before it ended.
          for (const [index, item] of items.entries()) {
            if (index > 0) expect(item.fromState).toBe(items[index - 1]?.toState);
          }
          const running = await sql
            .selectFrom('flowInstance')
            .select(['documentKind'])
            .where('documentId', '=', id)
            .where('state', '=', 'running')
            .execute();
          const waits =
            plan.state === 1 || plan.state === 2
              ? ['plan']
              : plan.state === 5 || plan.state === 6
                ? ['release']
                : [];
          expect(running.map((one) => one.documentKind)).toEqual(waits);
        }
      },
    ),
    // The whole course of a flight first: whatever chance brings, not every call is one that is refused.
    { numRuns: 8, examples: [[course.length, ['land']]] },
  );
  expect([...taken]).toEqual(expect.arrayContaining([...course, 'land']));
}, 60_000);
