import type { ImportFormat } from '#domain/record/transfer/job.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readXlsx } from './read-xlsx.ts';
import type { SheetRow } from './sheet-row.ts';

/** A file that lies on disk, and how it is read. */
export interface SheetFile {
  path: string;
  format: ImportFormat;
  /** Of a text file: found out when it came in. */
  encoding?: string | undefined;
  /** Of a workbook: which of its sheets; absent: the first. */
  sheet?: string | undefined;
  /** Of a list of records: the names that they have; absent: found out. */
  heads?: string[] | undefined;
}

/** The rows of a sheet from its head on, blank ones left out. Refuses what is larger than limits.ts allows. */
export function readSheet(file: SheetFile): AsyncIterable<SheetRow> {
  switch (file.format) {
    case 'csv':
      return readCsv(file.path, file.encoding ?? 'utf-8');
    case 'xlsx':
      return readXlsx(file.path, file.sheet);
    default:
      return readJson(file.path, file.format, file.heads);
  }
}
