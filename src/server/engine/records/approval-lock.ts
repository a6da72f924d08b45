import { sql } from 'kysely';
import { auditState, auditStateOf, marksAfter, reopensBy } from '#domain/approvals/audit.ts';
import { boundToCompanies } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { titleIn } from './fields.ts';

/**
 * While a record waits for a decision nobody changes it, through whatever door: what is decided on stays what was
 * submitted. Asked inside the transaction of the change, with the record locked; services that decide are not asked.
 */
export async function refuseWhileWaiting(
  db: Sql,
  resource: Resource,
  record: Record<string, unknown>,
  caller: Pick<Caller, 'ability' | 'actor' | 'locale'>,
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
  const stepName = (caller.locale === 'en' ? step?.nameEn : null) ?? step?.name ?? '–';
  const name = titleIn(caller, resource, record);
  throw new AppError(
    'conflict',
    { key: 'audit.refused.locked', values: { name, step: stepName } },
    { explanation: { key: 'audit.rule.locked' } },
  );
}

/** What a change of an accepted record brings with it: where it touches what was vouched for, it is not accepted any more. */
export function reopenedBy(
  resource: Resource,
  before: Record<string, unknown>,
  changed: string[],
): Record<string, unknown> {
  const { approval } = resource;
  if (!approval || !reopensBy(approval, before, changed)) return {};
  const to = auditState.notSubmitted;
  return { [approval.state]: to, ...marksAfter(approval, 'reopen', to) };
}
