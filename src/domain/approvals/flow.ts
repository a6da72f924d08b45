import { type Actor, abilityOf, adminPermission, holds, may } from '#domain/identity/access.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';

export const documentKinds = ['plan', 'release', 'airspace', 'aircraft', 'pilot', 'company'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Permissions of which a user needs one to decide documents of a kind, even where a flow names them. */
export const decidingPermissions: Record<DocumentKind, string[]> = {
  plan: ['Pages.Navigation'],
  release: ['Pages.Navigation'],
  airspace: ['Pages.AirspaceApproval.Library'],
  aircraft: ['Pages.BaseManage.Craft_Audit'],
  pilot: ['Pages.BaseManage.Pilot_Audit'],
  company: ['Pages.Users'],
};

/** One step of a flow. Whoever is named by role, organization unit or user id may take it. */
export type FlowStep = {
  name: string;
  nameEn?: string | null;
  roles: string[];
  organizationUnits: number[];
  users: number[];
  quorum: 'any' | 'all' | 'majority';
  timeLimitMinutes: number | null;
  /** At its end: remind those who wait, or count it as decided. */
  onTimeout: 'remind' | 'approve' | 'reject';
  mayReturn: boolean;
  mayReassign: boolean;
  ownOrganizationAllowed: boolean;
  /** MongoDB-style condition on the document, as CASL reads it; null: always needed. */
  condition: Record<string, unknown> | null;
};

/** The published version of a flow, by the number of its flow. */
export interface PublishedFlow {
  id: number;
  name: string;
  nameEn: string | null;
  documentKind: DocumentKind;
  condition: Record<string, unknown> | null;
  priority: number;
  steps: FlowStep[];
}

export type Decision = 'approve' | 'reject' | 'return' | 'reassign';

/** A document on its way through the steps that hold for it. */
export interface RunningFlow {
  kind: DocumentKind;
  steps: FlowStep[];
  /** Place of the step that waits, from 0. */
  stepIndex: number;
  companyId: number | null;
  applicantId: number | null;
  /** Users to whom the step was reassigned: they, and nobody else, may then take it. */
  assignees: number[];
  /** Approvals of the waiting step so far, by user. */
  approvedBy: number[];
}

/** Does the condition hold for the document? An empty one always does. */
export function holdsFor(condition: Record<string, unknown> | null | undefined, document: object): boolean {
  if (!condition || Object.keys(condition).length === 0) return true;
  const ability = abilityOf([{ action: 'read', subject: 'document', conditions: condition }]);
  return may(ability, 'read', 'document', document);
}

/**
 * The steps that a document must pass, in order. Settled when it is submitted, so that a later change of it
 * skips none.
 */
export function stepsFor(steps: FlowStep[], document: object): FlowStep[] {
  return steps.filter((step) => holdsFor(step.condition, document));
}

/** The first published flow, in order of priority, that fits the document. */
export function flowFor<
  F extends { documentKind: string; condition: Record<string, unknown> | null; priority: number },
>(flows: F[], kind: DocumentKind, document: object): F | undefined {
  return flows
    .filter((flow) => flow.documentKind === kind && holdsFor(flow.condition, document))
    .sort((a, b) => a.priority - b.priority)[0];
}

export type Answer = { ok: true } | { ok: false; code: string; rule: string };

const no = (code: string): Answer => ({ ok: false, code, rule: 'plan.rule.flow' });

/** Is the user named by the step? */
export function isNamed(
  step: Pick<FlowStep, 'roles' | 'organizationUnits' | 'users'>,
  actor: Actor,
): boolean {
  return (
    step.roles.some((role) => actor.roles.includes(role)) ||
    step.organizationUnits.some((unit) => actor.organizationUnitIds.includes(unit)) ||
    step.users.includes(actor.userId)
  );
}

/** Is the user one of those who decide in this flow, at whatever step? */
export function isDecider({ kind, steps }: Pick<RunningFlow, 'kind' | 'steps'>, actor: Actor): boolean {
  return holds(actor, decidingPermissions[kind]) && steps.some((step) => isNamed(step, actor));
}

/**
 * Does it take another user to publish a flow of these steps? Nobody makes themselves a decider, or a time limit one, on
 * their own; an administrator, who holds every permission, gains nothing by it.
 */
export function needsSecondPerson(steps: readonly FlowStep[], actor: Actor): boolean {
  if (actor.permissions.includes(adminPermission)) return false;
  return steps.some((step) => isNamed(step, actor) || step.onTimeout !== 'remind');
}

/** Did the user or their company submit it? An agent stands for every company it serves. */
export function isOwn(flow: Pick<RunningFlow, 'applicantId' | 'companyId'>, actor: Actor): boolean {
  if (flow.applicantId !== null && flow.applicantId === actor.userId) return true;
  return (
    flow.companyId !== null &&
    (flow.companyId === actor.companyId || actor.companyIds.includes(flow.companyId))
  );
}

/** May the user decide the step that waits, and if not, why? */
export function mayDecide(flow: RunningFlow, actor: Actor): Answer {
  const step = flow.steps[flow.stepIndex];
  if (!step) return no('flow.refused.ended');
  const named = flow.assignees.length > 0 ? flow.assignees.includes(actor.userId) : isNamed(step, actor);
  if (!named) return no('flow.refused.notNamed');
  if (isOwn(flow, actor) && !step.ownOrganizationAllowed) return no('flow.refused.own');
  if (!holds(actor, decidingPermissions[flow.kind])) return no('flow.refused.noPermission');
  if (flow.approvedBy.includes(actor.userId)) return no('flow.refused.already');
  return { ok: true };
}

export type Next =
  | { state: 'waiting'; stepIndex: number; stepDone: boolean }
  | { state: 'approved' }
  | { state: 'rejected' }
  | { state: 'returned' };

/**
 * Are these approvals enough for the step? "All" and "a majority" are counted against those who may take it,
 * and those who have approved: an approval stands, whatever becomes of who gave it.
 */
export function isEnough({ quorum }: FlowStep, approvedBy: number[], candidates: number[]): boolean {
  const approvals = new Set(approvedBy).size;
  const voters = new Set([...candidates, ...approvedBy]).size;
  if (quorum === 'any') return approvals > 0;
  return quorum === 'all' ? approvals >= voters : approvals * 2 > voters;
}

/** What follows from a decision of `userId`. `candidates` are the users who may take the step. */
export function next(flow: RunningFlow, decision: Decision, userId: number, candidates: number[]): Next {
  if (decision === 'reject') return { state: 'rejected' };
  if (decision === 'return') return { state: 'returned' };
  const waiting: Next = { state: 'waiting', stepIndex: flow.stepIndex, stepDone: false };
  if (decision === 'reassign') return waiting;
  const step = flow.steps[flow.stepIndex];
  if (!step) return { state: 'approved' };
  if (!isEnough(step, [...flow.approvedBy, userId], candidates)) return waiting;
  const stepIndex = flow.stepIndex + 1;
  return stepIndex >= flow.steps.length
    ? { state: 'approved' }
    : { state: 'waiting', stepIndex, stepDone: true };
}

/** Until when a step that begins at `startedAt` (UTC ms) waits; null: without limit. */
export function stepDueAt(step: FlowStep | undefined, startedAt: number): number | null {
  return step?.timeLimitMinutes ? startedAt + step.timeLimitMinutes * 60_000 : null;
}

/** A step as it is stored, with what was left out filled in. */
export function readStep(value: Record<string, unknown>): FlowStep {
  const list = <T>(field: string, is: (item: unknown) => item is T): T[] => {
    const items = value[field];
    return Array.isArray(items) ? items.filter(is) : [];
  };
  const isText = (item: unknown): item is string => typeof item === 'string';
  const isNumber = (item: unknown): item is number => typeof item === 'number';
  const { quorum, onTimeout, condition, timeLimitMinutes } = value;
  return {
    name: typeof value.name === 'string' ? value.name : '',
    nameEn: stringOf(value.nameEn),
    roles: list('roles', isText),
    organizationUnits: list('organizationUnits', isNumber),
    users: list('users', isNumber),
    quorum: quorum === 'all' || quorum === 'majority' ? quorum : 'any',
    timeLimitMinutes: isNumber(timeLimitMinutes) ? timeLimitMinutes : null,
    onTimeout: onTimeout === 'approve' || onTimeout === 'reject' ? onTimeout : 'remind',
    mayReturn: value.mayReturn === true,
    mayReassign: value.mayReassign === true,
    ownOrganizationAllowed: value.ownOrganizationAllowed === true,
    condition: isObject(condition) ? condition : null,
  };
}
