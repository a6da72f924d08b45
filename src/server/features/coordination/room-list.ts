import { type RawBuilder, sql as raw } from 'kysely';
import type { RoomMember, RoomSummary } from '#contract/coordination/rooms.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import { nameSql } from '#server/engine/records/titles.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { members, membersOfRoom, type RoomOfKind } from './membership.ts';
import { noRoom } from './room-access.ts';

const mostUnread = 100;
/** Of an alert, which is called by its situation. */
const longestTitle = 120;

interface ListRow extends Omit<RoomSummary, 'lastMessage'> {
  lastMessage: RoomSummary['lastMessage'];
}

/** What a room is called, to this user in this language. */
const titleFor = (user: number, locale: Locale) => raw`coalesce(case r.kind
  when 'direct' then (select ${nameSql('u', locale)} from chat_member m join "user" u on u.id = m.user_id
    where m.room_id = r.id and m.user_id <> ${user} limit 1)
  when 'company' then (select ${nameSql('c', locale)} from company c where c.id = r.subject)
  when 'position' then (select concat_ws(' · ', ${nameSql('p', locale)}, (select ${nameSql('c', locale)} from company c
    where c.id = nullif(split_part(r.key, ':', 3), '')::bigint)) from watch_position p where p.id = r.subject)
  when 'plan' then (select coalesce(p.plan_number, '#' || p.id) from plan p where p.id = r.subject)
  when 'airspace' then (select ${nameSql('a', locale)} from airspace a where a.id = r.subject)
  when 'encounter' then (select left(${locale === 'en' ? raw`e.reason_en` : raw`e.reason`}, ${longestTitle}) from encounter e where e.id = r.subject)
  end, r.name, '#' || r.id)`;

/** A message `m` is unread by a user whose cursor is `c`: their own never are. */
export const isUnread = (user: RawBuilder<unknown>): RawBuilder<boolean> => raw`(
  m.seq > coalesce(c.read_seq, 0) and m.author_id is distinct from ${user} and m.kind <> 'event' and m.withdrawn_at is null)`;

/** Who reads: rooms are named to them, in their language. */
export interface Reader {
  user: number;
  locale: Locale;
}

export const readerOf = ({ actor, locale }: Pick<Caller, 'actor' | 'locale'>): Reader => ({
  user: actor.userId,
  locale,
});

/** The rooms of a user that fit, the last active first. */
export async function roomsOf(
  sql: Sql,
  { user, locale }: Reader,
  { where = raw`true`, skip = 0, most = 500 }: { where?: RawBuilder<unknown>; skip?: number; most?: number },
): Promise<{ totalCount: number; items: RoomSummary[] }> {
  const { rows } = await raw<ListRow & { total: number }>`
    with mine as (
      select r.*, count(*) over ()::int as total from chat_room r
      where r.id in (select m.room_id from ${members} m where m.user_id = ${user}) and ${where}
      order by r.active_at desc, r.id desc offset ${skip} limit ${most}
    )
    select r.id, r.kind, ${titleFor(user, locale)} as title, r.military, r.last_seq, r.active_at, r.closed_at, r.total,
      case when r.kind = 'direct' then (select m.user_id from chat_member m where m.room_id = r.id and m.user_id <> ${user} limit 1)
        else r.subject end as subject,
      coalesce(c.read_seq, 0) as read_seq, n.unread, n.unread_mentions,
      case when l.seq is null then null else jsonb_build_object('seq', l.seq, 'authorName', ${locale === 'en' ? raw`coalesce(nullif(l.author_name_en, ''), l.author_name)` : raw`l.author_name`},
        'text', ${locale === 'en' ? raw`coalesce(l.text_en, l.text)` : raw`l.text`}, 'sentAt', to_char(l.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as last_message
    from mine r
      left join chat_cursor c on c.room_id = r.id and c.user_id = ${user}
      left join lateral (
        select m.seq, m.author_name, u.name_en as author_name_en, left(m.text, 120) as text, m.sent_at,
          case when m.withdrawn_at is null then left(m.body->>'textEn', 120) end as text_en
        from chat_message m left join "user" u on u.id = m.author_id
        where m.room_id = r.id and m.kind <> 'event' order by m.seq desc limit 1
      ) l on true
      cross join lateral (
        select count(*)::int as unread, count(*) filter (where ${user}::bigint = any(x.mentions))::int as unread_mentions
        from (
          select m.mentions from chat_message m
          where m.room_id = r.id and ${isUnread(raw`${user}::bigint`)}
          order by m.seq desc limit ${mostUnread}
        ) x
      ) n
    order by r.active_at desc, r.id desc`.execute(sql);
  return {
    totalCount: rows[0]?.total ?? 0,
    items: rows.map(({ total: _, ...room }) => room),
  };
}

/** One of them. */
export async function roomOf(sql: Sql, reader: Reader, id: number): Promise<RoomSummary> {
  const { items } = await roomsOf(sql, reader, { where: raw`r.id = ${id}`, most: 1 });
  const [room] = items;
  if (!room) throw noRoom();
  return room;
}

/** Who is in a room, those who were added by hand after those who are in it by themselves, by name. */
export async function membersIn(
  sql: Sql,
  room: RoomOfKind,
  locale: Locale,
  online: ReadonlySet<number>,
): Promise<RoomMember[]> {
  const { rows } = await raw<Omit<RoomMember, 'online'>>`
    select u.id as user_id, ${nameSql('u', locale)} as name, ${nameSql('c', locale)} as company_name, k.read_at, coalesce(k.read_seq, 0) as read_seq,
      b.owner, b.added,
      case when b.on_duty then (select ${nameSql('p', locale)} from chat_room r join watch_position p on p.id = r.subject where r.id = ${room.id}) end
        as position
    from (
      select m.user_id, bool_or(m.by = 'owner') as owner, bool_and(m.by in ('owner', 'added')) as added,
        bool_or(m.by = 'position') as on_duty
      from ${membersOfRoom(room)} m group by m.user_id
    ) b join "user" u on u.id = b.user_id left join company c on c.id = u.company
      left join chat_cursor k on k.room_id = ${room.id} and k.user_id = u.id
    order by b.added, u.name, u.id`.execute(sql);
  return rows.map((one) => ({ ...one, online: online.has(one.userId) }));
}
