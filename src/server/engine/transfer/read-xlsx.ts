import type exceljs from 'exceljs';
import type { Cell } from '#domain/record/transfer/cell-reading.ts';
import { AppError } from '#domain/text/errors.ts';
import { excel } from './excel.ts';
import { mostColumns, mostRows } from './limits.ts';
import { isBlank, type SheetRow } from './sheet-row.ts';
import { workbookParts } from './workbook-parts.ts';

/** The rows of one sheet, read as they come out of the archive. */
export async function* readXlsx(path: string, sheet: string | undefined): AsyncIterable<SheetRow> {
  const { source, sheets, progress } = await workbookParts(path);
  const workbook = new (excel().stream.xlsx.WorkbookReader)(source, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  });
  let rows = 0;
  let seen = 0;
  let found = false;
  try {
    for await (const worksheet of workbook) {
      seen += 1;
      const wanted: boolean = !found && (sheet === undefined || nameOf(worksheet) === sheet);
      found ||= wanted;
      for await (const row of worksheet) {
        if (!wanted) continue;
        const cells = cellsOf(row);
        if (cells.every(isBlank)) continue;
        rows += 1;
        if (rows > mostRows + 1) {
          throw new AppError('validation', { key: 'transfer.file.rows', values: { most: mostRows } });
        }
        if (cells.length > mostColumns) {
          throw new AppError('validation', { key: 'transfer.file.columns', values: { most: mostColumns } });
        }
        yield { row: row.number, cells, progress: progress() };
      }
      // There is no end to wait for (workbook-parts.ts).
      if (found || seen === sheets) break;
    }
    // A sheet has its head at least: without a row nothing was read, and that is no import of nothing.
    if (rows === 0) throw new AppError('validation', { key: 'transfer.file.empty' });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('validation', { key: 'transfer.file.workbook' }, { cause: error });
  } finally {
    source.destroy();
  }
}

/** exceljs gives the name of a sheet and does not declare it. */
function nameOf(worksheet: object): string | undefined {
  return 'name' in worksheet && typeof worksheet.name === 'string' ? worksheet.name : undefined;
}

function cellsOf(row: exceljs.Row): Cell[] {
  const cells: Cell[] = [];
  const { values } = row;
  // Counted from 1; what is empty at the end is not there.
  if (Array.isArray(values)) for (let i = 1; i < values.length; i += 1) cells.push(cellOf(values[i]));
  return cells;
}

/** What a person sees in a cell: the result of a formula, the text of a link or of several colours. */
function cellOf(value: exceljs.CellValue | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value;
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('text' in value) return cellOf(value.text);
  if ('result' in value) return cellOf(value.result);
  // What a spreadsheet could not compute is no value: the text of the error says so at its cell.
  if ('error' in value) return value.error;
  return null;
}
