import type { Resource } from '#domain/record/resource.ts';
import type { ImportReport, RowFault } from '#domain/record/transfer/job.ts';
import type { Locale } from '#domain/text/label.ts';
import { presentFault, readFaults } from './faults.ts';
import { type JobStore, presentJob, type StoredJob } from './job-store.ts';

export interface FaultQuery {
  start: number;
  end: number;
  /** Only faults of the column of this head. */
  column: string | undefined;
}

/** An import with a page of its faults, and how many there are in each column. */
export async function reportOf(
  jobs: JobStore,
  job: StoredJob,
  resource: Resource,
  locale: Locale,
  { start, end, column }: FaultQuery,
): Promise<ImportReport> {
  const faults: RowFault[] = [];
  const counts = new Map<string | null, number>();
  let matching = 0;
  // While a run is under way its faults are still being written: counts are told, the rows come when it is over.
  const settled = job.state !== 'checking' && job.state !== 'importing';
  if (settled && job.storedName !== null) {
    for await (const kept of readFaults(jobs.faultsPathOf(job))) {
      const fault = presentFault(kept, job.headers, resource, locale);
      counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
      if (column !== undefined && (fault.name ?? '') !== column) continue;
      if (matching >= start && matching < end) faults.push(fault);
      matching += 1;
    }
  }
  return {
    ...presentJob(job, resource, locale),
    faults,
    faultCount: matching,
    faultsByColumn: [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count),
  };
}
