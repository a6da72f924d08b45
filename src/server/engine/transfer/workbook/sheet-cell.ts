import type { SheetCell } from '#domain/record/transfer/cell-reading.ts';
import type { NumberFormat, ShownKind } from '#domain/sheet/number-format.ts';
import { generalText, keptNumber } from '#domain/sheet/shown-number.ts';
import { clockShown, isoShown, serialOfWall, wallOfSerial } from '#domain/sheet/shown-time.ts';

const dayMs = 86_400_000;

/** The content of a cell as its part has it (ECMA-376 part 1, 18.3.1.4). */
export interface RawCell {
  /** Attribute `t`; absent: a number. */
  type: string | undefined;
  /** Attribute `s`: its style. */
  style: number;
  /** Element `v`; absent: there is none. */
  value: string | undefined;
  /** Element `is`. */
  inline: string | undefined;
  hasFormula: boolean;
}

/** What cells are read by, beside the sheet. */
export interface CellBook {
  formats: readonly NumberFormat[];
  texts: readonly string[];
  is1904: boolean;
}

/** What a person sees in a cell, and what it stands for. */
export function cellOf({ type, style, value, inline, hasFormula }: RawCell, book: CellBook): SheetCell {
  const format = book.formats[style];
  if (inline !== undefined && value === undefined) return textCell(inline, format);
  // Written by a program that does not calculate: a spreadsheet would show a value here.
  if (hasFormula && (type === 'str' ? value === undefined : !value?.trim()))
    return fault('transfer.cell.uncomputed', '=');
  if (value === undefined) return null;
  switch (type) {
    case 's':
      return sharedText(value.trim(), book.texts, format);
    case 'str':
    case 'inlineStr':
      return textCell(value, format);
    case 'b':
      return value.trim() === '' ? null : value.trim() === '1' || value.trim().toLowerCase() === 'true';
    case 'e':
      return fault('transfer.cell.sheetError', value.trim());
    case 'd':
      return isoCell(value.trim(), format, book.is1904);
    default:
      return numeric(value.trim(), format, book.is1904);
  }
}

/** The shared text of this number. Some programs write the number and leave out the text, or the whole part. */
function sharedText(index: string, texts: readonly string[], format: NumberFormat | undefined): SheetCell {
  if (index === '') return null;
  const text = /^\d+$/.test(index) ? texts[Number(index)] : undefined;
  return text === undefined ? fault('transfer.cell.sharedText', '#REF!') : textCell(text, format);
}

function textCell(text: string, format: NumberFormat | undefined): string | null {
  if (text === '') return null;
  return (format?.showText ? format.showText(text) : text) || null;
}

function fault(key: string, shown: string): SheetCell {
  return { fault: { key, values: { shown } }, shown };
}

function numeric(text: string, format: NumberFormat | undefined, is1904: boolean): SheetCell {
  if (text === '') return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  if (!format || format.isGeneral) {
    const number = keptNumber(value);
    return is1904 ? shownCell('number', generalText(value), value, is1904) : number;
  }
  return formatted(value, format, is1904);
}

function formatted(value: number, of: NumberFormat, is1904: boolean): SheetCell {
  const format = of.partFor?.(value) ?? of;
  if (format.kind === 'number' || format.kind === 'percent') {
    const shown = format.show(value, is1904) ?? generalText(value);
    return shown === '' ? null : shownCell(format.kind, shown, value, is1904);
  }
  return timeCell(value, format, is1904);
}

function timeCell(value: number, format: NumberFormat, is1904: boolean): SheetCell {
  const { kind } = format;
  const wallMs = wallOfSerial(value, is1904);
  const isTime = kind === 'time' || (kind === 'moment' && value < 1);
  if (value < 0) return fault('transfer.cell.narrow', '#####');
  if (isTime && value < 1) {
    const clock = clockShown(value * dayMs);
    return shownCell('time', kind === 'time' ? (format.show(value, is1904) ?? clock) : clock, value, is1904);
  }
  // Elapsed hours need no date: 1450:00 falls on 1900-02-29, which never existed.
  const shown = format.show(value, is1904) ?? (wallMs === null ? null : isoShown(wallMs));
  if (shown === null) return fault('transfer.cell.noDay', generalText(value));
  return shownCell(kind, shown, value, is1904);
}

function shownCell(kind: ShownKind, shown: string, value: number, is1904: boolean): SheetCell {
  return { kind, shown, number: keptNumber(value), wallMs: wallOfSerial(value, is1904) };
}

const isoDay = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;
const isoTime = /^T?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

/**
 * A day or time in the words of ISO 8601, as Strict Open XML has them (18.18.11), shown as its serial number is; one with a
 * zone stays the text that it is.
 */
function isoCell(text: string, format: NumberFormat | undefined, is1904: boolean): SheetCell {
  const shownAs = format?.isGeneral ? undefined : format;
  const [, day, clock = '00:00'] = isoDay.exec(text) ?? [];
  if (day !== undefined) {
    const wallMs = Math.round(Date.parse(`${day}T${clock}Z`) / 1000) * 1000;
    // A day that does not exist would roll over into the next month.
    if (!Number.isFinite(wallMs) || new Date(wallMs).toISOString().slice(0, 10) !== day) return text;
    const serial = serialOfWall(wallMs, is1904);
    // A day before all that workbooks count has no other look.
    if (shownAs && serial >= 0) return formatted(serial, shownAs, is1904);
    const kind = wallMs % dayMs === 0 ? 'day' : 'moment';
    return { kind, shown: isoShown(wallMs), number: keptNumber(serial), wallMs };
  }
  const time = isoTime.exec(text);
  if (!time) return textCell(text, format);
  const seconds = Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3] ?? 0);
  const serial = seconds / 86_400;
  if (shownAs) return formatted(serial, shownAs, is1904);
  return { kind: 'time', shown: clockShown(seconds * 1000), number: serial, wallMs: null };
}
