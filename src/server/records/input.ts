import { coverageField } from '../../domain/access.ts';
import { derivedFields } from '../../domain/derived.ts';
import type { FieldError } from '../../domain/errors.ts';
import { normalizeRecord } from '../../domain/normalize.ts';
import { ruleErrors } from '../../domain/record-rules.ts';
import { type Locale, systemFields } from '../../domain/resource.ts';
import { labelAt, validationErrors } from '../../domain/validation.ts';
import { same } from './history.ts';
import type { RecordType } from './record-type.ts';
import type { StoredRecord } from './records.ts';

/** What the door adds to a record and a screen sends back unasked. */
export const labelsField = '_labels';

const kept = new Set<string>([...systemFields, coverageField]);

/** The values that the schema gives to fields that nobody filled in. */
export function defaultsOf(type: RecordType): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const { name, schema } of type.fields.values()) {
    if (schema.default !== undefined) defaults[name] = structuredClone(schema.default);
  }
  return defaults;
}

/**
 * What of an input may be written, trimmed and in the case its field asks for. A screen sends the whole record back: fields that only the system or a
 * service sets pass where they are unchanged, and are refused where they are not.
 */
export function acceptInput(
  type: RecordType,
  values: Record<string, unknown>,
  base: Record<string, unknown> | StoredRecord,
  trusted: boolean,
  locale: Locale,
): { accepted: Record<string, unknown>; errors: FieldError[] } {
  const accepted: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const refuse = (name: string, key: string) =>
    errors.push({
      field: name,
      text: { key, values: { label: labelAt(type.resource.schema, [name], locale) } },
    });
  for (const [name, value] of Object.entries(normalizeRecord(type.resource.schema.properties, values))) {
    if (value === undefined || name === labelsField) continue;
    const field = type.fields.get(name);
    if (kept.has(name)) {
      if (!same(base[name], value)) refuse(name, 'validation.system');
    } else if (!field) {
      refuse(name, 'validation.unknown');
    } else if (!trusted && field.secret) {
      if (value !== null) refuse(name, 'validation.serviceOnly');
    } else if (!trusted && (type.resource.serviceOnly?.includes(name) || field.schema.readOnly)) {
      if (!same(base[name], value)) refuse(name, 'validation.serviceOnly');
    } else {
      accepted[name] = value;
    }
  }
  return { accepted, errors };
}

/** Adds to a change of `before` what follows from its values (domain/derived.ts); what stays as it was is no change. */
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

/** Judges a whole record by its schema; null is the same as absent. */
export function schemaErrors(
  type: RecordType,
  record: Record<string, unknown>,
  locale: Locale,
): FieldError[] {
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
  if (!type.validate(present)) {
    errors.push(...validationErrors(type.validate.errors ?? [], type.resource.schema, locale));
  }
  errors.push(...ruleErrors(type.resource.schema, present, locale));
  return errors;
}
