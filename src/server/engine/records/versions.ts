import { labelAt } from '#domain/record/validation.ts';
import { AppError, type FieldError, textsByField } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type Core, refuseStale, refuseTrashed } from './core.ts';
import { concealed, maySet, presentFor, unknownField, visibleFields, wordedChange } from './fields.ts';
import { readHistory, same } from './history.ts';
import { isSetByServices } from './input.ts';
import { takenUniques } from './many-checks.ts';
import type { RecordType } from './record-type.ts';
import type { UntypedRecords, VersionPreview, VersionRequest } from './records.ts';
import type { StoredRecord, Transaction } from './stored-record.ts';
import type { Writes } from './writes.ts';

/** Takes a record back to what it was: a change like any other, made of what the history knows. */
export function createVersions(
  core: Core,
  writes: Writes,
): Pick<UntypedRecords, 'previewVersion' | 'restoreVersion'> {
  /** The fields whose values at that version differ from those now, with the values of then. */
  async function valuesThen(
    transaction: Transaction,
    type: RecordType,
    record: StoredRecord,
    toVersion: number,
  ): Promise<Record<string, unknown>> {
    const then: Record<string, unknown> = {};
    let reached = false;
    // From the newest back: what an entry changed was before it what it says.
    for (let before: number | undefined; !reached; ) {
      const page = before === undefined ? {} : { before };
      const entries = await readHistory(transaction.sql, type, record.id, page);
      for (const entry of entries) {
        reached ||= entry.version <= toVersion;
        if (reached) break;
        for (const change of entry.changes) then[change.field] = change.before;
      }
      before = entries.at(-1)?.id;
      // Without an entry of that version nobody knows what it was.
      if (before === undefined) throw noVersion(toVersion);
    }
    return then;
  }

  /** What would be set, and what the wish names that may not be. */
  async function read(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    request: VersionRequest,
  ) {
    const { toVersion, fields } = request;
    if (toVersion < 1 || toVersion >= before.version) throw noVersion(toVersion);
    const visible = visibleFields(caller, type);
    for (const name of fields ?? []) {
      if (visible.has(name) && type.fields.has(name)) continue;
      const text = { key: unknownField, values: { label: name } };
      throw new AppError('validation', { key: 'records.invalid' }, { fields: [{ field: 'fields', text }] });
    }
    const then = await valuesThen(transaction, type, before, toVersion);
    const values: Record<string, unknown> = {};
    const errors: FieldError[] = [];
    for (const [name, field] of type.fields) {
      if (!(name in then) || !visible.has(name) || same(then[name], before[name])) continue;
      if (fields && !fields.includes(name)) continue;
      if (maySet(caller, 'update', type, field)) {
        values[name] = then[name];
      } else if (fields) {
        const key = isSetByServices(type, name) ? 'validation.serviceOnly' : 'validation.fieldForbidden';
        const label = labelAt(type.resource.schema, [name], caller.locale);
        errors.push({ field: name, text: { key, values: { label } } });
      }
    }
    return { values, errors };
  }

  async function open(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    id: number,
    request: VersionRequest,
  ) {
    const before = await core.lock(transaction, caller, type, id, 'update');
    refuseStale(before, request.version, (record) => presentFor(caller, type, record));
    refuseTrashed(before);
    return before;
  }

  return {
    previewVersion(caller, resource, id, request) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, undefined, caller);
      return core.within({ transaction: undefined, trusted: false, caller, type }, async (transaction) => {
        const before = await open(transaction, caller, type, id, request);
        const { values, errors } = await read(transaction, caller, type, before, request);
        const prepared = await writes.prepare(transaction, caller, type, before, values);
        const [taken = []] = await takenUniques(transaction.sql, type, [prepared.record]);
        const key = taken.length === 1 ? 'database.unique' : 'database.uniqueRecord';
        const unique = taken.map((field): FieldError => ({ field, text: { key } }));
        const found = openErrors(caller, type, [...errors, ...prepared.errors, ...unique]);
        const problems = textsByField(found, (text) => textIn(text, caller.locale));
        const preview: VersionPreview = { changes: [], problems };
        const visible = visibleFields(caller, type);
        for (const field of new Set([...Object.keys(values), ...Object.keys(prepared.changed)])) {
          if (!visible.has(field)) continue;
          const after = prepared.record[field] ?? null;
          const change = { field, before: before[field] ?? null, after: values[field] ?? after };
          preview.changes.push(wordedChange(caller, type, change));
        }
        return preview;
      });
    },

    restoreVersion(caller, resource, id, request, given) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      const restorer: Caller = { ...caller, source: 'restore' };
      return core.within({ transaction: given, trusted: false, caller, type }, async (transaction) => {
        const before = await open(transaction, caller, type, id, request);
        const { values, errors } = await read(transaction, caller, type, before, request);
        if (errors.length > 0)
          throw new AppError('validation', { key: 'records.invalid' }, { fields: errors });
        return writes.update(restorer, resource, id, request.version, values, transaction);
      });
    },
  };
}

/** Those that this caller may be told. */
function openErrors(caller: Caller, type: RecordType, fields: FieldError[]): FieldError[] {
  if (fields.length === 0) return [];
  const shown = concealed(caller, type, new AppError('validation', { key: 'records.invalid' }, { fields }));
  if (!(shown instanceof AppError)) return fields;
  return shown.extra.fields ?? [{ field: '', text: shown.text }];
}

function noVersion(version: number): AppError {
  const text = { key: 'records.noVersion', values: { version } };
  return new AppError('validation', text, { fields: [{ field: 'toVersion', text }] });
}
