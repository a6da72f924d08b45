import type { ErrorObject } from 'ajv';
import { geometryError } from '#domain/geo/geojson.ts';
import type { FieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
import { formats } from './formats.ts';
import { onceEach } from './once-each.ts';
import type { FieldSchema, RecordSchema } from './resource.ts';

/** The part of an AJV error that we read; rjsf's validator hands over the same. */
export type SchemaError = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'schemaPath'>;

/** Keywords of our own that rule something. */
export const geometryKeyword = 'x-geometry';
export const altitudeKeyword = 'x-altitude';

/** GeoJSON of one of these kinds: positions in range, lines of two positions, rings closed and not crossing themselves. */
export function isGeometry(value: unknown, kinds: readonly string[]): boolean {
  return geometryError(value, kinds) === null;
}

/** A flight level is counted from standard pressure; no other reference makes sense with it. */
export function isSoundAltitude(value: unknown): boolean {
  if (!isObject(value)) return true;
  return value.unit !== 'FL' || value.reference === 'STD';
}

/** What AJV found, as errors at the fields, with the text's holes filled for this language. */
export function validationErrors(
  errors: readonly SchemaError[],
  schema: RecordSchema,
  locale: Locale,
): FieldError[] {
  const found: FieldError[] = [];
  const seen = new Set<string>();
  for (const error of withoutParts(onceEach(errors))) {
    const entry = toFieldError(error, schema, locale);
    if (!entry) continue;
    const once = `${entry.field} ${entry.text.key}`;
    if (seen.has(once)) continue;
    seen.add(once);
    found.push(entry);
  }
  return found;
}

/** The same, said: for a form that shows texts (rjsf's transformErrors). */
export function validationMessages(
  errors: readonly SchemaError[],
  schema: RecordSchema,
  locale: Locale,
): { field: string; message: string }[] {
  return validationErrors(errors, schema, locale).map(({ field, text }) => ({
    field,
    message: textIn(text, locale),
  }));
}

/** A shape that is wrong is said where it stands: by its kind where that is not taken, else as a whole, not by its parts. */
function withoutParts(errors: readonly SchemaError[]): SchemaError[] {
  const kindsOf = new Set(
    errors.flatMap(({ keyword, instancePath }) =>
      keyword === 'enum' && instancePath.endsWith('/type') ? [instancePath.slice(0, -'/type'.length)] : [],
    ),
  );
  const shapes = errors.flatMap(({ keyword, instancePath }) =>
    keyword === geometryKeyword ? [instancePath] : [],
  );
  return errors.filter(({ keyword, instancePath }) => {
    if (keyword === geometryKeyword) return !kindsOf.has(instancePath);
    return !shapes.some(
      (shape) =>
        instancePath.startsWith(`${shape}/`) && !(kindsOf.has(shape) && instancePath === `${shape}/type`),
    );
  });
}

/** Keywords that only repeat what an error inside them says. */
const echoes = new Set(['if', 'then', 'else', 'allOf']);

/** Keywords whose text names the limit that AJV reports. */
const limits = new Set([
  'maxLength',
  'minLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

function toFieldError(error: SchemaError, schema: RecordSchema, locale: Locale): FieldError | undefined {
  const { keyword, params } = error;
  if (echoes.has(keyword)) return undefined;
  const path = pathOf(error.instancePath);
  if (keyword === 'required' || keyword === 'dependentRequired' || keyword === 'dependencies') {
    const missing = textOf(params, 'missingProperty');
    return at([...path, missing], 'validation.required', schema, locale);
  }
  if (keyword === 'additionalProperties') {
    return at([...path, textOf(params, 'additionalProperty')], 'validation.unknown', schema, locale);
  }
  if (keyword === 'format') {
    const format = textOf(params, 'format');
    const ours = formats[format];
    return ours
      ? at(path, ours.messageKey, schema, locale, { example: ours.example })
      : at(path, `validation.format.${format}`, schema, locale);
  }
  if (keyword === 'type') return at(path, `validation.type.${textOf(params, 'type')}`, schema, locale);
  if (keyword === 'enum') {
    return at(path, 'validation.enum', schema, locale, { choices: choicesOf(fieldAt(schema, path), locale) });
  }
  if (keyword === 'multipleOf') {
    return at(path, 'validation.multipleOf', schema, locale, { step: textOf(params, 'multipleOf') });
  }
  if (keyword === 'minLength' && params.limit === 1) return at(path, 'validation.required', schema, locale);
  if (limits.has(keyword)) {
    const unit = fieldAt(schema, path)?.['x-unit'];
    const limit = textOf(params, 'limit');
    return at(path, `validation.${keyword}`, schema, locale, { limit: unit ? `${limit} ${unit}` : limit });
  }
  const known = ['pattern', 'uniqueItems', 'const', geometryKeyword, altitudeKeyword];
  return at(path, known.includes(keyword) ? `validation.${keyword}` : 'validation.invalid', schema, locale);
}

function at(
  path: string[],
  key: string,
  schema: RecordSchema,
  locale: Locale,
  values: Record<string, string> = {},
): FieldError {
  return {
    field: path.join('.'),
    text: { key, values: { label: labelAt(schema, path, locale), ...values } },
  };
}

function textOf(params: Record<string, unknown>, name: string): string {
  const value = params[name];
  return Array.isArray(value) ? String(value[0]) : String(value ?? '');
}

function pathOf(instancePath: string): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function fieldAt(schema: FieldSchema, path: string[]): FieldSchema | undefined {
  let field: FieldSchema | undefined = schema;
  for (const part of path) {
    field = field?.type === 'array' && /^\d+$/.test(part) ? field.items : own(field?.properties ?? {}, part);
  }
  return field;
}

/** The label of the field, or of the nearest field around it that has one. */
export function labelAt(schema: RecordSchema, path: string[], locale: Locale): string {
  for (let length = path.length; length > 0; length -= 1) {
    const label = fieldAt(schema, path.slice(0, length))?.['x-label'];
    if (label) return labelIn(label, locale);
    if (!fieldAt(schema, path.slice(0, length)) && length === path.length) return path.join('.');
  }
  return labelIn(schema['x-label'], locale);
}

function choicesOf(field: FieldSchema | undefined, locale: Locale): string {
  const texts = (field?.enum ?? []).map((value) => {
    const label = field?.['x-enum']?.[String(value)];
    return label ? labelIn(label, locale) : String(value);
  });
  return listText(texts, locale);
}
