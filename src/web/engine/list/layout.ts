import { type FieldSchema, mayBePoint } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { kindOf } from '#web/engine/fields.ts';

export type Density = 'compact' | 'middle' | 'large';
export type Side = 'left' | 'right';

/** How a table looks, beside which columns it has: that stands in the address. */
export interface Layout {
  /** px, by field. */
  widths?: Record<string, number>;
  pins?: Record<string, Side>;
  density?: Density;
}

/** What a user keeps of one list: their columns for the plain list, and a layout for it and for each view. */
export interface StoredLayouts {
  columns?: string[];
  /** By the id of a view, `none` for the plain list. */
  layouts?: Record<string, Layout>;
}

export const densities: Density[] = ['compact', 'middle', 'large'];
export const antdSize = { compact: 'small', middle: 'middle', large: 'large' } as const;

export const narrowestPx = 60;
export const widestPx = 1200;

/** What was kept, as far as it still makes sense: an older version of this program may have written it. */
export function readLayout(value: unknown): Layout {
  if (!isObject(value)) return {};
  const layout: Layout = {};
  if (isObject(value.widths)) {
    layout.widths = Object.fromEntries(
      Object.entries(value.widths).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  }
  if (isObject(value.pins)) {
    layout.pins = Object.fromEntries(
      Object.entries(value.pins).filter(
        (entry): entry is [string, Side] => entry[1] === 'left' || entry[1] === 'right',
      ),
    );
  }
  const density = densities.find((known) => known === value.density);
  if (density) layout.density = density;
  return layout;
}

export function readStoredLayouts(value: unknown): StoredLayouts {
  if (!isObject(value)) return {};
  const stored: StoredLayouts = {};
  if (Array.isArray(value.columns) && value.columns.length > 0) stored.columns = value.columns.map(String);
  if (isObject(value.layouts)) {
    stored.layouts = Object.fromEntries(
      Object.entries(value.layouts).map(([view, layout]) => [view, readLayout(layout)]),
    );
  }
  return stored;
}

export function sameLayout(one: Layout, other: Layout): boolean {
  return canonical(one) === canonical(other);
}

function canonical({ widths = {}, pins = {}, density = 'compact' }: Layout): string {
  const sorted = (map: object) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(widths), sorted(pins), density]);
}

/** Columns in the order in which a table can pin them: left ones first, right ones last. */
export function inPinOrder(columns: readonly string[], pins: Record<string, Side> = {}): string[] {
  const at = (field: string) => (pins[field] === 'left' ? 0 : pins[field] === 'right' ? 2 : 1);
  return [...columns].sort((a, b) => at(a) - at(b));
}

/** About as wide as text is drawn at 13 px: Chinese characters are square, Latin ones half of that. */
function textPx(text: string): number {
  let px = 0;
  for (const character of text) px += character.charCodeAt(0) > 0x2e80 ? 13.5 : 7.4;
  return px;
}

const kindPx: Partial<Record<ReturnType<typeof kindOf> | 'point', number>> = {
  date: 108,
  dateTime: 178,
  boolean: 72,
  number: 84,
  enum: 96,
  dictionary: 96,
  altitude: 110,
  point: 224,
};

/** A width that shows the heading, and most of what the first rows hold. */
export function naturalWidth(schema: FieldSchema, label: string, texts: readonly string[]): number {
  const heading = textPx(label) + 58;
  const known = kindPx[mayBePoint(schema) ? 'point' : kindOf(schema)] ?? 100;
  const longest = Math.max(0, ...texts.map(textPx)) + 26;
  return Math.round(Math.min(340, Math.max(heading, known, longest, narrowestPx)));
}
