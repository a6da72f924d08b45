import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { type PlanWorld, startPlanWorld } from '../../support/plan-world.ts';

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
] as const;
type Move = (typeof moves)[number];

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
    case 'land':
      return by(operator, 'UpdateStateAndRealEta', { state: 10, realEta: '2026-11-21T02:00:00Z' });
    default:
      return by(operator, 'BackUpdateStateAndRealEta', {});
  }
}

test('whatever is called in whatever order, the plan stays, and its last record says its state', async () => {
  const { demo, operator } = world;
  const sql = world.sql;
  const likely = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...moves) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Move>('submit', 'approve', 'approveLast', 'apply', 'allow', 'takeOff'),
    },
  );
  const course: Move[] = ['submit', 'approve', 'approveLast', 'apply', 'allow', 'takeOff'];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(course.length),
      fc.array(likely, { minLength: 5, maxLength: 25 }),
      async (begun, rest) => {
        await sql.updateTable('plan').set({ state: 12 }).where('state', '<', 10).execute();
        world.setClock('2026-11-20T02:00:00Z');
        const { id } = (await world.call(operator, 'Navigation/AddNAircraft', {
          missionType: demo.missionTypes.get('PATROL'),
          tasks: [
            {
              callsign: 'B10QA',
              aircraft: demo.aircraft.get('B-10QA'),
              pilots: [demo.pilots.get('高翔')],
              departure: demo.airports.get('ZUGH|'),
              destination: demo.airports.get('ZUGH|'),
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
        })) as { id: number };
        for (const move of [...course.slice(0, begun), ...rest]) {
          await make(id, move).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
          const plan = await world.records.get(operator, 'plan', id);
          expect(plan.deletedAt).toBeNull();
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
    { numRuns: 8 },
  );
}, 60_000);
