import { categoryCodec } from './categories/index.ts';
import { type CategoryCodec, profileOf } from './compile.ts';
import { createSink } from './item-codec.ts';
import { writePresent } from './nested-codecs.ts';
import type { AsterixRecord } from './table.ts';

export type Encoded =
  | { ok: true; bytes: Uint8Array }
  /** `record` counts from 0; `path` is the item and field, e.g. `position.latitudeDeg`. */
  | {
      ok: false;
      reason: 'asterix.unknownCategory' | 'asterix.doesNotFit' | 'asterix.tooLong' | 'asterix.emptyRecord';
      record: number;
      path: string;
    };

/**
 * One data block of the category with these records. Item and field names are those of the table; a name that
 * the table does not have does not fit, and neither does a value outside the field's range. An extended item
 * gets as many parts as its last given field needs; fields not given are zero.
 */
export function encodeBlock(
  category: number,
  edition: string | undefined,
  records: readonly AsterixRecord[],
): Encoded {
  const codec = categoryCodec(category, edition);
  if (!codec) return { ok: false, reason: 'asterix.unknownCategory', record: 0, path: '' };
  return encodeWith(codec, records);
}

/** The engine under `encodeBlock`, for tables of the caller's own. */
export function encodeWith(codec: CategoryCodec, records: readonly AsterixRecord[]): Encoded {
  const out = createSink();
  out.reserve(3);
  for (const [index, record] of records.entries()) {
    if (Object.values(record).every((value) => value === undefined))
      return { ok: false, reason: 'asterix.emptyRecord', record: index, path: '' };
    const written = writePresent(profileOf(codec, record), record, out);
    if (written !== true) return { ok: false, reason: 'asterix.doesNotFit', record: index, path: written };
  }
  const length = out.length();
  if (length > 0xffff) return { ok: false, reason: 'asterix.tooLong', record: records.length, path: '' };
  const bytes = out.bytes().slice(0, length);
  bytes[0] = codec.table.category;
  bytes[1] = length >> 8;
  bytes[2] = length & 0xff;
  return { ok: true, bytes };
}
