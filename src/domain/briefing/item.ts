import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';

/** What information there is, in the order in which a crew reads it. */
export const informationKinds = [
  'aerodrome',
  'weather',
  'wind',
  'warning',
  'notam',
  'notice',
  'airspace',
  'plan',
  'obstacle',
  'airway',
  'point',
  'document',
] as const;
export type InformationKind = (typeof informationKinds)[number];

/** Those of a briefing: what a chart says for years is on the chart. */
export const briefedKinds: readonly InformationKind[] = [
  'aerodrome',
  'weather',
  'wind',
  'warning',
  'notam',
  'notice',
  'airspace',
  'plan',
  'obstacle',
];

/** One piece of information that concerns a place, a route or a time. */
export interface InformationItem {
  /** What stays the same from one version to the next: `notam:A1234/26`, `weather:METAR:ZUUU`. */
  key: string;
  kind: InformationKind;
  /** The record that says it. */
  resource: string;
  id: number;
  title: string;
  /** In English, where it has one. */
  titleEn?: string;
  /** As it came; null: it is no message. */
  raw: string | null;
  /** In words. */
  zh: string;
  en: string;
  /** UTC, ISO 8601; null: without limit. */
  from: string | null;
  to: string | null;
  /** Null: from the ground; without limit. */
  lower: Altitude | null;
  upper: Altitude | null;
  geometry: Geometry | null;
  /** It closes or takes the air, or shuts the aerodrome: read first. */
  grave: boolean;
}

export type Change = 'new' | 'changed' | 'gone';

/** What of an item a change would be one of: its words and its limits, not how it is drawn. */
function substance({ title, raw, zh, from, to, lower, upper, grave }: InformationItem): string {
  return JSON.stringify([title, raw ?? zh, from, to, lower, upper, grave]);
}

export interface ComparedItem {
  item: InformationItem;
  /** Null: as it was shown. */
  change: Change | null;
  /** What was shown instead; null: nothing, or nothing else. */
  before: InformationItem | null;
}

/** What was shown beside what holds now: changed and new things, and at the end what is gone. */
export function compared(shown: readonly InformationItem[], now: readonly InformationItem[]): ComparedItem[] {
  const before = new Map(shown.map((item) => [item.key, item]));
  const keys = new Set(now.map(({ key }) => key));
  return [
    ...now.map((item): ComparedItem => {
      const old = before.get(item.key);
      if (!old) return { item, change: 'new', before: null };
      return substance(old) === substance(item)
        ? { item, change: null, before: null }
        : { item, change: 'changed', before: old };
    }),
    ...shown
      .filter(({ key }) => !keys.has(key))
      .map((item): ComparedItem => ({ item, change: 'gone', before: null })),
  ];
}

/** In reading order: by kind, the grave first, then by when it begins. */
export function inReadingOrder(items: readonly InformationItem[]): InformationItem[] {
  const rank = ({ kind }: InformationItem) => informationKinds.indexOf(kind);
  return items.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(b.grave) - Number(a.grave) ||
      (a.from ?? '').localeCompare(b.from ?? '') ||
      a.key.localeCompare(b.key),
  );
}
