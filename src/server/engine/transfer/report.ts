import type { Resource } from '#domain/record/resource.ts';
import type { ImportReport, RowError } from '#domain/record/transfer/job.ts';
import type { Locale } from '#domain/text/label.ts';
import { type JobStore, presentJob, type StoredJob } from './job-store.ts';
import { presentError, readErrors } from './row-errors.ts';

export interface ErrorQuery {
  start: number;
  end: number;
  /** Only errors of the column of this head. */
  column: string | undefined;
}

/** An import with a page of its errors, and how many there are in each column. */
export async function reportOf(
  jobs: JobStore,
  job: StoredJob,
  resource: Resource,
  locale: Locale,
  { start, end, column }: ErrorQuery,
): Promise<ImportReport> {
  const errors: RowError[] = [];
  const counts = new Map<string | null, number>();
  let matching = 0;
  // While a run is under way its errors are still being written: counts are told, the rows come when it is
  // over.
  const settled = job.state !== 'checking' && job.state !== 'importing';
  if (settled && job.storedName !== null) {
    for await (const stored of readErrors(jobs.errorsPathOf(job))) {
      const error = presentError(stored, job.headers, resource, locale);
      counts.set(error.name, (counts.get(error.name) ?? 0) + 1);
      if (column !== undefined && (error.name ?? '') !== column) continue;
      if (matching >= start && matching < end) errors.push(error);
      matching += 1;
    }
  }
  return {
    ...presentJob(job, resource, locale),
    faults: errors,
    faultCount: matching,
    faultsByColumn: [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count),
  };
}
