import { categoryCodec } from '#domain/surveillance/asterix/categories/index.ts';
import { type Block, decodeBlocks, type Editions } from '#domain/surveillance/asterix/decode.ts';
import type { AsterixRecord, CategoryTable, Value } from '#domain/surveillance/asterix/table.ts';
import { utf8Of } from '#domain/surveillance/track/utf8.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { MessageRow } from './report-rows.ts';

/** Endings of names that are units; the longest come first. */
const units: readonly [ending: string, unit: string][] = [
  ['FtMin', 'ft/min'],
  ['DegS', '°/s'],
  ['Mps2', 'm/s²'],
  ['Mps', 'm/s'],
  ['Dbm', 'dBm'],
  ['Kmh', 'km/h'],
  ['Deg', '°'],
  ['Min', 'min'],
  ['Mach', 'Mach'],
  ['Ft', 'ft'],
  ['Kt', 'kt'],
  ['Fl', 'FL'],
  ['Nm', 'NM'],
  ['Ms', 'ms'],
  ['Db', 'dB'],
  ['Hz', 'Hz'],
  ['G', 'g'],
  ['M', 'm'],
  ['S', 's'],
];

/** `flightLevelFl` → flight level, FL. A capital S or M that only ends a word is no unit. */
function worded(name: string): { words: string; unit: string } {
  const found = units.find(
    ([ending]) => name.endsWith(ending) && /[a-z0-9]$/.test(name.slice(0, -ending.length)),
  );
  const bare = found ? name.slice(0, -found[0].length) : name;
  const words = bare.replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
  return { words, unit: found?.[1] ?? '' };
}

/** Rows of one record at most: a picture of radar video has thousands of cells. */
const mostRows = 200;

/** The records of a datagram of ASTERIX, item by item. What cannot be read has none. */
export function asterixRecords(
  bytes: Uint8Array,
  editions: Editions,
): { category: number; edition: string | null; rows: MessageRow[] }[] {
  const { blocks } = decodeBlocks(bytes, { editions });
  return blocks.flatMap((block) =>
    block.records.map((record) => ({
      category: block.category,
      edition: block.edition,
      rows: itemRows(block, record, editions),
    })),
  );
}

function itemRows({ category }: Block, record: AsterixRecord, editions: Editions): MessageRow[] {
  const table = categoryCodec(category, editions[category])?.table;
  const rows: MessageRow[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    const item = `I${String(category).padStart(3, '0')}/${itemOf(table, name)}`;
    addRows(rows, item, [], name, value);
  }
  return rows;
}

function itemOf(table: CategoryTable | undefined, name: string): string {
  const all = [...(table?.uap ?? []), ...(table?.alternative?.uap ?? [])];
  return all.find((item) => item?.name === name)?.id ?? '?';
}

function addRows(
  rows: MessageRow[],
  item: string,
  path: readonly string[],
  name: string,
  value: Value,
): void {
  if (rows.length >= mostRows) return;
  const { words, unit } = worded(name);
  const here = words === '' ? path : [...path, words];
  if (value instanceof Uint8Array) {
    rows.push({ item, name: here.join(' › '), value: hexOf(value, 32), unit: '' });
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) addRows(rows, item, here, String(index + 1), one);
  } else if (isObject(value)) {
    for (const [inner, one] of Object.entries(value)) {
      if (one !== undefined) addRows(rows, item, here, inner, one as Value);
    }
  } else {
    rows.push({ item, name: here.join(' › '), value: plain(value as number | string | boolean), unit });
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
