import type { Resource } from '#domain/record/resource.ts';
import { guessHeadRow } from '#domain/record/transfer/head-row.ts';
import type { HiddenParts, ImportFormat } from '#domain/record/transfer/job.ts';
import type { TextEncoding } from '#domain/text/encoding.ts';
import { AppError } from '#domain/text/errors.ts';
import { formatOf } from './file-kind.ts';
import { encodingOfFile } from './read-csv.ts';
import { lookAtSheet, sheetsIn } from './read-xlsx.ts';
import { cellText } from './rows.ts';
import { readSheet } from './sheet.ts';
import { isNote, type SheetRow } from './sheet-row.ts';
import { columnName } from './workbook/sheet-rows.ts';
import { refuseFloods } from './zip-guard.ts';

const sampleRows = 5;
/** Among these the head is chosen. */
const firstRows = 15;

/** What a person chose of a file; absent: found out. */
export interface Chosen {
  sheet?: string | undefined;
  headRow?: number | undefined;
  encoding?: TextEncoding | undefined;
}

const noSheets: { sheets: string[]; hidden: string[]; first?: string } = { sheets: [], hidden: [] };

/** What only the server keeps of a file beside its heads. */
interface Looked {
  rows: Pick<SheetRow, 'row' | 'cells'>[];
  hidden?: HiddenParts;
  merges?: string[];
}

/** The format, sheets, head and first rows of a file; refused where it is none that can be imported. */
export async function inspectFile(place: string, resource: Resource, chosen: Chosen = {}) {
  const format = await formatOf(place);
  if (format === 'xlsx') await refuseFloods(place);
  const { sheets, hidden, first } = format === 'xlsx' ? await sheetsIn(place) : noSheets;
  if (chosen.sheet !== undefined && !sheets.includes(chosen.sheet)) {
    throw new AppError('validation', { key: 'transfer.file.sheet', values: { sheet: chosen.sheet } });
  }
  const sheet = chosen.sheet ?? first;
  const found = format === 'csv' ? await encodingOfFile(place) : undefined;
  const encoding = chosen.encoding ?? found?.encoding;
  const looked = format === 'xlsx' ? await look(place, sheet, hidden) : await begin(place, format, encoding);
  const { rows } = looked;
  const texts = rows.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cellText(cell) ?? '') }));
  const notes = new Set(rows.filter(({ cells }) => isNote(cells)).map(({ row }) => row));
  const guess = guessHeadRow(
    texts.filter(({ row }) => !notes.has(row)),
    resource,
  );
  const row = chosen.headRow ?? guess;
  const headers = headersIn(texts.find((one) => one.row === row)?.cells);
  if (headers.length === 0) {
    if (chosen.headRow === undefined) throw new AppError('validation', { key: 'transfer.file.empty' });
    throw new AppError('validation', { key: 'transfer.file.headRow', values: { row: chosen.headRow } });
  }
  const samples = texts.filter((one) => one.row > row && !notes.has(one.row)).slice(0, sampleRows);
  return {
    format,
    sheets,
    head: {
      headers,
      samples: samples.map(({ cells }) => cells),
      row,
      firstRows: texts,
      isEncodingCertain: chosen.encoding !== undefined || found?.isCertain !== false,
      hidden: looked.hidden ?? null,
      merges: looked.merges ?? [],
    },
    ...(encoding ? { encoding } : {}),
    ...(sheet ? { sheet } : {}),
  };
}

function headersIn(texts: string[] = []): string[] {
  const headers = texts.map((text) => text.trim());
  while (headers.at(-1) === '') headers.pop();
  return headers;
}

async function look(place: string, sheet: string | undefined, sheets: string[]): Promise<Looked> {
  const { rows, hiddenRows, hiddenRowCount, hiddenColumns, merges } = await lookAtSheet(
    place,
    sheet,
    firstRows,
  );
  const columns = hiddenColumns.map(columnName);
  return { rows, merges, hidden: { rows: hiddenRows, rowCount: hiddenRowCount, columns, sheets } };
}

async function begin(
  path: string,
  format: ImportFormat,
  encoding: TextEncoding | undefined,
): Promise<Looked> {
  const rows: Looked['rows'] = [];
  for await (const { row, cells } of readSheet({ path, format, encoding })) {
    rows.push({ row, cells });
    if (rows.length >= firstRows) break;
  }
  return { rows };
}
