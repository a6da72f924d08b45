import { type Static, Type } from '@sinclair/typebox';
import { actionFields } from '#contract/action-view.ts';
import { flowView } from '#contract/approvals/flow-view.ts';
import { findingView } from '#contract/finding-view.ts';
import { altitudeInput, geometryOutput as geometry } from '#contract/geo.ts';
import { labels } from '#contract/labels.ts';
import { nullable } from '#contract/nullable.ts';
import { recordOutputs } from '#contract/record-fields.ts';
import { unlistedFields } from '#domain/plans/filed-fields.ts';
import type { PlanAction } from '#domain/plans/machine.ts';
import type { PlanState } from '#domain/plans/states.ts';

const text = nullable(Type.String());
const integer = nullable(Type.Integer());
/** UTC, ISO 8601. */
const time = nullable(Type.String());
const altitude = nullable(altitudeInput);
export const taskView = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  ...recordOutputs('jobTask', ['company']),
  /** Six hex digits, lower case. */
  icao24: text,
  registration: text,
  typeDesignator: text,
  /** Where it flies: what was drawn, else its airspace, else the line between its ends. */
  footprint: geometry,
  labels,
});
export type TaskView = Static<typeof taskView>;

/** What is answered of a plan beside its own fields, or always where they may be empty. */
const planFields = {
  id: Type.Integer(),
  version: Type.Integer(),
  planNumber: Type.String(),
  /** Specification §4: 0 to 12. */
  state: Type.Unsafe<PlanState>(Type.Integer()),
  /** In the caller's language, with the variant of a restricted release. */
  stateText: Type.String(),
  /** As the view of today says it: an approved plan awaits its release application. */
  todayStateText: Type.String(),
  /** By when it is filed and decided: as it was submitted, or as it would count now. */
  submitBy: time,
  decideBy: time,
  /** When the clock cancels it unless it flies or a delay is asked for; null: it does not. */
  lapsesAt: time,
  /** From when a flight that has not landed is overdue; null: not in flight. */
  overdueAt: time,
  /** s_FLT (specification §4) and its label; delay in minutes, null where none. */
  sFlt: Type.Integer(),
  sFltText: Type.String(),
  delayMinutes: integer,
  labels,
};

/** Fields that a list has no use for, beside those that are filed and not listed. */
const detailFields = [
  'alternate',
  'geometry',
  'lower',
  'upper',
  'picName',
  'crewCount',
  'aircraftCount',
  'ssrCode',
  'submittedBy',
  'decidedAt',
  'releaseSubmittedAt',
  'releaseDecidedAt',
  'splitFrom',
] as const;

/** A task as a list, a time line or a map of many plans shows it. */
const taskItem = Type.Object({
  id: Type.Integer(),
  sequence: Type.Integer(),
  callsign: Type.String(),
  aircraft: Type.Integer(),
  registration: text,
  etd: Type.String(),
  eta: Type.String(),
  /** Where it flies: what was drawn, else its airspace, else the line between its ends. */
  geometry,
  corridorWidthM: nullable(Type.Number()),
  lower: altitude,
  upper: altitude,
  departureName: text,
  destinationName: text,
});
export type TaskItem = Static<typeof taskItem>;

export const planItem = Type.Object({
  ...recordOutputs('plan', [...unlistedFields.plan, ...detailFields]),
  ...planFields,
  /** A step of its flow waits for the caller. */
  waiting: Type.Boolean(),
  /** Where they were asked for. */
  tasks: Type.Optional(Type.Array(taskItem)),
});
export type PlanItem = Static<typeof planItem>;

const actionView = Type.Object({
  /** As in the state machine: submit, approve, applyRelease, takeOff … */
  action: Type.Unsafe<PlanAction>(Type.String()),
  party: Type.Union([Type.Literal('operator'), Type.Literal('approver'), Type.Literal('control')]),
  ...actionFields,
});
export type ActionView = Static<typeof actionView>;

export const planDetail = Type.Object({
  plan: Type.Object({
    ...recordOutputs('plan'),
    ...planFields,
    createdAt: Type.String(),
    updatedAt: Type.String(),
  }),
  tasks: Type.Array(taskView),
  actions: Type.Array(actionView),
  flows: Type.Array(flowView),
  /** The server's clock, UTC, and the zone that deadlines are meant in. */
  now: Type.String(),
  timeZone: Type.String(),
});
export type PlanDetail = Static<typeof planDetail>;

export const stepDetail = Type.Object({
  planId: Type.Integer(),
  planNumber: Type.String(),
  state: Type.Unsafe<PlanState>(Type.Integer()),
  stateText: Type.String(),
  version: Type.Integer(),
  /** Which of the two flows waits; null: neither. */
  stage: nullable(Type.Union([Type.Literal('plan'), Type.Literal('release')])),
  stepIndex: integer,
  /** May the caller decide the waiting step; if not, why. */
  mayDecide: Type.Boolean(),
  whyNot: text,
  mayReturn: Type.Boolean(),
  mayReassign: Type.Boolean(),
  /** What DoFlyApprove takes here. */
  decisions: Type.Array(Type.String()),
  flows: Type.Array(flowView),
});
export type StepDetail = Static<typeof stepDetail>;

/** A change to one task after which nothing stands in its way; verified before it is offered. */
export const suggestionView = Type.Object({
  kind: Type.Union([Type.Literal('time'), Type.Literal('level')]),
  /** The task's place in the plan, from 0. */
  task: Type.Integer(),
  /** Of a time: both ends, UTC. */
  etd: Type.Optional(Type.String()),
  eta: Type.Optional(Type.String()),
  /** Of a level: both limits. */
  lower: Type.Optional(altitude),
  upper: Type.Optional(altitudeInput),
  message: Type.String(),
});
export type Suggestion = Static<typeof suggestionView>;

export const checkView = Type.Object({
  ok: Type.Boolean(),
  findings: Type.Array(findingView),
  /** Nearest free time and nearest free levels of a task that conflicts. */
  suggestions: Type.Array(suggestionView),
  /** Urgent categories still open where the submission is late. */
  offeredUrgencies: Type.Array(Type.String()),
  /** By when the plan is filed and decided, UTC, and the rule in the caller's language; null without a departure. */
  deadlines: nullable(Type.Object({ submitBy: time, decideBy: time, rule: Type.String() })),
});
export type CheckView = Static<typeof checkView>;

export const activePlan = Type.Object({
  id: Type.Integer(),
  planNumber: Type.String(),
  state: Type.Unsafe<PlanState>(Type.Integer()),
  stateText: Type.String(),
  restricted: Type.Boolean(),
  callsign: text,
  callsigns: Type.Array(Type.String()),
  icao24s: Type.Array(Type.String()),
  company: Type.Integer(),
  companyName: text,
  startTime: time,
  endTime: time,
  features: Type.Array(
    Type.Object({
      /** Stable while the task lives: `plan-<id>-task-<id>`. */
      featureId: Type.String(),
      task: Type.Integer(),
      callsign: Type.String(),
      icao24: text,
      geometry,
      corridorWidthM: nullable(Type.Number()),
      lower: altitude,
      upper: altitude,
      etd: Type.String(),
      eta: Type.String(),
    }),
  ),
});
export type ActivePlan = Static<typeof activePlan>;

/** What a call answers of a plan that it changed. */
export const savedPlan = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  planNumber: Type.String(),
  state: Type.Unsafe<PlanState>(Type.Integer()),
});
export type SavedPlan = Static<typeof savedPlan>;
