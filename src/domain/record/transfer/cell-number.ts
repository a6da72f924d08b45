import type { Reading } from './cell-reading.ts';

/** Digits, whole or grouped by thousands, with a decimal point and an exponent. A decimal comma is not guessed at. */
const plainNumber = /^[+-]?(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)?(\.\d+)?(e[+-]?\d+)?$/i;

/** The number that a text is, in half or full width; undefined: none. */
export function numberIn(text: string): number | undefined {
  const bare = text.normalize('NFKC').replaceAll('−', '-').replaceAll('\u00a0', ' ').trim();
  if (!/\d/.test(bare) || !plainNumber.test(bare)) return undefined;
  const number = Number(bare.replace(/[, ]/g, ''));
  return Number.isFinite(number) ? number : undefined;
}

/** A number, alone or before the unit of its field. */
export function readNumber(text: string, unit: string | undefined): Reading {
  const bare = unit && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
  const value = numberIn(bare);
  return value === undefined ? { error: { key: 'transfer.cell.number' } } : { value };
}
