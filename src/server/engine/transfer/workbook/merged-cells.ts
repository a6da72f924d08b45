import type { SheetCell } from '#domain/record/transfer/cell-reading.ts';
import { isBlank } from '#server/engine/transfer/sheet-row.ts';
import { columnName, columnOf } from './sheet-rows.ts';

interface Merged {
  /** Rows from 1, columns from 0, all included. */
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** What stands in its first cell, once that has been read. */
  value: SheetCell;
}

/** Fills a row, in the order of the sheet, with what merged cells show in it. */
export type FillMerged = (row: number, cells: SheetCell[]) => SheetCell[];

/**
 * A cell that is merged downwards shows its value in every row; one that is merged across shows it in columns where it can't
 * be meant, which is said at them.
 */
export function createFillMerged(ranges: readonly string[]): FillMerged {
  const waiting = ranges.flatMap((range) => mergedIn(range) ?? []).sort((a, b) => a.top - b.top);
  let begun: Merged[] = [];
  let next = 0;
  return (row, cells) => {
    begun = begun.filter(({ bottom }) => bottom >= row);
    for (; next < waiting.length; next += 1) {
      const merged = waiting[next];
      if (!merged || merged.top > row) break;
      if (merged.top === row) merged.value = cells[merged.left] ?? null;
      if (merged.bottom >= row) begun.push(merged);
    }
    if (begun.length === 0) return cells;
    const filled = [...cells];
    for (const merged of begun) if (!isBlank(merged.value)) fill(filled, merged);
    return filled;
  };
}

function fill(cells: SheetCell[], { left, right, top, bottom, value }: Merged): void {
  while (cells.length <= right) cells.push(null);
  cells[left] ??= value;
  const range = `${columnName(left)}${top}:${columnName(right)}${bottom}`;
  for (let column = left + 1; column <= right; column += 1) {
    cells[column] ??= { fault: { key: 'transfer.cell.merged', values: { range } }, shown: '' };
  }
}

/** Merges beyond the columns that are read show nothing in them. */
const mostMergedColumns = 300;

function mergedIn(range: string): Merged | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(range);
  if (!match) return undefined;
  const [, from = '', top, to = '', bottom] = match;
  const [left, right] = [columnOf(from), Math.min(columnOf(to), mostMergedColumns - 1)];
  if (left > right) return undefined;
  return { left, right, top: Number(top), bottom: Number(bottom), value: null };
}
