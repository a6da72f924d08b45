import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActionContext,
  actionsFrom,
  decide,
  type PlanAction,
  partiesOf,
  planActions,
} from '#domain/plans/machine.ts';
import { type PlanState, planStates, stateKey } from '#domain/plans/states.ts';

const now = Date.UTC(2026, 10, 21, 4, 0);
/** Everything an action could need is there; what a test takes away is what it is about. */
const full: ActionContext = {
  lastStep: true,
  reason: '天气原因',
  restriction: '高度不超过 300 米',
  standing: false,
  detourOpen: false,
  order: 'open',
  taskCount: 2,
  reportedAt: now - 60_000,
  reportGraceMs: 1_800_000,
  departureAt: now - 2 * 3_600_000,
  lapseAfterMs: 3_600_000,
  now,
};

/** decisions.md §4, every state × every action: where it leads; `.` refused, T trash. Columns are states 0 to 12. */
const table: Record<PlanAction, string> = {
  //                 0  1  2  3  4  5  6  7  8  9 10 11 12
  edit: '            0  .  .  3  .  .  .  .  .  .  .  .  .',
  submit: '          1  .  .  1  .  .  .  .  .  .  .  .  .',
  takeUp: '          .  2  .  .  .  .  .  .  .  .  .  .  .',
  approve: '         .  .  4  .  .  .  .  .  .  .  .  .  .',
  reject: '          .  .  3  .  .  .  .  .  .  .  .  .  .',
  applyRelease: '    .  .  .  .  5  .  .  5  .  .  .  .  .',
  editRelease: '     .  .  .  .  .  5  .  .  5  .  .  .  .',
  withdrawRelease: ' .  .  .  .  .  4  .  .  .  .  .  .  .',
  takeUpRelease: '   .  .  .  .  .  6  .  .  .  .  .  .  .',
  allow: '           .  .  .  .  .  .  8  .  .  .  .  .  .',
  allowRestricted: ' .  .  .  .  .  .  8  .  .  .  .  .  .',
  refuse: '          .  .  .  .  .  .  7  .  .  .  .  .  .',
  takeOff: '         .  .  .  .  .  .  .  .  9  .  .  .  .',
  land: '            .  .  .  .  .  .  .  .  . 10  .  .  .',
  editReport: '      .  .  .  .  .  .  .  .  .  9 10  .  .',
  revertReport: '    .  .  .  .  .  .  .  .  .  8  9  .  .',
  withdraw: '        . 11 11  .  .  .  .  .  .  .  .  .  .',
  cancel: '          .  .  .  . 12 12 12 12 12  .  .  .  .',
  delete: '          T  .  .  T  .  .  .  .  .  .  .  .  .',
  split: '           0  1  .  .  4  .  .  .  .  .  .  .  .',
  endTerm: '         .  .  .  .  4  .  .  .  .  .  .  .  .',
  applyDetour: '     .  .  .  .  .  .  .  .  .  9  .  .  .',
  acceptDetour: '    .  .  .  .  .  .  .  .  .  9  .  .  .',
  refuseDetour: '    .  .  .  .  .  .  .  .  .  9  .  .  .',
  stopFlight: '      .  .  .  .  .  .  .  .  .  9  .  .  .',
  recall: '          .  .  .  .  .  .  .  .  .  9  .  .  .',
  acknowledgeOrder: '.  .  .  .  .  .  .  .  .  9  .  .  .',
  liftOrder: '       .  .  .  .  .  .  .  .  .  9  .  .  .',
  lapse: '           .  .  .  . 12 12  .  . 12  .  .  .  .',
};

describe('the whole table', () => {
  test('every action is in the table', () => {
    expect(Object.keys(table)).toEqual([...planActions]);
  });

  for (const action of planActions) {
    const cells = table[action].trim().split(/\s+/);
    test.each(planStates.map((state) => [state, cells[state]]))(
      `${action} from %i leads to %s`,
      (state, cell) => {
        const answers = action === 'acceptDetour' || action === 'refuseDetour';
        const context = { ...full, standing: action === 'endTerm', detourOpen: answers };
        const outcome = decide(state as PlanState, action, context);
        if (cell === '.') {
          expect(outcome).toEqual({
            ok: false,
            code: 'plan.refused.state',
            values: { state, action },
            rule: expect.stringMatching(/^plan\.rule\./),
          });
        } else {
          expect(outcome).toEqual({ ok: true, to: cell === 'T' ? 'trash' : Number(cell) });
        }
      },
    );
  }
});

describe('what an action needs beside the state', () => {
  test.each<[PlanAction, PlanState, Partial<ActionContext>, string]>([
    ['submit', 0, { taskCount: 0 }, 'plan.refused.noTask'],
    ['reject', 2, { reason: null }, 'plan.refused.reason'],
    ['reject', 2, { reason: '  ' }, 'plan.refused.reason'],
    ['refuse', 6, { reason: null }, 'plan.refused.reason'],
    ['cancel', 4, { reason: null }, 'plan.refused.reason'],
    ['allowRestricted', 6, { restriction: null }, 'plan.refused.restriction'],
    ['split', 0, { taskCount: 1 }, 'plan.refused.oneTask'],
    ['editReport', 9, { reportedAt: now - 1_800_001 }, 'plan.refused.grace'],
    ['revertReport', 10, { reportedAt: now - 1_800_001 }, 'plan.refused.grace'],
    ['revertReport', 10, { reportedAt: null }, 'plan.refused.grace'],
    ['lapse', 4, { departureAt: now - 3_600_000 + 1 }, 'plan.refused.notLapsed'],
    ['lapse', 8, { departureAt: null }, 'plan.refused.notLapsed'],
    // A standing plan is flown by the plans of its days: it is neither released nor does it lapse.
    ['applyRelease', 4, { standing: true }, 'plan.refused.standingRelease'],
    ['lapse', 4, { standing: true }, 'plan.refused.notLapsed'],
    ['applyDetour', 9, { detourOpen: true }, 'plan.refused.detourOpen'],
    ['applyDetour', 9, { reason: null }, 'plan.refused.reason'],
    ['acceptDetour', 9, { detourOpen: false }, 'plan.refused.noDetour'],
    ['refuseDetour', 9, { detourOpen: true, reason: null }, 'plan.refused.reason'],
    ['stopFlight', 9, { reason: null }, 'plan.refused.reason'],
    ['recall', 9, { reason: ' ' }, 'plan.refused.reason'],
    ['acknowledgeOrder', 9, { order: null }, 'plan.refused.noOrder'],
    ['acknowledgeOrder', 9, { order: 'acknowledged' }, 'plan.refused.noOrder'],
    ['liftOrder', 9, { order: null }, 'plan.refused.noOrder'],
    ['liftOrder', 9, { order: 'acknowledged', reason: null }, 'plan.refused.reason'],
    ['endTerm', 4, { standing: false }, 'plan.refused.noTerm'],
    ['endTerm', 4, { standing: true, reason: ' ' }, 'plan.refused.reason'],
  ])('%s from %i with %o says %s', (action, state, change, code) => {
    expect(decide(state, action, { ...full, ...change })).toMatchObject({ ok: false, code });
  });

  test('a report may be changed until the very end of the grace time, a plan lapses at the very hour', () => {
    expect(decide(9, 'editReport', { ...full, reportedAt: now - 1_800_000 }).ok).toBe(true);
    expect(decide(5, 'lapse', { ...full, departureAt: now - 3_600_000 }).ok).toBe(true);
  });

  test('a step that is not the last keeps the plan where it is', () => {
    const context = { ...full, lastStep: false };
    expect(decide(2, 'approve', context)).toEqual({ ok: true, to: 2 });
    expect(decide(6, 'allow', context)).toEqual({ ok: true, to: 6 });
    expect(decide(6, 'allowRestricted', context)).toEqual({ ok: true, to: 6 });
  });
});

test('who an action belongs to', () => {
  expect(partiesOf('approve')).toEqual(['approver']);
  expect(partiesOf('cancel')).toEqual(['operator', 'approver']);
  expect(partiesOf('takeOff')).toContain('surveillance');
  expect(partiesOf('lapse')).toEqual(['clock']);
});

test('nothing leaves an end state, and no change closes a plan in flight', () => {
  expect(actionsFrom(11)).toEqual([]);
  expect(actionsFrom(12)).toEqual([]);
  expect(actionsFrom(9)).toEqual([
    'land',
    'editReport',
    'revertReport',
    'applyDetour',
    'acceptDetour',
    'refuseDetour',
    'stopFlight',
    'recall',
    'acknowledgeOrder',
    'liftOrder',
  ]);
});

test('texts of the states with their two variants', () => {
  expect(stateKey(4)).toBe('plan.state.4');
  expect(stateKey(4, { today: true })).toBe('plan.state.4.today');
  expect(stateKey(8, { restricted: true })).toBe('plan.state.8.restricted');
  expect(stateKey(9, { restricted: true, today: true })).toBe('plan.state.9');
});

test('no sequence of actions reaches a state that the table does not allow, nor loses the plan', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ action: fc.constantFrom(...planActions), lastStep: fc.boolean() }), {
        maxLength: 60,
      }),
      (sequence) => {
        let state: PlanState | 'trash' = 0;
        let records = 0;
        let changes = 0;
        for (const { action, lastStep } of sequence) {
          if (state === 'trash') break;
          const outcome = decide(state, action, { ...full, lastStep });
          if (!outcome.ok) continue;
          records += 1;
          if (outcome.to !== state) changes += 1;
          const cell: string | undefined = table[action].trim().split(/\s+/)[state];
          expect(cell).not.toBe('.');
          state = outcome.to;
          expect(state === 'trash' || planStates.includes(state)).toBe(true);
        }
        // Each change of state came from an accepted action, and each accepted action leaves one record.
        expect(changes).toBeLessThanOrEqual(records);
      },
    ),
  );
});

test('in flight is reached only through an approval and a release', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...planActions), { maxLength: 80 }), (sequence) => {
      let state: PlanState | 'trash' = 0;
      const done = new Set<PlanAction>();
      for (const action of sequence) {
        if (state === 'trash') break;
        const outcome = decide(state, action, full);
        if (!outcome.ok) continue;
        done.add(action);
        state = outcome.to;
        if (state === 9) {
          expect(done.has('approve')).toBe(true);
          expect(done.has('allow') || done.has('allowRestricted')).toBe(true);
        }
      }
    }),
  );
});
