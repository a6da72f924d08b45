import { bulkPermission } from './bulk-routes.ts';
import { mostEntries } from './history.ts';
import {
  answers,
  idParameter,
  json,
  operationOn,
  type Paths,
  pathOf,
  queryParameter,
  ref,
  titleOf,
} from './openapi-parts.ts';
import type { RecordType } from './record-type.ts';

/** What a record was, where it is used, its end, and many at once (version-routes.ts, bulk-routes.ts). */
export function beyondOperations(type: RecordType): Paths {
  const { name, permissions, readOnly } = type.resource;
  const path = pathOf(type);
  const title = titleOf(type);
  const paths: Paths = {
    [`${path}/{id}/history`]: {
      get: operationOn(type, 'history', `Who changed ${title}, when and what`, permissions.read, {
        parameters: [
          idParameter,
          queryParameter(
            'limit',
            { type: 'integer', minimum: 1, maximum: mostEntries, default: mostEntries },
            'Entries at most',
          ),
          queryParameter('before', { type: 'integer' }, 'Only entries older than the one of this id'),
        ],
        responses: {
          200: { description: 'Newest first', content: json({ type: 'array', items: ref('HistoryEntry') }) },
          ...answers('400', '401', '403', '404'),
        },
      }),
    },
    [`${path}/{id}/uses`]: {
      get: operationOn(type, 'uses', `Where ${title} is used`, permissions.read, {
        parameters: [idParameter],
        responses: {
          200: {
            description: 'By type and field, among what the caller may read',
            content: json({ type: 'array', items: ref('RecordUse') }),
          },
          ...answers('401', '403', '404'),
        },
      }),
    },
  };
  if (readOnly) return paths;
  paths[`${path}/{id}/restore-version`] = {
    post: operationOn(type, 'restoreVersion', `Take ${title} back to a version`, permissions.update, {
      parameters: [idParameter],
      requestBody: { required: true, content: json(ref('VersionWish')) },
      responses: {
        200: {
          description: 'The record, or the preview of what would change',
          content: json({ anyOf: [ref(name), ref('VersionPreview')] }),
        },
        ...answers('400', '401', '403', '404', '409', '422'),
      },
    }),
  };
  paths[`${path}/{id}/purge`] = {
    post: operationOn(type, 'purge', `End ${title} in the trash for good`, permissions.delete, {
      parameters: [idParameter],
      responses: { 204: { description: 'It is gone' }, ...answers('401', '403', '404', '409') },
    }),
  };
  paths[`${path}/bulk`] = {
    post: operationOn(type, 'bulk', `Change many: ${title}`, bulkPermission(type.resource), {
      requestBody: { required: true, content: json(ref('BulkWish')) },
      responses: {
        200: { description: 'What became of each; with preview: how many', content: json(ref('BulkReport')) },
        ...answers('400', '401', '403'),
      },
    }),
  };
  return paths;
}
