import { isObject } from '#domain/text/narrow.ts';

type Schema = Record<string, unknown>;

const numeric = /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i;

/**
 * ABP reads "5" as a number and "true" as a yes where the field holds one, "" as null where it may be that, and takes a
 * null for what may be left out (wire.md §1). Nothing else becomes what it is not: true is not 1. Changes objects in place.
 */
export function readTexts(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string') return readText(new Set(typesOf(schema)), value);
  if (Array.isArray(value)) {
    const items = alternativesOf(schema).flatMap((one) => (isObject(one.items) ? [one.items] : []));
    if (items.length === 0) return value;
    for (const [index, item] of value.entries()) value[index] = readTexts({ anyOf: items }, item);
    return value;
  }
  if (!isObject(value)) return value;
  const objects = alternativesOf(schema).filter(({ properties }) => isObject(properties));
  // Octets would be gone through one by one.
  if (objects.length === 0) return value;
  for (const [name, given] of Object.entries(value)) {
    const declared = objects.flatMap(({ properties }) => {
      const field = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      return isObject(field) ? [field] : [];
    });
    if (declared.length === 0) continue;
    const anyOf: Schema = { anyOf: declared };
    const optional = objects.every(({ required }) => !Array.isArray(required) || !required.includes(name));
    if (given === null && optional && !takesNull(anyOf)) delete value[name];
    else value[name] = readTexts(anyOf, given);
  }
  return value;
}

function readText(types: ReadonlySet<string>, text: string): unknown {
  if (types.has('string') || types.has('any')) return text;
  if (text === '' && types.has('null')) return null;
  if ((types.has('number') || types.has('integer')) && numeric.test(text)) return Number(text);
  const word = text.trim().toLowerCase();
  if (types.has('boolean') && (word === 'true' || word === 'false')) return word === 'true';
  return text;
}

function takesNull(schema: Schema): boolean {
  return typesOf(schema).some((type) => type === 'null' || type === 'any');
}

/** The schema without its unions: each of what it may be. */
function alternativesOf(schema: Schema): Schema[] {
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword): Schema[] =>
    Array.isArray(schema[keyword]) ? schema[keyword].filter(isObject) : [],
  );
  return inner.length === 0 ? [schema] : inner.flatMap(alternativesOf);
}

function typesOf(schema: Schema): string[] {
  return alternativesOf(schema).flatMap((one) => {
    if (typeof one.type === 'string') return [one.type];
    if (Array.isArray(one.type)) return one.type.map(String);
    if ('const' in one) return [typeof one.const];
    return Array.isArray(one.enum) ? one.enum.map((choice: unknown) => typeof choice) : ['any'];
  });
}
