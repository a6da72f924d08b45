import {
  type Decision,
  type DocumentKind,
  type FlowStep,
  flowFor,
  isNamed,
  mayDecide,
  type Next,
  next,
  stepDueAt,
  stepsFor,
} from '#domain/approvals/flow.ts';
import type { Actor } from '#domain/identity/access.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { StoredText } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { type FlowInstance, numbersOf, stepsOf, withApprovals } from './flow-rows.ts';
import { stepName } from './flow-view.ts';
import { publishedFlows } from './published-flows.ts';
import { ablePeople, candidatesOf, stepOfNobody, votersOf } from './voters.ts';

/** What the flow is about. `document` is what its conditions read. */
export interface FlowDocument {
  kind: DocumentKind;
  resource: string;
  id: number;
  companyId: number | null;
  applicantId: number | null;
  document: Record<string, unknown>;
  /** What the applicant says to whoever decides. */
  comment?: string | null;
}

export interface FlowDecision {
  decision: Decision;
  comment: StoredText | null;
  assignees: number[];
  snapshot: Record<string, unknown>;
  now: Date;
}

export interface FlowStore {
  /** Starts the flow that fits; refused where none is published. */
  start(transaction: Transaction, caller: Caller, document: FlowDocument, now: Date): Promise<void>;
  /** The flow that waits for a decision on the document, locked inside a transaction; null: none runs. */
  running(
    sql: Sql,
    resource: string,
    id: number,
    kind: DocumentKind,
    lock?: boolean,
  ): Promise<FlowInstance | null>;
  /** The latest flow of each kind, running or ended. */
  latest(sql: Sql, resource: string, id: number): Promise<FlowInstance[]>;
  /** Every flow of the document, the latest first. */
  all(sql: Sql, resource: string, id: number): Promise<FlowInstance[]>;
  takeUp(transaction: Transaction, caller: Caller, instance: FlowInstance, now: Date): Promise<void>;
  /** Records the decision and moves the flow. Refused where the caller may not decide the waiting step. */
  decide(
    transaction: Transaction,
    caller: Caller,
    instance: FlowInstance,
    decision: FlowDecision,
  ): Promise<Next>;
  withdraw(transaction: Transaction, caller: Caller, instance: FlowInstance, now: Date): Promise<void>;
  /** Gives a document split off from another the flows of the whole, each where it stands. */
  copy(
    transaction: Transaction,
    caller: Caller,
    resource: string,
    fromId: number,
    toId: number,
  ): Promise<void>;
  /** Every running flow whose waiting step the actor may decide; of these documents only, where they are named. */
  waitingFor(sql: Sql, actor: Actor, resources?: string[]): Promise<FlowInstance[]>;
  /** The users who could take the step of a flow for such documents, whoever submits one. */
  candidatesOf(sql: Sql, kind: DocumentKind, step: FlowStep): Promise<number[]>;
}

export function createFlowStore(records: Records): FlowStore {
  async function load(
    sql: Sql,
    where: { resource: string; id: number; kind?: DocumentKind; running?: boolean; lock?: boolean },
  ) {
    let query = sql
      .selectFrom('flowInstance')
      .selectAll()
      .where('documentResource', '=', where.resource)
      .where('documentId', '=', where.id)
      .where('deletedAt', 'is', null)
      .orderBy('id', 'desc');
    if (where.kind) query = query.where('documentKind', '=', where.kind);
    if (where.running) query = query.where('state', '=', 'running');
    if (where.lock) query = query.forUpdate();
    return withApprovals(sql, await query.execute());
  }

  /** Those to whom a step is handed must be able to act: present, and not of the applicant's own company. */
  async function checkAssignees(
    sql: Sql,
    instance: FlowInstance,
    step: FlowStep,
    ids: number[],
  ): Promise<void> {
    if (ids.length === 0) throw refused('flow.refused.noAssignee');
    const able = await ablePeople(sql, instance, step, ids);
    if (able.length < new Set(ids).size) throw refused('flow.refused.assignee');
  }

  const store: FlowStore = {
    async start(transaction, caller, document, now) {
      const flows = await publishedFlows(transaction.sql);
      const flow = flowFor(flows, document.kind, document.document);
      const steps = flow ? stepsFor(flow.steps, document.document) : [];
      if (!flow || steps.length === 0) {
        throw refused('plan.refused.noFlow');
      }
      refuseNobody(await stepOfNobody(transaction.sql, document, steps), caller);
      await records.create(
        asService(caller),
        'flowInstance',
        {
          flowVersion: flow.version,
          documentKind: document.kind,
          documentResource: document.resource,
          documentId: document.id,
          company: document.companyId,
          applicant: document.applicantId,
          state: 'running',
          stepIndex: 0,
          steps,
          comment: document.comment ?? null,
          submittedAt: now.toISOString(),
          stepStartedAt: now.toISOString(),
          stepDueAt: isoAt(stepDueAt(steps[0], now.getTime())),
        },
        transaction,
      );
    },

    async running(sql, resource, id, kind, lock = false) {
      const [instance] = await load(sql, { resource, id, kind, running: true, lock });
      return instance ?? null;
    },

    async latest(sql, resource, id) {
      const all = await load(sql, { resource, id });
      return all.filter((one, index) => all.findIndex((other) => other.kind === one.kind) === index);
    },

    all: (sql, resource, id) => load(sql, { resource, id }),

    async takeUp(transaction, caller, instance, now) {
      await records.update(
        asService(caller),
        'flowInstance',
        instance.id,
        instance.version,
        { takenBy: userIdOf(caller), takenAt: now.toISOString() },
        transaction,
      );
    },

    async decide(transaction, caller, instance, { decision, comment, assignees, snapshot, now }) {
      const bySystem = userIdOf(caller) === null;
      if (!bySystem) {
        const answer = mayDecide(instance, caller.actor);
        if (!answer.ok)
          throw new AppError(
            'refused',
            { key: answer.code },
            { explanation: { key: answer.rule }, rule: answer.rule },
          );
      }
      const step = instance.steps[instance.stepIndex];
      if (!step) throw refused('flow.refused.ended');
      if (decision === 'return' && !step.mayReturn) throw refused('flow.refused.mayNotReturn');
      if (decision === 'reassign') {
        if (!step.mayReassign) throw refused('flow.refused.mayNotReassign');
        await checkAssignees(transaction.sql, instance, step, assignees);
      }
      const userId = caller.actor.userId;
      await records.create(
        asService(caller),
        'approval',
        {
          flowInstance: instance.id,
          company: instance.companyId,
          stepIndex: instance.stepIndex,
          stepName: step.name,
          stepNameEn: step.nameEn ?? null,
          decision,
          decidedBy: userIdOf(caller),
          decidedByName: caller.actor.name,
          decidedAt: now.toISOString(),
          comment,
          snapshot,
        },
        transaction,
      );
      const voters = await votersOf(transaction.sql, instance, step);
      // A decision that the clock takes at the end of a step's time stands for all who have not answered.
      const then: Next = bySystem
        ? next(
            { ...instance, steps: instance.steps.map((one) => ({ ...one, quorum: 'any' })) },
            decision,
            userId,
            [],
          )
        : next(instance, decision, userId, voters);
      if (then.state === 'waiting' && then.stepDone && !bySystem) {
        const following = instance.steps.slice(then.stepIndex, then.stepIndex + 1);
        refuseNobody(await stepOfNobody(transaction.sql, instance, following), caller);
      }
      await records.update(
        asService(caller),
        'flowInstance',
        instance.id,
        instance.version,
        changeAfter(instance, then, decision === 'reassign' ? assignees : null, now),
        transaction,
      );
      return then;
    },

    async withdraw(transaction, caller, instance, now) {
      await records.update(
        asService(caller),
        'flowInstance',
        instance.id,
        instance.version,
        { state: 'withdrawn', endedAt: now.toISOString(), stepDueAt: null },
        transaction,
      );
    },

    async copy(transaction, caller, resource, fromId, toId) {
      const rows = await transaction.sql
        .selectFrom('flowInstance')
        .selectAll()
        .where('documentResource', '=', resource)
        .where('documentId', '=', fromId)
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .execute();
      for (const row of rows) {
        const values = Object.fromEntries(copied.map((field) => [field, row[field]]));
        await records.create(asService(caller), 'flowInstance', { ...values, documentId: toId }, transaction);
      }
    },

    candidatesOf,

    async waitingFor(sql, actor, resources) {
      let query = sql
        .selectFrom('flowInstance')
        .selectAll()
        .where('state', '=', 'running')
        .where('deletedAt', 'is', null)
        .orderBy('stepDueAt')
        .orderBy('id');
      if (resources) query = query.where('documentResource', 'in', resources);
      const rows = await query.execute();
      const mine = rows.filter((row) => {
        const step = stepsOf(row.steps)[row.stepIndex];
        return step && (isNamed(step, actor) || numbersOf(row.assignees).includes(actor.userId));
      });
      const instances = await withApprovals(sql, mine);
      return instances.filter((instance) => mayDecide(instance, actor).ok);
    },
  };
  return store;
}

/** It would wait for ever, and nobody would know for whom. */
function refuseNobody(step: FlowStep | undefined, caller: Caller): void {
  if (step) throw refused('flow.refused.nobodyLeft', { step: stepName(step, caller) });
}

const copied = [
  'flowVersion',
  'documentKind',
  'documentResource',
  'company',
  'applicant',
  'state',
  'stepIndex',
  'steps',
  'stepStartedAt',
  'stepDueAt',
  'submittedAt',
  'comment',
  'takenBy',
  'takenAt',
  'assignees',
  'endedAt',
] as const;

function changeAfter(
  instance: FlowInstance,
  then: Next,
  assignees: number[] | null,
  now: Date,
): Record<string, unknown> {
  if (then.state !== 'waiting') return { state: then.state, endedAt: now.toISOString(), stepDueAt: null };
  if (assignees) return { assignees };
  if (!then.stepDone) return {};
  return {
    stepIndex: then.stepIndex,
    stepStartedAt: now.toISOString(),
    stepDueAt: isoAt(stepDueAt(instance.steps[then.stepIndex], now.getTime())),
    takenBy: null,
    takenAt: null,
    assignees: null,
    remindedAt: null,
  };
}

function isoAt(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
