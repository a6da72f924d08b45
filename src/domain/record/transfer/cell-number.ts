import { plainFigures, thousandsPoint, withClearPoint } from '#domain/plain-figures.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import type { Reading, ShownCell } from './cell-reading.ts';
import { unitNamed } from './head-remark.ts';

/** Digits, whole or grouped by thousands, with a decimal point and an exponent. A decimal comma is not guessed at. */
const plainNumber = /^[+-]?(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)?(\.\d+)?(e[+-]?\d+)?$/i;

/** The number that a text is, in half or full width; undefined: none. */
export function numberIn(text: string): number | undefined {
  const bare = plainFigures(text).replaceAll('−', '-').replaceAll('\u00a0', ' ').trim();
  if (!/\d/.test(bare) || !plainNumber.test(bare)) return undefined;
  const number = Number(bare.replace(/[, ]/g, ''));
  return Number.isFinite(number) ? number : undefined;
}

/** How many of a unit of time a day has. */
const unitsOfDay: Record<string, number> = { h: 24, min: 1440, s: 86_400 };

/** Hours and minutes of a length of time, also beyond a day: `120:30`, `8:30:15`. */
const duration = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/;

/** A number whose only separator is a comma. */
const withComma = /^([+-]?\d+),(\d+)$/;

/** What a field's number may be. */
type Bounds = Pick<FieldSchema, 'minimum' | 'maximum'>;

/** Why a number is refused where its comma may be a decimal comma, and its point divide thousands; undefined: it is clear. */
function unclearNumber(text: string, { minimum, maximum }: Bounds): Reading | undefined {
  const bare = text.replaceAll('−', '-').trim();
  const comma = withComma.exec(bare);
  const [, whole, rest = ''] = comma ?? thousandsPoint.exec(bare) ?? [];
  if (whole === undefined) return undefined;
  const thousands = Number(`${whole}${rest}`);
  // A latitude of 30.123 cannot be 30,123.
  if (!comma && (thousands > (maximum ?? thousands) || thousands < (minimum ?? thousands))) return undefined;
  const isUnclear = rest.length === 3 && whole.replace(/^[+-]/, '').length <= 3;
  const key = !comma
    ? 'transfer.cell.point'
    : isUnclear
      ? 'transfer.cell.comma'
      : 'transfer.cell.decimalComma';
  const point = withClearPoint(`${whole}.${rest}`);
  return { error: { key, values: { text, joined: `${whole}${rest}`, point } } };
}

/** Without the unit of the field at its end, whose names are many: `120米` of `m`. */
function withoutUnit(text: string, unit: string | undefined): string {
  if (unit === undefined) return text;
  if (text.toLowerCase().endsWith(unit.toLowerCase())) return text.slice(0, -unit.length);
  const [word = ''] = /[^\d\s.,]+$/.exec(text) ?? [];
  return unitNamed(word) === unit ? text.slice(0, -word.length) : text;
}

/** A number, alone or before the unit of its field; a share; or a length of time where the field counts time. */
export function readNumber(text: string, field: FieldSchema, commaIsUnclear = false): Reading {
  const unit = field['x-unit'];
  const plain = plainFigures(text).trim();
  const bare = withoutUnit(plain, unit);
  const unclear = commaIsUnclear ? unclearNumber(bare.replace(/%$/, '').trim(), field) : undefined;
  if (unclear) return unclear;
  const value = numberIn(bare);
  if (value !== undefined) return { value };
  const [, hours, minutes, seconds = 0] = duration.exec(plain) ?? [];
  const perDay = unitsOfDay[unit ?? ''];
  if (hours !== undefined && perDay !== undefined) {
    return {
      value: timeIn((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400, perDay),
    };
  }
  const share = plain.endsWith('%') ? numberIn(plain.slice(0, -1)) : undefined;
  return share === undefined ? { error: { key: 'transfer.cell.number' } } : { value: rounded(share / 100) };
}

/** A number of a workbook as it is kept, so far as it is shown as one. */
export function readNumberCell(cell: number | ShownCell, unit: string | undefined): Reading {
  if (typeof cell === 'number') return { value: cell };
  const perDay = unitsOfDay[unit ?? ''];
  if (cell.kind === 'number') return { value: cell.number };
  if (cell.kind === 'percent') return { value: unit === '%' ? rounded(cell.number * 100) : cell.number };
  if (cell.kind === 'time' && perDay !== undefined) return { value: timeIn(cell.number, perDay) };
  return { error: { key: 'transfer.cell.number' } };
}

/** To the second, which a fraction of a day doesn't keep. */
function timeIn(days: number, perDay: number): number {
  return rounded((Math.round(days * 86_400) / 86_400) * perDay);
}

function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
