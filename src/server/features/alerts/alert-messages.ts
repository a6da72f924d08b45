import { sql as raw } from 'kysely';
import type { EncounterRecord } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { flyingInAlert, watchingAlert } from './concerned.ts';

/** So many unread messages of alerts a user has at most: who has not read those reads no more. */
const mostUnread = 50;

/**
 * Keeps a message for whom an alert concerns, in the transaction that stores it: those of the operators of its flights, their
 * pilots, and whoever is on a position that watches them. One for each alert, of a group too, whatever becomes of it; what
 * only advises is left to the list of alerts until it is more.
 */
export async function tellOfAlerts(
  records: Pick<Records, 'createMany'>,
  transaction: Transaction,
  alerts: readonly Pick<EncounterRecord, 'id' | 'level'>[],
): Promise<void> {
  const ids = alerts.flatMap(({ id, level }) => (level === 'advisory' ? [] : [id]));
  if (ids.length === 0) return;
  const { rows } = await raw<{ id: number; user: number; content: string; contentEn: string }>`
    with told as (select * from encounter where id = any(${ids}::bigint[])),
    concerned as (
      select a.alert as id, a.user_id from (${flyingInAlert}) a where a.alert = any(${ids}::bigint[])
      union select a.alert, a.user_id from (${watchingAlert(raw`d.until is null`)}) a where a.alert = any(${ids}::bigint[])
    ),
    fresh as (
      select c.id, c.user_id,
        row_number() over (partition by c.user_id order by e.level desc, c.id) + (
          select count(*) from reminder r where r."user" = c.user_id and r.document_resource = 'encounter'
            and r.is_read = 0 and r.deleted_at is null) as place
      from concerned c join told e on e.id = c.id
        join "user" u on u.id = c.user_id and u.is_active and u.deleted_at is null
      where not exists (select 1 from reminder r where r."user" = c.user_id
        and r.document_resource = 'encounter' and r.document_id = c.id)
    )
    select f.id, f.user_id as "user", e.reason as content, e.reason_en as "contentEn"
    from fresh f join told e on e.id = f.id where f.place <= ${mostUnread} order by f.id, f.user_id`.execute(
    transaction.sql,
  );
  if (rows.length === 0) return;
  await records.createMany(
    systemCaller(),
    'reminder',
    rows.map(({ id, ...message }, row) => ({
      row,
      // Quiet hours do not hold it back.
      values: { ...message, documentResource: 'encounter', documentId: id, isWarning: true },
    })),
    new Map(),
    transaction,
  );
}
