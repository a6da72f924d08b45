import type { Validate } from 'virtual:validators';
import {
  type ErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type ValidatorType,
} from '@rjsf/utils';
import { derivedFields } from '#domain/record/derived.ts';
import { normalizeRecord } from '#domain/record/normalize.ts';
import { ruleErrors } from '#domain/record/record-rules.ts';
import type { RecordSchema } from '#domain/record/resource.ts';
import { validationMessages } from '#domain/record/validation.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { isObject } from '#domain/text/narrow.ts';

export type Values = Record<string, unknown>;
/** Several fields at once, or what they become from the values as they are by then; undefined empties a field. */
export type FieldsChange = Values | ((values: Values) => Values);

/** Values after a change of several fields; what was emptied is absent. */
export function withFields(values: Values, change: FieldsChange): Values {
  const next = { ...values, ...(typeof change === 'function' ? change(values) : change) };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

/**
 * Values as they are kept: what was left empty is absent, texts are trimmed and in their case; system fields stay out,
 * and so do the fields that have no place in this record; what is computed is computed.
 */
export function visibleValues(schema: RecordSchema, values: Values): Values {
  const own = Object.fromEntries(Object.entries(values).filter(([field]) => field in schema.properties));
  const pruned = pruneRecord(normalizeRecord(schema.properties, own));
  return pruneRecord({ ...pruned, ...derivedFields(schema, pruned) });
}

function pruneRecord(values: Values): Values {
  const pruned = prune(values);
  return isObject(pruned) ? pruned : {};
}

/** Drops undefined, null, empty texts and objects in which nothing is left. Lists stay, also empty ones. */
function prune(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value)) return value.map(prune).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, own]) => {
    const left = prune(own);
    return left === undefined ? [] : [[key, left] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export interface FieldMessage {
  /** Path with dots, e.g. `upper.value`. */
  field: string;
  message: string;
}

/** Judges values by the record schema, in the reader's language. */
export function validateRecord(
  schema: RecordSchema,
  validate: Validate,
  values: Values,
  locale: Locale,
): FieldMessage[] {
  const pruned = visibleValues(schema, values);
  const found = validate(pruned) ? [] : validationMessages(validate.errors ?? [], schema, locale);
  validate.errors = null;
  const contradictions = ruleErrors(schema, pruned, locale).map(({ field, text }) => ({
    field,
    message: textIn(text, locale),
  }));
  return [...found, ...contradictions];
}

/** rjsf must be given a validator, but the form judges by itself: no schema is compiled in the browser. */
export const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  // Asked only for oneOf and if, which the form's schema does not hold.
  isValid: (_schema: RJSFSchema, _formData: unknown, _root: RJSFSchema) => true,
  rawValidation: () => ({ errors: [] }),
  reset: () => undefined,
};

function toRjsf({ field, message }: FieldMessage): RJSFValidationError {
  return { name: 'rule', property: `.${field}`, message, stack: message };
}

/** Messages at their fields, as rjsf shows them. */
export function errorSchemaOf(messages: FieldMessage[]): ErrorSchema {
  return toErrorSchema(messages.map(toRjsf));
}
