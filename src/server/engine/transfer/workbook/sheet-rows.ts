import type { SheetCell } from '#domain/record/transfer/cell-reading.ts';
import { AppError } from '#domain/text/errors.ts';
import { mostColumns } from '#server/engine/transfer/limits.ts';
import { isBlank } from '#server/engine/transfer/sheet-row.ts';
import { type CellBook, cellOf, type RawCell } from './sheet-cell.ts';
import { createTextRuns, isOn, unescaped } from './text-runs.ts';
import { type Attributes, readXml, type XmlHandler } from './xml-part.ts';

/** A row with what stands in it; blank ones are left out. */
export interface PartRow {
  row: number;
  cells: SheetCell[];
  isHidden: boolean;
}

/** What a sheet says of itself beside its rows. */
export interface SheetFacts {
  /** Numbers of hidden columns, from 0. */
  hiddenColumns: Set<number>;
  /** Merged ranges as they are written, `A2:A5`. */
  merges: string[];
}

/** The most columns that a sheet can have (XFD). */
const lastColumn = 16_384;

/** Reads the rows of a sheet as they come out of the archive. The facts are whole when its last row has been read. */
export function readRows(
  source: AsyncIterable<Buffer>,
  book: CellBook,
): { facts: SheetFacts; rows: AsyncIterable<PartRow[]> } {
  const facts: SheetFacts = { hiddenColumns: new Set(), merges: [] };
  let ready: PartRow[] = [];
  const handler = sheetHandler(book, facts, (row) => ready.push(row));
  async function* rows(): AsyncIterable<PartRow[]> {
    for await (const _ of readXml(source, handler)) {
      if (ready.length === 0) continue;
      const taken = ready;
      ready = [];
      yield taken;
    }
  }
  return { facts, rows: rows() };
}

function sheetHandler(book: CellBook, facts: SheetFacts, add: (row: PartRow) => void): XmlHandler {
  const runs = createTextRuns();
  let row: PartRow = { row: 0, cells: [], isHidden: false };
  let column = -1;
  let cell: RawCell | undefined;
  let isValue = false;

  function openRow(attributes: Attributes): void {
    const number = attributes.r === undefined ? row.row + 1 : Number(attributes.r);
    if (!Number.isInteger(number)) throw new Error(`row ${attributes.r} is not a number`);
    // The run of an import, its continuation and the refused rows rely on ascending numbers.
    if (number <= row.row) {
      throw new AppError('validation', { key: 'transfer.file.rowOrder', values: { row: number } });
    }
    row = { row: number, cells: [], isHidden: isOn(attributes, 'hidden') };
    column = -1;
  }

  function openCell({ r, t, s }: Attributes): void {
    column = r === undefined ? column + 1 : columnOf(r);
    cell = { type: t, style: Number(s ?? 0), value: undefined, inline: undefined, hasFormula: false };
  }

  function closeCell(): void {
    if (!cell) return;
    const text = cell.type === 'str' || cell.type === 'inlineStr' ? unescaped(cell.value ?? '') : cell.value;
    const value = cellOf({ ...cell, value: cell.value === undefined ? undefined : text }, book);
    cell = undefined;
    if (value === null) return;
    if (column >= mostColumns) {
      if (isBlank(value)) return;
      throw new AppError('validation', { key: 'transfer.file.columns', values: { most: mostColumns } });
    }
    while (row.cells.length < column) row.cells.push(null);
    row.cells[column] = value;
  }

  return {
    open(name, attributes) {
      switch (name) {
        case 'c':
          return openCell(attributes);
        case 'v':
          isValue = cell !== undefined;
          if (cell) cell.value = '';
          return;
        case 'f':
          if (cell) cell.hasFormula = true;
          return;
        case 'row':
          return openRow(attributes);
        case 'col':
          return addHidden(facts, attributes);
        case 'mergeCell':
          facts.merges.push(attributes.ref ?? '');
          return;
        default:
          if (cell) runs.open(name);
      }
    },
    text(text) {
      if (isValue && cell) cell.value += text;
      else if (cell) runs.text(text);
    },
    close(name) {
      switch (name) {
        case 'c':
          return closeCell();
        case 'v':
          isValue = false;
          return;
        case 'is':
          if (cell) cell.inline = runs.take();
          return;
        case 'row':
          if (!row.cells.every(isBlank)) add(row);
          return;
        default:
          if (cell) runs.close(name);
      }
    },
  };
}

function addHidden(facts: SheetFacts, attributes: Attributes): void {
  if (!isOn(attributes, 'hidden')) return;
  const [from, to] = [Number(attributes.min), Math.min(Number(attributes.max), mostColumns)];
  for (let column = from; column <= to; column += 1) facts.hiddenColumns.add(column - 1);
}

/** The number, from 0, of the column in a reference such as `AB12`. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.toUpperCase()) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  if (column < 1 || column > lastColumn) throw new Error(`no column in ${reference}`);
  return column - 1;
}

/** `AB` of 27. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  const letter = String.fromCharCode(65 + (column % 26));
  return rest === 0 ? letter : columnName(rest - 1) + letter;
}
