import { type Ability, abilityOf, mayReadField, mayWriteField } from '#domain/identity/access.ts';
import { filesField } from '#domain/record/files.ts';
import { englishTitleOf, type Resource, shownTitle } from '#domain/record/resource.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordField, RecordType } from './record-type.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * Which fields of a record type there are for a caller. What they may not read is not there: an endpoint that
 * hands out a record calls `presentFor`, one that takes a query reads it with `visibleFields`.
 */

/** By name, in the order of the schema, the system's own last. */
export type VisibleFields = ReadonlyMap<string, RecordField>;

/** What a caller may do with the fields of a type. */
interface Rights {
  visible: VisibleFields;
  /** Whose changes they may see; secrets too, which are shown masked. */
  readable: ReadonlySet<string>;
  settable: Record<'create' | 'update', ReadonlySet<string>>;
}

/**
 * An ability is made for each request, a type lives until the catalogue is replaced: neither outlives its
 * answer here.
 */
const known = new WeakMap<Ability, WeakMap<RecordType, Rights>>();

function rightsOf({ ability }: Pick<Caller, 'ability'>, type: RecordType): Rights {
  const types = known.get(ability) ?? new WeakMap<RecordType, Rights>();
  known.set(ability, types);
  const cached = types.get(type);
  if (cached) return cached;
  const { name, serviceOnly } = type.resource;
  const fields = [...type.fields.values()];
  const readable = new Set([...type.fields.keys()].filter((field) => mayReadField(ability, name, field)));
  const open = fields.filter(
    (field) => !field.secret && !field.schema.readOnly && !serviceOnly?.includes(field.name),
  );
  const settable = (action: 'create' | 'update') =>
    new Set(
      open.filter((field) => mayWriteField(ability, action, name, field.name)).map((field) => field.name),
    );
  const rights: Rights = {
    visible:
      readable.size === type.fields.size
        ? type.queryable
        : new Map([...type.queryable].filter(([field]) => !type.fields.has(field) || readable.has(field))),
    readable,
    settable: { create: settable('create'), update: settable('update') },
  };
  types.set(type, rights);
  return rights;
}

/** The fields that a caller may see and ask by. Secrets are nobody's. */
export function visibleFields(caller: Pick<Caller, 'ability'>, type: RecordType): VisibleFields {
  return rightsOf(caller, type).visible;
}

/** The record as it may be handed to this caller, in their language. */
export function presentFor(
  caller: Pick<Caller, 'ability' | 'locale'>,
  type: RecordType,
  record: StoredRecord,
): StoredRecord {
  const visible = visibleFields(caller, type);
  const open: StoredRecord = { id: record.id, version: record.version };
  for (const [name, value] of Object.entries(record)) if (visible.has(name)) open[name] = value;
  return worded(caller, type, open);
}

/** The same record with what the server wrote into it in the language of its reader. */
export function worded<Values extends Record<string, unknown>>(
  { locale }: Pick<Caller, 'locale'>,
  type: RecordType,
  record: Values,
): Values {
  if (!type.worded.some((name) => typeof record[name] === 'object' && record[name] !== null)) return record;
  const words = type.worded.flatMap((name) =>
    name in record ? [[name, wordedIn(record[name], locale)]] : [],
  );
  return { ...record, ...Object.fromEntries(words) };
}

/** The same of what a change says of a field. */
export function wordedChange<Change extends { field: string; before: unknown; after: unknown }>(
  { locale }: Pick<Caller, 'locale'>,
  type: RecordType,
  change: Change,
): Change {
  if (!type.worded.includes(change.field)) return change;
  return { ...change, before: wordedIn(change.before, locale), after: wordedIn(change.after, locale) };
}

/**
 * The same rows with every field: for a service that looks at records by itself, and hands on what the caller
 * may see (`withoutHidden`).
 */
export function withAllFields(caller: Caller): Caller {
  return { ...caller, ability: abilityOf(caller.ability.rules.filter(({ inverted }) => !inverted)) };
}

/** What a service made of a record, with the fields that the caller may not see as `empty` has them. */
export function withoutHidden<T extends object>(
  caller: Pick<Caller, 'ability'>,
  resource: string,
  view: T,
  empty: Partial<T>,
): T {
  const hidden = Object.entries(empty).filter(([field]) => !mayReadField(caller.ability, resource, field));
  return hidden.length === 0 ? view : { ...view, ...Object.fromEntries(hidden) };
}

/** What a person knows the record by; `#id` where that is not for this caller. */
export function titleFor(
  caller: Pick<Caller, 'ability' | 'locale'>,
  type: RecordType,
  record: StoredRecord,
): string {
  return titleIn(caller, type.resource, record);
}

/** The same of a resource, where its type is not at hand. */
export function titleIn(
  { ability, locale }: Pick<Caller, 'ability' | 'locale'>,
  resource: Pick<Resource, 'name' | 'titleField' | 'schema'>,
  record: Record<string, unknown>,
): string {
  const { name, titleField } = resource;
  const english = englishTitleOf(resource);
  const readable = english !== undefined && mayReadField(ability, name, english) ? locale : 'zh-Hans';
  const title = mayReadField(ability, name, titleField) ? shownTitle(resource, record, readable) : undefined;
  return title === null || title === undefined ? `#${record.id}` : (wordedIn(title, locale) ?? String(title));
}

/**
 * May a change of this field be shown to the user in the history? Also of fields that the type no longer has,
 * and of secrets.
 */
export function maySeeChange(caller: Pick<Caller, 'ability'>, type: RecordType, field: string): boolean {
  if (type.fields.has(field)) return rightsOf(caller, type).readable.has(field);
  if (field === filesField) return true;
  return caller.ability.can('manage', 'all');
}

/** May the user set it? Services set what the endpoint refuses; this is asked of everyone else. */
export function maySet(
  caller: Pick<Caller, 'ability'>,
  action: 'create' | 'update',
  type: RecordType,
  field: RecordField,
): boolean {
  return rightsOf(caller, type).settable[action].has(field.name);
}

/** The key of what is said of a name that there is not, to this caller or at all. */
export const unknownField = 'validation.unknown';

/**
 * The same refusal without the fields that the caller may not see. That something of them is wrong cannot be
 * kept from them; what it is can.
 */
export function concealed(caller: Pick<Caller, 'ability'>, type: RecordType, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.extra.fields) return error;
  const { fields } = error.extra;
  const open = fields.filter((error) => mayLearn(caller, type, error));
  if (open.length === fields.length) return error;
  if (open.length > 0) return new AppError(error.code, error.text, { ...error.extra, fields: open });
  return error.code === 'conflict'
    ? new AppError('conflict', { key: 'database.uniqueRecord' }, { cause: error })
    : new AppError('refused', { key: 'records.hiddenInvalid' }, { cause: error });
}

function mayLearn(caller: Pick<Caller, 'ability'>, type: RecordType, { field, text }: FieldError): boolean {
  const name = field.split('.')[0] ?? field;
  if (!type.fields.has(name) || text.key === unknownField) return true;
  return mayReadField(caller.ability, type.resource.name, name);
}
