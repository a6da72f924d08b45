import type { PermissionRule } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import { permissionNote } from '#server/http/permission-note.ts';
import type { RecordType } from './record-type.ts';

/** What the operations of the records door have in common in its document, whichever file describes them. */

/** Operations by path and verb. */
export type Paths = Record<string, Record<string, object>>;

export const json = (schema: object) => ({ 'application/json': { schema } });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const both = (label: Label) => `${label['zh-Hans']} · ${label.en}`;

const errors: Record<string, { description: string; content: object }> = Object.fromEntries(
  [
    ['400', 'The input breaks a rule; `errors` says where'],
    ['401', 'No session'],
    ['403', 'The caller may not do this'],
    ['404', 'There is no such record among the rows that the caller sees'],
    [
      '409',
      'Stale version (`current` is the record now), a value that must be unique, or a record still in use',
    ],
    ['422', 'A rule of the job says no; `rule` cites it'],
  ].map(([status, description]) => [status, { description, content: json(ref('RecordError')) }]),
);

export const answers = (...statuses: string[]) =>
  Object.fromEntries(statuses.map((status) => [status, errors[status]]));

/** The parameter of every path that names a record. */
export const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

export const queryParameter = (name: string, schema: object, description: string) => ({
  name,
  in: 'query',
  schema,
  description,
});

/** One operation on records of a type, with who may call it. */
export function operationOn(
  { resource }: RecordType,
  verb: string,
  summary: string,
  rule: PermissionRule,
  rest: object,
): object {
  return {
    tags: [resource.name],
    operationId: `${resource.name}.${verb}`,
    summary,
    ...permissionNote(rule),
    ...rest,
  };
}

export function titleOf({ resource }: RecordType): string {
  return both(resource.schema['x-label']);
}

export function pathOf({ resource }: RecordType): string {
  return `/api/records/${resource.name}`;
}
