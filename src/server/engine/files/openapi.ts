import { kindsOf, takesFiles } from '#domain/record/files.ts';
import type { PermissionRule, Resource } from '#domain/record/resource.ts';
import { permissionNote } from '#server/http/permission-note.ts';

type Paths = Record<string, Record<string, object>>;

const json = (schema: object) => ({ 'application/json': { schema } });
const file = { $ref: '#/components/schemas/RecordFile' };
const error = { description: 'Refused', content: json({ $ref: '#/components/schemas/RecordError' }) };
const answers = (...statuses: string[]) => Object.fromEntries(statuses.map((status) => [status, error]));
const inPath = (name: string, schema: object = { type: 'integer' }) => ({
  name,
  in: 'path',
  required: true,
  schema,
});
const bytes = {
  description: 'The bytes',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};

/** The routes of files, of every record type that takes some, and of the signed links. */
export function filesDocument(resources: Resource[]): { paths: Paths; schemas: Record<string, object> } {
  const paths: Paths = {};
  for (const resource of resources.filter(takesFiles)) {
    const { name, permissions } = resource;
    const operation = (verb: string, summary: string, rule: PermissionRule, rest: object) => ({
      tags: [name],
      operationId: `${name}.files.${verb}`,
      summary,
      ...permissionNote(rule),
      ...rest,
    });
    const list = `/api/records/${name}/{id}/files`;
    const ofRecord = { parameters: [inPath('id')] };
    const ofFile = { parameters: [inPath('id'), inPath('file')] };
    const kinds = kindsOf(resource).map((kind) => kind.name);
    const one = { 200: { description: 'The file', content: json(file) } };
    paths[list] = {
      get: operation('list', 'Files of the record', permissions.read, {
        parameters: [
          inPath('id'),
          { name: '_trash', in: 'query', schema: { type: 'string', enum: ['without', 'only', 'with'] } },
        ],
        responses: {
          200: { description: 'Newest first', content: json({ type: 'array', items: file }) },
          ...answers('401', '403', '404'),
        },
      }),
      post: operation('add', 'Add files, all or none of them', permissions.update, {
        ...ofRecord,
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  kind: { type: 'string', ...(kinds.length > 0 ? { enum: kinds } : {}) },
                  files: { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 20 },
                },
                required: ['files'],
              },
            },
          },
        },
        responses: {
          201: { description: 'The files as kept', content: json({ type: 'array', items: file }) },
          ...answers('400', '401', '403', '404', '409', '422', '503'),
        },
      }),
    };
    paths[`${list}/{file}`] = {
      get: operation('download', 'The bytes of a file, whole or a range', permissions.read, {
        ...ofFile,
        responses: { 200: bytes, 206: bytes, ...answers('401', '403', '404', '503') },
      }),
      delete: operation('remove', 'Move a file to the trash', permissions.update, {
        ...ofFile,
        responses: { ...one, ...answers('401', '403', '404', '409', '422') },
      }),
    };
    paths[`${list}/{file}/restore`] = {
      post: operation('restore', 'Take a file out of the trash', permissions.update, {
        ...ofFile,
        responses: { ...one, ...answers('401', '403', '404', '409', '422') },
      }),
    };
    paths[`${list}/{file}/purge`] = {
      post: operation('purge', 'Remove a file of the trash for good', permissions.delete, {
        ...ofFile,
        responses: { 204: { description: 'Gone' }, ...answers('401', '403', '404', '409') },
      }),
    };
    paths[`${list}/{file}/link`] = {
      post: operation(
        'link',
        'A signed link that opens the file without a session for a while',
        permissions.read,
        {
          ...ofFile,
          requestBody: {
            content: json({
              type: 'object',
              properties: { minutes: { type: 'integer', minimum: 1, maximum: 1440, default: 15 } },
            }),
          },
          responses: {
            200: { description: 'The link', content: json({ $ref: '#/components/schemas/RecordFileLink' }) },
            ...answers('400', '401', '403', '404', '409'),
          },
        },
      ),
    };
  }
  const signed = {
    parameters: [inPath('signed', { type: 'string' })],
    tags: ['files'],
    ...permissionNote('anonymous'),
  };
  paths['/api/files/{signed}'] = {
    get: {
      ...signed,
      operationId: 'files.open',
      summary:
        'What a signed link names: images and PDF to look at, everything else (and with ?download) to keep',
      responses: { 200: bytes, 206: bytes, 404: { description: 'No such link, or its time is over' } },
    },
  };
  paths['/api/files/{signed}/about'] = {
    get: {
      ...signed,
      operationId: 'files.about',
      summary: 'Name, size and kind of what a signed link names, and until when it opens',
      responses: {
        200: { description: 'The file' },
        404: { description: 'No such link, or its time is over' },
      },
    },
  };
  return { paths, schemas };
}

const nullable = (type: string) => ({ type: [type, 'null'] });

const schemas = {
  RecordFile: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      kind: nullable('string'),
      name: { type: 'string' },
      size: { type: 'integer', description: 'Bytes' },
      mediaType: { type: 'string', description: 'Decided by the bytes' },
      sha256: { type: 'string' },
      addedByName: nullable('string'),
      createdAt: { type: 'string', format: 'date-time' },
      createdBy: nullable('integer'),
      deletedAt: {
        ...nullable('string'),
        format: 'date-time',
        description: 'Set while the file is in the trash',
      },
    },
    required: ['id', 'name', 'size', 'mediaType', 'sha256', 'createdAt'],
  },
  RecordFileLink: {
    type: 'object',
    properties: {
      page: { type: 'string', description: 'The page that shows it' },
      file: { type: 'string', description: 'The bytes' },
      expiresAt: { type: 'string', format: 'date-time' },
      inline: { type: 'boolean', description: 'A browser may show it' },
    },
    required: ['page', 'file', 'expiresAt', 'inline'],
  },
};
