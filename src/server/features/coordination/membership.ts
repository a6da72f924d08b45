import { type RawBuilder, sql as raw } from 'kysely';
import { documentKinds, type RoomKind } from '#domain/coordination/kinds.ts';
import type { MemberBy } from '#domain/coordination/rights.ts';
import { adminPermission } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import { flyingInAlert, watchingAlert } from '#server/features/alerts/concerned.ts';
import { waitingVoters } from '#server/features/approvals/voters.ts';
import type { RoomRow } from './room-record.ts';

/** Those who may chat at all, of the users `u`. */
export const mayChat = raw<boolean>`(u.is_active and u.deleted_at is null
  and exists (select 1 from user_roles l join role g on g.id = l.target_id
    where l.owner_id = u.id and g.deleted_at is null
      and g.permissions ?| ${['Pages.Chat', adminPermission]}::text[]))`;

type Part = RawBuilder<unknown>;

const addedByHand: Part = raw`
  select m.room_id, m.user_id, case when m.owner then 'owner' else 'added' end as by from chat_member m`;
/** The user `u` is of a body: bound to no company. */
const isOfBody = raw<boolean>`(u.company is null
  and not exists (select 1 from user_served_companies s where s.owner_id = u.id))`;

/** Users who may decide the document now and see its area. */
const deciders = (kind: 'plan' | 'airspace'): Part => raw`
  select r.id, v.user_id, 'party' from chat_room r
    join (${waitingVoters(kind === 'plan' ? ['plan', 'release'] : ['airspace'])}) v
      on v.document_id = r.subject and v.document_resource = r.kind
    join ${raw.table(kind)} d on d.id = r.subject and d.deleted_at is null
    where r.kind = ${raw.lit(kind)}
      and (not exists (select 1 from user_coverage c where c.owner_id = v.user_id)
        or exists (select 1 from user_coverage c where c.owner_id = v.user_id and c.target_id = any(d.coverage_ids)))`;

/** Whoever did something to the document: of bodies, and of the companies whose document it was, as long as they are of them. */
const journal: Part = raw`
  select r.id, o.operated_by, 'party' from chat_room r
    join operate_record o on o.record_id = r.subject and o.record_resource = r.kind
    join "user" w on w.id = o.operated_by
    where r.kind in ('plan', 'airspace') and (
      w.company = o.company
      or exists (select 1 from user_served_companies s where s.owner_id = w.id and s.target_id = o.company)
      or (w.company is null and not exists (select 1 from user_served_companies s where s.owner_id = w.id)))`;

const whileItStood = raw`d.since <= coalesce(e.cleared_at, d.since) and (d.until is null or d.until >= e.raised_at)`;

/**
 * Who is in which room: (room_id, user_id, by). Somebody added them (`by` is 'added' or 'owner'), or it follows, in rooms of a
 * kind, from their company, their watch position, or what they did to the document. The one place that says so; a condition on
 * either column reaches the indexes of all its parts.
 */
const parts: Record<RoomKind, Part[]> = {
  direct: [addedByHand],
  group: [addedByHand],
  meeting: [addedByHand],
  company: [
    addedByHand,
    raw`select r.id, u.id, 'company' from chat_room r join "user" u on u.company = r.subject where r.kind = 'company'`,
    raw`select r.id, s.owner_id, 'company' from chat_room r join user_served_companies s on s.target_id = r.subject
      where r.kind = 'company'`,
  ],
  position: [
    addedByHand,
    raw`select r.id, d."user", 'position' from chat_room r join watch_duty d on d.position = r.subject
      where r.kind = 'position' and d.until is null and d.deleted_at is null`,
  ],
  plan: [
    addedByHand,
    raw`select r.id, u.id, 'party' from chat_room r join plan p on p.id = r.subject join "user" u on u.company = p.company
      where r.kind = 'plan' and p.deleted_at is null`,
    deciders('plan'),
    journal,
  ],
  airspace: [
    addedByHand,
    raw`select r.id, u.id, 'party' from chat_room r join airspace a on a.id = r.subject join "user" u on u.company = a.company
      where r.kind = 'airspace' and a.deleted_at is null`,
    deciders('airspace'),
    journal,
  ],
  encounter: [
    addedByHand,
    // Whoever handles it.
    raw`select r.id, h.user_id, 'party' from chat_room r join encounter e on e.id = r.subject
      cross join lateral (values (e.acknowledged_by), (e.muted_by), (e.classified_by)) h (user_id)
      where r.kind = 'encounter' and h.user_id is not null`,
    raw`select r.id, a.user_id, 'party' from chat_room r join (${flyingInAlert}) a on a.alert = r.subject
      where r.kind = 'encounter'`,
    raw`select r.id, a.user_id, 'position' from chat_room r join (${watchingAlert(whileItStood)}) a on a.alert = r.subject
      where r.kind = 'encounter'`,
  ],
};

/** What the parts give of those who may chat; a user may come more than once. */
const whoMayChat = (of: Iterable<Part>): Part => raw`(
  select b.room_id, b.user_id, b.by from (${raw.join([...of], raw` union all `)}) b join "user" u on u.id = b.user_id
  where ${mayChat})`;

/** (room_id, user_id, by) of all rooms: for the rooms of one user. */
export const members = whoMayChat(new Set(Object.values(parts).flat()));

export type RoomOfKind = Pick<RoomRow, 'id' | 'kind'>;

/** (user_id, by) of one room: the tables of its kind alone are asked, for it is asked with everything that is said. */
export const membersOfRoom = ({ id, kind }: RoomOfKind): Part => raw`(
  select m.user_id, m.by from ${whoMayChat(parts[kind as RoomKind])} m where m.room_id = ${id})`;

/** How a user is in a room; empty: not at all. */
export async function waysIn(sql: Sql, room: RoomOfKind, user: number): Promise<MemberBy[]> {
  const { rows } = await raw<{ by: MemberBy }>`
    select distinct m.by from ${membersOfRoom(room)} m where m.user_id = ${user}`.execute(sql);
  return rows.map(({ by }) => by);
}

/**
 * The user `u` may own the room `r`: that of a document is owned by users of bodies and of the document's own company, so
 * that no other company closes it or removes its members.
 */
const mayOwn = raw<boolean>`(r.kind <> all(${[...documentKinds]}::text[]) or ${isOfBody}
  or exists (select 1 from (
      select 'plan' as kind, p.id, p.company from plan p union all select 'airspace', a.id, a.company from airspace a
    ) d where d.kind = r.kind and d.id = r.subject and (d.company = u.company
      or exists (select 1 from user_served_companies s where s.owner_id = u.id and s.target_id = d.company))))`;

/** May the user own the room, and has it an owner? */
export async function ownership(
  sql: Sql,
  room: number,
  user: number,
): Promise<{ mayOwn: boolean; isOwned: boolean }> {
  const { rows } = await raw<{ mayOwn: boolean; isOwned: boolean }>`
    select ${mayOwn} as may_own, exists (select 1 from chat_member m where m.room_id = r.id and m.owner) as is_owned
    from chat_room r, "user" u where r.id = ${room} and u.id = ${user}`.execute(sql);
  return rows[0] ?? { mayOwn: false, isOwned: false };
}

/** Gives a room without an owner the first of its added members who may own it. */
export async function ensureOwner(sql: Sql, room: number): Promise<void> {
  await raw`
    update chat_member set owner = true where room_id = ${room} and user_id = (
      select m.user_id from chat_member m join chat_room r on r.id = m.room_id join "user" u on u.id = m.user_id
      where m.room_id = ${room} and ${mayOwn} order by m.added_at, m.user_id limit 1
    ) and not exists (select 1 from chat_member where room_id = ${room} and owner)`.execute(sql);
}

/** Ids of the users who are in a room now. */
export async function membersOf(sql: Sql, room: RoomOfKind): Promise<number[]> {
  const { rows } = await raw<{ ids: number[] | null }>`
    select array_agg(distinct m.user_id) as ids from ${membersOfRoom(room)} m`.execute(sql);
  return (rows[0]?.ids ?? []).map(Number);
}
