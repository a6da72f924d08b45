import { sql as raw } from 'kysely';
import { roomResource } from '#domain/record/files.ts';
import type { Sql } from '#server/db/sql.ts';
import { type Clock, createClock } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { CoordinationDeps } from './coordination-deps.ts';

export interface DroppedChats {
  rooms: number;
  entries: number;
  files: number;
}

const dayMs = 86_400_000;

/**
 * Deletes for good the rooms that were closed long enough ago, and of open ones the entries that are as old: the hash of the last
 * entry that goes is kept, and the chain goes on from it. Files go with the messages that carried them, their bytes by the
 * sweep of files.
 */
export function createRoomRetention(deps: CoordinationDeps & { log: Logger }): Clock<DroppedChats> {
  const { database, records, parameters, clock, log } = deps;
  const none = { rooms: 0, entries: 0, files: 0 };

  return createClock({
    database,
    name: 'roomRetention',
    pattern: '0 25 3 * * *',
    clock,
    async round(now) {
      const days = await parameters.number('retention.chatDays');
      if (days <= 0) return none;
      const before = new Date(now.getTime() - days * dayMs).toISOString();
      // Run again where it meets what is written in several of these rooms at that moment.
      const rooms = await database.transaction(async (sql) => {
        const { rows } = await raw`
          delete from chat_room where closed_at < ${before}::timestamptz returning id`.execute(sql);
        return rows.length;
      });
      const entries = await database.transaction((sql) => dropEntries(sql, before));
      const { rows: files } = await raw<{ id: number }>`
        select a.id from attachment a where a.resource = ${roomResource} and a.created_at < ${before}::timestamptz
          and not exists (select 1 from chat_message m where m.room_id = a.record_id and a.id = any(m.files))`.execute(
        database.kysely,
      );
      for (const { id } of files) {
        await records.transaction(async (transaction) => {
          await records.trash(systemCaller(), 'attachment', id, transaction);
          await records.purge(systemCaller(), 'attachment', id, transaction);
        });
      }
      return { rooms, entries, files: files.length };
    },
    none,
    report(done) {
      if (done.rooms + done.entries + done.files > 0)
        log.info(done, 'what was said in rooms long ago was deleted');
    },
    log,
  });
}

/** Of open rooms, the entries before a moment; how many. */
async function dropEntries(sql: Sql, before: string): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    with last as (
      select e.room_id, max(e.seq) as seq from chat_entry e join chat_room r on r.id = e.room_id
      where e.at < ${before}::timestamptz and r.closed_at is null group by e.room_id
    ), marked as (
      update chat_room r set dropped_seq = l.seq, dropped_hash = e.hash
      from last l join chat_entry e on e.room_id = l.room_id and e.seq = l.seq where r.id = l.room_id
    ), messages as (
      delete from chat_message m using last l where m.room_id = l.room_id and m.seq <= l.seq
    ), receivers as (
      delete from chat_receiver x using last l where x.room_id = l.room_id and x.seq <= l.seq
    ), gone as (
      delete from chat_entry e using last l where e.room_id = l.room_id and e.seq <= l.seq returning 1
    )
    select count(*)::int as count from gone`.execute(sql);
  return rows[0]?.count ?? 0;
}
