import type { DocumentPart } from '#server/http/openapi.ts';

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

/** What the document of the routes of files names. */
export const filesDocument = (): DocumentPart => ({ schemas });
