import type { FieldSchema } from '#domain/record/resource.ts';
import { isStorable } from '#domain/text/clean.ts';
import type { Locale } from '#domain/text/label.ts';
import { hhmmOf } from '#domain/time/clock-text.ts';
import { readAltitude, writeAltitude } from './cell-altitude.ts';
import { hasChoices, readChoice, writeChoice } from './cell-choice.ts';
import { readGeometry, writeGeometry } from './cell-geometry.ts';
import { readNumber, readNumberCell } from './cell-number.ts';
import {
  type Cell,
  type CellContext,
  isFaultCell,
  isJsonCell,
  parsedJson,
  partsOf,
  type Reading,
  separators,
  shownText,
  tooLongMark,
} from './cell-reading.ts';
import { readDate, readMoment, writeMoment } from './cell-time.ts';
import { denature } from './neutralise.ts';

/** How a field stands in a cell. */
export type CellKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'choice'
  | 'dictionary'
  | 'relation'
  | 'altitude'
  | 'geometry'
  | 'list'
  | 'json';

export function cellKind(schema: FieldSchema): CellKind {
  if (schema['x-relation']) return 'relation';
  if (schema['x-altitude']) return 'altitude';
  if (schema['x-geometry']) return 'geometry';
  if (schema['x-dictionary']) return 'dictionary';
  if (hasChoices(schema)) return 'choice';
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return schema.items && isPlain(schema.items) ? 'list' : 'json';
    case 'object':
      return 'json';
    default:
      if (schema.format === 'date') return 'date';
      return schema.format === 'date-time' ? 'moment' : 'text';
  }
}

/** A list of these fits into one cell, its items apart by semicolons. */
function isPlain(schema: FieldSchema): boolean {
  const kind = cellKind(schema);
  return kind !== 'json' && kind !== 'list' && kind !== 'altitude' && kind !== 'geometry';
}

/** The value as a cell. Numbers and switches of a text file are written by whoever writes the file. */
export function writeCell(schema: FieldSchema, value: unknown, context: CellContext): string | number | null {
  if (value === null || value === undefined) return null;
  switch (cellKind(schema)) {
    case 'relation':
      return typeof value === 'number'
        ? context.names.nameOf(schema['x-relation']?.resource ?? '', value)
        : String(value);
    case 'dictionary':
      return context.names.labelOf(schema['x-dictionary'] ?? '', String(value));
    case 'choice':
      return writeChoice(schema, value, context.locale);
    case 'number':
      return typeof value === 'number' ? value : String(value);
    case 'boolean':
      return booleanTexts[context.locale][value === true ? 0 : 1] ?? '';
    case 'moment':
      return writeMoment(String(value), context.timeZone);
    case 'altitude':
      return writeAltitude(value);
    case 'geometry':
      return writeGeometry(value);
    case 'list':
      return writeList(schema.items ?? {}, value, context);
    case 'json':
      return JSON.stringify(value);
    default:
      return String(value);
  }
}

/** What a person, a spreadsheet or `writeCell` put into a cell. Whether the value is allowed is the validator's matter. */
export function readCell(schema: FieldSchema, cell: Cell, context: CellContext): Reading {
  const kind = cellKind(schema);
  if (cell === null || cell === '') return { value: null };
  if (isJsonCell(cell)) return readJsonValue(schema, cell.json, context);
  if (isFaultCell(cell)) return { error: cell.fault };
  if (typeof cell === 'string') {
    if (!isStorable(cell)) return { error: { key: 'transfer.cell.character' } };
    return (
      sheetFault(cell, kind) ?? readText(schema, denature(kind === 'text' ? cell : cell.trim()), context)
    );
  }
  if (typeof cell === 'boolean') {
    return kind === 'boolean' ? { value: cell } : readText(schema, shownText(cell), context);
  }
  if (kind === 'date') return readDate(cell);
  if (kind === 'moment') return readMoment(cell, context.timeZone);
  if (kind === 'number') return readNumberCell(cell, schema['x-unit']);
  const number = typeof cell === 'number' ? cell : cell.number;
  if (Math.abs(number) >= tooLongForSheets) return { error: { key: 'transfer.cell.precision' } };
  // Formats such as `0_ ` fill up with blanks.
  return readText(schema, shownText(cell).trim(), context);
}

/** A spreadsheet keeps fifteen digits of a number: of what was typed beyond them it has made zeros. */
export const tooLongForSheets = 1e15;
/** What a spreadsheet writes of such a number where it writes texts. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** Errors of formulas, as they stand in texts that a spreadsheet has written. */
const sheetErrors =
  /^#(?:N\/A|DIV\/0!|REF!|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!|FIELD!|BLOCKED!|BUSY!|CONNECT!|UNKNOWN!|GETTING_DATA)$/i;
/** The same as spreadsheets of other languages write them: `#WERT!`, `#¡VALOR!`, `Err:502`. */
const otherErrors = /^(?:#(?:N\/D|NV|¡?\p{Lu}{2,}(?:\/0)?[!?])|Err:\d{3})$/u;

/** What a spreadsheet left of a value that it could not show or compute; undefined: the text is one. */
function sheetFault(raw: string, kind: CellKind): Reading | undefined {
  const text = raw.trim();
  const values = { shown: text };
  if (sheetErrors.test(text) || otherErrors.test(text))
    return { error: { key: 'transfer.cell.sheetError', values } };
  if (/^#{3,}$/.test(text)) return { error: { key: 'transfer.cell.narrow', values } };
  if (kind === 'number' || kind === 'json' || kind === 'geometry' || !shortened.test(text)) return undefined;
  return { error: { key: 'transfer.cell.shortened', values } };
}

/** A text may be all that a cell may hold; what is given as it is kept is taken so, for the validator to judge. */
function readJsonValue(schema: FieldSchema, value: unknown, context: CellContext): Reading {
  const kind = cellKind(schema);
  if (value === null || value === undefined) return { value: null };
  if (typeof value === 'string') {
    if (!isStorable(value)) return { error: { key: 'transfer.cell.character' } };
    return readText(schema, kind === 'text' ? value : value.trim(), context);
  }
  if (kind === 'list' && Array.isArray(value)) {
    return eachOf(value, (item) => readJsonValue(schema.items ?? {}, item, context));
  }
  if (kind === 'text' && typeof value === 'number') {
    // JSON.parse has already rounded it.
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isRounded ? { error: { key: 'transfer.cell.jsonDigits' } } : { value: String(value) };
  }
  return { value };
}

function readText(schema: FieldSchema, text: string, context: CellContext): Reading {
  if (text === '') return { value: null };
  switch (cellKind(schema)) {
    case 'text':
      return { value: schema.format === 'time-hhmm' ? (hhmmOf(text) ?? text) : text };
    case 'date':
      return readDate(text);
    case 'moment':
      return readMoment(text, context.timeZone);
    case 'relation':
      return oneOf(context.names.related(schema['x-relation']?.resource ?? '', text), text);
    case 'dictionary': {
      const codes = context.names.codes(schema['x-dictionary'] ?? '', text);
      return oneOf(codes, text, 'transfer.cell.code');
    }
    case 'choice':
      return readChoice(schema, text, context.locale);
    case 'number':
      return readNumber(text, schema, context.commaIsUnclear);
    case 'boolean':
      return readBoolean(text);
    case 'altitude':
      return readAltitude(text, schema['x-datum'], context.headUnit);
    case 'geometry':
      return text.startsWith(tooLongMark) ? tooLong : readGeometry(text, schema['x-geometry'] ?? []);
    case 'list':
      return readList(schema.items ?? {}, text, context);
    default:
      return readJson(text);
  }
}

function oneOf(found: readonly unknown[], text: string, missing = 'transfer.cell.relation'): Reading {
  if (found.length === 1) return { value: found[0] };
  if (found.length === 0) return { error: { key: missing, values: { value: text } } };
  return { error: { key: 'transfer.cell.ambiguous', values: { value: text, count: found.length } } };
}

const booleanTexts: Record<Locale, [yes: string, no: string]> = {
  'zh-Hans': ['是', '否'],
  en: ['Yes', 'No'],
};
const yes = new Set(['是', 'yes', 'y', 'true', 't', '1', '真', '对', '√', '✓', '有', 'on']);
const no = new Set(['否', 'no', 'n', 'false', 'f', '0', '假', '错', '×', '✗', '无', 'off']);

function readBoolean(text: string): Reading {
  const word = text.normalize('NFKC').toLowerCase();
  if (yes.has(word)) return { value: true };
  if (no.has(word)) return { value: false };
  return { error: { key: 'transfer.cell.boolean' } };
}

/** `a; b`, or a JSON list where an item holds a separator of its own. */
function writeList(items: FieldSchema, value: unknown, context: CellContext): string | null {
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return null;
  const texts = value.map((item) => String(writeCell(items, item, context) ?? ''));
  const apart = texts.every((text) => text !== '' && text.trim() === text && !separators.test(text));
  return apart && !texts[0]?.startsWith('[') ? texts.join('; ') : JSON.stringify(texts);
}

function readList(items: FieldSchema, text: string, context: CellContext): Reading {
  return eachOf(partsOf(text), (part) => readText(items, part, context));
}

/** The values of a list, or what is wrong with the first that is none. */
function eachOf<T>(parts: readonly T[], read: (part: T) => Reading): Reading {
  const values: unknown[] = [];
  for (const part of parts) {
    const reading = read(part);
    if ('error' in reading) return reading;
    if (reading.value !== null) values.push(reading.value);
  }
  return { value: values };
}

const tooLong: Reading = { error: { key: 'transfer.cell.tooLong' } };

function readJson(text: string): Reading {
  const value = parsedJson(text);
  if (value !== undefined) return { value };
  return text.startsWith(tooLongMark) ? tooLong : { error: { key: 'transfer.cell.json' } };
}
