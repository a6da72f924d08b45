import type { Resource } from '#domain/record/resource.ts';
import type { ImportCause, ImportReport, RowError } from '#domain/record/transfer/job.ts';
import type { Locale } from '#domain/text/label.ts';
import { type JobStore, presentJob, type StoredJob } from './job-store.ts';
import { presentError, readErrors } from './row-errors.ts';
import type { StoredRowError } from './stored-row-error.ts';

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
  const causes = new Map<string, ImportCause>();
  let matching = 0;
  // While a run is under way its errors are still being written: counts are told, the rows come when it is
  // over.
  const settled = job.state !== 'checking' && job.state !== 'importing';
  if (settled && job.storedName !== null) {
    for await (const stored of readErrors(jobs.errorsPathOf(job))) {
      const error = presentError(stored, job.headers, resource, locale);
      const cause = causeOf(stored, error);
      if (cause) {
        const key = `${cause.field} ${cause.text}`;
        const known = causes.get(key);
        causes.set(key, { ...cause, rows: (known?.rows ?? 0) + 1 });
      }
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
    causes: [...causes.values()].sort((a, b) => b.rows - a.rows).slice(0, mostCauses),
  };
}

/** Reasons that are told together: what is left is seen once these are settled. */
const mostCauses = 20;

/** Texts for which somebody can say what is meant. */
const sayable = new Set(['transfer.cell.ambiguous', 'transfer.cell.relation', 'transfer.cell.code']);

function causeOf({ field, text }: StoredRowError, error: RowError): ImportCause | null {
  if (field === null || !sayable.has(text.key)) return null;
  const said = String(text.values?.value ?? '');
  const { name, code } = error;
  return { field, name, text: said, code, reason: error.text, rows: 1, options: [] };
}
