import type { FindingView } from '#contract/finding-view.ts';
import type {
  CheckView,
  PlanDetail,
  PlanItem,
  SavedPlan,
  StepDetail,
  TaskItem,
  TaskView,
} from '#contract/plans/plan-output.ts';
import { wholeOf } from '#domain/plans/filed-fields.ts';
import type { PlanState } from '#domain/plans/states.ts';
import { json } from '#tests/component/support/fake-server.ts';

/** Plans as the server answers them, each with what its test is about. */

export const planNumber = (id: number) => `FP20310506${String(id).padStart(4, '0')}`;

const emptyPlan = wholeOf('plan', { kind: 'quick', urgency: 'normal', company: 1, missionType: 1 });

function answered(id: number, state: PlanState) {
  return {
    id,
    version: 1,
    planNumber: planNumber(id),
    state,
    stateText: '',
    todayStateText: '',
    submitBy: null,
    decideBy: null,
    lapsesAt: null,
    overdueAt: null,
    sFlt: 10,
    sFltText: 'PLN',
    delayMinutes: null,
    labels: {},
  };
}

/** One of a list. */
export function planItem(id: number, values: Partial<PlanItem> = {}): PlanItem {
  return { ...emptyPlan, ...answered(id, 0), waiting: false, ...values };
}

/** A sortie of one of a list. */
export function taskItem(id: number, values: Partial<TaskItem> & Pick<TaskItem, 'etd' | 'eta'>): TaskItem {
  return {
    id,
    sequence: 1,
    callsign: `CWT${id}`,
    aircraft: id,
    registration: `B-10${id}`,
    geometry: null,
    corridorWidthM: null,
    lower: null,
    upper: null,
    departureName: '广汉',
    destinationName: '广汉',
    ...values,
  };
}

export function taskView(id: number, values: Partial<TaskView> = {}): TaskView {
  const required = {
    plan: 1,
    sequence: 1,
    callsign: 'B10QA',
    aircraft: 1,
    etd: '2031-05-06T02:00:00.000Z',
    eta: '2031-05-06T03:00:00.000Z',
  };
  return {
    ...wholeOf('jobTask', required),
    id,
    version: 1,
    icao24: null,
    registration: 'B-10QA',
    typeDesignator: 'C172',
    footprint: null,
    labels: {},
    ...values,
  };
}

/** A plan as its own page has it. */
export function planDetail(
  id: number,
  { plan = {}, ...values }: Partial<Omit<PlanDetail, 'plan'>> & { plan?: Partial<PlanDetail['plan']> } = {},
): PlanDetail {
  const at = '2031-05-01T00:00:00.000Z';
  return {
    plan: { ...emptyPlan, ...answered(id, 0), createdAt: at, updatedAt: at, ...plan },
    tasks: [],
    actions: [],
    flows: [],
    now: new Date().toISOString(),
    timeZone: 'Asia/Shanghai',
    ...values,
  };
}

/** The waiting step of a plan, for an approver who may decide it in every way. */
export function stepDetail(id: number, values: Partial<StepDetail> = {}): StepDetail {
  return {
    planId: id,
    planNumber: planNumber(id),
    state: 2,
    stateText: '受理中',
    version: 1,
    stage: 'plan',
    stepIndex: 0,
    mayDecide: true,
    whyNot: null,
    mayReturn: true,
    mayReassign: true,
    decisions: ['approve', 'return', 'reassign', 'reject'],
    flows: [],
    ...values,
  };
}

/** What a call answers of a plan that it changed. */
export function savedPlan(id: number, state: PlanState, version = 2): SavedPlan {
  return { id, version, planNumber: planNumber(id), state };
}

/** An action that may be taken now. */
export function allowed(
  action: PlanDetail['actions'][number]['action'],
  values: Partial<PlanDetail['actions'][number]> = {},
): PlanDetail['actions'][number] {
  return {
    action,
    party: 'operator',
    text: action,
    call: '',
    relevant: true,
    allowed: true,
    reason: null,
    rule: null,
    needs: [],
    ...values,
  };
}

export function checked(values: Partial<CheckView> = {}): CheckView {
  return {
    ok: true,
    findings: [],
    suggestions: [],
    offeredUrgencies: [],
    deadlines: null,
    ...values,
  };
}

export function finding(values: Partial<FindingView>): FindingView {
  return {
    level: 'error',
    code: 'conflict.plan',
    rule: '',
    field: '',
    message: '',
    with: null,
    shape: null,
    altitudeCompared: null,
    ...values,
  };
}

/** A refusal that names the fields it is about. */
export function refusedAt(message: string, fields: Record<string, string>, status = 400): Response {
  const validationErrors = Object.entries(fields).map(([field, text]) => ({
    message: text,
    members: [field],
  }));
  return json(
    { success: false, result: null, error: { code: 0, message, details: null, validationErrors } },
    status,
  );
}
