import { type CategoryCodec, compileCategory } from '#domain/surveillance/asterix/compile.ts';
import type { CategoryTable } from '#domain/surveillance/asterix/table.ts';
import { cat001 } from './001.ts';
import { cat002 } from './002.ts';
import { cat004 } from './004.ts';
import { cat008 } from './008.ts';
import { cat010 } from './010.ts';
import { cat011 } from './011.ts';
import { cat019 } from './019.ts';
import { cat020 } from './020.ts';
import { cat021 } from './021.ts';
import { cat021v026 } from './021-0-26.ts';
import { cat021v21, cat021v023 } from './021-variants.ts';
import { cat023 } from './023.ts';
import { cat025 } from './025.ts';
import { cat034 } from './034.ts';
import { cat048 } from './048.ts';
import { cat062 } from './062.ts';
import { cat062v017 } from './062-0-17.ts';
import { cat063 } from './063.ts';
import { cat065 } from './065.ts';
import { cat240 } from './240.ts';
import { cat247 } from './247.ts';

/** Every category and edition that we read and write. The first of a category is what a source gets unasked. */
export const categoryTables: readonly CategoryTable[] = [
  cat021,
  cat021v21,
  cat021v026,
  cat021v023,
  cat034,
  cat048,
  cat062,
  cat062v017,
  cat065,
  cat001,
  cat002,
  cat004,
  cat008,
  cat010,
  cat011,
  cat019,
  cat020,
  cat023,
  cat025,
  cat063,
  cat240,
  cat247,
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
