import type { Resource } from '#domain/record/resource.ts';
import { guessMapping } from './columns.ts';

/** A row of a sheet as texts. */
export interface TextRow {
  row: number;
  cells: string[];
}

/**
 * The number of the row that holds the heads: the one that names most fields of the record, the first of equals; where none
 * names any, the first that is filled at least half as wide as the widest, so that a title above is none. 0: no rows.
 */
export function guessHeadRow(rows: readonly TextRow[], resource: Resource): number {
  const named = rows.map(({ row, cells }) => ({
    row,
    count: guessMapping(resource, cells).filter(Boolean).length,
  }));
  const most = Math.max(0, ...named.map(({ count }) => count));
  if (most > 0) return named.find(({ count }) => count === most)?.row ?? 0;
  const filled = rows.map(({ row, cells }) => ({ row, count: cells.filter((text) => text !== '').length }));
  const widest = Math.max(0, ...filled.map(({ count }) => count));
  return filled.find(({ count }) => count * 2 >= widest)?.row ?? 0;
}
