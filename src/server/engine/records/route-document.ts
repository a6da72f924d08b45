import type { PermissionRule, Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import type { Paths } from '#server/http/openapi.ts';
import { permissionNote } from '#server/http/permission-note.ts';
import { type RecordType, recordTypes } from './record-type.ts';

/** What a route under /api/records says of itself: the document has it once for each record type that it serves. */
export interface RouteDocument {
  /** The operation's id is `{type}.{name}`. */
  name: string;
  summary(title: string): string;
  /** In place of who may call it. */
  description?: string;
  permission(resource: Resource): PermissionRule;
  /** Whether a type has it; absent: every one has. */
  of?(resource: Resource): boolean;
  query?(type: RecordType): object[];
  body?(type: RecordType): object;
  /** A body may be left out. */
  bodyOptional?: true;
  /** What it answers with, by status. */
  answers(type: RecordType): Record<number, object>;
  refuses: readonly (keyof typeof refusals)[];
}

const refusals = {
  400: 'The input breaks a rule; `errors` says where',
  401: 'No session',
  403: 'The caller may not do this',
  404: 'There is no such record among the rows that the caller sees',
  409: 'Stale version (`current` is the record now), a value that must be unique, or a record still in use',
  422: 'A rule of the job says no; `rule` cites it',
  503: 'Where files are kept does not answer',
};

/** The options of a route that the document describes by its own words, not by a schema of Fastify's. */
export function documented(document: RouteDocument) {
  return {
    schema: { hide: true },
    config: {
      operations: (resources: Resource[], at: { verb: string; url: string }) =>
        operationsOf(document, resources, at),
    },
  };
}

function operationsOf(
  document: RouteDocument,
  resources: Resource[],
  { verb, url }: { verb: string; url: string },
): Paths {
  const paths: Paths = {};
  const ids = [...url.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
    name === 'resource' ? [] : [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
  );
  for (const type of recordTypes(resources).values()) {
    const { resource } = type;
    if (document.of && !document.of(resource)) continue;
    const path = url.replace(':resource', resource.name).replaceAll(/:(\w+)/g, '{$1}');
    const parameters = [...ids, ...(document.query?.(type) ?? [])];
    const required = document.bodyOptional ? {} : { required: true };
    const operation = {
      tags: [resource.name],
      operationId: `${resource.name}.${document.name}`,
      summary: document.summary(both(resource.schema['x-label'])),
      ...permissionNote(document.permission(resource)),
      ...(document.description ? { description: document.description } : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(document.body ? { requestBody: { ...required, content: document.body(type) } } : {}),
      responses: {
        ...document.answers(type),
        ...Object.fromEntries(document.refuses.map((status) => [status, refusalOf(refusals[status])])),
      },
    };
    paths[path] = { [verb]: operation };
  }
  return paths;
}

const refusalOf = (description: string) => ({ description, content: json(ref('RecordError')) });

export const json = (schema: object) => ({ 'application/json': { schema } });
export const form = (properties: object, required: string[]) => ({
  'multipart/form-data': { schema: { type: 'object', properties, required } },
});
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (name: string) => ({ type: 'array', items: ref(name) });
export const both = (label: Label) => `${label['zh-Hans']} · ${label.en}`;
/** Bytes of a file. */
export const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };

export const queryParameter = (name: string, schema: object, description?: string) => ({
  name,
  in: 'query',
  schema,
  ...(description ? { description } : {}),
});

/** An answer that is the record itself. */
export const theRecord = ({ resource }: RecordType) => ({
  200: { description: 'The record', content: json(ref(resource.name)) },
});

/** Types whose records people write. */
export const isWritable = ({ readOnly }: Resource) => !readOnly;
