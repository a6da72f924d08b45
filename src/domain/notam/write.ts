import { isUnlimited } from '#domain/airspace/formats/limits.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Notam } from './notam.ts';
import { writeQLine } from './q-line.ts';
import { timeText } from './times.ts';

/** The fields of a NOTAM that are written: what `readNotam` reads of the text again. */
export type NotamFields = Pick<
  Notam,
  | 'number'
  | 'type'
  | 'refers'
  | 'q'
  | 'locations'
  | 'validFrom'
  | 'validTo'
  | 'isEstimated'
  | 'isPermanent'
  | 'schedule'
  | 'text'
  | 'textZh'
  | 'lower'
  | 'upper'
>;

/** The text of a NOTAM as it is sent, from `(A1234/26 NOTAMN` to the bracket that closes it (Doc 8126, App. B). */
export function writeNotam(fields: NotamFields): string {
  const { number, type, refers, q, schedule } = fields;
  const until = fields.isPermanent
    ? 'PERM'
    : fields.validTo === null
      ? ''
      : `${timeText(fields.validTo)}${fields.isEstimated ? ' EST' : ''}`;
  const places = [
    `A) ${fields.locations.join(' ')}`,
    fields.validFrom === null ? '' : `B) ${timeText(fields.validFrom)}`,
    until === '' ? '' : `C) ${until}`,
  ].filter((part) => part !== '');
  // Chinese is set apart line by line: a line with a Chinese character is of the Chinese text.
  const words = [
    fields.text,
    ...(fields.textZh && fields.textZh !== fields.text ? [fields.textZh] : []),
  ].join('\n');
  const limits = limitsText(fields);
  const lines = [
    `${number ?? ''} NOTAM${type}${refers ? ` ${refers}` : ''}`.trim(),
    ...(q ? [`Q) ${writeQLine(q)}`] : []),
    places.join(' '),
    ...(schedule ? [`D) ${schedule}`] : []),
    `E) ${words}`,
    ...(limits ? [limits] : []),
  ];
  return `(${lines.join('\n')})`;
}

/** `F) SFC G) FL120`; empty: neither is given. */
export function limitsText({ lower, upper }: Pick<NotamFields, 'lower' | 'upper'>): string {
  if (!lower && !upper) return '';
  return `F) ${lower ? limitText(lower, 'lower') : 'SFC'} G) ${upper ? limitText(upper, 'upper') : 'UNL'}`;
}

/** What a conversion between units adds to a whole number. */
const noise = 1e-6;

/** `SFC`, `FL120`, `600M AGL`, `3000FT AMSL`, `UNL`: in whole units, a lower limit rounded down, an upper one up. */
export function limitText(limit: Altitude, side: 'lower' | 'upper'): string {
  const { unit, reference } = limit;
  const value = side === 'lower' ? Math.floor(limit.value + noise) : Math.ceil(limit.value - noise);
  if (value === 0 && reference === 'AGL') return 'SFC';
  if (isUnlimited(limit)) return 'UNL';
  if (unit === 'FL') return `FL${String(value).padStart(3, '0')}`;
  return `${value}${unit.toUpperCase()} ${reference}`;
}
