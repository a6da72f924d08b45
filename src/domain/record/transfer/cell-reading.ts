import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';

/** What one cell of a sheet holds: a text in CSV; in Excel also a number, a switch or a date (its wall clock as if it were UTC). */
export type SheetCell = string | number | boolean | Date | null;

/** The value of a field, null where the cell is empty; or why it is none. */
export type Reading = { value: unknown } | { error: Text };

/** A value of a JSON file as it stands there; the number of a record where a relation is meant. */
export interface JsonCell {
  json: unknown;
}

export type Cell = SheetCell | JsonCell;

export function isJsonCell(cell: Cell | undefined): cell is JsonCell {
  return typeof cell === 'object' && cell !== null && !(cell instanceof Date);
}

/** What stands behind relations and dictionary codes, looked up beforehand. */
export interface Names {
  /** Ids of the records that this text may name: by unique key, by title, or by `#id`. */
  related(resource: string, text: string): readonly number[];
  /** Codes of the dictionary that this text may name: a code itself, or a label in either language. */
  codes(dictionary: string, text: string): readonly string[];
  /** The text that names this record, and no other that the caller sees. */
  nameOf(resource: string, id: number): string;
  labelOf(dictionary: string, code: string): string;
}

export interface CellContext {
  /** The language that labels are written in; both are read. */
  locale: Locale;
  names: Names;
  /** IANA name of the wall that times are written and read on, where a cell names no zone. */
  timeZone: string;
}

/** The single texts of a list's cell, as relations are looked up by them. */
export function partsOf(text: string): string[] {
  if (text.startsWith('[')) {
    const parsed = parsedJson(text);
    if (Array.isArray(parsed)) return parsed.map(String);
  }
  return text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What stands in the place of a text that no cell of Excel can hold; it is no value when it comes back. */
export const tooLongMark = '⚠';

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const separators = /[;；、\n]/;
