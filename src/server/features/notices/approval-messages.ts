import { sql as raw } from 'kysely';
import { waitsType } from '#domain/notices/reminders.ts';
import { type Locale, labelIn } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import type { RecordRule, RecordsWritten } from '#server/engine/records/record-rules.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type FlowInstance, withApprovals } from '#server/features/approvals/flow-rows.ts';
import { stepName } from '#server/features/approvals/flow-view.ts';
import { votersOf } from '#server/features/approvals/voters.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import { inBoth } from '#server/kernel/in-both.ts';
import { type ReadersDeps, readersAmong } from './reminders.ts';

/** Of one step so many users are told at most, and so many of it a user has unread; the approval desk has them all. */
const [mostVoters, mostUnread] = [200, 100];
const longest = 1000;
/** Flows that are looked at again after a change of users or roles. */
const mostFlows = 1000;

/** What the waiting step of a flow asks of its voters, in `asks` of their messages. */
const asksOf = ({ id, stepIndex }: Pick<FlowInstance, 'id' | 'stepIndex'>) => `approval:${id}:${stepIndex}`;

/**
 * Users who may take the waiting step of a flow have a message of it, once, for as long as it waits for them: until the flow
 * moves on, or they may take it no more.
 */
export function approvalMessages(deps: ReadersDeps): RecordRule {
  return {
    phase: 'notify',
    name: 'messages of approvals',
    types: ['flowInstance', 'user', 'role'],
    close,
  };

  async function close({ transaction: given, changes, records }: RecordsWritten): Promise<void> {
    // A change of a user is nobody's service: messages are written as by one.
    const transaction = { ...given, trusted: true };
    const { sql } = transaction;
    const ids = [...new Set([...idsOf(changes, 'flowInstance'), ...(await waitingFor(sql, changes))])];
    if (ids.length === 0) return;
    const rows = await sql
      .selectFrom('flowInstance')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    for (const flow of await withApprovals(sql, rows)) {
      const applicants = changes.flatMap(({ resource, id, by }) =>
        resource === 'flowInstance' && id === flow.id && by !== null ? [by] : [],
      );
      const voters = await votersNow(transaction, records, flow);
      await endOthers(transaction, records, flow, voters);
      await tell(
        transaction,
        records,
        flow,
        voters.filter((user) => !applicants.includes(user)),
      );
    }
  }

  /** Who may take the waiting step, has not, and sees the document. */
  async function votersNow({ sql }: Transaction, records: Records, flow: FlowInstance): Promise<number[]> {
    const step = flow.steps[flow.stepIndex];
    if (flow.state !== 'running' || !step) return [];
    const able = (await votersOf(sql, flow, step)).filter((user) => !flow.approvedBy.includes(user));
    const { documentResource: resource, documentId } = flow;
    const record = await records.untyped.get(systemCaller(), resource, documentId, sql);
    return (await readersAmong(deps, records, sql, able, { resource, record })).slice(0, mostVoters);
  }
}

const idsOf = (changes: readonly RecordChange[], type: string) =>
  changes.flatMap(({ resource, id }) => (resource === type ? [id] : []));

/** Flows that have a message for one of the changed users, or that wait for whom the changed users and roles name. */
async function waitingFor(sql: Sql, changes: readonly RecordChange[]): Promise<number[]> {
  const users = idsOf(changes, 'user');
  const roles = idsOf(changes, 'role');
  if (users.length + roles.length === 0) return [];
  const { rows } = await raw<{ id: number }>`
    with changed as (
      select u.id from "user" u where u.id = any(${users}::bigint[])
        or exists (select 1 from user_roles l where l.owner_id = u.id and l.target_id = any(${roles}::bigint[]))
    ),
    waiting as (
      select i.id, i.steps -> i.step_index::int as step from flow_instance i
      where i.state = 'running' and i.deleted_at is null
    )
    select w.id from waiting w where exists (
      select 1 from changed c where
        exists (select 1 from reminder r where r."user" = c.id and r.deleted_at is null
          and starts_with(r.asks, 'approval:' || w.id || ':'))
        or w.step -> 'users' @> to_jsonb(c.id)
        or exists (select 1 from user_roles l join role o on o.id = l.target_id
          where l.owner_id = c.id and w.step -> 'roles' ? o.name)
        or exists (select 1 from user_organization_units l
          where l.owner_id = c.id and w.step -> 'organizationUnits' @> to_jsonb(l.target_id)))
    order by w.id desc limit ${mostFlows}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** It waits no more for others than these. */
async function endOthers(
  transaction: Transaction,
  records: Records,
  flow: FlowInstance,
  voters: readonly number[],
): Promise<void> {
  const { rows } = await raw<{ id: number }>`
    select id from reminder
    where document_resource = ${flow.documentResource} and document_id = ${flow.documentId} and deleted_at is null
      and starts_with(asks, ${`approval:${flow.id}:`})
      and (asks <> ${asksOf(flow)} or not "user" = any(${[...voters]}::bigint[]))
    order by id`.execute(transaction.sql);
  for (const { id } of rows) await records.trash(systemCaller(), 'reminder', id, transaction);
}

async function tell(
  transaction: Transaction,
  records: Records,
  flow: FlowInstance,
  voters: readonly number[],
): Promise<void> {
  const { sql } = transaction;
  const { documentResource: resource, documentId } = flow;
  const asks = asksOf(flow);
  const { rows } = await raw<{ user: number }>`
    select u as "user" from unnest(${[...voters]}::bigint[]) as u
    where not exists (select 1 from reminder r where r."user" = u and r.asks = ${asks})
      and (select count(*) from reminder r where r."user" = u and starts_with(r.asks, 'approval:')
        and r.is_read = 0 and r.deleted_at is null) < ${mostUnread}
    order by u`.execute(sql);
  if (rows.length === 0) return;
  const type = records.untyped.resource(resource);
  const record = await records.untyped.get(systemCaller(), resource, documentId, sql);
  const content = (locale: Locale) => {
    const values = {
      type: labelIn(type.schema['x-label'], locale),
      title: titleIn({ ability: systemCaller().ability, locale }, type, record),
      step: stepName(flow.steps[flow.stepIndex], { locale }),
    };
    return textIn({ key: 'flow.waits', values }, locale).slice(0, longest);
  };
  await records.createMany(
    systemCaller(),
    'reminder',
    rows.map(({ user }, row) => ({
      row,
      values: {
        user,
        ...inBoth(content),
        opinion: flow.comment,
        documentResource: resource,
        documentId,
        messageType: waitsType,
        asks,
      },
    })),
    new Map(),
    transaction,
  );
}
