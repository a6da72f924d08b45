import { coverageField } from '#domain/identity/access.ts';
import { derivedFields } from '#domain/record/derived.ts';
import { normalizeRecord } from '#domain/record/normalize.ts';
import { ruleErrors } from '#domain/record/record-rules.ts';
import { systemFields } from '#domain/record/resource.ts';
import { sizeError } from '#domain/record/sizes.ts';
import { labelAt, validationErrors } from '#domain/record/validation.ts';
import { unstorableAt } from '#domain/text/clean.ts';
import type { FieldError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { maySeeChange, maySet, unknownField, worded } from './fields.ts';
import { same } from './history.ts';
import type { RecordType } from './record-type.ts';
import type { StoredRecord } from './stored-record.ts';

/** What the endpoint adds to a record and a screen sends back unasked. */
export const labelsField = '_labels';

/** Items of a list of a record, where its schema names no number of its own. */
const mostItems = 10_000;

const systemManaged = new Set<string>([...systemFields, coverageField]);

/** The values that the schema gives to fields that nobody filled in. */
export function defaultsOf(type: RecordType): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const { name, schema } of type.fields.values()) {
    if (schema.default !== undefined) defaults[name] = structuredClone(schema.default);
  }
  return defaults;
}

/** Who writes. `trusted`: a service, which may set every field. */
export interface Writer {
  caller: Pick<Caller, 'ability' | 'locale'>;
  action: 'create' | 'update';
  trusted: boolean;
}

/**
 * What of an input may be written, trimmed and in the case its field asks for. A screen sends the whole
 * record back: fields that only the system, a service or others set pass where they are unchanged, and are
 * refused where they are not. A field that the writer may not see is refused as one that there is not,
 * whatever its value, or by guessing it they would learn it.
 */
export function acceptInput(
  type: RecordType,
  values: Record<string, unknown>,
  base: Record<string, unknown> | StoredRecord,
  { caller, action, trusted }: Writer,
): { accepted: Record<string, unknown>; errors: FieldError[] } {
  const accepted: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const refuse = (name: string, key: string) =>
    errors.push({
      field: name,
      text: { key, values: { label: labelAt(type.resource.schema, [name], caller.locale) } },
    });
  const unknown = (name: string) =>
    errors.push({ field: name, text: { key: unknownField, values: { label: name } } });
  const shown = worded(caller, type, base);
  // Of a thousand names that nobody knows, one refusal is enough.
  const most = type.fields.size + systemManaged.size + 1;
  if (Object.keys(values).length > most) {
    const text = { key: 'common.invalid.maxProperties', values: { limit: most } };
    return { accepted, errors: [{ field: '', text }] };
  }
  for (const [name, value] of Object.entries(normalizeRecord(type.resource.schema.properties, values))) {
    if (value === undefined || name === labelsField) continue;
    const field = type.fields.get(name);
    if (systemManaged.has(name)) {
      if (!same(base[name], value)) refuse(name, 'validation.system');
    } else if (!field || (!trusted && !maySeeChange(caller, type, name))) {
      unknown(name);
    } else if (!trusted && field.secret) {
      if (value !== null) refuse(name, 'validation.serviceOnly');
    } else if (!trusted && isSetByServices(type, name)) {
      if (!same(shown[name], value)) refuse(name, 'validation.serviceOnly');
    } else if (!trusted && !maySet(caller, action, type, field)) {
      if (!same(base[name], value)) refuse(name, 'validation.fieldForbidden');
    } else {
      const unstorable = unstorableAt(value);
      if (unstorable) {
        const path = [name, ...unstorable];
        const label = labelAt(type.resource.schema, path, caller.locale);
        errors.push({ field: path.join('.'), text: { key: 'validation.characters', values: { label } } });
      } else accepted[name] = value;
    }
  }
  return { accepted, errors };
}

/**
 * Adds to a change of `before` what follows from its values (domain/derived.ts); what stays as it was is no
 * change.
 */
export function addDerived(
  type: RecordType,
  before: Record<string, unknown>,
  changed: Record<string, unknown>,
): void {
  const derived = derivedFields(type.resource.schema, { ...before, ...changed });
  for (const [name, value] of Object.entries(derived)) {
    if (same(before[name], value)) delete changed[name];
    else changed[name] = value;
  }
}

/** Only services set it, whoever asks. */
export function isSetByServices({ resource }: RecordType, field: string): boolean {
  return (
    resource.serviceOnly?.includes(field) === true || resource.schema.properties[field]?.readOnly === true
  );
}

/**
 * Judges a whole record by its schema; null is the same as absent. Rules between fields are asked of those
 * that the caller may see: by trying one value after another they would learn what they may not.
 */
export function schemaErrors(
  type: RecordType,
  stored: Record<string, unknown>,
  caller: Pick<Caller, 'ability' | 'locale'>,
): FieldError[] {
  const { locale } = caller;
  const record = worded(caller, type, stored);
  const present: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const field of type.fields.values()) {
    const value = record[field.name];
    if (value === null || value === undefined) continue;
    present[field.name] = value;
    // Beyond 2^53 a number in JSON is no longer the number that was meant.
    if (field.kind === 'integer' && typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      const label = labelAt(type.resource.schema, [field.name], locale);
      errors.push({ field: field.name, text: { key: 'validation.type.integer', values: { label } } });
    }
  }
  const tooLarge = sizeError(type.resource.schema, present, mostItems);
  if (tooLarge) return [...errors, tooLarge];
  const validate = type.validator();
  if (!validate(present)) {
    errors.push(...validationErrors(validate.errors ?? [], type.resource.schema, locale));
  }
  const seen = Object.entries(present).filter(([name]) => maySeeChange(caller, type, name));
  errors.push(...ruleErrors(type.resource.schema, Object.fromEntries(seen), locale));
  return errors;
}
