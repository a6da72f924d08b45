import { sql as raw } from 'kysely';
import { roomResource } from '#domain/record/files.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { lockContent } from '#server/engine/files/contents.ts';
import { type FileStore, storageKeyOf } from '#server/engine/files/file-store.ts';
import type { FileEntry, FileOfRecord, RecordFiles } from '#server/engine/files/record-files.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { type RoomOfKind, waysIn } from './membership.ts';
import { enterRoom } from './room-access.ts';

const noFile = () => new AppError('notFound', { key: 'coordination.noFile' });

/**
 * Files of rooms, at the same endpoints and in the same store as those of records: members open those that a message carries,
 * and users what they added, to an open room. A file stays as long as its message does: nobody removes it. That of a withdrawn
 * message is not listed, but opens from the room's record.
 */
export function createRoomFiles(deps: {
  records: Pick<Records, 'transaction' | 'create'>;
  sql: Sql;
  store: FileStore;
}): RecordFiles {
  const { records, sql, store } = deps;

  /** `file`: only this one, also of a withdrawn message. */
  async function rowsOf(room: number, user: number | null, file?: number): Promise<FileEntry[]> {
    const { rows } = await raw<FileEntry>`
      select a.id, null as kind, a.name, a.size, a.media_type, a.sha256, a.added_by_name, a.created_at, a.created_by, a.deleted_at
      from attachment a
      where a.resource = ${roomResource} and a.record_id = ${room} and a.deleted_at is null
        and ${file === undefined ? raw`true` : raw`a.id = ${file}`}
        and (exists (select 1 from chat_message m where m.room_id = ${room}
              and ${file === undefined ? raw`m.withdrawn_at is null` : raw`true`} and a.id = any(m.files))
          or (a.created_by = ${user} and not exists (select 1 from chat_message m where m.room_id = ${room}
              and a.id = any(m.files))))
      order by a.id desc limit 1000`.execute(sql);
    return rows;
  }

  async function assertMayAdd(caller: Caller, { id }: FileOfRecord): Promise<void> {
    const { room } = await enterRoom(sql, caller, id);
    if (room.closedAt !== null) throw new AppError('conflict', { key: 'coordination.closed' });
  }

  const never = async (): Promise<never> => {
    throw new AppError('forbidden', { key: 'coordination.filesStay' });
  };

  return {
    async list(caller, { id }) {
      await enterRoom(sql, caller, id);
      return rowsOf(id, caller.actor.userId);
    },
    async get(caller, { id }, file) {
      await enterRoom(sql, caller, id);
      const [entry] = await rowsOf(id, caller.actor.userId, file);
      if (!entry) throw noFile();
      return entry;
    },
    assertMayAdd,
    async add(caller, of, files) {
      await assertMayAdd(caller, of);
      const ids = await records.transaction(async (transaction) => {
        const made: number[] = [];
        for (const { path, name, size, sha256, mediaType } of files) {
          await lockContent(transaction.sql, sha256);
          const storageKey = storageKeyOf(sha256);
          await store.keep(storageKey, path, { size, sha256 });
          const about = {
            resource: roomResource,
            recordId: of.id,
            name,
            size,
            mediaType,
            sha256,
            storageKey,
          };
          const values = { ...about, addedByName: caller.actor.name || caller.actor.userName };
          made.push((await records.create(asService(caller), 'attachment', values, transaction)).id);
        }
        return made;
      });
      const entries = await rowsOf(of.id, caller.actor.userId);
      return entries.filter(({ id }) => ids.includes(id));
    },
    remove: never,
    restore: never,
    purge: never,
    async linked(file, by) {
      const { rows } = await raw<RoomOfKind>`
        select r.id, r.kind from attachment a join chat_room r on r.id = a.record_id
        where a.id = ${file} and a.resource = ${roomResource}`.execute(sql);
      const [found] = rows;
      // The link opens as long as who made it is in the room.
      if (!found || (await waysIn(sql, found, by)).length === 0) return null;
      return (await rowsOf(found.id, null, file))[0] ?? null;
    },
  };
}

/** Files of records and of what is none: whoever asks is answered by whom the files belong to. */
export function withRoomFiles(ofRecords: RecordFiles, ofRooms: RecordFiles): RecordFiles {
  const owner = ({ resource }: FileOfRecord) => (resource === roomResource ? ofRooms : ofRecords);
  return {
    list: (caller, of, trash) => owner(of).list(caller, of, trash),
    get: (caller, of, file) => owner(of).get(caller, of, file),
    assertMayAdd: (caller, of) => owner(of).assertMayAdd(caller, of),
    add: (caller, of, files, kind) => owner(of).add(caller, of, files, kind),
    remove: (caller, of, file) => owner(of).remove(caller, of, file),
    restore: (caller, of, file) => owner(of).restore(caller, of, file),
    purge: (caller, of, file) => owner(of).purge(caller, of, file),
    linked: async (file, by) => (await ofRecords.linked(file, by)) ?? ofRooms.linked(file, by),
  };
}
