import { describe, expect, test } from 'vitest';
import {
  type FlowStep,
  flowFor,
  holdsFor,
  mayDecide,
  next,
  type RunningFlow,
  readStep,
  stepDueAt,
  stepsFor,
} from '#domain/approvals/flow.ts';
import type { Actor } from '#domain/identity/access.ts';

const actor = (change: Partial<Actor> = {}): Actor => ({
  userId: 20,
  userName: 'atmb',
  name: '空管',
  companyId: null,
  companyIds: [],
  coverageIds: [],
  roles: ['ATMB'],
  permissions: ['Pages.BaseManage.Craft_Audit'],
  organizationUnitIds: [],
  ...change,
});
const step = (change: Partial<FlowStep> = {}): FlowStep => ({
  ...readStep({ name: '初审', roles: ['ATMB'] }),
  ...change,
});
const running = (change: Partial<RunningFlow> = {}): RunningFlow => ({
  kind: 'aircraft',
  steps: [step(), step({ name: '终审' })],
  stepIndex: 0,
  companyId: 1,
  applicantId: 10,
  assignees: [],
  approvedBy: [],
  ...change,
});

describe('who may decide', () => {
  test.each<[string, RunningFlow, Actor, string | null]>([
    ['by role', running(), actor(), null],
    [
      'named, without the permission to decide such documents',
      running({ steps: [step({ users: [20] })] }),
      actor({ permissions: ['Pages.BaseManage.Pilot_Audit', 'Pages.Operating.FlowConfig'] }),
      'flow.refused.noPermission',
    ],
    [
      'handed the step, without the permission',
      running({ assignees: [20], kind: 'pilot' }),
      actor(),
      'flow.refused.noPermission',
    ],
    ['another role', running(), actor({ roles: ['AIW'] }), 'flow.refused.notNamed'],
    [
      'an administrator is not named either',
      running(),
      actor({ roles: ['Admin'], permissions: ['Pages.Admin'] }),
      'flow.refused.notNamed',
    ],
    [
      'by organization unit',
      running({ steps: [step({ roles: [], organizationUnits: [4] })] }),
      actor({ organizationUnitIds: [4] }),
      null,
    ],
    ['by name', running({ steps: [step({ roles: [], users: [20] })] }), actor({ roles: [] }), null],
    ['what the user submitted themselves', running({ applicantId: 20 }), actor(), 'flow.refused.own'],
    ['what the user’s company submitted', running(), actor({ companyId: 1 }), 'flow.refused.own'],
    [
      'what a company that the user serves submitted',
      running(),
      actor({ companyIds: [1, 2] }),
      'flow.refused.own',
    ],
    [
      'the user’s own, where the flow allows it',
      running({ steps: [step({ ownOrganizationAllowed: true })] }),
      actor({ companyId: 1 }),
      null,
    ],
    [
      'twice',
      running({ steps: [step({ quorum: 'all' })], approvedBy: [20] }),
      actor(),
      'flow.refused.already',
    ],
    ['after reassignment to another', running({ assignees: [21] }), actor(), 'flow.refused.notNamed'],
    ['after reassignment to the user', running({ assignees: [20] }), actor({ roles: [] }), null],
    ['after the end', running({ stepIndex: 2 }), actor(), 'flow.refused.ended'],
  ])('%s', (_, flow, who, code) => {
    const answer = mayDecide(flow, who);
    expect(answer.ok ? null : answer.code).toBe(code);
  });
});

describe('what follows', () => {
  test.each<[string, RunningFlow, Parameters<typeof next>[1], number[], ReturnType<typeof next>]>([
    ['first of two steps', running(), 'approve', [20], { state: 'waiting', stepIndex: 1, stepDone: true }],
    ['last step', running({ stepIndex: 1 }), 'approve', [20], { state: 'approved' }],
    ['rejected anywhere', running(), 'reject', [20], { state: 'rejected' }],
    ['returned', running(), 'return', [20], { state: 'returned' }],
    ['reassigned', running(), 'reassign', [20], { state: 'waiting', stepIndex: 0, stepDone: false }],
    [
      'all: one of two',
      running({ steps: [step({ quorum: 'all' })] }),
      'approve',
      [20, 21],
      { state: 'waiting', stepIndex: 0, stepDone: false },
    ],
    [
      'all: both',
      running({ steps: [step({ quorum: 'all' })], approvedBy: [21] }),
      'approve',
      [20, 21],
      { state: 'approved' },
    ],
    [
      'majority: two of four is not',
      running({ steps: [step({ quorum: 'majority' })], approvedBy: [21] }),
      'approve',
      [20, 21, 22, 23],
      { state: 'waiting', stepIndex: 0, stepDone: false },
    ],
    [
      'majority: two of three is',
      running({ steps: [step({ quorum: 'majority' })], approvedBy: [21] }),
      'approve',
      [20, 21, 22],
      { state: 'approved' },
    ],
    [
      'all: what one gave who may no more still counts, for themselves alone',
      running({ steps: [step({ quorum: 'all' })], approvedBy: [23] }),
      'approve',
      [20, 21],
      { state: 'waiting', stepIndex: 0, stepDone: false },
    ],
    [
      'all: nobody else may any more',
      running({ steps: [step({ quorum: 'all' })], approvedBy: [23] }),
      'approve',
      [20],
      { state: 'approved' },
    ],
  ])('%s', (_, flow, decision, candidates, expected) => {
    expect(next(flow, decision, 20, candidates)).toEqual(expected);
  });
});

describe('conditions on the document', () => {
  test.each([
    [null, true],
    [{}, true],
    [{ urgency: 'rescue' }, false],
    [{ urgency: 'normal' }, true],
    [{ heightM: { $gt: 300 } }, true],
    [{ heightM: { $gt: 600 } }, false],
    [{ missionType: { $in: [1, 2] } }, true],
    [{ 'upper.value': { $lte: 500 } }, true],
  ])('%o holds: %s', (condition, holds) => {
    expect(
      holdsFor(condition, { urgency: 'normal', heightM: 500, missionType: 2, upper: { value: 500 } }),
    ).toBe(holds);
  });

  test('steps that do not hold are left out, flows are taken in order of priority', () => {
    const steps = [
      step(),
      step({ name: '军方', condition: { heightM: { $gt: 1000 } } }),
      step({ name: '终审' }),
    ];
    expect(stepsFor(steps, { heightM: 500 }).map(({ name }) => name)).toEqual(['初审', '终审']);
    const flows = [
      { id: 1, documentKind: 'plan', condition: null, priority: 100 },
      { id: 2, documentKind: 'plan', condition: { urgency: 'rescue' }, priority: 10 },
      { id: 3, documentKind: 'release', condition: null, priority: 1 },
    ];
    expect(flowFor(flows, 'plan', { urgency: 'rescue' })?.id).toBe(2);
    expect(flowFor(flows, 'plan', { urgency: 'normal' })?.id).toBe(1);
    expect(flowFor(flows, 'airspace', {})).toBeUndefined();
  });
});

test('the time limit of a step', () => {
  expect(stepDueAt(step({ timeLimitMinutes: 30 }), 1000)).toBe(1_801_000);
  expect(stepDueAt(step(), 1000)).toBeNull();
});
