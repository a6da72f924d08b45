import type { ImportFormat } from '#domain/record/transfer/job.ts';
import { type TextEncoding, textEncodings } from '#domain/text/encoding.ts';
import type { JobStore, StoredJob } from './job-store.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readXlsx } from './read-xlsx.ts';
import type { SheetRow } from './sheet-row.ts';

/** A file that lies on disk, and how it is read. */
export interface SheetFile {
  path: string;
  format: ImportFormat;
  /** Of a text file: found out when it came in, or chosen. */
  encoding?: TextEncoding | undefined;
  /** Of a workbook: which of its sheets; absent: the first. */
  sheet?: string | undefined;
  /** Of a workbook: its merged ranges, as they were found when it came in. */
  merges?: readonly string[] | undefined;
  /** Row in which the heads stand, from 1; what is above it is left out. */
  headRow?: number | undefined;
  /** Of a list of records: the names that they have; absent: found out. */
  heads?: string[] | undefined;
}

/** The file of an import, to be read as it was looked at. */
export function sheetFileOf(jobs: Pick<JobStore, 'pathOf'>, job: StoredJob): SheetFile {
  return {
    path: jobs.pathOf(job),
    format: job.format,
    encoding: textEncodings.find((one) => one === job.encoding),
    sheet: job.sheet ?? undefined,
    merges: job.merges,
    headRow: job.headRow,
    heads: job.headers,
  };
}

/** The rows of a sheet from its head on, blank ones left out. Refuses what is larger than limits.ts allows. */
export async function* readSheet(file: SheetFile): AsyncIterable<SheetRow> {
  const first = file.headRow ?? 0;
  for await (const row of everyRow(file)) if (row.row >= first) yield row;
}

function everyRow(file: SheetFile): AsyncIterable<SheetRow> {
  switch (file.format) {
    case 'csv':
      return readCsv(file.path, file.encoding ?? 'utf-8');
    case 'xlsx':
      return readXlsx(file.path, file.sheet, file.merges);
    default:
      return readJson(file.path, file.format, file.heads);
  }
}
