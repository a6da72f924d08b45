import { type CategoryCodec, compileCategory } from '#domain/surveillance/asterix/compile.ts';
import type { CategoryTable } from '#domain/surveillance/asterix/table.ts';
import { cat021 } from './021.ts';
import { cat021v026 } from './021-0-26.ts';
import { cat021v21, cat021v023 } from './021-variants.ts';
import { cat034 } from './034.ts';
import { cat048 } from './048.ts';
import { cat062 } from './062.ts';
import { cat065 } from './065.ts';

/** Every category and edition that we read and write. The first of a category is what a source gets unasked. */
export const categoryTables: readonly CategoryTable[] = [
  cat021,
  cat021v21,
  cat021v026,
  cat021v023,
  cat034,
  cat048,
  cat062,
  cat065,
];

const codecs = new Map<number, CategoryCodec[]>();
for (const table of categoryTables) {
  codecs.set(table.category, [...(codecs.get(table.category) ?? []), compileCategory(table)]);
}

/** Null: no table of this category. Undefined: the category has tables, but not of this edition. */
export function categoryCodec(
  category: number,
  edition: string | undefined,
): CategoryCodec | null | undefined {
  const editions = codecs.get(category);
  if (editions === undefined) return null;
  return edition === undefined ? editions[0] : editions.find(({ table }) => table.edition === edition);
}
