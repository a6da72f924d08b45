import type { Ajv } from 'ajv';
import { formatTable } from './format-table.ts';
import { altitudeKeyword, geometryKeyword, isGeometry, isSoundAltitude } from './validation.ts';

/** Keywords that describe a record and rule nothing by themselves. */
const descriptions = [
  'x-label',
  'x-plural',
  'x-help',
  'x-enum',
  'x-relation',
  'x-dictionary',
  'x-case',
  'x-worded',
  'x-unique',
  'x-uniques',
  'x-index',
  'x-indexes',
  'x-order',
  'x-unit',
  'x-datum',
  'x-secret',
  'x-computed',
  'x-when-hidden',
  'x-ask-empty',
  'x-condition',
  'x-agree',
  'x-filed',
  'x-listed',
  'x-record-type',
  'x-named-by',
  'x-stored-name',
];

/** Teaches an AJV (draft-07) our formats and keywords, so that both ends judge by the same rules. */
export function prepareAjv(ajv: Ajv): Ajv {
  for (const [name, format] of Object.entries(formatTable)) ajv.addFormat(name, format);
  for (const keyword of descriptions) if (!ajv.getKeyword(keyword)) ajv.addKeyword(keyword);
  if (!ajv.getKeyword(geometryKeyword)) {
    ajv.addKeyword({
      keyword: geometryKeyword,
      validate: (kinds: string[], value: unknown) => isGeometry(value, kinds),
    });
  }
  if (!ajv.getKeyword(altitudeKeyword)) {
    ajv.addKeyword({
      keyword: altitudeKeyword,
      validate: (on: boolean, value: unknown) => !on || isSoundAltitude(value),
    });
  }
  return ajv;
}
