import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { type AuditActs, type AuditFilings, createAuditActs } from './audit-acts.ts';
import { type AuditClock, createAuditClock } from './audit-clock.ts';
import { createAuditInbox } from './audit-inbox.ts';
import { createAuditJournal } from './audit-journal.ts';
import { auditedType, auditedTypes } from './audit-rows.ts';
import { createAuditTimeline } from './audit-timeline.ts';
import type { FlowStore } from './flow-store.ts';
import { recordApproval } from './record-approval.ts';
import { createStepClock } from './step-clock.ts';
import { candidatesFor, candidatesOfStep } from './waiting-step.ts';

export interface AuditDeps {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  database: Pick<Database, 'kysely' | 'locks'>;
  clock: () => Date;
  /** The day by the service's clock, YYYY-MM-DD. */
  today(): Promise<string>;
  /** What else a type checks and writes when it is submitted, by resource. */
  filings: AuditFilings;
}

/** Approvals of ordinary records: of whatever type has `approval` in its entry. */
export function createAudit(deps: AuditDeps): {
  service: Service;
  acts: AuditActs;
  auditClock(deps: { changes: ChangeFeed; log: Logger }): AuditClock;
} {
  const { records, catalogue, flows, database, clock, today, filings } = deps;
  const sql = database.kysely;
  const acts = createAuditActs({
    records,
    catalogue,
    flows,
    journal: createAuditJournal({ records, clock }),
    clock,
    today,
    filings,
    assignable: async (db, caller, audited, instance) =>
      (await candidatesFor(db, flows, caller, audited.resource.permissions.read, instance)).map(
        ({ id }) => id,
      ),
  });
  const inbox = createAuditInbox({ catalogue, flows, sql });
  const timeline = createAuditTimeline({ records, catalogue, flows, sql, today });
  const named = (resource: string, caller: Caller) => auditedType(catalogue, resource, caller).resource.name;
  const trimmed = (text: string | undefined) => text?.trim() || null;

  const service: Service = implement('Audit', {
    Submit: async (input, caller) => {
      const resource = named(input.resource, caller);
      const state = await acts.submit(caller, resource, input.id, trimmed(input.comment));
      return { resource, id: input.id, state };
    },
    Withdraw: async (input, caller) => {
      const resource = named(input.resource, caller);
      const state = await acts.withdraw(caller, resource, input.id, trimmed(input.comment));
      return { resource, id: input.id, state };
    },
    Decide: async (input, caller) => {
      const resource = named(input.resource, caller);
      const { id, decision, stepIndex, assignees = [] } = input;
      const state = await acts.decide(caller, {
        resource,
        id,
        decision,
        stepIndex,
        assignees,
        comment: trimmed(input.comment),
      });
      return { resource, id, state };
    },
    GetInbox: async (input, caller) => {
      const resource = input.resource ? named(input.resource, caller) : undefined;
      const { accept, keyword, skipCount: skip = 0, maxResultCount: take = 50 } = input;
      return inbox(caller, { resource, accept, keyword, skip, take });
    },
    GetTimeline: (input, caller) => timeline(caller, named(input.resource, caller), input.id),
    async Candidates(input, caller) {
      const { resource, approval } = auditedType(catalogue, input.resource, caller);
      await records.untyped.get(caller, resource.name, input.id);
      const instance = await flows.running(sql, resource.name, input.id, approval.kind);
      return { items: await candidatesOfStep(sql, flows, caller, resource.permissions.read, instance) };
    },
  });
  return {
    service,
    acts,
    auditClock({ changes, log }) {
      const documents = () => auditedTypes(catalogue).map((audited) => recordApproval(audited, acts));
      const steps = createStepClock({ sql, records, documents, changes, log });
      return createAuditClock({ database, catalogue, acts, steps, today, clock, log });
    },
  };
}
