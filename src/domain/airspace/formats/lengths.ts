import { metresPerFoot, metresPerNauticalMile } from '#domain/geo/units.ts';
import { mostWrittenCharacters, plainFigures } from '#domain/plain-figures.ts';
import type { Text } from '#domain/text/errors.ts';
import { own } from '#domain/text/own.ts';
import { shown } from './draft.ts';
import { twoValuesOf } from './two-values.ts';

/** A circle or a corridor is no wider than this, metres. */
export const longestM = 1_000_000;

/** A length in metres, or why it is none; `values`: those of its message. */
export type Length =
  | { metres: number }
  | { error: 'number' | 'twoValues' | 'unit'; values: NonNullable<Text['values']> };

const metresPer: Record<string, number> = {
  m: 1,
  metre: 1,
  metres: 1,
  meter: 1,
  meters: 1,
  米: 1,
  公尺: 1,
  km: 1000,
  千米: 1000,
  公里: 1000,
  nm: metresPerNauticalMile,
  nmi: metresPerNauticalMile,
  海里: metresPerNauticalMile,
  ft: metresPerFoot,
  feet: metresPerFoot,
  英尺: metresPerFoot,
};

/** The metres in a unit of length as files name it; undefined: it is unknown. */
export function metresPerUnit(unit: unknown): number | undefined {
  return typeof unit === 'string' ? own(metresPer, unit.trim().toLowerCase()) : undefined;
}

/** A radius or a width as files write it: `500`, `"500"`, `"5 NM"`, `"０．５公里"`. `unit`: that of a number without one. */
export function readLength(value: unknown, unit: unknown = 'm'): Length {
  const written = typeof value === 'number' ? String(value) : value;
  const text =
    typeof written === 'string' ? plainFigures(written.slice(0, mostWrittenCharacters)).trim() : '';
  if (typeof value === 'string') {
    const values = twoValuesOf(text);
    if (values) return { error: 'twoValues', values: { value: shown(value), ...values } };
  }
  const [, digits, stated = ''] = /^(\d{1,9}(?:\.\d{1,20})?)\s*(\p{L}*)$/u.exec(text) ?? [];
  const number = typeof value === 'number' ? value : Number(digits ?? Number.NaN);
  if (!(number > 0)) return { error: 'number', values: { value: shown(value) } };
  const scale = metresPerUnit(stated || unit);
  if (scale === undefined) return { error: 'unit', values: { value: shown(stated || unit) } };
  const metres = Math.round(number * scale * 100) / 100;
  return metres > 0 && metres <= longestM ? { metres } : { error: 'number', values: { value: shown(value) } };
}
