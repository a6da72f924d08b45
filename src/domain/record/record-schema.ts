import { isObject } from '#domain/text/narrow.ts';
import { computations } from './computed.ts';
import { agreements } from './record-rules.ts';
import type { FieldSchema, RecordSchema } from './resource.ts';

/**
 * A file of `schemas/` as the type that the house works with. The compiler sees only the text of a JSON
 * file, so its structure is looked at here, once, when the program starts.
 */
export function recordSchema(value: unknown): RecordSchema {
  const error = errorOf(value);
  if (error !== undefined || !isRecordSchema(value)) {
    throw new Error(`schemas: ${nameOf(value)} ${error ?? 'is no record schema'}`);
  }
  return value;
}

function isRecordSchema(value: unknown): value is RecordSchema {
  return errorOf(value) === undefined;
}

function errorOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not an object';
  if (typeof value.$id !== 'string') return 'has no $id: give it the name of its resource';
  if (value.type !== 'object') return 'must have "type": "object"';
  if (typeof value.title !== 'string') return 'has no title: give it the name of its type in TypeScript';
  if (!isLabel(value['x-label'])) return 'has no x-label in both languages';
  if (!isObject(value.properties)) return 'has no properties';
  for (const [field, schema] of Object.entries(value.properties)) {
    if (!isObject(schema) || !isLabel(schema['x-label'])) {
      return `.${field} has no x-label in both languages: {"zh-Hans": "…", "en": "…"}`;
    }
  }
  const required = value.required ?? [];
  if (!Array.isArray(required)) return 'has a "required" that is no list';
  for (const field of required) {
    if (typeof field !== 'string' || !(field in value.properties)) {
      return `requires "${field}", which is none of its properties`;
    }
  }
  for (const pair of Array.isArray(value['x-order']) ? value['x-order'] : []) {
    if (!Array.isArray(pair) || pair.length !== 2) return 'has an x-order that is no list of pairs';
    for (const field of pair) {
      if (typeof field !== 'string' || !(field in value.properties)) {
        return `orders "${field}", which is none of its properties`;
      }
    }
  }
  return computationError(value.properties) ?? agreementError(value['x-agree'], value.properties);
}

function computationError(properties: Record<string, unknown>): string | undefined {
  for (const [field, schema] of Object.entries(properties)) {
    const computation = isObject(schema) ? schema['x-computed'] : undefined;
    if (computation === undefined) continue;
    if (!isObject(computation) || !Array.isArray(computation.of))
      return `.${field} has an x-computed without {"by", "of"}`;
    if (!computations.includes(String(computation.by)))
      return `.${field} is computed by "${computation.by}", which computed.ts lacks`;
    if (isObject(schema) && schema.readOnly !== true) return `.${field} is computed and not "readOnly"`;
    const unknown = computation.of.find((name) => !(String(name) in properties));
    if (unknown !== undefined)
      return `.${field} is computed of "${unknown}", which is none of its properties`;
  }
  return undefined;
}

function agreementError(agree: unknown, properties: Record<string, unknown>): string | undefined {
  for (const entry of Array.isArray(agree) ? agree : []) {
    if (!isObject(entry) || !Array.isArray(entry.fields)) return 'has an x-agree without {"rule", "fields"}';
    if (!agreements.includes(String(entry.rule)))
      return `agrees by "${entry.rule}", which record-rules.ts lacks`;
    const unknown = entry.fields.find((name: unknown) => !(String(name) in properties));
    if (unknown !== undefined) return `agrees on "${unknown}", which is none of its properties`;
  }
  return undefined;
}

function nameOf(value: unknown): string {
  return isObject(value) && typeof value.$id === 'string' ? value.$id : 'a file';
}

function isLabel(value: unknown): boolean {
  return isObject(value) && isText(value['zh-Hans']) && isText(value.en);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0;
}

/** A field and everything inside it, with its path, e.g. `upper.value`. */
export function eachField(
  schema: FieldSchema,
  visit: (path: string, field: FieldSchema) => void,
  at = '',
): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = at === '' ? name : `${at}.${name}`;
    visit(path, field);
    eachField(field, visit, path);
    if (field.items) eachField(field.items, visit, `${path}[]`);
  }
}
