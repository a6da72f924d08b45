import type { Cell } from '../../domain/transfer/cell.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

/** A row of a sheet; `row` is its number as a spreadsheet shows it, the head being 1. */
export interface SheetRow {
  row: number;
  cells: Cell[];
  /** How much of the file has been read, 0 to 1. */
  progress: number;
}

/** A file that lies on disk, and how it is read. */
export interface SheetFile {
  path: string;
  format: 'csv' | 'xlsx';
  /** Of a text file: found out when it came in. */
  encoding?: string | undefined;
  /** Of a workbook: which of its sheets; absent: the first. */
  sheet?: string | undefined;
}

/** The rows of a sheet from its head on, blank ones left out. Refuses what is larger than limits.ts allows. */
export function readSheet(file: SheetFile): AsyncIterable<SheetRow> {
  return file.format === 'csv'
    ? readCsv(file.path, file.encoding ?? 'utf-8')
    : readXlsx(file.path, file.sheet);
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** Lines that a template explains itself by; they are no records. */
const noteMark = /^#\s*(说明|示例|notes?|examples?)\s*[:：]/i;

export function isNote(cells: Cell[]): boolean {
  const [first] = cells;
  return typeof first === 'string' && noteMark.test(first.normalize('NFKC').trim());
}
