import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { PlanAction } from '#domain/plans/machine.ts';
import type { PlanState } from '#domain/plans/states.ts';
import type { FlowView } from '#web/features/approvals/flow/flow-types.ts';
import type { FindingView } from '#web/ui/finding-view.ts';
import type { Labels } from '#web/ui/record-labels.ts';

/** What the Navigation calls answer (specification §7). Times are UTC, ISO 8601. */
export interface PlanItem {
  id: number;
  version: number;
  planNumber: string;
  kind: string;
  urgency: string;
  unmanned: boolean;
  company: number;
  missionType: number;
  state: PlanState;
  restricted: boolean;
  callsign: string | null;
  startTime: string | null;
  endTime: string | null;
  submitBy: string | null;
  decideBy: string | null;
  /** When the clock cancels it unless it flies; from when a flight that has not landed is overdue. */
  lapsesAt: string | null;
  overdueAt: string | null;
  realEtd: string | null;
  takeoffAt: string | null;
  realEta: string | null;
  actualNum: number | null;
  flightNum: number | null;
  /** Where it landed, if not at its destination. */
  landedAirport?: number | null;
  landedPoint?: number | null;
  submittedAt: string | null;
  reason: string | null;
  sFltText: string;
  delayMinutes: number | null;
  /** Names of related records by field. */
  labels: Labels;
  /** A step of its flow waits for me; only in lists. */
  waiting?: boolean;
}

export interface PlanTask {
  id: number;
  version: number;
  sequence: number;
  callsign: string;
  aircraft: number;
  /** Six hex digits, lower case. */
  icao24: string | null;
  registration: string | null;
  typeDesignator: string | null;
  pilots: number[];
  picName: string | null;
  crewCount: number | null;
  etd: string;
  eta: string;
  geometry: Geometry | null;
  /** Where it flies: what was drawn, else its airspace, else the line between its ends. */
  footprint: Geometry | null;
  corridorWidthM: number | null;
  lower: Altitude | null;
  upper: Altitude | null;
  route: string | null;
  ssrCode: string | null;
  rules: string | null;
  labels: Labels;
  [field: string]: unknown;
}

export interface ActionView {
  action: PlanAction;
  party: 'operator' | 'approver';
  /** Whether I am of that party: what I may never do is not shown. */
  relevant: boolean;
  allowed: boolean;
  reason: string | null;
  rule: string | null;
}

export interface PlanDetail {
  plan: PlanItem & {
    mission: string | null;
    restriction: string | null;
    communications: string | null;
    weatherMinima: string | null;
    supportNeeds: string | null;
    contact: string | null;
    phone: string | null;
    missionApproval: string | null;
    remarks: string | null;
    submitBy: string | null;
    decidedAt: string | null;
    [field: string]: unknown;
  };
  tasks: PlanTask[];
  actions: ActionView[];
  flows: FlowView[];
  now: string;
  timeZone: string;
}

export interface StepDetail {
  planId: number;
  stage: 'plan' | 'release' | null;
  stepIndex: number | null;
  mayDecide: boolean;
  whyNot: string | null;
  /** What DoFlyApprove takes here. */
  decisions: string[];
}

/** The nearest free time, or the nearest free level, of a sortie that meets something. */
export interface Suggestion {
  kind: 'time' | 'level';
  /** The sortie's place in the plan, from 0. */
  task: number;
  etd?: string;
  eta?: string;
  lower?: Altitude | null;
  upper?: Altitude;
  message: string;
}

export interface CheckView {
  ok: boolean;
  findings: FindingView[];
  suggestions?: Suggestion[];
  /** Urgent categories that are still open where the submission is late. */
  offeredUrgencies: string[];
  /** By when it is filed and decided, and the rule that says so; null where no departure is known. */
  deadlines: { submitBy: string | null; decideBy: string | null; rule: string } | null;
}

export interface InboxItem {
  flowInstance: number;
  documentKindText: string;
  id: number;
  title: string;
  companyName: string | null;
  missionTypeName: string | null;
  startTime: string | null;
  endTime: string | null;
  urgency: string | null;
  state: PlanState;
  stepIndex: number;
  stepCount: number;
  stepName: string;
  waitingSince: string | null;
  stepDueAt: string | null;
  decideBy: string | null;
}

export interface Operation {
  id: number;
  action: string;
  actionText: string;
  fromStateText: string | null;
  toStateText: string | null;
  operatedAt: string;
  operatedByName: string | null;
  unit: string | null;
  channel: string | null;
  reason: string | null;
  rule: string | null;
}

export interface SavedPlan {
  id: number;
  version: number;
  planNumber: string;
  state: PlanState;
}
