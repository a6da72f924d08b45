import type { FieldSchema, RecordSchema } from './resource.ts';

/**
 * A file of `schemas/` as the type that the house works with. The compiler sees only the text of a JSON
 * file, so its structure is looked at here, once, when the program starts.
 */
export function recordSchema(value: unknown): RecordSchema {
  const fault = faultOf(value);
  if (fault !== undefined || !isRecordSchema(value)) {
    throw new Error(`schemas: ${nameOf(value)} ${fault ?? 'is no record schema'}`);
  }
  return value;
}

function isRecordSchema(value: unknown): value is RecordSchema {
  return faultOf(value) === undefined;
}

function faultOf(value: unknown): string | undefined {
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
