import { categoryCodec } from '#domain/surveillance/asterix/categories/index.ts';
import { type Block, decodeBlocks, type Editions } from '#domain/surveillance/asterix/decode.ts';
import type { AsterixRecord, CategoryTable, Value } from '#domain/surveillance/asterix/table.ts';
import { utf8Of } from '#domain/surveillance/track/utf8.ts';
import type { Locale } from '#domain/text/label.ts';
import { isObject } from '#domain/text/narrow.ts';
import { fieldTitle, itemTitle, worded } from './message-words.ts';
import type { MessageRow } from './report-rows.ts';

/** Rows of one record at most: a picture of radar video has thousands of cells. */
const mostRows = 200;

/** The records of a datagram of ASTERIX, item by item, in the words of a language. What cannot be read has none. */
export function asterixRecords(
  bytes: Uint8Array,
  editions: Editions,
  locale: Locale,
): { category: number; edition: string | null; rows: MessageRow[] }[] {
  const { blocks } = decodeBlocks(bytes, { editions });
  return blocks.flatMap((block) =>
    block.records.map((record) => ({
      category: block.category,
      edition: block.edition,
      rows: itemRows(block, record, editions, locale),
    })),
  );
}

function itemRows(
  { category }: Block,
  record: AsterixRecord,
  editions: Editions,
  locale: Locale,
): MessageRow[] {
  const table = categoryCodec(category, editions[category])?.table;
  const rows: MessageRow[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    const item = `I${String(category).padStart(3, '0')}/${itemOf(table, name)}`;
    const { word, unit } = wordOf(name, value);
    addRows({ rows, item, locale }, [itemTitle(word, locale)], value, unit);
  }
  return rows;
}

function itemOf(table: CategoryTable | undefined, name: string): string {
  const all = [...(table?.uap ?? []), ...(table?.alternative?.uap ?? [])];
  return all.find((item) => item?.name === name)?.id ?? '?';
}

/** Only a number's name ends in a unit. */
const wordOf = (name: string, value: Value): { word: string; unit: string } =>
  typeof value === 'number' ? worded(name) : { word: name, unit: '' };

function addRows(
  to: { rows: MessageRow[]; item: string; locale: Locale },
  path: readonly string[],
  value: Value,
  unit: string,
): void {
  const { rows, item, locale } = to;
  if (rows.length >= mostRows) return;
  if (value instanceof Uint8Array) {
    rows.push({ item, name: path.join(' › '), value: hexOf(value, 32), unit: '' });
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) addRows(to, [...path, String(index + 1)], one, unit);
  } else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      if (one === undefined) continue;
      const inner = wordOf(name, one as Value);
      const title = fieldTitle(inner.word, locale);
      // The track number of the item "track number" is said once.
      const isSaid = title.toLowerCase() === path.at(-1)?.toLowerCase();
      addRows(to, isSaid ? path : [...path, title], one as Value, inner.unit);
    }
  } else {
    rows.push({ item, name: path.join(' › '), value: plain(value as number | string | boolean), unit });
  }
}

const plain = (value: number | string | boolean): string =>
  typeof value === 'number' ? String(Number(value.toFixed(7))) : String(value);

/** Octets as digits of sixteen, the first `most` of them, a blank between two. */
export function hexOf(bytes: Uint8Array, most: number): string {
  return Array.from(bytes.subarray(0, most), (octet) => octet.toString(16).padStart(2, '0')).join(' ');
}

/** The text of octets that are one: printable, with line ends; null: they are none. */
export function printableOf(bytes: Uint8Array, most: number): string | null {
  const text = utf8Of(bytes.subarray(0, most));
  // A character may be cut at the end.
  const whole = bytes.length > most ? text.replace(/\uFFFD$/, '') : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells octets from text
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\uFFFD]/.test(whole) || whole === '' ? null : whole;
}
