import { sql } from 'kysely';
import { AppError } from '#domain/text/errors.ts';
import { quoteName, snakeCase } from '#server/db/names.ts';
import { type Caller, refuseViewing } from '#server/kernel/caller.ts';
import { aggregateWhere } from './aggregate.ts';
import { createBulk } from './bulk.ts';
import { createCore, type RecordsDeps, refuseTrashed } from './core.ts';
import { countValues } from './counts.ts';
import { maySeeChange, visibleFields, wordedChange } from './fields.ts';
import { readHistory } from './history.ts';
import { findLabelled, labelsOf, labelsOfPage } from './labels.ts';
import { namingTablesOf, storedNamesIn, withNamesIn } from './names.ts';
import { type ReadPage, readPage } from './page.ts';
import { orderOf, whereOf } from './query-sql.ts';
import type { ListQuery, RecordPage, Records, UntypedRecords } from './records.ts';
import { withoutSecrets } from './rows.ts';
import { and, scopeOf, scopeOrForbidden } from './scope.ts';
import type { HistoryEntry } from './stored-record.ts';
import { createStream } from './stream.ts';
import { createTrash } from './trash.ts';
import { usesOf } from './uses.ts';
import { createVersions } from './versions.ts';
import { createWriteMany } from './write-many.ts';
import { createWrites } from './writes.ts';

const everything: Omit<ListQuery, 'start' | 'end'> = {
  sort: [],
  filter: undefined,
  search: undefined,
  trash: 'without',
};

/** The one store of records, for every resource: what reads is here, what changes is in the files beside it. */
export function createRecords(deps: RecordsDeps): Records {
  const core = createCore(deps, () => records);
  const { types, typeOf, database } = core;
  const writes = createWrites(core);
  const trash = createTrash(core);
  const versions = createVersions(core, writes);

  /** Which rows a list has, and in which order. */
  function selected(caller: Caller, resource: string, query: ListQuery) {
    const type = typeOf(resource);
    const context = { types, caller, type, alias: 't' };
    const where = and([scopeOrForbidden(caller, type, 'read', 't'), whereOf(query, context)]);
    return { type, where, order: orderOf(query, context) };
  }

  const pageOf = (query: ListQuery, { items, counted }: ReadPage): RecordPage => ({
    items,
    ...(counted ?? { total: query.start + items.length, estimated: false }),
  });

  const untyped: UntypedRecords = {
    resource: (name) => typeOf(name).resource,

    async list(caller, resource, query) {
      const { type, where, order } = selected(caller, resource, query);
      return pageOf(query, await readPage(database.kysely, type, query, where, order));
    },

    async listLabelled(caller, resource, query, fields) {
      const { type, where, order } = selected(caller, resource, query);
      const along = labelsOfPage(caller, types, type, fields);
      const page = await readPage(database.kysely, type, query, where, order, along?.titles);
      const labels =
        along?.of(page.items, page.titles) ??
        (await labelsOf(database.kysely, caller, types, type, page.items, fields));
      const items = await withNamesIn(database.kysely, caller.locale, types, type, page.items);
      return { ...pageOf(query, { ...page, items }), labels };
    },

    async countBy(caller, resource, name, selection) {
      const type = typeOf(resource);
      const field = visibleFields(caller, type).get(name);
      if (!field || field.kind === 'json' || field.kind === 'links') {
        throw new AppError('validation', { key: 'records.query.unknown', values: { name } });
      }
      const where = and([
        scopeOrForbidden(caller, type, 'read', 't'),
        whereOf(selection, { types, caller, type, alias: 't' }),
      ]);
      return countValues(database.kysely, type, where, name);
    },

    async aggregate(caller, resource, selection, aggregation, zone) {
      const type = typeOf(resource);
      const where = and([
        scopeOrForbidden(caller, type, 'read', 't'),
        whereOf(selection, { types, caller, type, alias: 't' }),
      ]);
      const now = core.clock();
      const { groups, ...answer } = await database.transaction((db) =>
        aggregateWhere(db, type, where, aggregation, { zone, now }),
      );
      const { by } = aggregation;
      const degrees = by.kind === 'map' ? by.degrees : null;
      if (by.kind !== 'group' || !by.field.relation) {
        return { ...answer, degrees, groups: groups.map((group) => ({ ...group, label: null })) };
      }
      // Ids of no record: that of one would name its files, too, where a file is what is named.
      const named = groups.map(({ key }, index) => ({
        id: -1 - index,
        version: 0,
        [by.field.name]: key === null ? null : Number(key),
      }));
      const labels = await labelsOf(database.kysely, caller, types, type, named, [by.field.name]);
      return {
        ...answer,
        degrees,
        groups: groups.map((group, index) => {
          const title = labels.get(-1 - index)?.[by.field.name];
          return { ...group, label: typeof title === 'string' ? title : null };
        }),
      };
    },

    async rows(caller, resource, { most, ...selection }, db = database.kysely) {
      const query: ListQuery = { ...everything, ...selection, start: 0, end: most, count: 'none' };
      const { type, where, order } = selected(caller, resource, query);
      return (await readPage(db, type, query, where, order)).items;
    },

    async keys(caller, resource, fields) {
      const type = typeOf(resource);
      const where = scopeOrForbidden(caller, type, 'read', 't');
      const visible = visibleFields(caller, type);
      const columns = fields.map((name) => {
        if (!visible.has(name))
          throw new AppError('validation', { key: 'records.query.unknown', values: { name } });
        return sql.raw(`t.${quoteName(snakeCase(name))}`);
      });
      const { rows } = await sql<Record<string, unknown> & { id: number }>`
        select t.id, ${sql.join(columns)} from ${sql.table(type.table)} as t where ${where} order by t.id`.execute(
        database.kysely,
      );
      return rows.map((row) => ({ id: row.id, values: fields.map((name) => row[name]) }));
    },

    get: (caller, resource, id, db, options) => core.find(caller, typeOf(resource), id, db, options),

    async getLabelled(caller, resource, id) {
      const type = typeOf(resource);
      const found = await findLabelled(database.kysely, caller, types, type, id);
      if (!found) throw core.missing(type, id, caller);
      const [record = found.record] = await withNamesIn(database.kysely, caller.locale, types, type, [
        found.record,
      ]);
      return { ...found, record };
    },

    create: writes.create,
    validate: writes.validate,
    update: writes.update,
    updateMany: writes.updateMany,
    ...trash,
    ...versions,
    ...createBulk(core, { ...writes, ...trash, ...versions }),
    ...createWriteMany(core),
    stream: createStream(core),

    async history(caller, resource, id, page) {
      const type = typeOf(resource);
      const read = async () => {
        const entries = await readHistory(database.kysely, type, id, page);
        const people = entries.filter(({ by }) => by !== null).map(({ byName }) => byName);
        const nameOf = await storedNamesIn(database.kysely, caller.locale, people, namingTablesOf(types));
        return entries.map((entry) => ({
          ...entry,
          byName: nameOf(entry.byName),
          changes: entry.changes.map((change) => wordedChange(caller, type, change)),
        }));
      };
      const shown = ({ changes, ...entry }: HistoryEntry): HistoryEntry => ({
        ...entry,
        changes: changes.filter(({ field }) => maySeeChange(caller, type, field)),
      });
      // Whose rows a purged record was of, nobody can tell: its history is for who reads everything.
      if (scopeOf(caller, type, 'read', 't') && caller.ability.can('manage', 'all')) {
        const entries = await read();
        if (entries[0]?.action === 'purge') return entries;
      }
      await core.find(caller, type, id);
      return (await read()).map(shown);
    },

    async uses(caller, resource, id) {
      const type = typeOf(resource);
      const record = await core.find(caller, type, id);
      return usesOf(database.kysely, caller, types, type, record);
    },

    labels: (caller, resource, records, db = database.kysely) =>
      labelsOf(db, caller, types, typeOf(resource), records),

    async lockForChange(caller, resource, id, transaction) {
      refuseViewing(caller);
      const type = typeOf(resource);
      const before = await core.lock(transaction, caller, type, id, 'update');
      refuseTrashed(before);
      // Judged as a change of no field: a record that waits for a decision is refused here.
      await writes.prepare(transaction, caller, type, before, {});
      const write = { sql: transaction.sql, types: core.types, type, caller, before, after: before };
      if (!transaction.trusted) await core.rules.refuse('authorise', 'update', write);
      return withoutSecrets(type, before);
    },

    transaction: (work) => core.within({ transaction: undefined, trusted: true }, work),
  };
  // What is stored has passed its schema, from which the types are generated.
  const records: Records = { ...(untyped as unknown as Omit<Records, 'untyped'>), untyped };
  return records;
}
