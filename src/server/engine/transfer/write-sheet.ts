import { once } from 'node:events';
import { type Readable, Transform } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { csvFile, excelFile } from '#contract/call.ts';
import { withoutUnheld } from '#domain/airspace/formats/xml.ts';
import { tooLongMark } from '#domain/record/transfer/cell-reading.ts';
import { neutralise } from '#domain/record/transfer/neutralise.ts';
import { parseTime } from '#domain/text/times.ts';
import { excel } from './excel.ts';
import { mostCellCharacters } from './limits.ts';

export type SheetFormat = 'csv' | 'xlsx';

/** What a cell of a file that we write may hold; a Date is a day. */
export type OutCell = string | number | Date | null;

export interface OutColumn {
  header: string;
  /** Width in characters, for Excel. */
  width?: number;
  /** Kept as a text by Excel, whatever is typed into it: `007` stays `007`. */
  text?: boolean;
}

/** A file that is written row by row while it is read from `stream`: nobody holds it whole. */
export interface SheetWriter {
  stream: Readable;
  /** Resolves when the reader has room for more. */
  add(rows: OutCell[][]): Promise<void>;
  end(): Promise<void>;
}

export const mediaTypes = {
  csv: csvFile,
  xlsx: excelFile,
  json: 'application/json; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
} as const;

export function createSheetWriter(
  format: SheetFormat,
  columns: OutColumn[],
  title: string,
  unreadMs?: number,
): SheetWriter {
  const stream = fileStream(unreadMs);
  return format === 'csv' ? csvWriter(stream, columns) : xlsxWriter(stream, columns, title);
}

/** What a file is written into. Where its reader takes nothing of what waits for `unreadMs`, it is destroyed. */
export function fileStream(unreadMs = 60_000): Transform {
  const stream = new Transform({
    transform(chunk, _, done) {
      unread.refresh();
      done(null, chunk);
    },
  });
  const unread = setInterval(() => {
    if (stream.writableLength > 0) stream.destroy(new Error('nobody reads this file any more'));
  }, unreadMs);
  unread.unref();
  stream.once('close', () => clearInterval(unread));
  return stream;
}

/** Also for files that are no sheets: room is waited for, and a reader who goes away ends the writing. */
export async function push(stream: Transform, text: string): Promise<void> {
  if (stream.destroyed) throw new Error('nobody reads this file any more');
  if (!stream.write(text)) await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
}

function csvWriter(stream: Transform, columns: OutColumn[]): SheetWriter {
  const lines = (rows: OutCell[][]) => csvLines(rows.map((cells) => cells.map(csvText)));
  // Excel takes a file without the mark for one in the code page of the machine.
  stream.write(`\ufeff${lines([columns.map(({ header }) => header)])}`);
  return {
    stream,
    add: (rows) => push(stream, lines(rows)),
    async end() {
      stream.end();
    },
  };
}

/** Lines of a CSV file; a text with a line end of any kind stands in quotes. */
export function csvLines(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

function csvText(cell: OutCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : neutralise(cell);
}

function xlsxWriter(stream: Transform, columns: OutColumn[], title: string): SheetWriter {
  const workbook = new (excel().stream.xlsx.WorkbookWriter)({
    stream,
    useStyles: true,
    useSharedStrings: false,
  });
  const sheet = workbook.addWorksheet(sheetName(title), { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ header, width, text }) => ({
    header: excelText(header),
    width: Math.min(60, width ?? Math.max(12, header.length * 2 + 2)),
    style: text ? { numFmt: '@' } : {},
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.getRow(1).commit();
  return {
    stream,
    async add(rows) {
      if (stream.destroyed) throw new Error('nobody reads this file any more');
      for (const cells of rows) {
        const row = sheet.addRow(cells.map(xlsxValue));
        cells.forEach((cell, index) => {
          if (cell instanceof Date) row.getCell(index + 1).numFmt = 'yyyy-mm-dd';
        });
        row.commit();
      }
      // The archive works through what it was given before it is given more.
      await new Promise((resolve) => setImmediate(resolve));
      while (stream.writableNeedDrain && !stream.destroyed) {
        await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
      }
    },
    async end() {
      sheet.commit();
      await workbook.commit();
    },
  };
}

function xlsxValue(cell: OutCell): OutCell {
  if (typeof cell !== 'string') {
    // Excel keeps fifteen digits of a number.
    return typeof cell === 'number' && Math.abs(cell) > 999_999_999_999_999 ? String(cell) : cell;
  }
  if (cell.length > mostCellCharacters) return `${tooLongMark} ${cell.length} > ${mostCellCharacters}`;
  return excelText(cell);
}

/**
 * A text as a cell of an Excel file holds it: no formula, no character that XML can't hold, and nothing that reads as the
 * code of a character (22.9.2.19).
 */
export function excelText(text: string): string {
  return withoutUnheld(neutralise(text)).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** Excel allows thirty-one characters, and not these. */
export function sheetName(title: string): string {
  return (
    title
      .replace(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet1'
  );
}

/** A name for a file that a browser keeps: what it is and when, in the service's zone. */
export function fileName(title: string, ending: string, at: Date, timeZone: string): string {
  const time = parseTime(at, '{y}{m}{d}-{h}{i}', timeZone);
  return `${title.replace(/[\\/:*?"<>|\s]+/g, '-')}-${time}.${ending}`;
}
