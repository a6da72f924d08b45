import { type Handlers, implement, type Service } from '#server/http/service.ts';
import type { createFileQueries } from './file-queries.ts';

/** Specification §7: the papers of the aircraft and of the pilots that the caller sees, by whomever they were added. */
export function createBaseFileServices({
  files,
}: {
  files: ReturnType<typeof createFileQueries>;
}): Service[] {
  const filesOf = (resource: string): Handlers<'BaseAircraft'> & Handlers<'BasePilot'> => ({
    GetCurrentFileList: ({ query, sorting, skipCount = 0, maxResultCount = 10 }, caller) =>
      files(caller, {
        resources: [resource],
        ...(query ? { query } : {}),
        ...(sorting ? { sorting } : {}),
        skip: skipCount,
        most: maxResultCount,
      }),
  });
  return [implement('BaseAircraft', filesOf('aircraft')), implement('BasePilot', filesOf('pilot'))];
}
