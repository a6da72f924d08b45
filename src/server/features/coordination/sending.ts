import { sql as raw } from 'kysely';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { InputOf } from '#contract/services.ts';
import { longestLabel } from '#domain/coordination/kinds.ts';
import { type Geometry, geometryError, isGeometry } from '#domain/geo/geojson.ts';
import { roomResource } from '#domain/record/files.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type CoordinationDeps, tell } from './coordination-deps.ts';
import { membersOf } from './membership.ts';
import { type MessageRow, messageViews } from './message-views.ts';
import { type PlannedDemand, planDemand, storeReceivers } from './order-calls.ts';
import { noRoom } from './room-access.ts';
import { isUnread } from './room-list.ts';
import type { RoomRow } from './room-record.ts';
import { type Saying, say, visibleLine, visibleText } from './say.ts';
import { createGathering, type Outcome } from './turns.ts';

/** A message that waits to be entered in its room. */
interface Sending {
  caller: Caller;
  input: InputOf<'Coordination', 'Send'>;
  text: string;
  place: { geometry: Geometry; label?: string } | undefined;
}

/** Messages of a room that are entered together at most. */
const mostTogether = 100;

const keyOf = ({ caller, input }: Sending) => `${caller.actor.userId} ${input.clientId}`;

/**
 * `Send`: what several say in a room at once is entered in one transaction, one after another as it came, and is answered and
 * told after its commit. Who is in the room is asked once for all of them, in that transaction: whoever was removed before is
 * refused, and hears nothing.
 */
export function createSend(deps: CoordinationDeps): Handlers<'Coordination'>['Send'] {
  const { records, parameters, delivery, turns, clock } = deps;

  async function assertMaySay(
    sql: Sql,
    room: RoomRow,
    inside: ReadonlySet<number>,
    { mentions = [], quote }: Sending['input'],
  ): Promise<void> {
    if (room.closedAt !== null) throw refused('coordination.closed');
    if (room.kind === 'direct') await assertNotBlocked(sql, room);
    if (quote !== undefined) await assertQuoted(sql, room, quote);
    if (!mentions.every((user) => inside.has(user))) throw fieldError('mentions', 'coordination.notMembers');
  }

  async function sayingOf(
    sql: Sql,
    room: RoomRow,
    { caller, input, text, place }: Sending,
  ): Promise<{ saying: Saying; planned: PlannedDemand | null }> {
    const { kind = 'text', clientId, mentions = [], quote, files = [], references = [] } = input;
    const planned = await planDemand(sql, room, caller.actor.userId, input, parameters);
    const said = {
      kind,
      text,
      clientId,
      mentions,
      ...(quote === undefined ? {} : { quote }),
      files: await filesToSend(sql, room, caller, files),
      body: {
        ...(place ? { place } : {}),
        ...(references.length > 0 ? { references } : {}),
        ...(planned ? { demand: planned } : {}),
      },
    };
    return { saying: { by: caller.actor, now: clock(), said }, planned };
  }

  /** Enters what may be said, and answers for each. */
  const enter = (id: number, sendings: readonly Sending[]) =>
    records.transaction(async ({ sql }) => {
      const room = await sql
        .selectFrom('chatRoom')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      const members = room ? await membersOf(sql, room) : [];
      const inside = new Set(members);
      const heard = sendings.filter(({ caller }) => inside.has(caller.actor.userId));
      if (!room || heard.length === 0) return null;

      const known = await sentBefore(sql, room, heard);
      const refusals = new Map<string, AppError>();
      const sayings: Saying[] = [];
      const demands = new Map<string, PlannedDemand>();
      const taken = new Set(known.keys());
      for (const sending of heard) {
        const key = keyOf(sending);
        if (taken.has(key)) continue;
        try {
          await assertMaySay(sql, room, inside, sending.input);
          const { saying, planned } = await sayingOf(sql, room, sending);
          sayings.push(saying);
          taken.add(key);
          if (planned) demands.set(key, planned);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refusals.set(key, error);
        }
      }
      const [first, ...others] = sayings;
      const rows = first ? await say(sql, room, [first, ...others]) : [];
      for (const row of rows) {
        const planned = demands.get(`${row.authorId} ${row.clientId}`);
        if (!planned) continue;
        const dueAt = new Date(Date.parse(row.sentAt) + planned.withinS * 1000).toISOString();
        await storeReceivers(sql, row, planned.receivers, { level: 0, dueAt });
      }
      if (rows.length > 0) await readOwn(sql, room, rows);
      const said = await messageViews(sql, rows);
      const again = await messageViews(sql, [...known.values()]);
      const views = new Map([...said, ...again].map((view) => [`${view.author} ${view.clientId}`, view]));
      return { room, members, said, views, refusals };
    });

  const send = createGathering(
    turns,
    mostTogether,
    async (id: number, sendings: readonly [Sending, ...Sending[]]): Promise<Outcome<ChatMessage>[]> => {
      const entered = await enter(id, sendings);
      if (!entered) return sendings.map(() => ({ refused: noRoom() }));
      const { room, members, said, views, refusals } = entered;
      tell(delivery, { room, members, said, changed: [], also: null });
      return sendings.map((sending) => {
        const answer = views.get(keyOf(sending));
        return answer ? { answer } : { refused: refusals.get(keyOf(sending)) ?? noRoom() };
      });
    },
  );

  return async (input, caller) => {
    const { room, text, files = [], place, references = [] } = input;
    const written = visibleText(text);
    if (written === '' && files.length === 0 && !place && references.length === 0)
      throw fieldError('text', 'coordination.empty');
    const label = visibleLine(place?.label ?? '', longestLabel);
    const shape = place && { geometry: asGeometry(place.geometry), ...(label ? { label } : {}) };
    // Whoever refers to a record may read it; what its readers see of it is theirs to ask.
    for (const { resource, id: record } of references) {
      if (resource === 'encounter') await deps.alertRecorded(record);
      await records.get(caller, resource, record);
    }
    return send(room, { caller, input, text: written, place: shape });
  };
}

const geometryKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

function asGeometry(value: unknown): Geometry {
  if (isGeometry(value, geometryKinds)) return value;
  const { key, values } = geometryError(value, geometryKinds) ?? { key: 'common.validation' };
  throw fieldError('place', key, values);
}

/** Of these, the messages that came before by the same id; a page that lost its connection sends them again. */
async function sentBefore(
  sql: Sql,
  room: RoomRow,
  sendings: readonly Sending[],
): Promise<Map<string, MessageRow>> {
  const authors = sendings.map(({ caller }) => caller.actor.userId);
  const clientIds = sendings.map(({ input }) => input.clientId);
  const { rows } = await raw<MessageRow>`
    select m.* from unnest(${authors}::bigint[], ${clientIds}::text[]) as given (author_id, client_id)
      join chat_entry e on e.room_id = ${room.id} and e.author_id = given.author_id and e.client_id = given.client_id
        and e.client_id is not null
      join chat_message m on m.room_id = e.room_id and m.seq = e.seq`.execute(sql);
  return new Map(rows.map((row) => [`${row.authorId} ${row.clientId}`, row]));
}

async function assertQuoted(sql: Sql, room: RoomRow, seq: number): Promise<void> {
  const row = await sql
    .selectFrom('chatMessage')
    .select('kind')
    .where('roomId', '=', room.id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (!row || row.kind === 'event') throw fieldError('quote', 'coordination.noMessage');
}

/** Files that the sender added to this room; any other is refused. */
async function filesToSend(sql: Sql, room: RoomRow, { actor }: Caller, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const found = await sql
    .selectFrom('attachment')
    .select(['id', 'name', 'size', 'sha256'])
    .where('id', 'in', ids)
    .where('resource', '=', roomResource)
    .where('recordId', '=', room.id)
    .where('createdBy', '=', actor.userId)
    .where('deletedAt', 'is', null)
    .execute();
  if (found.length < ids.length) throw fieldError('files', 'coordination.noFile');
  return ids.flatMap((id) => found.filter((file) => file.id === id));
}

/**
 * A sender who had no unread message has read up to their own. Unread ones stay unread: a message may have waited in a queue
 * without a connection.
 */
async function readOwn(sql: Sql, room: RoomRow, rows: readonly MessageRow[]): Promise<void> {
  await raw`
    insert into chat_cursor as k (room_id, user_id, read_seq, read_at)
    select ${room.id}, given.user_id, max(given.seq), ${room.activeAt}::timestamptz
    from unnest(${rows.map(({ authorId }) => authorId)}::bigint[], ${rows.map(({ seq }) => seq)}::bigint[])
      as given (user_id, seq)
    where not exists (
      select 1 from chat_message m left join chat_cursor c on c.room_id = m.room_id and c.user_id = given.user_id
      where m.room_id = ${room.id} and m.seq < given.seq and ${isUnread(raw`given.user_id`)})
    group by given.user_id
    on conflict (room_id, user_id) do update set read_at = excluded.read_at,
      read_seq = greatest(k.read_seq, excluded.read_seq)`.execute(sql);
}

/** Of two, neither has blocked the other. */
async function assertNotBlocked(sql: Sql, room: RoomRow): Promise<void> {
  const { rows } = await raw`
    select 1 from chat_block b
    where b.user_id in (select m.user_id from chat_member m where m.room_id = ${room.id})
      and b.blocked_id in (select m.user_id from chat_member m where m.room_id = ${room.id}) limit 1`.execute(
    sql,
  );
  if (rows.length > 0) throw refused('coordination.blocked');
}
