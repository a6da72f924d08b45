import type { BulkChange, BulkReport } from '#web/client/data.ts';

/** What puts back those records that the change has made others; null: nothing does. */
export function undoOf({ action }: BulkChange, { changed }: Pick<BulkReport, 'changed'>): BulkChange | null {
  if (changed.length === 0) return null;
  if (action === 'delete') return { action: 'restore', ids: changed.map(({ id }) => id) };
  return action === 'update' ? { action: 'undo', versions: changed } : null;
}
