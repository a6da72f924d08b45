import { type Static, Type } from '@sinclair/typebox';
import { flowView } from '#server/features/approvals/flow-view.ts';
import { nullable } from '#server/http/nullable.ts';
import { altitudeInput } from './plan-input.ts';

const text = nullable(Type.String());
const integer = nullable(Type.Integer());
/** UTC, ISO 8601. */
const time = nullable(Type.String());
const altitude = nullable(altitudeInput);
/** GeoJSON geometry or null. */
const geometry = Type.Unknown();
/** Titles of related records by field, as the caller may read them. */
const labels = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]));

export const taskView = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  plan: Type.Integer(),
  sequence: Type.Integer(),
  callsign: Type.String(),
  aircraft: Type.Integer(),
  /** Six hex digits, lower case. */
  icao24: text,
  registration: text,
  typeDesignator: text,
  pilots: Type.Array(Type.Integer()),
  picName: text,
  crewCount: integer,
  departure: integer,
  departurePoint: integer,
  destination: integer,
  destinationPoint: integer,
  alternate: integer,
  etd: Type.String(),
  eta: Type.String(),
  airspace: integer,
  geometry,
  /** Where it flies: what was drawn, else its airspace, else the line between its ends. */
  footprint: geometry,
  corridorWidthM: nullable(Type.Number()),
  lower: altitude,
  upper: altitude,
  rules: text,
  route: text,
  ssrCode: text,
  labels,
});
export type TaskView = Static<typeof taskView>;

const planFields = {
  id: Type.Integer(),
  version: Type.Integer(),
  planNumber: Type.String(),
  kind: Type.String(),
  urgency: Type.String(),
  unmanned: Type.Boolean(),
  company: Type.Integer(),
  missionType: Type.Integer(),
  /** Specification §4: 0 to 12. */
  state: Type.Integer(),
  /** In the caller's language, with the variant of a restricted release. */
  stateText: Type.String(),
  /** As the view of today says it: an approved plan awaits its release application. */
  todayStateText: Type.String(),
  restricted: Type.Boolean(),
  callsign: text,
  startTime: time,
  endTime: time,
  departure: integer,
  departurePoint: integer,
  destination: integer,
  destinationPoint: integer,
  airspace: integer,
  /** By when it is filed and decided: as it was submitted, or as it would count now. */
  submitBy: time,
  decideBy: time,
  /** When the clock cancels it unless it flies or a delay is asked for; null: it does not. */
  lapsesAt: time,
  /** From when a flight that has not landed is overdue; null: not in flight. */
  overdueAt: time,
  /** YYYY-MM-DD: the term of a standing plan; of one made from it, the day that it was made for. */
  validFrom: text,
  validTo: text,
  /** 1 Monday to 7 Sunday; empty: every day. */
  weekdays: Type.Array(Type.Integer()),
  standingPlan: integer,
  /** A day within the term of a standing plan in an approved temporary airspace (Order 371, art. 17). */
  withinTerm: Type.Boolean(),
  /** Where it landed, if not at its destination. */
  landedAirport: integer,
  landedPoint: integer,
  realEtd: time,
  takeoffAt: time,
  realEta: time,
  actualNum: integer,
  flightNum: integer,
  submittedAt: time,
  reason: text,
  /** s_FLT (specification §4) and its label; delay in minutes, null where none. */
  sFlt: Type.Integer(),
  sFltText: Type.String(),
  delayMinutes: integer,
  labels,
};

/** A task as a list, a time line or a map of many plans shows it. */
export const taskItem = Type.Object({
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
  ...planFields,
  /** A step of its flow waits for the caller. */
  waiting: Type.Boolean(),
  /** Where they were asked for. */
  tasks: Type.Optional(Type.Array(taskItem)),
});
export type PlanItem = Static<typeof planItem>;

export const actionView = Type.Object({
  /** As in the state machine: submit, approve, applyRelease, takeOff … */
  action: Type.String(),
  text: Type.String(),
  /** The call that does it. */
  call: Type.String(),
  /** Whose it is; `relevant` says whether the caller is of that party, so that a screen shows the button at all. */
  party: Type.Union([Type.Literal('operator'), Type.Literal('approver')]),
  relevant: Type.Boolean(),
  allowed: Type.Boolean(),
  /** Why not, and the rule; null where allowed. */
  reason: text,
  rule: text,
  /** What the call wants beside the id: reason, restriction, time, assignees. */
  needs: Type.Array(Type.String()),
});
export type ActionView = Static<typeof actionView>;

export const planDetail = Type.Object({
  plan: Type.Object({
    ...planFields,
    mission: text,
    restriction: text,
    alternate: integer,
    geometry,
    lower: altitude,
    upper: altitude,
    picName: text,
    crewCount: integer,
    aircraftCount: integer,
    ssrCode: text,
    communications: text,
    weatherMinima: text,
    supportNeeds: text,
    contact: text,
    phone: text,
    missionApproval: text,
    remarks: text,
    submittedBy: integer,
    decidedAt: time,
    releaseSubmittedAt: time,
    releaseDecidedAt: time,
    splitFrom: integer,
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
  state: Type.Integer(),
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

export const findingView = Type.Object({
  level: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  code: Type.String(),
  /** The rule in the caller's language. */
  rule: Type.String(),
  /** e.g. `tasks.0.aircraft`; empty: the plan as a whole. */
  field: Type.String(),
  message: Type.String(),
  with: nullable(Type.Object({ resource: Type.String(), id: Type.Integer(), label: Type.String() })),
  /** The air of what it is with, whoever holds it: it is to be flown around; null where that has no extent. */
  shape: nullable(
    Type.Object({
      geometry,
      /** Kept on each side of a line or around a point, metres. */
      marginM: Type.Number(),
      lower: altitude,
      upper: altitude,
      /** The time that both share, UTC; null: without limit. */
      from: time,
      to: time,
    }),
  ),
  /** False: the limits could not be brought to one datum and the whole column counts; null: none were compared. */
  altitudeCompared: nullable(Type.Boolean()),
  /** True: the plan as it is stored meets it already; false: it would be new; absent: no plan's conflict. */
  existing: Type.Optional(Type.Boolean()),
});

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

export const activePlan = Type.Object({
  id: Type.Integer(),
  planNumber: Type.String(),
  state: Type.Integer(),
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
