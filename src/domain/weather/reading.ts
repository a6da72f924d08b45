import type { Text } from '#domain/text/errors.ts';

/** What is known of a report beside its text. */
export interface ReadingContext {
  /** UTC ms, next to which days of the month are read. */
  receivedAt: number;
  /** By which a report that has lost its keyword goes: that of its bulletin. */
  kind: string | null;
  /** `CCA`, `AAA` of the bulletin; null: none. */
  indicator: string | null;
  /** The centre that compiled the bulletin, `RJTD`; null: it has no heading. */
  centre: string | null;
  /** A report may be dated so much after its receipt, for clocks differ. */
  mostAheadMs: number;
}

export const mostAheadMs = 3_600_000;

export const stationShape = /^[A-Z][A-Z0-9]{3}$/;

export const correctedBy = (indicator: string | null): boolean => indicator?.startsWith('CC') === true;

/** The words of a report and, apart, its remarks, which each country writes as it likes. */
export function wordsOf(raw: string): { words: string[]; remarks: string | null } {
  const words = raw
    .toUpperCase()
    .replace(/[=$]\s*$/, '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const at = words.indexOf('RMK');
  if (at < 0) return { words, remarks: null };
  return { words: words.slice(0, at), remarks: words.slice(at + 1).join(' ') || null };
}

/** A report that says nothing, by why: a key of the catalogue's `information.unreadable`. */
export function unreadable(why: string): { ok: false; reason: Text } {
  return { ok: false, reason: { key: `information.unreadable.${why}` } };
}
