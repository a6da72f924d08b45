import { sql } from 'kysely';
import { auditState, auditStateOf, marksAfter, reopensBy } from '#domain/approvals/audit.ts';
import { boundToCompanies } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import type { Caller } from '#server/kernel/caller.ts';

/**
 * While a record waits for a decision nobody changes it, through whatever endpoint: what is decided on stays
 * what was submitted. Asked inside the transaction of the change, with the record locked; services that
 * decide are not asked.
 */
export const lockedWhileWaiting: RecordRule = {
  phase: 'guard',
  name: 'nothing changes what waits for a decision',
  actions: ['update', 'delete'],
  refuse: ({ sql: db, type, before, caller }) => refuseWhileWaiting(db, type.resource, before ?? {}, caller),
};

/** Where a change touches what was vouched for, the record is accepted no more. */
export const reopened: RecordRule = {
  phase: 'complete',
  name: 'an accepted record is reopened',
  actions: ['update'],
  complete({ type: { resource }, before = {} }, changed) {
    const { approval } = resource;
    if (!approval || !reopensBy(approval, before, changed)) return {};
    const to = auditState.notSubmitted;
    return { [approval.state]: to, ...marksAfter(approval, 'reopen', to) };
  },
};

async function refuseWhileWaiting(
  db: Sql,
  resource: Resource,
  record: Record<string, unknown>,
  caller: Caller,
): Promise<void> {
  const { approval } = resource;
  if (
    approval?.sealed &&
    auditStateOf(approval, record) === auditState.accepted &&
    boundToCompanies(caller.actor)
  ) {
    const values = { name: titleIn(caller, resource, record) };
    throw new AppError(
      'conflict',
      { key: 'audit.refused.sealed', values },
      { explanation: { key: 'audit.rule.sealed' } },
    );
  }
  if (!approval || auditStateOf(approval, record) !== auditState.waiting) return;
  const found = await sql<{ name: string | null; nameEn: string | null }>`
    select steps -> step_index::int ->> 'name' as name, steps -> step_index::int ->> 'nameEn' as "nameEn"
    from flow_instance where document_resource = ${resource.name} and document_id = ${Number(record.id)}
      and state = 'running' and deleted_at is null limit 1`.execute(db);
  const [step] = found.rows;
  const stepName = (step && nameIn(step, caller.locale)) ?? '–';
  const name = titleIn(caller, resource, record);
  throw new AppError(
    'conflict',
    { key: 'audit.refused.locked', values: { name, step: stepName } },
    { explanation: { key: 'audit.rule.locked' } },
  );
}
