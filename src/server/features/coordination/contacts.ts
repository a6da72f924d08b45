import { type RawBuilder, sql as raw } from 'kysely';
import type { ChatContact } from '#contract/coordination/rooms.ts';
import type { OutputOf } from '#contract/services.ts';
import { type Actor, boundToCompanies } from '#domain/identity/access.ts';
import { fieldError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { nameSql } from '#server/engine/records/titles.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { mayChat } from './membership.ts';

/** With whom, of the users `u`, an actor may speak: a body with everybody, a company with its own and with bodies. */
export function isContact(actor: Actor): RawBuilder<boolean> {
  if (!boundToCompanies(actor)) return raw`(${mayChat} and u.id <> ${actor.userId})`;
  const served = raw`(select s.target_id from user_served_companies s where s.owner_id = u.id)`;
  return raw`(${mayChat} and u.id <> ${actor.userId} and (u.company = any(${actor.companyIds}::bigint[])
    or exists (select 1 from user_served_companies s where s.owner_id = u.id
      and s.target_id = any(${actor.companyIds}::bigint[]))
    or (u.company is null and not exists ${served})))`;
}

/** To which watch positions `p` an actor may write: a body to all, a company to its own and to those of bodies. */
const mayWriteTo = (actor: Actor): RawBuilder<boolean> =>
  boundToCompanies(actor)
    ? raw`(p.deleted_at is null and (p.company is null or p.company = any(${actor.companyIds}::bigint[])))`
    : raw`(p.deleted_at is null)`;

/** More positions than any unit staffs. */
const mostPositions = 200;

export type ChatPosition = OutputOf<'Coordination', 'GetContacts'>['positions'][number];

export async function positionsOf(
  sql: Sql,
  { actor, locale }: Pick<Caller, 'actor' | 'locale'>,
): Promise<ChatPosition[]> {
  const { rows } = await raw<ChatPosition>`
    select p.id, ${nameSql('p', locale)} as name, exists (select 1 from watch_duty d
      where d.position = p.id and d.until is null and d.deleted_at is null) as staffed
    from watch_position p where ${mayWriteTo(actor)} order by p.name, p.id limit ${mostPositions}`.execute(
    sql,
  );
  return rows;
}

/**
 * The key of the room of a position. Companies do not read each other: each has its own with a position of a body.
 */
export async function positionKey(sql: Sql, actor: Actor, position: number): Promise<string> {
  const { rows } = await raw<{ company: number | null }>`
    select p.company from watch_position p where p.id = ${position} and ${mayWriteTo(actor)}`.execute(sql);
  const [found] = rows;
  if (!found) throw fieldError('subject', 'coordination.noPosition');
  const isShared = !boundToCompanies(actor) || found.company !== null;
  return `position:${position}${isShared ? '' : `:${actor.companyId ?? actor.companyIds[0]}`}`;
}

const likeOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export async function contactsOf(
  sql: Sql,
  { actor, locale }: Pick<Caller, 'actor' | 'locale'>,
  input: { query?: string | undefined; skipCount?: number | undefined; maxResultCount?: number | undefined },
  online: ReadonlySet<number>,
): Promise<{ totalCount: number; items: ChatContact[] }> {
  const { query = '', skipCount = 0, maxResultCount = 50 } = input;
  const looked =
    query.trim() === ''
      ? raw`true`
      : raw`(u.name ilike ${likeOf(query.trim())} or u.name_en ilike ${likeOf(query.trim())}
    or u.user_name ilike ${likeOf(query.trim())} or c.name ilike ${likeOf(query.trim())}
    or c.name_en ilike ${likeOf(query.trim())})`;
  const { rows } = await raw<Omit<ChatContact, 'online'> & { total: number }>`
    select u.id, ${nameSql('u', locale)} as name, ${nameSql('c', locale)} as company_name, count(*) over ()::int as total,
      array(select ${nameSql('p', locale)} from watch_duty d join watch_position p on p.id = d.position
        where d."user" = u.id and d.until is null and d.deleted_at is null order by 1) as positions
    from "user" u left join company c on c.id = u.company
    where ${isContact(actor)} and ${looked}
    order by u.name, u.id offset ${skipCount} limit ${maxResultCount}`.execute(sql);
  return {
    totalCount: rows[0]?.total ?? 0,
    items: rows.map(({ total: _, ...one }) => ({ ...one, online: online.has(one.id) })),
  };
}

/** The names of these users; one with whom the caller may not speak is refused at the field. */
export async function namedContacts(
  sql: Sql,
  actor: Actor,
  users: readonly number[],
  field: string,
): Promise<{ id: number; name: string }[]> {
  const others = users.filter((user) => user !== actor.userId);
  if (others.length === 0) return [];
  const { rows } = await raw<{ id: number; name: string }>`
    select u.id, u.name from "user" u where u.id = any(${others}::bigint[]) and ${isContact(actor)} order by u.id`.execute(
    sql,
  );
  const found = new Set(rows.map(({ id }) => id));
  const missing = others.find((user) => !found.has(user));
  if (missing !== undefined) throw fieldError(field, 'coordination.noContact', { id: missing });
  return rows;
}
