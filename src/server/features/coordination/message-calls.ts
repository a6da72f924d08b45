import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { EntryKind } from '#domain/coordination/kinds.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type CoordinationDeps, changeRoom } from './coordination-deps.ts';
import { searchMessages } from './message-search.ts';
import { type MessageBody, type MessageRow, messageView, messageViews } from './message-views.ts';
import { endOrderReminders } from './order-reminders.ts';
import { enterRoom } from './room-access.ts';
import { readerOf } from './room-list.ts';
import { appendEntry, type RoomRow } from './room-record.ts';
import { visibleText } from './say.ts';
import { createSend } from './sending.ts';

type MessageHandlers = Pick<
  Handlers<'Coordination'>,
  'Send' | 'GetMessages' | 'GetChanges' | 'Search' | 'Edit' | 'Withdraw' | 'Pin' | 'Unpin'
>;

export function messageCalls(deps: CoordinationDeps): MessageHandlers {
  const { database, records, clock } = deps;
  const { kysely } = database;

  /** A message of the room, as it stands; one that was withdrawn, or is no message of a person, is changed no more. */
  async function changeable(sql: Sql, room: RoomRow, seq: number): Promise<MessageRow> {
    const row = await sql
      .selectFrom('chatMessage')
      .selectAll()
      .where('roomId', '=', room.id)
      .where('seq', '=', seq)
      .executeTakeFirst();
    if (!row || row.kind === 'event') throw new AppError('notFound', { key: 'coordination.noMessage' });
    if (row.withdrawnAt !== null) throw refused('coordination.withdrawn');
    return row;
  }

  async function change(
    caller: Caller,
    { room: id, seq }: { room: number; seq: number },
    kind: EntryKind,
    work: (
      row: MessageRow,
      at: string,
    ) => {
      body?: Record<string, unknown>;
      set: Partial<Pick<MessageRow, 'text' | 'editedAt' | 'withdrawnAt' | 'pinnedAt' | 'words'>>;
    } | null,
  ): Promise<ChatMessage> {
    return changeRoom(deps, caller, id, async (sql, { room }, transaction) => {
      const row = await changeable(sql, room, seq);
      if (room.closedAt !== null) throw refused('coordination.closed');
      const now = clock();
      const what = work(row, now.toISOString());
      if (what === null) return { answer: await messageView(sql, row, caller.locale) };
      const entry = await appendEntry(sql, room, caller.actor, now, {
        kind,
        about: seq,
        body: what.body ?? {},
      });
      const changed = await sql
        .updateTable('chatMessage')
        .set({ ...what.set, changedSeq: entry.seq })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (kind === 'withdrawal' && row.kind !== 'text') await endOrderReminders(records, transaction, row);
      return { answer: await messageView(sql, changed, caller.locale), changed: [changed] };
    });
  }

  const own = (caller: Caller, { authorId }: MessageRow) => {
    if (authorId !== caller.actor.userId) throw new AppError('forbidden', { key: 'coordination.notYours' });
  };

  return {
    Send: createSend(deps),

    async GetMessages({ room: id, before, after, around, most = 50 }, caller) {
      const { room } = await enterRoom(kysely, caller, id);
      const page = async (direction: 'asc' | 'desc', than: number | null, limit: number) => {
        const rows = await kysely
          .selectFrom('chatMessage')
          .selectAll()
          .where('roomId', '=', id)
          .$if(than !== null, (query) => query.where('seq', direction === 'asc' ? '>' : '<', than ?? 0))
          .orderBy('seq', direction)
          .limit(limit + 1)
          .execute();
        const more = rows.length > limit;
        const kept = rows.slice(0, limit);
        return { rows: direction === 'asc' ? kept : kept.reverse(), more };
      };
      if (around !== undefined) {
        const earlier = await page('desc', around, Math.floor(most / 2));
        const later = await page('asc', around - 1, Math.ceil(most / 2));
        return {
          lastSeq: room.lastSeq,
          before: earlier.more,
          after: later.more,
          items: await messageViews(kysely, [...earlier.rows, ...later.rows], caller.locale),
        };
      }
      const forward = after !== undefined;
      const { rows, more } = forward
        ? await page('asc', after, most)
        : await page('desc', before ?? null, most);
      const [first] = rows;
      const beyond = async (direction: 'asc' | 'desc', than: number) => (await page(direction, than, 0)).more;
      return {
        lastSeq: room.lastSeq,
        before: forward ? await beyond('desc', first?.seq ?? after + 1) : more,
        after: forward ? more : before !== undefined && (await beyond('asc', before - 1)),
        items: await messageViews(kysely, rows, caller.locale),
      };
    },

    async GetChanges({ room: id, since, most = 200 }, caller) {
      const { room } = await enterRoom(kysely, caller, id);
      const rows = await kysely
        .selectFrom('chatMessage')
        .selectAll()
        .where('roomId', '=', id)
        .where('changedSeq', '>', since)
        .orderBy('changedSeq')
        .limit(most + 1)
        .execute();
      return {
        lastSeq: room.lastSeq,
        more: rows.length > most,
        items: await messageViews(kysely, rows.slice(0, most), caller.locale),
      };
    },

    Search: (query, caller) => searchMessages(kysely, readerOf(caller), query),

    Edit: ({ room, seq, text }, caller) =>
      change(caller, { room, seq }, 'edit', (row, at) => {
        own(caller, row);
        const written = visibleText(text);
        if (written === '') throw fieldError('text', 'coordination.noText');
        // An order stands as it was acknowledged: it is withdrawn, and given anew.
        if (row.kind !== 'text') throw refused('coordination.orderStands');
        if (written === row.text) return null;
        return {
          body: { text: written, before: row.text },
          set: { text: written, editedAt: at, words: null },
        };
      }),

    Withdraw: (of, caller) =>
      change(caller, of, 'withdrawal', (row, at) => {
        own(caller, row);
        if ((row.body as MessageBody).flightOrder !== undefined)
          throw refused('coordination.liftFlightOrder');
        return {
          body: { before: row.text },
          set: { text: '', withdrawnAt: at, pinnedAt: null, words: '' },
        };
      }),

    Pin: (of, caller) =>
      change(caller, of, 'pin', (row, at) => (row.pinnedAt === null ? { set: { pinnedAt: at } } : null)),

    Unpin: (of, caller) =>
      change(caller, of, 'unpin', (row) => (row.pinnedAt === null ? null : { set: { pinnedAt: null } })),
  };
}
