import type { AuditTimeline } from '#contract/approvals/audit.ts';
import {
  type AuditAction,
  auditMove,
  auditState,
  auditStateOf,
  expiredPapers,
  firstExpiry,
} from '#domain/approvals/audit.ts';
import { mayReadField } from '#domain/identity/access.ts';
import { labelAt } from '#domain/record/validation.ts';
import type { Text } from '#domain/text/errors.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { textOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import { changesBetween } from '#server/engine/records/history.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { applicantRefusal } from './audit-acts.ts';
import { type AuditedType, auditedType, snapshotOf } from './audit-rows.ts';
import { objectOf } from './flow-rows.ts';
import type { FlowStore } from './flow-store.ts';
import { viewFlows } from './flow-view.ts';
import { operationsOf } from './journal.ts';
import { type Turn, turnOf } from './waiting-step.ts';

/** Everything there is to know of a record's approvals: steps, decisions, differences, and what the caller may do. */
export function createAuditTimeline(deps: {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  sql: Sql;
  today: () => Promise<string>;
}) {
  const { records, catalogue, flows, sql } = deps;

  return async function timeline(caller: Caller, name: string, id: number): Promise<AuditTimeline> {
    const audited = auditedType(catalogue, name, caller);
    const { resource, type, approval } = audited;
    const record = await records.untyped.get(caller, resource.name, id);
    const say = (value: Text) => textIn(value, caller.locale);
    const state = auditStateOf(approval, record);
    const texts = type.fields.get(approval.state)?.schema['x-enum'] ?? {};
    const stateText = (value: unknown) => texts[String(value)]?.[caller.locale] ?? null;
    const instances = await flows.all(sql, resource.name, id);
    const turn = turnOf(instances, caller.actor);
    const today = await deps.today();
    const expired = expiredPapers(approval, record, today);
    const readable = (field: string) => mayReadField(caller.ability, resource.name, field);
    const baseline = await lastAcceptance(resource.name, id);
    return {
      resource: resource.name,
      id,
      title: titleIn(caller, resource, record),
      version: record.version,
      state,
      stateText: stateText(state) ?? String(state),
      opinion: wordedIn(record[approval.opinion], caller.locale),
      papers: approval.expiry.filter(readable).flatMap((field) => {
        const until = textOf(record[field]);
        const label = labelAt(resource.schema, [field], caller.locale);
        return until === null ? [] : [{ field, label, until, expired: expired.includes(field) }];
      }),
      expiry: firstExpiry(approval, record),
      stepIndex: turn.running?.stepIndex ?? null,
      mine: turn.mine,
      mayReturn: turn.step?.mayReturn === true,
      mayReassign: turn.step?.mayReassign === true,
      may: permissions(caller, audited, record, turn, expired, say),
      flows: (await viewFlows(sql, caller, instances)).reverse(),
      events: await events(caller, resource.name, id, say, stateText),
      baseline: baseline && {
        at: baseline.at,
        byName: (await storedNamesIn(sql, caller.locale, [baseline.byName]))(baseline.byName),
      },
      changes: baseline
        ? changesBetween(type, baseline.snapshot, snapshotOf(audited, record)).filter(
            ({ field }) =>
              field !== approval.state &&
              field !== approval.opinion &&
              field in baseline.snapshot &&
              readable(field),
          )
        : [],
    };
  };

  /** The snapshot of the decision by which the record was last accepted as a whole. */
  async function lastAcceptance(resource: string, id: number) {
    const row = await sql
      .selectFrom('approval as a')
      .innerJoin('flowInstance as i', 'i.id', 'a.flowInstance')
      .select(['a.snapshot', 'a.decidedAt', 'a.decidedByName'])
      .where('i.documentResource', '=', resource)
      .where('i.documentId', '=', id)
      .where('i.state', '=', 'approved')
      .where('a.decision', '=', 'approve')
      .where('a.deletedAt', 'is', null)
      .orderBy('a.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const snapshot = objectOf(row?.snapshot);
    return row && snapshot ? { snapshot, at: row.decidedAt, byName: row.decidedByName } : null;
  }

  /** What was done to it, newest first: by people and by the clock, and the changes that undid an acceptance. */
  async function events(
    caller: Caller,
    resource: string,
    id: number,
    say: (value: Text) => string,
    stateText: (value: unknown) => string | null,
  ) {
    const done = (await operationsOf(sql, caller, resource, id, 200)).map((one) => ({
      at: one.at,
      action: one.action,
      actionText: say({ key: `audit.action.${one.action}` }),
      byName: one.byName,
      unit: one.unit,
      step: textOf(caller.locale === 'en' ? (one.detail?.stepEn ?? one.detail?.step) : one.detail?.step),
      comment: one.reason,
      fromState: one.from,
      toState: one.to,
      toStateText: stateText(one.to),
    }));
    const { approval } = catalogue.find(resource).resource;
    const history = approval ? await records.untyped.history(asService(caller), resource, id) : [];
    const reopened = history.flatMap((entry) => {
      const change = entry.changes.find(({ field }) => field === approval?.state);
      const undone = change?.before === auditState.accepted && change.after === auditState.notSubmitted;
      if (!undone || entry.source === 'approval' || entry.source === 'system') return [];
      return [
        {
          at: entry.at,
          action: 'reopen',
          actionText: say({ key: 'audit.action.reopen' }),
          byName: entry.byName,
          unit: null,
          step: null,
          comment: null,
          fromState: auditState.accepted,
          toState: auditState.notSubmitted,
          toStateText: stateText(auditState.notSubmitted),
        },
      ];
    });
    return [...done, ...reopened].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  }
}

/** What the caller may do here, and otherwise why not: asked of the very rules that the acts ask. */
function permissions(
  caller: Caller,
  audited: AuditedType,
  record: StoredRecord,
  turn: Turn,
  expired: string[],
  say: (value: Text) => string,
): AuditTimeline['may'] {
  const { resource, approval } = audited;
  const state = auditStateOf(approval, record);
  const may: AuditTimeline['may'] = {};
  const stands = (action: AuditAction): string | null => {
    const move = auditMove(action, state);
    return move.ok ? null : say(move.why);
  };
  if (applicantRefusal(caller, audited, record) === null) {
    const name = titleIn(caller, resource, record);
    may.submit =
      stands('submit') ??
      (expired.length > 0 ? say({ key: 'audit.refused.expired', values: { name } }) : null);
    may.withdraw = stands('withdraw');
  }
  const refusal = turn.refusal === null ? null : say({ key: turn.refusal });
  const { step } = turn;
  may.approve = stands('approve') ?? refusal;
  may.reject = stands('reject') ?? refusal;
  may.return =
    stands('return') ?? refusal ?? (step?.mayReturn ? null : say({ key: 'flow.refused.mayNotReturn' }));
  may.reassign =
    stands('reassign') ?? refusal ?? (step?.mayReassign ? null : say({ key: 'flow.refused.mayNotReassign' }));
  return may;
}
