import { type Cell, isJsonCell } from '../../domain/transfer/cell.ts';
import type { ImportFormat } from '../../domain/transfer/job.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readXlsx } from './read-xlsx.ts';

/**
 * A row of a sheet; `row` is its number as a spreadsheet shows it, the head being 1. A list of records has its names
 * as head, in row 0.
 */
export interface SheetRow {
  row: number;
  cells: Cell[];
  /** How much of the file has been read, 0 to 1. */
  progress: number;
}

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

export function isBlank(cell: Cell | undefined): boolean {
  if (isJsonCell(cell)) return cell.json === '';
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** Lines that a template explains itself by; they are no records. */
const noteMark = /^#\s*(说明|示例|notes?|examples?)\s*[:：]/i;

export function isNote(cells: Cell[]): boolean {
  const [first] = cells;
  return typeof first === 'string' && noteMark.test(first.normalize('NFKC').trim());
}
