import { Type } from '@sinclair/typebox';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { method, type Service } from '#server/http/service.ts';
import { type JobStore, presentJob } from './job-store.ts';

/** Everyone's own imports, to be found again after the page was closed. */
export function createImportService(deps: { jobs: JobStore; catalogue: Catalogue }): Service {
  const { jobs, catalogue } = deps;
  return {
    name: 'Import',
    methods: [
      method({
        verb: 'GET',
        name: 'GetList',
        permission: 'signedIn',
        summary: "The caller's own imports, newest first",
        input: Type.Object({
          resource: Type.Optional(Type.String()),
          maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        }),
        output: Type.Object({ items: Type.Array(Type.Unknown()) }),
        async handle({ resource, maxResultCount = 20 }, caller) {
          const items = await jobs.ofCaller(caller, resource, maxResultCount);
          return {
            items: items.map((job) =>
              presentJob(job, catalogue.types.get(job.resource)?.resource, caller.locale),
            ),
          };
        },
      }),
    ],
  };
}
