import { Type } from '@sinclair/typebox';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { createFileQueries } from './file-queries.ts';

/** Paging as ABP pages (wire.md §1). */
export const filePage = {
  query: Type.Optional(Type.String({ maxLength: 100 })),
  sorting: Type.Optional(Type.String({ maxLength: 64 })),
  skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
  maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
};

export const foundFiles = Type.Object({
  totalCount: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** The type of the record that the file belongs to. */
      operateType: Type.String(),
      recordId: Type.Integer(),
      recordName: Type.String(),
      kind: nullable(Type.String()),
      kindName: nullable(Type.String()),
      name: Type.String(),
      size: Type.Integer(),
      mediaType: Type.String(),
      creationTime: Type.String(),
      creatorUserName: nullable(Type.String()),
      /** Gives the bytes to whoever may read the record. */
      url: Type.String(),
    }),
  ),
});

/** Specification §7: the files that the current user added, and that he may still read. */
export function createUserFileService(deps: { files: ReturnType<typeof createFileQueries> }): Service {
  return {
    name: 'UserFile',
    methods: [
      method({
        verb: 'GET',
        name: 'GetCurrentList',
        permission: 'signedIn',
        summary: 'The own files, of records of the type `operateType` (aircraft, pilot, company …) or of any',
        input: Type.Object({ operateType: Type.Optional(Type.String({ maxLength: 64 })), ...filePage }),
        output: foundFiles,
        handle: ({ operateType, query, sorting, skipCount = 0, maxResultCount = 10 }, caller) =>
          deps.files(caller, {
            own: true,
            ...(operateType ? { resources: [operateType] } : {}),
            ...(query ? { query } : {}),
            ...(sorting ? { sorting } : {}),
            skip: skipCount,
            most: maxResultCount,
          }),
      }),
    ],
  };
}
