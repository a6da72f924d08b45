import type { HistoryEntry } from '#web/client/record-history.ts';
import { same } from '#web/engine/merge.ts';

/** What is wanted of a history: changes of one field, changes by one person. */
export interface HistoryFilter {
  field?: string | undefined;
  /** A user's id; 0: the system itself. */
  by?: number | undefined;
}

/** Newest first; where several entries have one version, the later one. */
export function newestFirst(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return [...entries].sort((a, b) => b.version - a.version || b.id - a.id);
}

/** The entries that are wanted; with a field, each tells of that field alone. */
export function filtered(entries: readonly HistoryEntry[], { field, by }: HistoryFilter): HistoryEntry[] {
  return entries
    .filter((entry) => by === undefined || (entry.by ?? 0) === by)
    .filter((entry) => field === undefined || entry.changes.some((change) => change.field === field))
    .map((entry) =>
      field === undefined
        ? entry
        : { ...entry, changes: entry.changes.filter((change) => change.field === field) },
    );
}

/** Everyone in the history, once each, in the order of their last change. */
export function peopleOf(entries: readonly HistoryEntry[]): { by: number; name: string | null }[] {
  const seen = new Map<number, string | null>();
  for (const { by, byName } of newestFirst(entries)) if (!seen.has(by ?? 0)) seen.set(by ?? 0, byName);
  return [...seen].map(([by, name]) => ({ by, name }));
}

/** Every field that ever changed. */
export function fieldsOf(entries: readonly HistoryEntry[]): string[] {
  return [...new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)))];
}

/**
 * The record as it was at a version: what it is now, with each later change taken back. Needs every entry after that
 * version.
 */
export function recordAt(
  current: Record<string, unknown>,
  entries: readonly HistoryEntry[],
  version: number,
): Record<string, unknown> {
  const record = { ...current };
  for (const entry of newestFirst(entries)) {
    if (entry.version <= version) break;
    for (const { field, before } of entry.changes) record[field] = before;
  }
  return { ...record, version };
}

/** The fields in which two versions differ, in the order of the fields given. */
export function compareVersions(
  current: Record<string, unknown>,
  entries: readonly HistoryEntry[],
  fields: readonly string[],
  [from, to]: [number, number],
): { field: string; before: unknown; after: unknown }[] {
  const [older, newer] = [recordAt(current, entries, from), recordAt(current, entries, to)];
  return fields.flatMap((field) =>
    same(older[field], newer[field]) ? [] : [{ field, before: older[field], after: newer[field] }],
  );
}

/** The versions that the loaded entries let one see, newest first; the present one among them. */
export function versionsOf(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const known = new Map<number, HistoryEntry>();
  for (const entry of newestFirst(entries)) if (!known.has(entry.version)) known.set(entry.version, entry);
  return [...known.values()];
}
