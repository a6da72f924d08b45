import type { Sql } from '#server/db/sql.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { Records } from './records.ts';
import type { Unit } from './stored-record.ts';

/** One thing that was done to a document, as the record of operations keeps it (Order 371, art. 41). */
export interface Operation {
  resource: string;
  id: number;
  company: number | null | undefined;
  action: string;
  from: number | null;
  to: number | null;
  reason: string | null;
  rule?: string | null;
  detail?: Record<string, unknown>;
}

/** Keeps who did it, when and from where, in the transaction that does it; gives what its message says too. */
export async function keepOperation(
  { records, clock }: { records: Records; clock: () => Date },
  unit: Unit,
  caller: Caller,
  operation: Operation,
): Promise<{ at: string; by: number | null; unitName: string | null }> {
  const { resource, id, company, action, from, to, reason, rule, detail } = operation;
  const at = clock().toISOString();
  const by = userIdOf(caller);
  const unitName = await unitNameOf(unit.sql, caller);
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
      unit: unitName,
      channel: caller.source,
      reason,
      ...(rule === undefined ? {} : { rule }),
      ...(detail ? { detail } : {}),
    },
    unit,
  );
  return { at, by, unitName };
}

/** The body for which he acts: his company, or the first organization unit that he belongs to. */
export async function unitNameOf(sql: Sql, { actor }: Caller): Promise<string | null> {
  if (actor.companyId !== null) {
    const row = await sql
      .selectFrom('company')
      .select('name')
      .where('id', '=', actor.companyId)
      .executeTakeFirst();
    return typeof row?.name === 'string' ? row.name : null;
  }
  const [unitId] = actor.organizationUnitIds;
  if (unitId === undefined) return null;
  const row = await sql
    .selectFrom('organizationUnit')
    .select('displayName')
    .where('id', '=', unitId)
    .executeTakeFirst();
  return typeof row?.displayName === 'string' ? row.displayName : null;
}
