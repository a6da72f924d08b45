import { sql as raw } from 'kysely';
import { closedKinds } from '#domain/identity/closed-kinds.ts';
import { filesField, kindsOf, takesFiles } from '#domain/record/files.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { historyEntry, userOf } from '#server/engine/records/history.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { Records } from '#server/engine/records/records.ts';
import { scopeOrForbidden } from '#server/engine/records/scope.ts';
import { asCaller, type StoredRecord, type Transaction } from '#server/engine/records/stored-record.ts';
import { defaultLocale } from '#server/http/locale.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import { freeContents, lockContent } from './contents.ts';
import { type FileStore, storageKeyOf } from './file-store.ts';
import type { Incoming } from './uploads.ts';

/** A file as the caller sees it. */
export interface FileEntry {
  id: number;
  kind: string | null;
  name: string;
  /** Bytes. */
  size: number;
  mediaType: string;
  sha256: string;
  addedByName: string | null;
  createdAt: string;
  createdBy: number | null;
  deletedAt: string | null;
}

export type TrashChoice = 'without' | 'only' | 'with';

export interface FileOfRecord {
  resource: string;
  id: number;
}

/**
 * The files of records. A file is seen by whoever may read its record and files of its kind, and added or
 * removed by whoever may change the record too. A file of a record outside the caller's rows is not there.
 */
export interface RecordFiles {
  list(caller: Caller, of: FileOfRecord, trash: TrashChoice): Promise<FileEntry[]>;
  /** One file, in the trash too. */
  get(caller: Caller, of: FileOfRecord, file: number): Promise<FileEntry>;
  /** Refuses what `add` would refuse, before anything is sent. */
  assertMayAdd(caller: Caller, of: FileOfRecord): Promise<void>;
  add(caller: Caller, of: FileOfRecord, files: Incoming[], kind: string | null): Promise<FileEntry[]>;
  /** Into the trash. */
  remove(caller: Caller, of: FileOfRecord, file: number): Promise<FileEntry>;
  restore(caller: Caller, of: FileOfRecord, file: number): Promise<FileEntry>;
  /** Out of the trash, for good; its bytes go when no other file has the same. */
  purge(caller: Caller, of: FileOfRecord, file: number): Promise<void>;
  /** What a signed link names that the user `by` made: null where the file or its record is gone or in the trash. */
  linked(file: number, by: number): Promise<FileEntry | null>;
}

const attachment = 'attachment';

export function createRecordFiles(deps: {
  records: Records;
  catalogue: Catalogue;
  database: Pick<Database, 'kysely' | 'transaction'>;
  store: FileStore;
  clock: () => Date;
}): RecordFiles {
  const { records, catalogue, database, store, clock } = deps;
  const system = systemCaller();

  /** The type of a record that has files; where it has none, there is no such path. */
  function typeOf(of: FileOfRecord): RecordType {
    const type = catalogue.find(of.resource);
    if (!takesFiles(type.resource)) throw new AppError('notFound', { key: 'common.notFoundPath' });
    return type;
  }

  async function rowsOf(
    caller: Caller,
    of: FileOfRecord,
    type: RecordType,
    trash: TrashChoice,
    file?: number,
    db?: Sql,
  ) {
    const closed = closedKinds(caller.actor, type.resource);
    const found = await raw<Record<string, unknown>>`
      select id, version, kind, name, size, media_type, sha256, added_by_name, created_at, created_by, deleted_at
      from attachment where resource = ${type.resource.name} and record_id = ${of.id}
        ${file === undefined ? raw`` : raw`and id = ${file}`}
        and (kind is null or kind <> all(${closed}::text[]))
        ${trash === 'with' ? raw`` : trash === 'only' ? raw`and deleted_at is not null` : raw`and deleted_at is null`}
      order by id desc limit 1000`.execute(db ?? database.kysely);
    return found.rows.map(entryOf);
  }

  async function oneOf(caller: Caller, of: FileOfRecord, type: RecordType, file: number, db?: Sql) {
    const [entry] = await rowsOf(caller, of, type, 'with', file, db);
    if (entry) return entry;
    const name = labelIn(catalogue.find(attachment).resource.schema['x-label'], caller.locale);
    throw new AppError('notFound', { key: 'common.notFound', values: { type: name, id: file } });
  }

  /** The record as it stands, if the caller may change it now; locked until the transaction ends. */
  async function changing(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    id: number,
  ): Promise<StoredRecord> {
    scopeOrForbidden(caller, type, 'update', 't');
    return records.untyped.lockForChange(caller, type.resource.name, id, asCaller(transaction));
  }

  /** Tells it in the record's own history, and to the screens that show the record. */
  async function note(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    record: StoredRecord,
    changes: { before: string | null; after: string | null }[],
  ): Promise<void> {
    const at = clock().toISOString();
    for (const { before, after } of changes) {
      transaction.note(
        historyEntry(type, caller, 'update', record, [{ field: filesField, before, after }], at),
      );
    }
    const { name } = type.resource;
    transaction.announce({ resource: name, id: record.id, action: 'update', record, by: userOf(caller), at });
  }

  /** Into the trash, or back out of it. */
  async function move(caller: Caller, of: FileOfRecord, file: number, act: 'trash' | 'restore') {
    const type = typeOf(of);
    await records.transaction(async (transaction) => {
      const record = await changing(transaction, caller, type, of.id);
      const name = noted(type, await oneOf(caller, of, type, file, transaction.sql));
      const trashed = act === 'trash';
      if (trashed) await records.trash(asService(caller), attachment, file, transaction);
      else await records.restore(asService(caller), attachment, file, transaction);
      const change = trashed ? { before: name, after: null } : { before: null, after: name };
      await note(transaction, caller, type, record, [change]);
    });
    return oneOf(caller, of, type, file);
  }

  return {
    async list(caller, of, trash) {
      const type = typeOf(of);
      await records.untyped.get(caller, type.resource.name, of.id);
      const files = await rowsOf(caller, of, type, trash);
      const nameOf = await storedNamesIn(
        database.kysely,
        caller.locale,
        files.map(({ addedByName }) => addedByName),
      );
      return files.map((file) => ({ ...file, addedByName: nameOf(file.addedByName) }));
    },

    async get(caller, of, file) {
      const type = typeOf(of);
      await records.untyped.get(caller, type.resource.name, of.id);
      return oneOf(caller, of, type, file);
    },

    async assertMayAdd(caller, of) {
      const type = typeOf(of);
      await records.transaction((transaction) => changing(transaction, caller, type, of.id));
    },

    async add(caller, of, files, kind) {
      const type = typeOf(of);
      refuseUnknownKind(type, kind, caller);
      refuseClosedKind(type, kind, caller);
      const ids = await records.transaction(async (transaction) => {
        const record = await changing(transaction, caller, type, of.id);
        const made: number[] = [];
        for (const { path, name, size, sha256, mediaType } of files) {
          // Whoever frees these very bytes waits until this file has its row, or has done so before.
          await lockContent(transaction.sql, sha256);
          const storageKey = storageKeyOf(sha256);
          await store.keep(storageKey, path, { size, sha256 });
          const addedByName = caller.actor.name || caller.actor.userName;
          const about = {
            resource: type.resource.name,
            recordId: of.id,
            kind,
            name,
            size,
            mediaType,
            sha256,
          };
          const values = { ...about, addedByName, storageKey };
          made.push((await records.create(asService(caller), attachment, values, transaction)).id);
        }
        await note(
          transaction,
          caller,
          type,
          record,
          files.map(({ name }) => ({ before: null, after: noted(type, { name, kind }) })),
        );
        return made;
      });
      return Promise.all(ids.map((id) => oneOf(caller, of, type, id)));
    },

    remove: (caller, of, file) => move(caller, of, file, 'trash'),
    restore: (caller, of, file) => move(caller, of, file, 'restore'),

    async purge(caller, of, file) {
      const type = typeOf(of);
      scopeOrForbidden(caller, type, 'delete', 't');
      const sha256 = await records.transaction(async (transaction) => {
        await changing(transaction, caller, type, of.id);
        const entry = await oneOf(caller, of, type, file, transaction.sql);
        await records.purge(asService(caller), attachment, file, transaction);
        return entry.sha256;
      });
      await freeContents(deps, [sha256]);
    },

    async linked(file) {
      const found = await raw<Record<string, unknown>>`
        select * from attachment where id = ${file} and deleted_at is null`.execute(database.kysely);
      const [row] = found.rows;
      if (!row) return null;
      const type = catalogue.types.get(String(row.resource));
      if (!type || !takesFiles(type.resource)) return null;
      const record = await records.untyped
        .get(system, type.resource.name, Number(row.recordId))
        .catch(() => null);
      return record === null || record.deletedAt !== null ? null : entryOf(row);
    },
  };
}

function refuseUnknownKind({ resource }: RecordType, kind: string | null, caller: Caller): void {
  if (kind === null || kindsOf(resource).some(({ name }) => name === kind)) return;
  const list = kindsOf(resource).map(({ name, label }) => `${name} (${labelIn(label, caller.locale)})`);
  throw fieldError('kind', 'files.unknownKind', { kind, list: list.join(', ') || '—' });
}

/** A kind that the user may not see they do not add either: nothing would come back to them. */
function refuseClosedKind({ resource }: RecordType, kind: string | null, { actor }: Caller): void {
  if (kind === null || !closedKinds(actor, resource).includes(kind)) return;
  const permissions = kindsOf(resource).find(({ name }) => name === kind)?.read ?? [];
  throw new AppError('forbidden', {
    key: 'common.forbidden',
    values: { permissions: permissions.join(', ') },
  });
}

/**
 * What the history of the record calls a file; everyone who reads the record reads it, so not every name
 * stands there.
 */
function noted({ resource }: RecordType, { name, kind }: Pick<FileEntry, 'name' | 'kind'>): string {
  const closed = kindsOf(resource).find((one) => one.name === kind && one.read);
  return closed ? labelIn(closed.label, defaultLocale) : name;
}

function entryOf(row: Record<string, unknown>): FileEntry {
  return {
    id: Number(row.id),
    kind: stringOf(row.kind),
    name: String(row.name),
    size: Number(row.size),
    mediaType: String(row.mediaType),
    sha256: String(row.sha256),
    addedByName: stringOf(row.addedByName),
    createdAt: String(row.createdAt),
    createdBy: numberOf(row.createdBy),
    deletedAt: stringOf(row.deletedAt),
  };
}
