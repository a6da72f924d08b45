import {
  type DocumentKind,
  type FlowStep,
  flowFor,
  type PublishedFlow,
  stepsFor,
} from '#domain/approvals/flow.ts';

/** A document that went through an approval in the period, with how long each of its steps really waited. */
export interface DecidedDocument {
  kind: DocumentKind;
  document: Record<string, unknown>;
  outcome: 'approved' | 'rejected' | 'returned';
  /** UTC ms. */
  submittedAt: number;
  endedAt: number;
  waits: readonly StepWait[];
}

export interface StepWait {
  step: FlowStep;
  minutes: number;
}

/** One set of flows, and by when the law wants the document decided (UTC ms; null: it names no time). */
export interface Rules {
  flows: PublishedFlow[];
  decideBy: number | null;
}

export interface ApprovalView {
  /** Null: no flow fits, and the submission would be refused. */
  flow: { name: string; nameEn: string | null } | null;
  steps: { name: string; nameEn: string | null; timeLimitMinutes: number | null }[];
  outcome: 'approved' | 'rejected' | 'returned' | 'refused';
  /** From submission to decision; null: nothing in the period to estimate a step by. */
  minutes: number | null;
  /** By the legal clock; null: it names no time, or the minutes are unknown. */
  inTime: boolean | null;
}

export interface ApprovalComparison {
  before: ApprovalView;
  after: ApprovalView;
}

/** Who decides a step and how many: by that, steps of two flows are the same one. */
export function deciderKey({ roles, organizationUnits, users, quorum }: FlowStep): string {
  return JSON.stringify([[...roles].sort(), [...organizationUnits].sort(), [...users].sort(), quorum]);
}

/** The middle wait of steps by who decides them, minutes: what a step of other documents is estimated by. */
export function medianWaits(documents: readonly DecidedDocument[]): Map<string, number> {
  const waits = new Map<string, number[]>();
  for (const { step, minutes } of documents.flatMap((one) => one.waits)) {
    const key = deciderKey(step);
    waits.set(key, [...(waits.get(key) ?? []), minutes]);
  }
  return new Map(
    [...waits].map(([key, all]) => [key, all.sort((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? 0]),
  );
}

/** How the approval of a document would have gone; null: as it would with the rules in force. */
export function compareApproval(
  document: DecidedDocument,
  before: Rules,
  after: Rules,
  medians: ReadonlyMap<string, number>,
): ApprovalComparison | null {
  const [was, is] = [viewOf(document, before, medians), viewOf(document, after, medians)];
  return JSON.stringify(was) === JSON.stringify(is) ? null : { before: was, after: is };
}

function viewOf(
  { kind, document, outcome, submittedAt, waits }: DecidedDocument,
  { flows, decideBy }: Rules,
  medians: ReadonlyMap<string, number>,
): ApprovalView {
  const flow = flowFor(flows, kind, document);
  const steps = flow ? stepsFor(flow.steps, document) : [];
  if (!flow || steps.length === 0)
    return { flow: null, steps: [], outcome: 'refused', minutes: null, inTime: null };
  let minutes: number | null = 0;
  // Where the step that refused or returned it is gone, or decided by the clock before, nobody refuses it.
  let ends: ApprovalView['outcome'] = 'approved';
  const last = waits.at(-1);
  const left = [...waits];
  for (const step of steps) {
    const own = left.findIndex((wait) => deciderKey(wait.step) === deciderKey(step));
    const [waited] = own === -1 ? [] : left.splice(own, 1);
    const wait: number | null = waited?.minutes ?? medians.get(deciderKey(step)) ?? null;
    const limit = step.onTimeout === 'remind' ? null : step.timeLimitMinutes;
    const byClock = limit !== null && wait !== null && wait > limit;
    const taken = byClock ? limit : wait;
    minutes = minutes === null || taken === null ? null : minutes + taken;
    if (byClock && step.onTimeout === 'reject') ends = 'rejected';
    else if (!byClock && waited && waited === last) ends = outcome;
    if (ends !== 'approved') break;
  }
  const rounded = minutes === null ? null : Math.round(minutes);
  return {
    flow: { name: flow.name, nameEn: flow.nameEn },
    steps: steps.map(({ name, nameEn, timeLimitMinutes }) => ({
      name,
      nameEn: nameEn ?? null,
      timeLimitMinutes,
    })),
    outcome: ends,
    minutes: rounded,
    inTime: decideBy === null || minutes === null ? null : submittedAt + minutes * 60_000 <= decideBy,
  };
}
