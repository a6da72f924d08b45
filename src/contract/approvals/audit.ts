import { type Static, Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import type { AcceptFilter, AuditAction } from '#domain/approvals/audit.ts';
import { flowView } from './flow-view.ts';

const document = {
  resource: Type.String({ minLength: 1, maxLength: 64 }),
  id,
};
const comment = Type.Optional(Type.String({ maxLength: 1000 }));
const stands = Type.Object({ resource: Type.String(), id: Type.Integer(), state: Type.Integer() });

const text = nullable(Type.String());

const auditItem = Type.Object({
  flowInstance: Type.Integer(),
  resource: Type.String(),
  kindText: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  subtitle: text,
  company: nullable(Type.Integer()),
  companyName: text,
  /** Where the record stands, and its text. */
  state: Type.Integer(),
  stateText: Type.String(),
  /** running, approved, rejected, returned, withdrawn. */
  flowState: Type.String(),
  stepIndex: Type.Integer(),
  stepCount: Type.Integer(),
  stepName: Type.String(),
  /** UTC, ISO 8601. */
  submittedAt: text,
  waitingSince: text,
  stepDueAt: text,
  endedAt: text,
  applicantName: text,
  mine: Type.Boolean(),
  /** The first day on which one of its papers ends. */
  expiry: text,
});
export type AuditItem = Static<typeof auditItem>;

const auditEvent = Type.Object({
  /** UTC, ISO 8601. */
  at: Type.String(),
  action: Type.String(),
  actionText: Type.String(),
  byName: text,
  unit: text,
  step: text,
  comment: text,
  fromState: nullable(Type.Integer()),
  toState: nullable(Type.Integer()),
  toStateText: text,
});

export type AuditEventView = Static<typeof auditEvent>;

/** What a person does to a record under approval. */
export type AuditAct = Exclude<AuditAction, 'reopen' | 'expire'>;

/** Each act with why the caller may not take it; null: they may. Absent: it is none of their business. */
const permitted = Type.Unsafe<Partial<Record<AuditAct, string | null>>>(Type.Record(Type.String(), text));

const auditTimeline = Type.Object({
  resource: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  version: Type.Integer(),
  state: Type.Integer(),
  stateText: Type.String(),
  opinion: text,
  /** The papers with their last day, and whether that is past. */
  papers: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      until: Type.String(),
      expired: Type.Boolean(),
    }),
  ),
  expiry: text,
  /** The waiting step, as the caller must name it to decide; null: nothing waits. */
  stepIndex: nullable(Type.Integer()),
  /** The caller is of those whom the waiting step names. */
  mine: Type.Boolean(),
  mayReturn: Type.Boolean(),
  mayReassign: Type.Boolean(),
  may: permitted,
  flows: Type.Array(flowView),
  events: Type.Array(auditEvent),
  /** What has changed since it was last accepted; null: there is no acceptance to compare with. */
  baseline: nullable(Type.Object({ at: Type.String(), byName: text })),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
});
export type AuditTimeline = Static<typeof auditTimeline>;

const candidate = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  roleNames: Type.Array(Type.String()),
  unit: nullable(Type.String()),
  named: Type.Boolean(),
});
export type Candidate = Static<typeof candidate>;

/** Approvals of ordinary records: of whatever type has `approval` in its entry. */
export const audit = {
  Submit: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Submits a record for its approval; it is locked until that ends or is withdrawn',
    input: Type.Object({ ...document, comment }),
    output: stands,
  }),
  Withdraw: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'Takes a submitted record back; it may be changed again',
    input: Type.Object({ ...document, comment }),
    output: stands,
  }),
  Decide: call({
    verb: 'POST',
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
  }),
  GetInbox: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      "What is submitted for approval among the caller's rows, those that wait for them first, with counts",
    input: Type.Object({
      resource: Type.Optional(Type.String({ maxLength: 64 })),
      /**
       * The acceptance filter of the specification: -1 accepted, 0 pending, 1 passed, 2 rejected, 3 view
       * only.
       */
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
      counts: Type.Unsafe<Record<AcceptFilter | 'all', number>>(Type.Record(Type.String(), Type.Integer())),
      waiting: Type.Record(Type.String(), Type.Integer()),
    }),
  }),
  GetTimeline: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      'Where a record stands: steps, decisions, differences since it was last accepted, what one may do',
    input: Type.Object(document),
    output: auditTimeline,
  }),
  Candidates: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'To whom the waiting step may be reassigned, those whom it names first',
    input: Type.Object(document),
    output: Type.Object({
      items: Type.Array(candidate),
    }),
  }),
};
