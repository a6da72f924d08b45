import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { implement, type Service } from '#server/http/service.ts';
import { type JobStore, presentJob } from './job-store.ts';

/** Everyone's own imports, to be found again after the page was closed. */
export function createImportService(deps: { jobs: JobStore; catalogue: Catalogue }): Service {
  const { jobs, catalogue } = deps;
  return implement('Import', {
    async GetList({ resource, maxResultCount = 20 }, caller) {
      const items = await jobs.ofCaller(caller, resource, maxResultCount);
      return {
        items: items.map((job) =>
          presentJob(job, catalogue.types.get(job.resource)?.resource, caller.locale),
        ),
      };
    },
  });
}
