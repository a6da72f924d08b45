import { coverageField, may, mayEver } from '#domain/identity/access.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import { isRetryable } from '#server/db/pg-errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Core } from './core.ts';
import { concealed } from './fields.ts';
import { userOf } from './history.ts';
import { acceptInput, addDerived, defaultsOf, schemaErrors, type Writer } from './input.ts';
import {
  firstChanges,
  insertHistory,
  insertRows,
  savepoint,
  storedOf,
  withColumnDefaults,
} from './insert-many.ts';
import { referenceErrors, takenUniques, uniqueKeys } from './many-checks.ts';
import type { NewOutcome, NewRecord, Taken } from './new-records.ts';
import type { RecordType } from './record-type.ts';
import type { UntypedRecords } from './records.ts';
import { withoutSecrets } from './rows.ts';
import { forbidden, scopeOrForbidden } from './scope.ts';
import type { StoredRecord, Transaction } from './stored-record.ts';
import { nullsFor, takeOwner } from './writes.ts';

interface Candidate {
  row: NewRecord;
  record: Record<string, unknown>;
  errors: FieldError[];
  areas?: number[];
  error?: AppError;
}

/** Who judges or writes: over which connection, and whether as a service. */
type Within = Pick<Transaction, 'sql' | 'trusted'>;

export function createWriteMany(core: Core): Pick<UntypedRecords, 'validateMany' | 'createMany'> {
  const { types, coverage, rules, clock, database } = core;

  /** Everything that `create` asks, in its order; what is asked of the database is asked once for all. */
  async function validate(
    { sql: db, trusted }: Within,
    caller: Caller,
    type: RecordType,
    rows: NewRecord[],
    taken: Taken,
  ): Promise<Candidate[]> {
    const defaults = defaultsOf(type);
    const writer = { caller, action: 'create' as const, trusted };
    const candidates = rows.map((row) => candidateOf(writer, type, row, defaults));
    const errors = await referenceErrors(db, caller, types, type, candidates, trusted);
    candidates.forEach((candidate, index) => {
      candidate.errors.push(...(errors[index] ?? []));
    });
    for (const candidate of candidates) {
      if (candidate.errors.length > 0) {
        candidate.error = invalid(candidate.errors);
        continue;
      }
      const write = { sql: db, types, type, caller, before: undefined, after: candidate.record };
      const permitted = trusted ? Promise.resolve() : rules.refuse('authorise', 'create', write);
      const broken = await permitted.then(() => rules.validate('create', write)).catch(asAppError);
      if (broken instanceof AppError) candidate.error = broken;
      else if (broken.length > 0) candidate.error = invalid(broken);
    }
    const sound = candidates.filter(({ error }) => !error);
    if (type.hasCoverage) {
      const areas = await coverage.idsOfMany(
        db,
        type,
        sound.map(({ record }) => record),
      );
      sound.forEach((candidate, index) => {
        candidate.areas = areas[index] ?? [];
      });
    }
    if (!trusted) refuseOutside(caller, type, sound);
    await refuseTaken(
      db,
      type,
      sound.filter(({ error }) => !error),
      taken,
    );
    return candidates;
  }

  /** Where no rule looks at the record, what holds for one holds for all. */
  function refuseOutside(caller: Caller, type: RecordType, sound: Candidate[]): void {
    const { name } = type.resource;
    const looks = caller.ability.rulesFor('create', name).some(({ conditions }) => conditions !== undefined);
    if (!looks && mayEver(caller.ability, 'create', name)) return;
    const nulls = nullsFor(type);
    for (const candidate of sound) {
      const scoped = { ...nulls, ...candidate.record, ...placed(candidate) };
      if (!may(caller.ability, 'create', name, scoped)) candidate.error = forbidden(type, 'create');
    }
  }

  async function refuseTaken(
    db: Sql,
    type: RecordType,
    candidates: Candidate[],
    taken: Taken,
  ): Promise<void> {
    const there = await takenUniques(
      db,
      type,
      candidates.map(({ record }) => record),
    );
    candidates.forEach((candidate, index) => {
      const fields = there[index] ?? [];
      const own = uniqueKeys(type, candidate.record);
      if (fields.length > 0) {
        candidate.error = duplicate(fields, { key: 'database.unique' });
        return;
      }
      for (const { key, fields } of own) {
        const holder = taken.get(key);
        if (holder === undefined || holder === candidate.row.row) continue;
        candidate.error = duplicate(fields, { key: 'transfer.row.duplicate', values: { row: holder } });
        return;
      }
      for (const { key } of own) taken.set(key, candidate.row.row);
    });
  }

  async function insert(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    candidates: Candidate[],
  ): Promise<StoredRecord[]> {
    const at = clock().toISOString();
    const by = userOf(caller);
    const system = { version: 1, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
    const whole = candidates.map((candidate) =>
      Object.assign(withColumnDefaults(type, candidate.record), placed(candidate)),
    );
    const given = candidates.flatMap(({ row }) => row.id ?? []);
    const drawn = given.length === candidates.length ? given : undefined;
    const ids = await insertRows(transaction.sql, type, whole, system, drawn);
    const stored = whole.map((values, index) => storedOf(type, values, { ...system, id: ids[index] ?? 0 }));
    await insertHistory(
      transaction.sql,
      type,
      caller,
      at,
      stored.map((record) => ({ record, changes: firstChanges(type, record) })),
    );
    for (const record of stored) await coverage.changed(transaction.sql, type, undefined, record);
    return stored;
  }

  /** All at once; where the database finds what the judging could not (a value taken meanwhile), one by one. */
  async function insertSound(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    sound: Candidate[],
    taken: Taken,
  ) {
    const outcome = new Map<Candidate, NewOutcome>();
    if (sound.length === 0) return outcome;
    try {
      const stored = await savepoint(transaction.sql, () => insert(transaction, caller, type, sound));
      sound.forEach((candidate, index) => {
        const record = stored[index];
        if (record) outcome.set(candidate, { record });
      });
      return outcome;
    } catch (error) {
      if (!(error instanceof AppError) || isRetryable(error)) throw error;
    }
    for (const candidate of sound) {
      try {
        const [record] = await savepoint(transaction.sql, () =>
          insert(transaction, caller, type, [candidate]),
        );
        if (record) outcome.set(candidate, { record });
      } catch (error) {
        if (!(error instanceof AppError) || isRetryable(error)) throw error;
        for (const { key } of uniqueKeys(type, candidate.record)) taken.delete(key);
        outcome.set(candidate, { error });
      }
    }
    return outcome;
  }

  function creatableType(caller: Caller, resource: string, transaction?: Transaction): RecordType {
    const type = core.typeOf(resource);
    core.refuseReadOnly(type, transaction, caller);
    if (!transaction?.trusted) scopeOrForbidden(caller, type, 'create', 't');
    return type;
  }

  /** No refusal names a field that the caller may not see. */
  function openError(caller: Caller, type: RecordType, error: AppError): AppError {
    const open = concealed(caller, type, error);
    return open instanceof AppError ? open : error;
  }

  return {
    async validateMany(caller, resource, rows, taken) {
      const type = creatableType(caller, resource);
      const within = { sql: database.kysely, trusted: false };
      const candidates = await validate(within, caller, type, rows, taken);
      return candidates.map(({ error }) => ({ error: error ? openError(caller, type, error) : null }));
    },

    async createMany(caller, resource, rows, taken, transaction, turn) {
      const type = creatableType(caller, resource, transaction);
      const candidates = await validate(transaction, caller, type, rows, taken);
      await turn?.();
      const sound = candidates.filter(({ error }) => !error);
      const done = await insertSound(transaction, caller, type, sound, taken);
      const secret = [...type.fields.values()].some((field) => field.secret);
      const open = (record: StoredRecord) => (secret ? withoutSecrets(type, record) : record);
      return candidates.map((candidate): NewOutcome => {
        const outcome = done.get(candidate);
        const error = candidate.error ?? (outcome && 'error' in outcome ? outcome.error : undefined);
        if (error) return { error: openError(caller, type, error) };
        if (!outcome || 'error' in outcome) throw new Error(`a new ${resource} came to nothing`);
        const record = open(outcome.record);
        const [by, at] = [userOf(caller), String(record.createdAt)];
        transaction.announce({ resource, id: record.id, action: 'create', record, by, at, many: true });
        return { record };
      });
    },
  };

  function candidateOf(
    writer: Writer & { caller: Caller },
    type: RecordType,
    row: NewRecord,
    defaults: Record<string, unknown>,
  ): Candidate {
    const { caller } = writer;
    const { accepted: record, errors } = acceptInput(type, row.values, defaults, writer);
    for (const [name, value] of Object.entries(defaults)) if (!(name in record)) record[name] = value;
    takeOwner(type, caller, record);
    addDerived(type, {}, record);
    return { row, record, errors: [...errors, ...schemaErrors(type, record, caller)] };
  }
}

function placed({ areas }: Candidate): Record<string, unknown> {
  return areas ? { [coverageField]: areas } : {};
}

function invalid(fields: FieldError[]): AppError {
  return new AppError('validation', { key: 'records.invalid' }, { fields });
}

function duplicate(fields: string[], text: FieldError['text']): AppError {
  const key = fields.length === 1 ? text : { key: 'database.uniqueRecord' };
  return new AppError('conflict', key, { fields: fields.map((field) => ({ field, text })) });
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
