import { type Cell, isJsonCell } from '#domain/record/transfer/cell-reading.ts';

/**
 * A row of a sheet; `row` is its number as a spreadsheet shows it, the head being 1. A list of records has its names
 * as head, in row 0.
 */
export interface SheetRow {
  row: number;
  cells: Cell[];
  /** How much of the file has been read, 0 to 1. */
  progress: number;
  /** A comma in a number may be a decimal comma. */
  commaIsUnclear?: true;
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
