import { implement, type Service } from '#server/http/service.ts';
import type { createFileQueries } from './file-queries.ts';

/** Specification §7: the files that the current user added, and that they may still read. */
export function createUserFileService(deps: { files: ReturnType<typeof createFileQueries> }): Service {
  return implement('UserFile', {
    GetCurrentList: ({ operateType, query, sorting, skipCount = 0, maxResultCount = 10 }, caller) =>
      deps.files(caller, {
        own: true,
        ...(operateType ? { resources: [operateType] } : {}),
        ...(query ? { query } : {}),
        ...(sorting ? { sorting } : {}),
        skip: skipCount,
        most: maxResultCount,
      }),
  });
}
