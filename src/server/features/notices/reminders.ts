import { sql as raw } from 'kysely';
import { isDecider, isOwn } from '#domain/approvals/flow.ts';
import { type Actor, abilityOf, adminPermission, may, rulesFor } from '#domain/identity/access.ts';
import { decidedBy, endedBy, isForNamed, isReminding, isWarning } from '#domain/notices/reminders.ts';
import type { Resource } from '#domain/record/resource.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { shortened } from '#domain/text/shortened.ts';
import type { Sql } from '#server/db/sql.ts';
import type { RecordRule, RecordsWritten } from '#server/engine/records/record-rules.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { withApprovals } from '#server/features/approvals/flow-rows.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

/** Longest content of a reminder; what is longer ends in an ellipsis. */
const longest = 1000;

/**
 * Keeps a reminder, in the transaction that brings it about: for everyone of the company whose document was
 * decided on by someone else, and for whoever may do what is asked of a body, until it is done. Who was away
 * finds it when they come back.
 */
export function reminders(deps: ReadersDeps): RecordRule {
  return { phase: 'notify', name: 'reminders', close };

  async function close({ transaction, changes, records }: RecordsWritten): Promise<void> {
    for (const change of changes) {
      const { message } = change;
      if (!message) continue;
      for (const type of endedBy(message.type)) {
        const of = { type, resource: change.resource, id: change.id };
        await endReminders(records, transaction, of);
        await markRead(records, transaction, of);
      }
      const permission = decidedBy(message.type);
      const company = isReminding(message.type)
        ? companyOf(records.untyped.resource(change.resource), change)
        : null;
      const people = [
        ...(company === null ? [] : await peopleOf(transaction.sql, company)),
        ...(permission ? await decidersOf(records, transaction.sql, change, message.type, permission) : []),
      ];
      for (const user of people) {
        if (user !== change.by) await remind(records, transaction, user, change, message);
      }
    }
  }

  /** Those of bodies who hold the permission, see the record and, where that counts, are named by its flows. */
  async function decidersOf(
    records: Records,
    sql: Sql,
    change: RecordChange,
    type: string,
    permission: string[],
  ): Promise<number[]> {
    const flows = isForNamed(type) ? await flowsOf(sql, change) : null;
    const mayDecide = (actor: Actor) =>
      flows === null ||
      (flows.some((flow) => isDecider(flow, actor)) && !flows.some((flow) => isOwn(flow, actor)));
    return readersAmong(deps, records, sql, await holdersOf(sql, permission), change, mayDecide);
  }
}

export interface ReadersDeps {
  resources: Resource[];
  actorsOf(records: Records, userIds: readonly number[], within: Sql): Promise<Actor[]>;
}

/** The latest flow of each kind of a document. */
async function flowsOf(sql: Sql, { resource, id }: Pick<RecordChange, 'resource' | 'id'>) {
  const rows = await sql
    .selectFrom('flowInstance')
    .selectAll()
    .distinctOn('documentKind')
    .where('documentResource', '=', resource)
    .where('documentId', '=', id)
    .where('deletedAt', 'is', null)
    .orderBy('documentKind')
    .orderBy('id', 'desc')
    .execute();
  return withApprovals(sql, rows);
}

/** Those of these users who see the record, and are not left out by `isMeant`. */
export async function readersAmong(
  { resources, actorsOf }: ReadersDeps,
  records: Records,
  sql: Sql,
  users: readonly number[],
  { resource, record }: Pick<RecordChange, 'resource' | 'record'>,
  isMeant: (actor: Actor) => boolean = () => true,
): Promise<number[]> {
  const actors = await actorsOf(records, users, sql);
  return actors
    .filter((actor) => isMeant(actor) && may(abilityOf(rulesFor(actor, resources)), 'read', resource, record))
    .map(({ userId }) => userId)
    .sort((a, b) => a - b);
}

/** What was asked has its answer: those who could have given it are reminded no more; `user`: only this one. */
export async function endReminders(
  records: Pick<Records, 'trash'>,
  transaction: Transaction,
  of: { type: string; resource: string; id: number; user?: number },
): Promise<void> {
  const query = transaction.sql
    .selectFrom('reminder')
    .select('id')
    .where('asks', '=', of.type)
    .where('documentResource', '=', of.resource)
    .where('documentId', '=', of.id)
    .where('deletedAt', 'is', null)
    .orderBy('id');
  const rows = await (of.user === undefined ? query : query.where('user', '=', of.user)).execute();
  for (const { id } of rows) await records.trash(systemCaller(), 'reminder', id, transaction);
}

/** What asked for nothing has become pointless: it stays in the message centre, and is unread no more. */
async function markRead(
  records: Pick<Records, 'update'>,
  transaction: Transaction,
  of: { type: string; resource: string; id: number },
): Promise<void> {
  const rows = await transaction.sql
    .selectFrom('reminder')
    .select(['id', 'version'])
    .where('messageType', '=', of.type)
    .where('asks', 'is', null)
    .where('isRead', '=', 0)
    .where('documentResource', '=', of.resource)
    .where('documentId', '=', of.id)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, version } of rows)
    await records.update(systemCaller(), 'reminder', id, version, { isRead: 1 }, transaction);
}

async function remind(
  records: Records,
  transaction: Transaction,
  user: number,
  change: RecordChange,
  message: NonNullable<RecordChange['message']>,
): Promise<void> {
  await records.create(
    systemCaller(),
    'reminder',
    {
      user,
      content: shortened(message.content, longest),
      contentEn: shortened(message.contentEn ?? message.content, longest),
      opinion: message.message === '' ? null : message.message,
      documentResource: change.resource,
      documentId: change.id,
      messageType: message.type,
      asks: decidedBy(message.type) ? message.type : null,
      isWarning: isWarning(message.type),
    },
    transaction,
  );
}

/** The company whose document it is; a company's own record is its own. */
function companyOf({ scope }: Resource, { id, record }: RecordChange): number | null {
  if (scope?.company === 'id') return id;
  const company = scope?.company ? record[scope.company] : undefined;
  return numberOf(company);
}

/** Who of the bodies, bound to no company, holds one of these permissions by any of their roles. */
async function holdersOf(sql: Sql, permission: string[]): Promise<number[]> {
  const { rows } = await raw<{ id: number }>`
    select u.id from "user" u
    where u.company is null and u.is_active and u.deleted_at is null
      and not exists (select 1 from user_served_companies s where s.owner_id = u.id)
      and exists (select 1 from user_roles l join role r on r.id = l.target_id
        where l.owner_id = u.id and r.deleted_at is null
          and r.permissions ?| ${[...permission, adminPermission]}::text[])`.execute(sql);
  return rows.map(({ id }) => id);
}

/** Who is there of a company. */
async function peopleOf(sql: Sql, company: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('user')
    .select('id')
    .where('company', '=', company)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
