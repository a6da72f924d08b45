import { type StoredText, wordedIn } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import { titleInBoth } from '#server/kernel/in-both.ts';
import { objectOf } from './flow-rows.ts';

type Message = NonNullable<RecordChange['message']>;

/** One thing that was done to a document, as the record of operations keeps it (Order 371, art. 41). */
export interface Operation {
  resource: string;
  id: number;
  company: number | null | undefined;
  action: string;
  from: number | null;
  to: number | null;
  reason: StoredText | null;
  rule?: string | null;
  detail?: Record<string, unknown>;
}

/** What people are told of it. */
export interface Announcement extends Pick<Message, 'type' | 'content' | 'contentEn' | 'untitled' | 'state'> {
  /** Key of the title. */
  title: string;
  /** What the person who acted wrote; absent: the reason. */
  message?: StoredText;
  /** The document after it, by which the hub decides who may know. */
  record: Record<string, unknown>;
  change?: 'create' | 'update' | 'delete';
  actualNum?: number | null;
}

/**
 * Keeps who did what, when, why and from where in the transaction that does it, and leaves the message that
 * its commit sends to everyone whom the document concerns.
 */
export async function keepOperation(
  { records, clock }: { records: Records; clock: () => Date },
  transaction: Transaction,
  caller: Caller,
  operation: Operation,
  announcement: Announcement,
): Promise<void> {
  const { resource, id, company, action, from, to, reason, rule, detail } = operation;
  const {
    title,
    record,
    change = 'update',
    actualNum = null,
    message = reason ?? '',
    ...told
  } = announcement;
  const at = clock().toISOString();
  const by = userIdOf(caller);
  const named = await unitNameOf(transaction.sql, caller);
  const unit = named?.name ?? null;
  await records.create(
    asService(caller),
    'operateRecord',
    {
      recordResource: resource,
      recordId: id,
      company: company ?? null,
      action,
      fromState: from,
      toState: to,
      operatedAt: at,
      operatedBy: by,
      operatedByName: caller.actor.name,
      unit,
      channel: caller.source,
      reason,
      ...(rule === undefined ? {} : { rule }),
      ...(detail ? { detail } : {}),
    },
    transaction,
  );
  transaction.announce({
    resource,
    id,
    action: change,
    record,
    message: {
      ...told,
      ...titleInBoth(title),
      message,
      unit,
      ...(named?.nameEn ? { unitEn: named.nameEn } : {}),
      actualNum,
    },
    by,
    at,
  });
}

/** The body for which the user acts: their company, or the first organization unit that they belong to. */
async function unitNameOf(
  sql: Sql,
  { actor }: Caller,
): Promise<{ name: string; nameEn: string | null } | undefined> {
  if (actor.companyId !== null)
    return sql
      .selectFrom('company')
      .select(['name', 'nameEn'])
      .where('id', '=', actor.companyId)
      .executeTakeFirst();
  const [unitId] = actor.organizationUnitIds;
  if (unitId === undefined) return undefined;
  return sql
    .selectFrom('organizationUnit')
    .select(['displayName as name', 'displayNameEn as nameEn'])
    .where('id', '=', unitId)
    .executeTakeFirst();
}

/** What was done to a document, as it is read back. */
export interface StoredOperation {
  id: number;
  action: string;
  from: number | null;
  to: number | null;
  /** UTC, ISO 8601. */
  at: string;
  by: number | null;
  byName: string | null;
  unit: string | null;
  /** screen, api, approval, surveillance, system … */
  channel: string | null;
  /** In the reader's language. */
  reason: string | null;
  rule: string | null;
  detail: Record<string, unknown> | null;
}

/** The newest first: all, or the last `most` of them. */
export async function operationsOf(
  sql: Sql,
  { locale }: Pick<Caller, 'locale'>,
  resource: string,
  id: number,
  most?: number,
): Promise<StoredOperation[]> {
  const query = sql
    .selectFrom('operateRecord')
    .selectAll()
    .where('recordResource', '=', resource)
    .where('recordId', '=', id)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc');
  const rows = await (most === undefined ? query : query.limit(most)).execute();
  const nameOf = await storedNamesIn(
    sql,
    locale,
    rows.flatMap(({ unit, operatedByName }) => [unit, operatedByName]),
  );
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    from: row.fromState,
    to: row.toState,
    at: row.operatedAt,
    by: row.operatedBy,
    byName: nameOf(row.operatedByName),
    unit: nameOf(row.unit),
    channel: row.channel,
    reason: wordedIn(row.reason, locale),
    rule: row.rule,
    detail: objectOf(row.detail),
  }));
}
