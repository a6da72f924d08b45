import { isReminding } from '../../domain/reminders.ts';
import type { Resource } from '../../domain/resource.ts';
import { systemCaller } from '../caller.ts';
import type { RecordChange } from '../changes.ts';
import type { Sql } from '../db/sql.ts';
import type { Records, Unit } from '../records/records.ts';

/** Longest content of a reminder; what is longer ends in an ellipsis. */
const longest = 1000;

/**
 * Keeps a reminder for everyone of the company whose document was decided on by someone else, in the transaction
 * that decided it: who was away finds it when he comes back.
 */
export function keepReminders(records: Records): void {
  records.beforeCommit(async (unit, announced) => {
    for (const change of announced) {
      const { message } = change;
      if (!message || !isReminding(message.type)) continue;
      const company = companyOf(records.resource(change.resource), change);
      if (company === null) continue;
      for (const user of await peopleOf(unit.sql, company)) {
        if (user !== change.by) await remind(records, unit, user, change, message);
      }
    }
  });
}

async function remind(
  records: Records,
  unit: Unit,
  user: number,
  change: RecordChange,
  message: NonNullable<RecordChange['message']>,
): Promise<void> {
  await records.create(
    systemCaller(),
    'reminder',
    {
      user,
      content: shortened(message.content),
      contentEn: shortened(message.contentEn ?? message.content),
      opinion: message.message === '' ? null : message.message,
      documentResource: change.resource,
      documentId: change.id,
    },
    unit,
  );
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The company whose document it is; a company's own record is its own. */
function companyOf({ scope }: Resource, { id, record }: RecordChange): number | null {
  if (scope?.company === 'id') return id;
  const company = scope?.company ? record[scope.company] : undefined;
  return typeof company === 'number' ? company : null;
}

async function peopleOf(sql: Sql, company: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('user')
    .select('id')
    .where('company', '=', company)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => Number(id));
}
