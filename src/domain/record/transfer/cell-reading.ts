import type { ShownKind } from '#domain/sheet/number-format.ts';
import { generalText } from '#domain/sheet/shown-number.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';

/** What one cell of a sheet holds: a text in CSV; in a workbook also a number, a switch, or what is below. */
export type SheetCell = string | number | boolean | ShownCell | FaultCell | null;

/** A number of a workbook that is shown in a format of its own: with leading zeros, as a share, as a day or time. */
export interface ShownCell {
  kind: ShownKind;
  /** What a person sees. */
  shown: string;
  /** As it is kept; of days and times the days from the workbook's first. */
  number: number;
  /** The wall clock of the day that it names, as if it were UTC, ms; null: it names none. */
  wallMs: number | null;
}

/** A cell that shows something and has no value: an error such as `#N/A`. */
export interface FaultCell {
  fault: Text;
  shown: string;
}

/** The value of a field, null where the cell is empty; or why it is none. */
export type Reading = { value: unknown } | { error: Text };

/** A value of a JSON file as it stands there; the number of a record where a relation is meant. */
export interface JsonCell {
  json: unknown;
}

export type Cell = SheetCell | JsonCell;

export function isJsonCell(cell: Cell | undefined): cell is JsonCell {
  return typeof cell === 'object' && cell !== null && 'json' in cell;
}

export function isFaultCell(cell: Cell | undefined): cell is FaultCell {
  return typeof cell === 'object' && cell !== null && 'fault' in cell;
}

/** What a person sees in a cell; empty: nothing. */
export function shownText(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return generalText(cell);
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  return typeof cell === 'string' ? cell : cell.shown;
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
  /** The unit that the head of the column names, as schemas write it. */
  headUnit?: string;
  /** A comma in a number of this file may be a decimal comma. */
  commaIsUnclear?: boolean;
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
