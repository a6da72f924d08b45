import type { RunningTestServer } from './server.ts';

/** The server's own document of its endpoints, read so that a test can walk all of them with inputs of their form. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
}

export interface ApiOperation {
  verb: string;
  /** With its holes: `/api/records/plan/{id}`. */
  path: string;
  query: { name: string; required: boolean; schema: Schema }[];
  /** The body's schema without references; absent: it takes no JSON. */
  body: Schema | undefined;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: { content?: Record<string, { schema?: Schema }> } }
    >
  >;
}

export async function readOperations(server: RunningTestServer): Promise<ApiOperation[]> {
  const document = (await server.call(null, 'GET', '/api/docs/json')).body as Document;
  const resolved = (schema: Schema): Schema => {
    const names = schema.$ref?.split('/').slice(1);
    if (!names) return schema;
    return resolved(
      names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as Schema,
    );
  };
  return Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { parameters = [], requestBody }]) => {
      const body = requestBody?.content?.['application/json']?.schema;
      return {
        verb: verb.toUpperCase(),
        path,
        query: parameters
          .filter((one) => one.in === 'query')
          .map(({ name, required = false, schema = {} }) => ({ name, required, schema: resolved(schema) })),
        body: body && resolved(body),
      };
    }),
  );
}

/** A value of this form, though not always one that its rules accept. */
export function sampleOf(schema: Schema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branches = schema.anyOf ?? schema.oneOf;
  const [type] = [schema.type].flat();
  // Of null and something, something.
  if (branches) return sampleOf(branches.find((one) => one.type !== 'null') ?? {}, depth);
  if (depth > 6) return null;
  switch (type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [sampleOf(schema.items ?? {}, depth + 1)];
    case 'string':
      if (schema.format === 'date-time') return '2030-01-01T00:00:00Z';
      return schema.format === 'date' ? '2030-01-01' : 'x'.repeat(Math.max(1, schema.minLength ?? 1));
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sampleOf(one, depth + 1)]),
      );
  }
}

/** Every place in a value, the value itself first. */
export function* placesIn(value: unknown, at: string[] = []): Generator<string[]> {
  yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) yield* placesIn(one, [...at, name]);
}

/** The value with something else at that place. */
export function replacedAt(value: unknown, [first, ...rest]: string[], by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === first ? replacedAt(one, rest, by) : one));
  const object = value as Record<string, unknown>;
  return { ...object, [first]: replacedAt(object[first], rest, by) };
}
