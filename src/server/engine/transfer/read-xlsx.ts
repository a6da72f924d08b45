import type { SheetCell } from '#domain/record/transfer/cell-reading.ts';
import { AppError } from '#domain/text/errors.ts';
import { mostRows } from './limits.ts';
import type { SheetRow } from './sheet-row.ts';
import { createFillMerged } from './workbook/merged-cells.ts';
import { type PartRow, readRows, type SheetFacts } from './workbook/sheet-rows.ts';
import { openWorkbook, type Workbook, type WorkbookSheet } from './workbook/workbook.ts';

/** The rows of one sheet, read as they come out of the archive; `merges`: its merged ranges, as `lookAtSheet` found them. */
export async function* readXlsx(
  path: string,
  sheet: string | undefined,
  merges: readonly string[] = [],
): AsyncIterable<SheetRow> {
  const fill = createFillMerged(merges);
  for await (const { row, cells, progress } of rowsOf(path, sheet))
    yield { row, cells: fill(row, cells), progress };
}

interface OpenedRow extends PartRow {
  progress: number;
  facts: SheetFacts;
}

async function* rowsOf(path: string, name: string | undefined): AsyncIterable<OpenedRow> {
  const workbook = await opened(path);
  try {
    const sheet = sheetOf(workbook, name);
    const book = {
      formats: await workbook.formats(),
      texts: await workbook.texts(),
      is1904: workbook.is1904,
    };
    const { parts } = workbook;
    const [before, size] = [parts.packedBytesRead(), Math.max(1, parts.packedBytesOf(sheet.part))];
    const { facts, rows } = readRows(parts.read(sheet.part), book);
    let count = 0;
    for await (const several of rows) {
      const progress = Math.min(1, (parts.packedBytesRead() - before) / size);
      for (const row of several) {
        count += 1;
        if (count > mostRows + 1) {
          throw new AppError('validation', { key: 'transfer.file.rows', values: { most: mostRows } });
        }
        yield { ...row, progress, facts };
      }
    }
    // A sheet has its head at least: without a row nothing was read, and that is no import of nothing.
    if (count === 0) throw new AppError('validation', { key: 'transfer.file.empty' });
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await workbook.parts.close();
  }
}

async function opened(path: string): Promise<Workbook> {
  try {
    return await openWorkbook(path);
  } catch (error) {
    throw asRefusal(error);
  }
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('validation', { key: 'transfer.file.workbook' }, { cause: error });
}

/** The sheet of this name, or the first that is not hidden. */
function sheetOf({ sheets }: Workbook, name: string | undefined): WorkbookSheet {
  const sheet =
    name === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find((one) => one.name === name);
  if (!sheet) throw new AppError('validation', { key: 'transfer.file.sheet', values: { sheet: name ?? '' } });
  return sheet;
}

/** The sheets of a workbook by name, those that are shown first taken. */
export async function sheetsIn(path: string): Promise<{ sheets: string[]; hidden: string[]; first: string }> {
  const workbook = await opened(path);
  try {
    const { sheets } = workbook;
    return {
      sheets: sheets.map(({ name }) => name),
      hidden: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
      first: sheetOf(workbook, undefined).name,
    };
  } finally {
    await workbook.parts.close();
  }
}

export interface SheetLook {
  rows: { row: number; cells: SheetCell[] }[];
  /** Runs of hidden rows that hold something, first and last; the first ones of many, and how many rows they are in all. */
  hiddenRows: [from: number, to: number][];
  hiddenRowCount: number;
  /** Numbers from 0. */
  hiddenColumns: number[];
  merges: string[];
}

const mostHiddenRuns = 50;
/** Merged ranges of one sheet: they are kept beside the import. */
const mostMerges = 20_000;

/** Reads a sheet once: its first rows, and what is hidden or merged in it. */
export async function lookAtSheet(
  path: string,
  sheet: string | undefined,
  first: number,
): Promise<SheetLook> {
  const rows: SheetLook['rows'] = [];
  const hiddenRows: SheetLook['hiddenRows'] = [];
  let hiddenRowCount = 0;
  let facts: SheetFacts | undefined;
  for await (const each of rowsOf(path, sheet)) {
    ({ facts } = each);
    if (rows.length < first) rows.push({ row: each.row, cells: each.cells });
    if (!each.isHidden) continue;
    hiddenRowCount += 1;
    const last = hiddenRows.at(-1);
    if (last && last[1] === each.row - 1) last[1] = each.row;
    else if (hiddenRows.length < mostHiddenRuns) hiddenRows.push([each.row, each.row]);
  }
  const merges = facts?.merges ?? [];
  if (merges.length > mostMerges) {
    throw new AppError('validation', { key: 'transfer.file.merges', values: { most: mostMerges } });
  }
  const fill = createFillMerged(merges);
  return {
    rows: rows.map(({ row, cells }) => ({ row, cells: fill(row, cells) })),
    hiddenRows,
    hiddenRowCount,
    hiddenColumns: [...(facts?.hiddenColumns ?? [])],
    merges,
  };
}
