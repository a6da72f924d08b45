import { sql } from 'kysely';
import { coverageField, may } from '../../domain/access.ts';
import { AppError } from '../../domain/errors.ts';
import { labelIn } from '../../domain/locales/index.ts';
import { type Action, isLinkList } from '../../domain/resource.ts';
import { type Caller, refuseViewing } from '../caller.ts';
import type { ChangeFeed, RecordChange } from '../changes.ts';
import type { Database } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import type { Logger } from '../logger.ts';
import { refuseWhileWaiting, reopenedBy } from './approval-lock.ts';
import type { Catalogue } from './catalogue.ts';
import { createCoverage } from './coverage.ts';
import { changesBetween, readHistory, same, userOf, writeHistory } from './history.ts';
import { acceptInput, addDerived, defaultsOf, schemaErrors } from './input.ts';
import { labelsOf } from './labels.ts';
import { orderOf, whereOf } from './query-sql.ts';
import type { RecordType } from './record-type.ts';
import type { HistoryEntry, ListQuery, Records, StoredRecord, Unit } from './records.ts';
import { createReferences } from './references.ts';
import { columnsOf, findRow, insertRow, recordOf, updateRow, withoutSecrets } from './rows.ts';
import { checkRules } from './rules.ts';
import { and, forbidden, scopeOf, scopeOrForbidden } from './scope.ts';

export interface RecordsDeps {
  database: Pick<Database, 'kysely' | 'transaction'>;
  catalogue: Catalogue;
  changes: ChangeFeed;
  clock: () => Date;
  log: Logger;
}

/** The one store of records, for every resource. */
export function createRecords({ database, catalogue, changes, clock, log }: RecordsDeps): Records {
  const { types } = catalogue;
  const references = createReferences(types);
  const coverage = createCoverage(types);

  function typeOf(name: string): RecordType {
    const type = types.get(name);
    if (!type) throw new AppError('notFound', { key: 'records.unknownResource', values: { name } });
    return type;
  }

  /** Runs in the given transaction, or in one of its own that is published after its commit. */
  async function within<T>(
    unit: Unit | undefined,
    trusted: boolean,
    work: (unit: Unit) => Promise<T>,
  ): Promise<T> {
    if (unit) return work(unit);
    let pending: RecordChange[] = [];
    const result = await database.transaction((transaction) => {
      // A retry starts afresh: what the failed attempt would have announced did not happen.
      const announced: RecordChange[] = [];
      pending = announced;
      return work({ sql: transaction, trusted, announce: (change) => announced.push(change) });
    });
    for (const change of pending) changes.publish(change);
    return result;
  }

  function missing(type: RecordType, id: number, caller: Caller): AppError {
    const name = labelIn(type.resource.schema['x-label'], caller.locale);
    return new AppError('notFound', { key: 'common.notFound', values: { type: name, id } });
  }

  async function get(
    caller: Caller,
    resource: string,
    id: number,
    db: Sql = database.kysely,
  ): Promise<StoredRecord> {
    const type = typeOf(resource);
    const scope = scopeOrForbidden(caller, type, 'read', 't');
    const record = await findRow(db, type, and([sql`t.id = ${id}`, scope]));
    if (!record) throw missing(type, id, caller);
    return record;
  }

  /** The rows of a page and the number of all, both under way. */
  function listing(caller: Caller, resource: string, query: ListQuery) {
    const type = typeOf(resource);
    const context = { types, caller, type, alias: 't' };
    const where = and([scopeOrForbidden(caller, type, 'read', 't'), whereOf(query, context)]);
    const rows = sql<Record<string, unknown>>`
      select ${columnsOf(type, 't')} from ${sql.table(type.table)} as t where ${where}
      order by ${orderOf(query, context)} limit ${query.end - query.start} offset ${query.start}`;
    const total = sql<{ total: number }>`
      select count(*) as total from ${sql.table(type.table)} as t where ${where}`;
    return {
      type,
      page: rows.execute(database.kysely).then((result) => result.rows.map((row) => recordOf(type, row))),
      count: total.execute(database.kysely).then((result) => result.rows[0]?.total ?? 0),
    };
  }

  function refuseReadOnly(type: RecordType, unit: Unit | undefined, caller: Caller): void {
    refuseViewing(caller);
    if (!type.resource.readOnly || unit?.trusted) return;
    const resource = labelIn(type.resource.schema['x-label'], caller.locale);
    throw new AppError('forbidden', { key: 'records.readOnly', values: { resource } });
  }

  /** The record, locked, if the caller may do this to it. */
  async function lock(
    unit: Unit,
    caller: Caller,
    type: RecordType,
    id: number,
    action: Action,
  ): Promise<StoredRecord> {
    const byId = sql<boolean>`t.id = ${id}`;
    const scope = scopeOrForbidden(caller, type, unit.trusted ? 'read' : action, 't');
    const found = await findRow(unit.sql, type, and([byId, scope]), { lock: true, withSecrets: true });
    if (found) return found;
    const readable = scopeOf(caller, type, 'read', 't');
    if (readable && (await findRow(unit.sql, type, and([byId, readable])))) throw forbidden(type, action);
    throw missing(type, id, caller);
  }

  function refuseTrashed(record: StoredRecord): void {
    if (record.deletedAt !== null) throw new AppError('conflict', { key: 'records.inTrash' });
  }

  /** Reads the record back, writes the history and leaves the announcement in the unit. */
  async function settle(
    unit: Unit,
    caller: Caller,
    type: RecordType,
    id: number,
    action: HistoryEntry['action'],
    before: StoredRecord | undefined,
    at: string,
  ): Promise<StoredRecord> {
    const after = await findRow(unit.sql, type, sql`t.id = ${id}`, { withSecrets: true });
    if (!after) throw new Error(`${type.table} ${id} vanished inside its own transaction`);
    const changed = changesBetween(type, before ?? {}, after);
    await writeHistory(unit.sql, type, caller, action, after, changed, at);
    await coverage.changed(unit.sql, type, before, after);
    const record = withoutSecrets(type, after);
    unit.announce({ resource: type.resource.name, id, action, record, by: userOf(caller), at });
    return record;
  }

  /** Moves a record into the trash or out of it. */
  async function move(
    unit: Unit,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    action: 'delete' | 'restore',
  ): Promise<StoredRecord> {
    const at = clock().toISOString();
    const by = userOf(caller);
    await updateRow(
      unit.sql,
      type,
      before.id,
      {},
      {
        version: before.version + 1,
        updatedAt: at,
        updatedBy: by,
        deletedAt: action === 'delete' ? at : null,
        deletedBy: action === 'delete' ? by : null,
      },
    );
    return settle(unit, caller, type, before.id, action, before, at);
  }

  return {
    resource: (name) => typeOf(name).resource,

    async list(caller, resource, query) {
      const { page, count } = listing(caller, resource, query);
      const [items, total] = await Promise.all([page, count]);
      return { items, total };
    },

    async listLabelled(caller, resource, query, fields) {
      const { type, page, count } = listing(caller, resource, query);
      const labelled = page.then(async (items) => ({
        items,
        labels: await labelsOf(database.kysely, caller, types, type, items, fields),
      }));
      const [{ items, labels }, total] = await Promise.all([labelled, count]);
      return { items, total, labels };
    },

    get,

    async create(caller, resource, values, given) {
      const type = typeOf(resource);
      refuseReadOnly(type, given, caller);
      if (!given?.trusted) scopeOrForbidden(caller, type, 'create', 't');
      return within(given, false, async (unit) => {
        const defaults = defaultsOf(type);
        const { accepted, errors } = acceptInput(type, values, defaults, unit.trusted, caller.locale);
        const record: Record<string, unknown> = { ...defaults, ...accepted };
        ownCompany(type, caller, record);
        addDerived(type, {}, record);
        await refuseInvalid(unit, caller, type, record, Object.keys(record), errors);
        await refuseByRules(unit, caller, type, undefined, record);
        const areas = type.hasCoverage ? await coverage.idsOf(unit.sql, type, record) : undefined;
        const scoped = { ...nullsFor(type), ...record, ...(areas ? { [coverageField]: areas } : {}) };
        if (!unit.trusted && !may(caller.ability, 'create', resource, scoped))
          throw forbidden(type, 'create');
        const at = clock().toISOString();
        const by = userOf(caller);
        const id = await insertRow(unit.sql, type, record, {
          version: 1,
          createdAt: at,
          createdBy: by,
          updatedAt: at,
          updatedBy: by,
          ...(areas ? { [coverageField]: areas } : {}),
        });
        return settle(unit, caller, type, id, 'create', undefined, at);
      });
    },

    async update(caller, resource, id, version, values, given) {
      const type = typeOf(resource);
      refuseReadOnly(type, given, caller);
      return within(given, false, async (unit) => {
        const before = await lock(unit, caller, type, id, 'update');
        if (before.version !== version) {
          const details = presentable(type, before);
          throw new AppError('conflict', { key: 'records.stale' }, { details });
        }
        refuseTrashed(before);
        if (!unit.trusted) await refuseWhileWaiting(unit.sql, type.resource, before, caller.locale);
        const { accepted, errors } = acceptInput(type, values, before, unit.trusted, caller.locale);
        const changed = Object.fromEntries(
          Object.entries(accepted).filter(([name, value]) => !same(before[name], value)),
        );
        if (Object.keys(changed).length === 0 && errors.length === 0) return withoutSecrets(type, before);
        await references.refuseIfRenamed(unit.sql, caller, type, before, changed);
        addDerived(type, before, changed);
        if (!unit.trusted) Object.assign(changed, reopenedBy(type.resource, before, Object.keys(changed)));
        const record: Record<string, unknown> = { ...before, ...changed };
        await refuseInvalid(unit, caller, type, record, Object.keys(changed), errors);
        await refuseByRules(unit, caller, type, before, record);
        const areas = type.hasCoverage ? await coverage.idsOf(unit.sql, type, record) : undefined;
        const scoped = { ...record, ...(areas ? { [coverageField]: areas } : {}) };
        if (!unit.trusted && !may(caller.ability, 'update', resource, scoped))
          throw forbidden(type, 'update');
        const at = clock().toISOString();
        await updateRow(unit.sql, type, id, changed, {
          version: version + 1,
          updatedAt: at,
          updatedBy: userOf(caller),
          ...(areas ? { [coverageField]: areas } : {}),
        });
        return settle(unit, caller, type, id, 'update', before, at);
      });
    },

    async trash(caller, resource, id, given) {
      const type = typeOf(resource);
      refuseReadOnly(type, given, caller);
      return within(given, false, async (unit) => {
        const before = await lock(unit, caller, type, id, 'delete');
        refuseTrashed(before);
        if (!unit.trusted) await refuseWhileWaiting(unit.sql, type.resource, before, caller.locale);
        await references.refuseIfUsed(unit.sql, caller, type, before);
        await refuseByRules(unit, caller, type, before, null);
        return move(unit, caller, type, before, 'delete');
      });
    },

    async restore(caller, resource, id, given) {
      const type = typeOf(resource);
      refuseReadOnly(type, given, caller);
      return within(given, false, async (unit) => {
        const before = await lock(unit, caller, type, id, 'delete');
        if (before.deletedAt === null) throw new AppError('conflict', { key: 'records.notInTrash' });
        const relations = [...type.fields.values()].filter((field) => field.relation).map(({ name }) => name);
        const fields = await references.check(unit.sql, caller, type, before, relations, true);
        if (fields.length > 0) throw new AppError('conflict', { key: 'records.invalid' }, { fields });
        return move(unit, caller, type, before, 'restore');
      });
    },

    async history(caller, resource, id) {
      const type = typeOf(resource);
      await get(caller, resource, id);
      return readHistory(database.kysely, type, id);
    },

    labels: (caller, resource, records) =>
      labelsOf(database.kysely, caller, types, typeOf(resource), records),

    transaction: (work) => within(undefined, true, work),
  };

  /** What no schema can say: rules.ts. Asked once the record is sound. */
  async function refuseByRules(
    unit: Unit,
    caller: Caller,
    type: RecordType,
    before: StoredRecord | undefined,
    after: Record<string, unknown> | null,
  ): Promise<void> {
    const context = { sql: unit.sql, types, caller, before, after };
    const fields = await checkRules(type.resource.name, context);
    if (fields.length > 0) throw new AppError('validation', { key: 'records.invalid' }, { fields });
  }

  async function refuseInvalid(
    unit: Unit,
    caller: Caller,
    type: RecordType,
    record: Record<string, unknown>,
    named: string[],
    errors: AppError['extra']['fields'],
  ): Promise<void> {
    const fields = [...(errors ?? []), ...schemaErrors(type, record, caller.locale)];
    const broken = new Set(fields.map(({ field }) => field.split('.')[0]));
    const sound = named.filter((name) => !broken.has(name));
    fields.push(...(await references.check(unit.sql, caller, type, record, sound, unit.trusted)));
    if (fields.length === 0) return;
    log.debug(
      { resource: type.resource.name, fields: fields.map(({ field }) => field) },
      'a record was refused',
    );
    throw new AppError('validation', { key: 'records.invalid' }, { fields });
  }
}

/** Who has one company files for it without saying so. */
function ownCompany(type: RecordType, caller: Caller, record: Record<string, unknown>): void {
  const company = type.resource.scope?.company;
  if (!company || company === 'id' || caller.actor.companyId === null) return;
  record[company] ??= isLinkList(type.resource.schema.properties[company] ?? {})
    ? [caller.actor.companyId]
    : caller.actor.companyId;
}

/** A condition on a field that was left empty must see null, as SQL will. */
function nullsFor(type: RecordType): Record<string, null> {
  return Object.fromEntries([...type.fields.keys()].map((name) => [name, null]));
}

/** The record as it may leave the server. */
export function presentable(type: Pick<RecordType, 'fields'>, record: StoredRecord): StoredRecord {
  const open = { ...record };
  delete open[coverageField];
  for (const field of type.fields.values()) if (field.secret) delete open[field.name];
  return open;
}
