import { type Actor, abilityOf, boundToCompanies, holds, may, rulesFor } from '../../domain/access.ts';
import { answers, decidedBy, isReminding } from '../../domain/reminders.ts';
import type { Resource } from '../../domain/resource.ts';
import { systemCaller } from '../caller.ts';
import type { RecordChange } from '../changes.ts';
import type { Sql } from '../db/sql.ts';
import type { Records, Unit } from '../records/records.ts';

/** Longest content of a reminder; what is longer ends in an ellipsis. */
const longest = 1000;

/**
 * Keeps a reminder, in the transaction that brings it about: for everyone of the company whose document was decided on
 * by someone else, and for whoever may do what is asked of a body, until it is done. Who was away finds it when he
 * comes back.
 */
export function keepReminders(
  records: Records,
  deps: { resources: Resource[]; actorOf(userId: number, within: Sql): Promise<Actor | null> },
): void {
  records.beforeCommit(async (unit, announced) => {
    for (const change of announced) {
      const { message } = change;
      if (!message) continue;
      const over = answers(message.type);
      if (over) await endReminders(records, unit, { type: over, resource: change.resource, id: change.id });
      const permission = decidedBy(message.type);
      const company = isReminding(message.type) ? companyOf(records.resource(change.resource), change) : null;
      const people = [
        ...(company === null ? [] : await peopleOf(unit.sql, company)),
        ...(permission ? await decidersOf(unit.sql, change, permission) : []),
      ];
      for (const user of people) {
        if (user !== change.by) await remind(records, unit, user, change, message);
      }
    }
  });

  /** Those of bodies who hold the permission and see the record. */
  async function decidersOf(sql: Sql, change: RecordChange, permission: string[]): Promise<number[]> {
    const found: number[] = [];
    for (const user of await peopleOf(sql, null)) {
      const actor = await deps.actorOf(user, sql);
      if (!actor || !holds(actor, permission) || boundToCompanies(actor)) continue;
      const ability = abilityOf(rulesFor(actor, deps.resources));
      if (may(ability, 'read', change.resource, change.record)) found.push(user);
    }
    return found;
  }
}

/** What was asked has its answer: those who could have given it are reminded no more. */
export async function endReminders(
  records: Records,
  unit: Unit,
  of: { type: string; resource: string; id: number },
): Promise<void> {
  const rows = await unit.sql
    .selectFrom('reminder')
    .select('id')
    .where('asks', '=', of.type)
    .where('documentResource', '=', of.resource)
    .where('documentId', '=', of.id)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) await records.trash(systemCaller(), 'reminder', Number(id), unit);
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
      asks: decidedBy(message.type) ? message.type : null,
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

/** Who is there of a company; null: of the bodies, who are of none. */
async function peopleOf(sql: Sql, company: number | null): Promise<number[]> {
  const rows = await sql
    .selectFrom('user')
    .select('id')
    .where('company', 'is not distinct from', company)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => Number(id));
}
