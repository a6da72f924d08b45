import { sql as raw } from 'kysely';
import {
  type AuditAction,
  type AuditState,
  auditMove,
  auditState,
  auditStateOf,
  expiredPapers,
  marksAfter,
  needsComment,
} from '#domain/approvals/audit.ts';
import type { Decision } from '#domain/approvals/flow.ts';
import { holds, may } from '#domain/identity/access.ts';
import { kindsOf } from '#domain/record/files.ts';
import { labelAt } from '#domain/record/validation.ts';
import { AppError, refused, type Text } from '#domain/text/errors.ts';
import { type Locale, labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import type { StoredText } from '#domain/text/locales/stored-text.ts';
import { storedWords } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { findRow } from '#server/engine/records/rows.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { AuditJournal } from './audit-journal.ts';
import { type AuditedType, auditedType, companyOf, snapshotOf } from './audit-rows.ts';
import type { FlowInstance } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';
import { stepName } from './flow-view.ts';
import { lockWaitingStep } from './waiting-step.ts';

export interface AuditDecision {
  resource: string;
  id: number;
  decision: Decision;
  /** The step that the auditor saw: where another has decided it meanwhile, nothing is decided twice. */
  stepIndex: number;
  comment: StoredText | null;
  assignees: number[];
}

export interface AuditActs {
  submit(caller: Caller, resource: string, id: number, comment: string | null): Promise<AuditState>;
  withdraw(caller: Caller, resource: string, id: number, comment: string | null): Promise<AuditState>;
  decide(caller: Caller, decision: AuditDecision): Promise<AuditState>;
  /** The clock's: the record is accepted no more, because these papers are past. */
  expire(caller: Caller, resource: string, id: number, today: string): Promise<boolean>;
}

export interface AuditActsDeps {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  journal: AuditJournal;
  clock: () => Date;
  /** The day it is where the service is, `YYYY-MM-DD`. */
  today: () => Promise<string>;
  filings: AuditFilings;
  /** To whom the waiting step may be handed. */
  assignable(sql: Sql, caller: Caller, audited: AuditedType, instance: FlowInstance): Promise<number[]>;
}

/** What a record type asks of its submission beside its papers, named by resource. */
export type AuditFilings = Partial<Record<string, AuditFiling>>;

export interface AuditFiling {
  /** Refuses what may not be submitted; gives what the record notes of its submission. */
  submit(transaction: Transaction, caller: Caller, record: StoredRecord): Promise<Record<string, unknown>>;
}

/**
 * What people, and time, do to records that pass an approval: each in one transaction with its reason and its
 * trace.
 */
export function createAuditActs(deps: AuditActsDeps): AuditActs {
  const { records, catalogue, flows, journal, clock } = deps;

  /** The record, locked, if the caller may read it; what is in the trash is not audited. */
  async function lock(transaction: Transaction, caller: Caller, { type, resource }: AuditedType, id: number) {
    await findRow(transaction.sql, type, raw`t.id = ${id}`, { lock: true });
    const record = await records.untyped.get(caller, resource.name, id, transaction.sql);
    if (record.deletedAt !== null) throw new AppError('conflict', { key: 'audit.refused.inTrash' });
    return record;
  }

  async function store(
    transaction: Transaction,
    caller: Caller,
    { resource }: AuditedType,
    record: StoredRecord,
    values: Record<string, unknown>,
  ): Promise<StoredRecord> {
    const who = {
      ...asService(caller),
      source: caller.source === 'system' ? caller.source : 'approval',
    } as const;
    return records.untyped.update(who, resource.name, record.id, record.version, values, transaction);
  }

  function moved({ approval }: AuditedType, record: StoredRecord, action: AuditAction) {
    const from = auditStateOf(approval, record);
    const answer = auditMove(action, from);
    if (!answer.ok) throw new AppError('conflict', answer.why);
    return { from, to: answer.to };
  }

  async function refuseExpired(caller: Caller, { resource, approval }: AuditedType, record: StoredRecord) {
    const past = expiredPapers(approval, record, await deps.today());
    if (past.length === 0) return;
    const fields = past.map((field) => ({
      field,
      text: {
        key: 'audit.refused.expiredField',
        values: { label: labelAt(resource.schema, [field], caller.locale) },
      },
    }));
    const values = { name: titleIn(caller, resource, record) };
    throw new AppError('validation', { key: 'audit.refused.expired', values }, { fields });
  }

  /** What the decision would rest on is there; the demo's companies are invented and have no papers. */
  async function refuseWithoutPapers(
    transaction: Transaction,
    caller: Caller,
    { resource, approval }: AuditedType,
    record: StoredRecord,
  ) {
    if (!approval.papers || caller.source === 'system') return;
    const papers = await transaction.sql
      .selectFrom('attachment')
      .select('kind')
      .where('resource', '=', resource.name)
      .where('recordId', '=', record.id)
      .where('deletedAt', 'is', null)
      .execute();
    const missing = approval.papers.filter((paper) => !papers.some(({ kind }) => kind === paper));
    if (missing.length === 0) return;
    const fields = missing.map((paper) => {
      const label = kindsOf(resource).find(({ name }) => name === paper)?.label;
      const text = {
        key: 'audit.refused.paperField',
        values: { label: label ? labelIn(label, caller.locale) : paper },
      };
      return { field: `files.${paper}`, text };
    });
    const values = { name: titleIn(caller, resource, record) };
    throw new AppError('validation', { key: 'audit.refused.papers', values }, { fields });
  }

  return {
    submit: (caller, name, id, comment) =>
      records.transaction(async (transaction) => {
        const audited = auditedType(catalogue, name, caller);
        const { resource, approval } = audited;
        const record = await lock(transaction, caller, audited, id);
        refuseApplicant(caller, audited, record);
        const { from, to } = moved(audited, record, 'submit');
        await refuseExpired(caller, audited, record);
        await refuseWithoutPapers(transaction, caller, audited, record);
        const noted = (await deps.filings[resource.name]?.submit(transaction, caller, record)) ?? {};
        await flows.start(
          transaction,
          caller,
          {
            kind: approval.kind,
            resource: resource.name,
            id,
            companyId: companyOf(resource, record),
            applicantId: userIdOf(caller),
            document: { ...snapshotOf(audited, record), ...noted },
            comment,
          },
          clock(),
        );
        // What was said of it before was said of what it was then.
        const values = {
          [approval.state]: to,
          [approval.opinion]: null,
          ...marksAfter(approval, 'submit', to),
          ...noted,
        };
        const changed = await store(transaction, caller, audited, record, values);
        await journal(transaction, caller, resource, changed, {
          action: 'submit',
          from,
          to,
          reason: comment,
        });
        return to;
      }),

    withdraw: (caller, name, id, comment) =>
      records.transaction(async (transaction) => {
        const audited = auditedType(catalogue, name, caller);
        const { resource, approval } = audited;
        const record = await lock(transaction, caller, audited, id);
        refuseApplicant(caller, audited, record);
        const { from, to } = moved(audited, record, 'withdraw');
        const instance = await flows.running(transaction.sql, resource.name, id, approval.kind, true);
        if (instance) await flows.withdraw(transaction, caller, instance, clock());
        const marks = marksAfter(approval, 'withdraw', to);
        const changed = await store(transaction, caller, audited, record, { [approval.state]: to, ...marks });
        await journal(transaction, caller, resource, changed, {
          action: 'withdraw',
          from,
          to,
          reason: comment,
        });
        return to;
      }),

    decide: (caller, { resource: name, id, decision, stepIndex, comment, assignees }) =>
      records.transaction(async (transaction) => {
        const audited = auditedType(catalogue, name, caller);
        const { resource, approval } = audited;
        const record = await lock(transaction, caller, audited, id);
        const { from, to } = moved(audited, record, decision);
        const instance = await lockWaitingStep(flows, transaction, caller, {
          resource: resource.name,
          id,
          kind: approval.kind,
          none: new AppError('conflict', { key: 'audit.refused.notWaiting' }),
          seen: { stepIndex, changed: 'audit.refused.changed' },
        });
        if (needsComment(decision) && !comment) throw commentNeeded(decision);
        const step = instance.steps[instance.stepIndex];
        if (decision === 'reassign') {
          const able = await deps.assignable(transaction.sql, caller, audited, instance);
          if (assignees.some((one) => !able.includes(one))) throw refused('flow.refused.assignee');
        }
        const then = await flows.decide(transaction, caller, instance, {
          decision,
          comment,
          assignees,
          snapshot: snapshotOf(audited, record),
          now: clock(),
        });
        const event = {
          action: decision,
          from,
          step: stepName(step, { locale: 'zh-Hans' }),
          reason: comment,
          detail: {
            stepIndex,
            ...(step?.nameEn ? { stepEn: step.nameEn } : {}),
            ...(assignees.length > 0 ? { assignees } : {}),
          },
        };
        if (then.state === 'waiting') {
          const marks = marksAfter(approval, decision, auditState.waiting);
          const taken =
            Object.keys(marks).length > 0 ? await store(transaction, caller, audited, record, marks) : record;
          await journal(transaction, caller, resource, taken, { ...event, to: auditState.waiting });
          return auditState.waiting;
        }
        const values = {
          [approval.state]: to,
          [approval.opinion]: opinionOf(comment),
          ...marksAfter(approval, decision, to),
          ...(resource.schema.properties.decidedAt ? { decidedAt: clock().toISOString() } : {}),
        };
        const changed = await store(transaction, caller, audited, record, values);
        if (decision === 'approve' && resource.name === 'company') {
          await admitFirstUsers(transaction, caller, id, instance.id);
        }
        await journal(transaction, caller, resource, changed, {
          ...event,
          to,
          ...(decision === 'approve' ? { message: 'approved' } : {}),
        });
        return to;
      }),

    expire: (caller, name, id, today) =>
      records.transaction(async (transaction) => {
        const audited = auditedType(catalogue, name, caller);
        const { resource, approval } = audited;
        const record = await lock(transaction, caller, audited, id);
        const past = expiredPapers(approval, record, today);
        const from = auditStateOf(approval, record);
        if (from !== auditState.accepted || past.length === 0) return false;
        const papers = (locale: Locale) =>
          listText(
            past.map((field) => `${labelAt(resource.schema, [field], locale)} ${record[field]}`),
            locale,
          );
        const to = auditState.expired;
        const marks = marksAfter(approval, 'expire', to);
        const changed = await store(transaction, caller, audited, record, { [approval.state]: to, ...marks });
        await journal(transaction, caller, resource, changed, {
          action: 'expire',
          from,
          to,
          reason: storedWords(papers),
          papers,
          detail: { fields: past },
        });
        return true;
      }),
  };

  /**
   * Whoever registered with the company waits for its first certification (decisions.md §9); nobody else is
   * let in by it.
   */
  async function admitFirstUsers(
    transaction: Transaction,
    caller: Caller,
    company: number,
    instanceId: number,
  ) {
    const earlier = await transaction.sql
      .selectFrom('flowInstance')
      .select('id')
      .where('documentResource', '=', 'company')
      .where('documentId', '=', company)
      .where('state', '=', 'approved')
      .where('id', '<>', instanceId)
      .limit(1)
      .executeTakeFirst();
    if (earlier) return;
    const waiting = await transaction.sql
      .selectFrom('user')
      .select(['id', 'version'])
      .where('company', '=', company)
      .where('isActive', '=', false)
      .where('lastLoginAt', 'is', null)
      .where('deletedAt', 'is', null)
      .execute();
    const who = { ...asService(caller), source: 'approval' } as const;
    for (const { id, version } of waiting) {
      await records.update(who, 'user', id, version, { isActive: true }, transaction);
    }
  }
}

/** The opinion of the last decision stands in the record; one without words leaves none. */
function opinionOf(comment: StoredText | null): StoredText | null {
  return typeof comment === 'string' ? comment.slice(0, 500) : comment;
}

/** Why the user may not submit or withdraw this record; null: they may. */
export function applicantRefusal(
  caller: Caller,
  { resource, approval }: AuditedType,
  record: StoredRecord,
): Text | null {
  if (holds(caller.actor, approval.submit) && may(caller.ability, 'update', resource.name, record))
    return null;
  return { key: 'audit.refused.mayNotSubmit' };
}

function refuseApplicant(caller: Caller, audited: AuditedType, record: StoredRecord): void {
  const text = applicantRefusal(caller, audited, record);
  if (text) throw new AppError('forbidden', text, { explanation: { key: 'audit.rule.submit' } });
}

function commentNeeded(decision: AuditAction): AppError {
  const text = { key: 'audit.refused.commentNeeded', values: { action: decision } };
  return new AppError('validation', text, { fields: [{ field: 'comment', text }] });
}
