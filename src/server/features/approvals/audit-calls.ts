import { Type } from '@sinclair/typebox';
import { mayDecide } from '#domain/approvals/flow.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { type AuditActs, type AuditFilings, createAuditActs } from './audit-acts.ts';
import { type AuditClock, createAuditClock } from './audit-clock.ts';
import { auditItem, createAuditInbox } from './audit-inbox.ts';
import { createAuditJournal } from './audit-journal.ts';
import { candidatesFor } from './audit-people.ts';
import { auditedType } from './audit-rows.ts';
import { auditTimeline, createAuditTimeline } from './audit-timeline.ts';
import type { FlowStore } from './flow-store.ts';

const document = {
  resource: Type.String({ minLength: 1, maxLength: 64 }),
  id: Type.Integer({ minimum: 1 }),
};
const comment = Type.Optional(Type.String({ maxLength: 1000 }));
const stands = Type.Object({ resource: Type.String(), id: Type.Integer(), state: Type.Integer() });

export interface AuditDeps {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  database: Pick<Database, 'kysely'>;
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
      (await candidatesFor(db, flows, caller, audited, instance)).map(({ id }) => id),
  });
  const inbox = createAuditInbox({ catalogue, flows, sql });
  const timeline = createAuditTimeline({ records, catalogue, flows, sql, today });
  const named = (resource: string, caller: Caller) => auditedType(catalogue, resource, caller).resource.name;
  const said = (text: string | undefined) => text?.trim() || null;

  const service: Service = {
    name: 'Audit',
    methods: [
      method({
        verb: 'POST',
        name: 'Submit',
        permission: 'signedIn',
        summary: 'Submits a record for its approval; it is locked until that ends or is withdrawn',
        input: Type.Object({ ...document, comment }),
        output: stands,
        handle: async (input, caller) => {
          const resource = named(input.resource, caller);
          const state = await acts.submit(caller, resource, input.id, said(input.comment));
          return { resource, id: input.id, state };
        },
      }),
      method({
        verb: 'POST',
        name: 'Withdraw',
        permission: 'signedIn',
        summary: 'Takes a submitted record back; it may be changed again',
        input: Type.Object({ ...document, comment }),
        output: stands,
        handle: async (input, caller) => {
          const resource = named(input.resource, caller);
          const state = await acts.withdraw(caller, resource, input.id, said(input.comment));
          return { resource, id: input.id, state };
        },
      }),
      method({
        verb: 'POST',
        name: 'Decide',
        permission: 'signedIn',
        summary: 'Decides the waiting step; who may is said by the flow. Refusal and return need a comment',
        input: Type.Object({
          ...document,
          decision: Type.Union([
            Type.Literal('approve'),
            Type.Literal('reject'),
            Type.Literal('return'),
            Type.Literal('reassign'),
          ]),
          /** The step that was seen, from 0. */
          stepIndex: Type.Integer({ minimum: 0, maximum: 99 }),
          comment,
          /** Users, where it is reassigned. */
          assignees: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 50 })),
        }),
        output: stands,
        handle: async (input, caller) => {
          const resource = named(input.resource, caller);
          const { id, decision, stepIndex, assignees = [] } = input;
          const state = await acts.decide(caller, {
            resource,
            id,
            decision,
            stepIndex,
            assignees,
            comment: said(input.comment),
          });
          return { resource, id, state };
        },
      }),
      method({
        verb: 'GET',
        name: 'GetInbox',
        permission: 'signedIn',
        summary:
          "What is submitted for approval among the caller's rows, those that wait for him first, with counts",
        input: Type.Object({
          resource: Type.Optional(Type.String({ maxLength: 64 })),
          /** The acceptance filter of the specification: -1 accepted, 0 pending, 1 passed, 2 rejected, 3 view only. */
          accept: Type.Optional(
            Type.Union([
              Type.Literal('-1'),
              Type.Literal('0'),
              Type.Literal('1'),
              Type.Literal('2'),
              Type.Literal('3'),
            ]),
          ),
          keyword: Type.Optional(Type.String({ maxLength: 100 })),
          skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
          maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        }),
        output: Type.Object({
          totalCount: Type.Integer(),
          items: Type.Array(auditItem),
          counts: Type.Record(Type.String(), Type.Integer()),
          waiting: Type.Record(Type.String(), Type.Integer()),
        }),
        handle: async (input, caller) => {
          const resource = input.resource ? named(input.resource, caller) : undefined;
          const { accept, keyword, skipCount: skip = 0, maxResultCount: take = 50 } = input;
          return inbox(caller, { resource, accept, keyword, skip, take });
        },
      }),
      method({
        verb: 'GET',
        name: 'GetTimeline',
        permission: 'signedIn',
        summary:
          'Where a record stands: steps, decisions, differences since it was last accepted, what one may do',
        input: Type.Object(document),
        output: auditTimeline,
        handle: (input, caller) => timeline(caller, named(input.resource, caller), input.id),
      }),
      method({
        verb: 'GET',
        name: 'Candidates',
        permission: 'signedIn',
        summary: 'To whom the waiting step may be reassigned, those whom it names first',
        input: Type.Object(document),
        output: Type.Object({
          items: Type.Array(
            Type.Object({
              id: Type.Integer(),
              name: Type.String(),
              roleNames: Type.Array(Type.String()),
              unit: nullable(Type.String()),
              named: Type.Boolean(),
            }),
          ),
        }),
        async handle(input, caller) {
          const audited = auditedType(catalogue, input.resource, caller);
          await records.get(caller, audited.resource.name, input.id);
          const { kind } = audited.approval;
          const instance = await flows.running(sql, audited.resource.name, input.id, kind);
          // Names of colleagues are told only to who may hand the step to one of them.
          if (!instance || !mayDecide(instance, caller.actor).ok) return { items: [] };
          return { items: await candidatesFor(sql, flows, caller, audited, instance) };
        },
      }),
    ],
  };
  return {
    service,
    acts,
    auditClock: ({ changes, log }) =>
      createAuditClock({ database, catalogue, acts, changes, today, clock, log }),
  };
}
