import { coverageField, may } from '#domain/identity/access.ts';
import { isLinkList } from '#domain/record/resource.ts';
import type { FieldError } from '#domain/text/errors.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type Core, refuseStale, refuseTrashed } from './core.ts';
import { presentFor } from './fields.ts';
import { same, userOf } from './history.ts';
import { acceptInput, addDerived, defaultsOf, schemaErrors } from './input.ts';
import type { RecordType } from './record-type.ts';
import type { UntypedRecords } from './records.ts';
import { insertRow, updateRow, updateRows, withoutSecrets } from './rows.ts';
import { forbidden, scopeOrForbidden } from './scope.ts';
import type { StoredRecord, Transaction } from './stored-record.ts';
import type { ValidateRecord } from './validate-record.ts';

/** What values would do to a record. */
export interface Prepared {
  /** The fields that differ, as they will be. */
  changed: Record<string, unknown>;
  /** The whole record after them. */
  record: Record<string, unknown>;
  errors: FieldError[];
}

export interface Writes {
  create(
    caller: Caller,
    resource: string,
    values: Record<string, unknown>,
    transaction?: Transaction,
  ): Promise<StoredRecord>;
  /** `version` undefined: whichever it has once it is locked. `held`: the record as the transaction locked it already. */
  update(
    caller: Caller,
    resource: string,
    id: number,
    version: number | undefined,
    values: Record<string, unknown>,
    transaction?: Transaction,
    held?: StoredRecord,
  ): Promise<StoredRecord>;
  updateMany: UntypedRecords['updateMany'];
  /** As `Records.faults` says. */
  validate: ValidateRecord;
  /** Judges an update of a locked record and makes nothing of it; a record that waits for a decision is refused. */
  prepare(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    values: Record<string, unknown>,
  ): Promise<Prepared>;
}

/** Making and changing one record. */
export function createWrites(core: Core): Writes {
  const { coverage, references, rules, clock, log } = core;

  async function errorsOf(
    transaction: Pick<Transaction, 'sql' | 'trusted'>,
    caller: Caller,
    type: RecordType,
    before: StoredRecord | undefined,
    record: Record<string, unknown>,
    named: string[],
    errors: FieldError[],
  ): Promise<FieldError[]> {
    const fields = [...errors, ...schemaErrors(type, record, caller)];
    const broken = new Set(fields.map(({ field }) => field.split('.')[0]));
    const sound = named.filter((name) => !broken.has(name));
    fields.push(
      ...(await references.check(transaction.sql, caller, type, record, sound, transaction.trusted)),
    );
    if (fields.length > 0) return fields;
    // What no schema can say is asked once the record is sound.
    const action = before ? 'update' : 'create';
    const write = { sql: transaction.sql, types: core.types, type, caller, before, after: record };
    if (!transaction.trusted) await rules.refuse('authorise', action, write);
    return rules.validate(action, write);
  }

  function refuseErrors(type: RecordType, fields: FieldError[]): void {
    if (fields.length === 0) return;
    log.debug(
      { resource: type.resource.name, fields: fields.map(({ field }) => field) },
      'a record was refused',
    );
    throw new AppError('validation', { key: 'records.invalid' }, { fields });
  }

  async function prepare(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    values: Record<string, unknown>,
  ): Promise<Prepared> {
    const asItIs = { sql: transaction.sql, types: core.types, type, caller, before, after: before };
    if (!transaction.trusted) await rules.refuse('guard', 'update', asItIs);
    const writer = { caller, action: 'update' as const, trusted: transaction.trusted };
    const { accepted, errors } = acceptInput(type, values, before, writer);
    const changed = Object.fromEntries(
      Object.entries(accepted).filter(([name, value]) => !same(before[name], value)),
    );
    if (Object.keys(changed).length === 0 && errors.length === 0) return { changed, record: before, errors };
    await references.refuseIfRenamed(transaction.sql, caller, type, before, changed);
    addDerived(type, before, changed);
    if (!transaction.trusted) {
      const write = { ...asItIs, after: { ...before, ...changed } };
      Object.assign(changed, rules.complete('update', write, Object.keys(changed)));
    }
    const record: Record<string, unknown> = { ...before, ...changed };
    const problems = await errorsOf(transaction, caller, type, before, record, Object.keys(changed), errors);
    return { changed, record, errors: problems };
  }

  /** What an update would write, once nothing stands against it; null: it is so already. */
  async function judged(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    { version, values }: { version?: number | undefined; values: Record<string, unknown> },
  ) {
    refuseStale(before, version, (record) => presentFor(caller, type, record));
    refuseTrashed(before);
    const { changed, record, errors } = await prepare(transaction, caller, type, before, values);
    refuseErrors(type, errors);
    if (Object.keys(changed).length === 0) return null;
    const isPlaced = Object.keys(changed).some((name) => coverage.isPlacedBy(type, name));
    const areas = isPlaced ? await coverage.idsOf(transaction.sql, type, record) : undefined;
    const scoped = { ...record, ...(areas ? { [coverageField]: areas } : {}) };
    if (!transaction.trusted && !may(caller.ability, 'update', type.resource.name, scoped))
      throw forbidden(type, 'update');
    const at = clock().toISOString();
    const system = {
      version: before.version + 1,
      updatedAt: at,
      updatedBy: userOf(caller),
      ...(areas ? { [coverageField]: areas } : {}),
    };
    return { changed, system };
  }

  return {
    prepare,

    async validate(caller, resource, values, { before, trusted = false, filled = [] } = {}) {
      const type = core.typeOf(resource);
      const base = before ?? defaultsOf(type);
      const writer = { caller, action: before ? ('update' as const) : ('create' as const), trusted };
      const { accepted, errors } = acceptInput(type, values, base, writer);
      const record: Record<string, unknown> = { ...base, ...accepted };
      if (!before) takeOwner(type, caller, record);
      addDerived(type, {}, record);
      const named = Object.keys(record).filter(
        (name) => !filled.includes(name) && (!before || !same(before[name], record[name])),
      );
      const transaction = { sql: core.database.kysely, trusted };
      const found = await errorsOf(transaction, caller, type, before, record, named, errors);
      return found.filter(
        ({ field }) => !filled.some((name) => field === name || field.startsWith(`${name}.`)),
      );
    },

    async create(caller, resource, values, given) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      if (!given?.trusted) scopeOrForbidden(caller, type, 'create', 't');
      return core.within({ transaction: given, trusted: false, caller, type }, async (transaction) => {
        const defaults = defaultsOf(type);
        const writer = { caller, action: 'create' as const, trusted: transaction.trusted };
        const { accepted, errors } = acceptInput(type, values, defaults, writer);
        const record: Record<string, unknown> = { ...defaults, ...accepted };
        takeOwner(type, caller, record);
        addDerived(type, {}, record);
        const named = Object.keys(record);
        refuseErrors(type, await errorsOf(transaction, caller, type, undefined, record, named, errors));
        const areas = type.hasCoverage ? await coverage.idsOf(transaction.sql, type, record) : undefined;
        const scoped = { ...nullsFor(type), ...record, ...(areas ? { [coverageField]: areas } : {}) };
        if (!transaction.trusted && !may(caller.ability, 'create', resource, scoped))
          throw forbidden(type, 'create');
        const at = clock().toISOString();
        const by = userOf(caller);
        const made = await insertRow(transaction.sql, type, record, {
          version: 1,
          createdAt: at,
          createdBy: by,
          updatedAt: at,
          updatedBy: by,
          ...(areas ? { [coverageField]: areas } : {}),
        });
        return core.settle(transaction, caller, type, made, 'create', undefined, at);
      });
    },

    async update(caller, resource, id, version, values, given, held) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      return core.within({ transaction: given, trusted: false, caller, type }, async (transaction) => {
        const before = held ?? (await core.lock(transaction, caller, type, id, 'update'));
        const change = await judged(transaction, caller, type, before, { version, values });
        if (!change) return withoutSecrets(type, before);
        const after = await updateRow(transaction.sql, type, id, change.changed, change.system);
        return core.settle(transaction, caller, type, after, 'update', before, change.system.updatedAt);
      });
    },

    async updateMany(caller, resource, updates, transaction) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, transaction, caller);
      if (updates.length === 0) return [];
      const ids = updates.map(({ id }) => id);
      const locked = await core.lockMany(transaction, caller, type, ids, 'update');
      const changes = [];
      for (const { id, ...update } of updates) {
        const before = locked.get(id);
        const change = before && (await judged(transaction, caller, type, before, update));
        if (change) changes.push({ id, before, values: change.changed, system: change.system });
      }
      const written = await updateRows(transaction.sql, type, changes);
      const together: Transaction = {
        ...transaction,
        announce: (change) => transaction.announce({ ...change, many: true }),
      };
      const stored = new Map([...locked].map(([id, record]) => [id, withoutSecrets(type, record)]));
      for (const { id, before, system } of changes) {
        const after = written.get(id);
        if (!after) throw new Error(`${resource} ${id} vanished inside its own transaction`);
        const at = system.updatedAt;
        stored.set(id, await core.settle(together, caller, type, after, 'update', before, at));
      }
      return updates.flatMap(({ id }) => stored.get(id) ?? []);
    },
  };
}

/**
 * Who has one company files for it without saying so. A record of people is its maker's, where nobody but a service may name
 * them.
 */
export function takeOwner(type: RecordType, caller: Caller, record: Record<string, unknown>): void {
  const { company, people } = type.resource.scope ?? {};
  if (people && type.resource.serviceOnly?.includes(people) && caller.actor.userId > 0)
    record[people] ??= [caller.actor.userId];
  if (!company || company === 'id' || caller.actor.companyId === null) return;
  record[company] ??= isLinkList(type.resource.schema.properties[company] ?? {})
    ? [caller.actor.companyId]
    : caller.actor.companyId;
}

/** A condition on a field that was left empty must see null, as SQL will. */
export function nullsFor(type: RecordType): Record<string, null> {
  return Object.fromEntries([...type.fields.keys()].map((name) => [name, null]));
}
