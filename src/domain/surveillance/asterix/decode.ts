import { categoryCodec } from './categories/index.ts';
import type { CategoryCodec } from './compile.ts';
import {
  type DecodeErrorReason,
  errorOf,
  type ItemCodec,
  type Profile,
  truncated,
  undefinedItem,
} from './item-codec.ts';
import { presenceEnd } from './nested-codecs.ts';
import type { AsterixRecord, Value } from './table.ts';

/** Edition of each category as the source is configured: `{21: '2.x'}`. Absent: the newest that we know. */
export type Editions = Readonly<Partial<Record<number, string>>>;

export interface Block {
  category: number;
  /** Of the table that read it; null where the category has none: such a block is stepped over. */
  edition: string | null;
  records: AsterixRecord[];
}

export type Decoded =
  | { ok: true; blocks: Block[] }
  /** `offset` into the bytes; `blocks` holds every block that was whole, those after the error too. */
  | { ok: false; reason: DecodeErrorReason; offset: number; blocks: Block[] };

/** Finds the codec of a category, null where we have none, undefined where the edition is not known. */
export type FindCodec = (category: number) => CategoryCodec | null | undefined;

interface DecodeError {
  reason: DecodeErrorReason;
  offset: number;
}

/**
 * Decodes the data blocks of one datagram: octets CAT, LEN (two, itself and CAT included), records. Never
 * throws. A block with an error yields none of its records, because what precedes an error under the wrong
 * edition is noise; the blocks around it stand.
 */
export function decodeBlocks(bytes: Uint8Array, { editions = {} }: { editions?: Editions } = {}): Decoded {
  return decodeWith(bytes, (category) => categoryCodec(category, editions[category]));
}

/** The engine under `decodeBlocks`, for tables of the caller's own. */
export function decodeWith(bytes: Uint8Array, find: FindCodec): Decoded {
  const blocks: Block[] = [];
  const error = walk(bytes, find, (category, codec, view, start, end) => {
    const block: Block = { category, edition: codec?.table.edition ?? null, records: [] };
    if (codec !== null) {
      const failed = decodeRecords(view, start, end, codec, block.records);
      if (failed !== null) return failed;
    }
    blocks.push(block);
    return null;
  });
  return error === null ? { ok: true, blocks } : { ok: false, ...error, blocks };
}

/**
 * Finds the ends of all items without reading their values: a check, and the floor of what decoding costs.
 */
export function countRecords(
  bytes: Uint8Array,
  { editions = {} }: { editions?: Editions } = {},
): { ok: true; records: number } | { ok: false; reason: DecodeErrorReason; offset: number; records: number } {
  let records = 0;
  const find: FindCodec = (category) => categoryCodec(category, editions[category]);
  const error = walk(bytes, find, (_category, codec, view, start, end) => {
    let at = start;
    while (codec !== null && at < end) {
      const step = stepRecord(view, at, end, codec, null);
      if (typeof step !== 'number') return step;
      at = step;
      records++;
    }
    return null;
  });
  return error === null ? { ok: true, records } : { ok: false, ...error, records };
}

type OnBlock = (
  category: number,
  codec: CategoryCodec | null,
  view: DataView,
  start: number,
  end: number,
) => DecodeError | null;

function walk(bytes: Uint8Array, find: FindCodec, onBlock: OnBlock): DecodeError | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first: DecodeError | null = null;
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < 3) return first ?? { reason: 'asterix.truncated', offset: at };
    const category = view.getUint8(at);
    const end = at + view.getUint16(at + 1);
    // Without a believable length the next block cannot be found.
    if (end < at + 3) return first ?? { reason: 'asterix.badLength', offset: at };
    if (end > bytes.length) return first ?? { reason: 'asterix.truncated', offset: at };
    const codec = find(category);
    const error: DecodeError | null =
      codec === undefined
        ? { reason: 'asterix.unknownEdition', offset: at }
        : onBlock(category, codec, view, at + 3, end);
    first ??= error;
    at = end;
  }
  return first;
}

function decodeRecords(
  view: DataView,
  start: number,
  end: number,
  codec: CategoryCodec,
  records: AsterixRecord[],
): DecodeError | null {
  let at = start;
  while (at < end) {
    const record = codec.emptyRecord();
    const step = stepRecord(view, at, end, codec, record);
    if (typeof step !== 'number') return step;
    records.push(record);
    at = step;
  }
  return null;
}

/** Steps over one record, filling `into` where it is given; the offset of the next record, or the fault. */
function stepRecord(
  view: DataView,
  start: number,
  end: number,
  codec: CategoryCodec,
  into: { [name: string]: Value } | null,
): number | DecodeError {
  const fspecEnd = presenceEnd(view, start, end);
  if (fspecEnd < 0) return { reason: 'asterix.truncated', offset: start };
  if (fspecEnd - start > codec.fspecOctets) return { reason: 'asterix.badFspec', offset: start };
  let at = fspecEnd;
  let { uap } = codec;
  for (let octet = start, slot = 0; octet < fspecEnd; octet++, slot += 7) {
    let bits = view.getUint8(octet) >> 1;
    for (let i = slot; bits !== 0; i++, bits = (bits << 1) & 0x7f) {
      if ((bits & 0x40) === 0) continue;
      const item: ItemCodec | null | undefined = uap[i];
      if (!item && i === codec.randomSlot) {
        const next = stepRandomFields(view, at, end, uap, into);
        if (next < 0) return { reason: errorOf(next), offset: at };
        at = next;
        continue;
      }
      if (!item) return { reason: errorOf(undefinedItem), offset: octet };
      const next = item.next(view, at, end);
      if (next < 0) return { reason: errorOf(next), offset: at };
      if (into !== null) into[item.name] = item.read(view, at, next);
      if (i === codec.alternative?.slot && view.getUint8(at) >= 0x80) uap = codec.alternative.uap;
      at = next;
    }
  }
  return at === fspecEnd ? { reason: 'asterix.emptyRecord', offset: start } : at;
}

/** Steps over items that name their own places; the offset behind them, or a negative code. */
function stepRandomFields(
  view: DataView,
  start: number,
  end: number,
  uap: Profile,
  into: { [name: string]: Value } | null,
): number {
  if (start >= end) return truncated;
  let at = start + 1;
  for (let left = view.getUint8(start); left > 0; left--) {
    if (at >= end) return truncated;
    const item = uap[view.getUint8(at) - 1];
    if (!item) return undefinedItem;
    const next = item.next(view, at + 1, end);
    if (next < 0) return next;
    if (into !== null) into[item.name] = item.read(view, at + 1, next);
    at = next;
  }
  return at;
}
