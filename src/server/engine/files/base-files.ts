import { Type } from '@sinclair/typebox';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { method, type Service } from '#server/http/service.ts';
import type { createFileQueries } from './file-queries.ts';
import { filePage, foundFiles } from './user-file-calls.ts';

/** Specification §7: the papers of the aircraft and of the pilots that the caller sees, by whomever they were added. */
export function createBaseFileServices(deps: {
  files: ReturnType<typeof createFileQueries>;
  catalogue: Catalogue;
}): Service[] {
  const { files, catalogue } = deps;
  return (
    [
      ['BaseAircraft', 'aircraft'],
      ['BasePilot', 'pilot'],
    ] as const
  ).map(([name, resource]) => ({
    name,
    methods: [
      method({
        verb: 'GET',
        name: 'GetCurrentFileList',
        permission: catalogue.find(resource).resource.permissions.read,
        summary: `Files of each ${resource} that the caller sees; \`query\` is part of a file's or a record's name`,
        input: Type.Object(filePage),
        output: foundFiles,
        handle: ({ query, sorting, skipCount = 0, maxResultCount = 10 }, caller) =>
          files(caller, {
            resources: [resource],
            ...(query ? { query } : {}),
            ...(sorting ? { sorting } : {}),
            skip: skipCount,
            most: maxResultCount,
          }),
      }),
    ],
  }));
}
