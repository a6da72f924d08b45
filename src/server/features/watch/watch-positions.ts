import { sql as raw } from 'kysely';
import type { PositionState } from '#contract/watch.ts';
import { adminPermission } from '#domain/identity/access.ts';
import type {
  WatchDutyRecord,
  WatchHandoverRecord,
  WatchPositionRecord,
} from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { nameSql } from '#server/engine/records/titles.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';

/** More positions than any unit staffs. */
const most = 200;

/** The position among the caller's rows, locked: one sign-on, sign-off or handover of it at a time. */
export async function lockPosition(
  records: Records,
  transaction: Transaction,
  caller: Caller,
  id: number,
): Promise<WatchPositionRecord> {
  await records.get(caller, 'watchPosition', id, transaction.sql);
  return records.lockForChange(asService(caller), 'watchPosition', id, transaction);
}

/** Who is on a position; undefined: nobody. */
export async function dutyAt(sql: Sql, position: number): Promise<WatchDutyRecord | undefined> {
  const row = await sql
    .selectFrom('watchDuty')
    .selectAll()
    .where('position', '=', position)
    .where('until', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row as WatchDutyRecord | undefined;
}

/** The handover of a position that waits to be taken. */
export async function offerAt(sql: Sql, position: number): Promise<WatchHandoverRecord | undefined> {
  const row = await sql
    .selectFrom('watchHandover')
    .selectAll()
    .where('position', '=', position)
    .where('state', '=', 'offered')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row as WatchHandoverRecord | undefined;
}

/** Every position that the caller sees, with who is on it and what is offered. */
export async function positionStates(records: Records, sql: Sql, caller: Caller): Promise<PositionState[]> {
  const sort = [{ field: 'name', order: 'asc' as const }];
  const positions = await records.rows(caller, 'watchPosition', { filter: undefined, sort, most }, sql);
  const states: PositionState[] = [];
  const found: [WatchPositionRecord, WatchDutyRecord | undefined, WatchHandoverRecord | undefined][] = [];
  for (const position of positions) {
    const { id } = position;
    found.push([position, await dutyAt(sql, id), await offerAt(sql, id)]);
  }
  const nameOf = await storedNamesIn(
    sql,
    caller.locale,
    found.flatMap(([, duty, offer]) => [duty?.userName, offer?.fromName, offer?.toName]),
  );
  for (const [position, duty, offer] of found) {
    const { id, kind, frequencyMhz } = position;
    states.push({
      id,
      name: titleIn(caller, records.untyped.resource('watchPosition'), position),
      kind,
      frequencyMhz: frequencyMhz ?? null,
      holder: duty
        ? {
            user: duty.user,
            name: nameOf(duty.userName),
            since: duty.since,
            isMe: duty.user === caller.actor.userId,
          }
        : null,
      offer: offer
        ? {
            id: offer.id,
            fromName: nameOf(offer.fromName),
            to: offer.toUser ?? null,
            toName: nameOf(offer.toName) ?? null,
            offeredAt: offer.offeredAt,
            remarks: offer.remarks ?? null,
          }
        : null,
    });
  }
  return states;
}

/** Users who may sign on now to a position of this company, or of a body, beside one of them. */
export async function reliefOf(
  sql: Sql,
  {
    company,
    permission,
    beside,
    now,
    locale = 'zh-Hans',
  }: { company: number | null; permission: readonly string[]; beside: number; now: Date; locale?: Locale },
): Promise<{ id: number; name: string }[]> {
  const served = raw`(select s.target_id from user_served_companies s where s.owner_id = u.id)`;
  const rows = await raw<{ id: number; name: string }>`
    select u.id, ${nameSql('u', locale)} as name from "user" u
    where u.is_active and u.deleted_at is null and u.id <> ${beside}
      and (u.lockout_end_at is null or u.lockout_end_at <= ${now.toISOString()}::timestamptz)
      and ${
        company === null
          ? raw`u.company is null and not exists ${served}`
          : raw`(u.company = ${company} or ${company} in ${served})`
      }
      and exists (select 1 from user_roles l join role r on r.id = l.target_id
        where l.owner_id = u.id and r.deleted_at is null
          and r.permissions ?| ${[...permission, adminPermission]}::text[])
    order by u.name limit ${most}`.execute(sql);
  return rows.rows.map(({ id, name }) => ({ id: Number(id), name }));
}
