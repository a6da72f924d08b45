import { isObject } from '#domain/text/narrow.ts';
import { recordsError, send } from './http.ts';

/**
 * One entry of a record's history, as the records endpoint tells it: only of fields that the user may read.
 */
export interface HistoryEntry {
  id: number;
  version: number;
  action: 'create' | 'update' | 'delete' | 'restore';
  at: string;
  by: number | null;
  byName: string | null;
  source: string;
  changes: { field: string; before: unknown; after: unknown }[];
}

/** Entries that are asked for at once. */
export const historyPageSize = 50;

/** A page of the history, newest first; `before` is the id of the oldest entry that is already there. */
export async function readHistoryPage(
  resource: string,
  id: number,
  before?: number,
  limit = historyPageSize,
): Promise<HistoryEntry[]> {
  const query = { limit, ...(before === undefined ? {} : { before }) };
  const { status, body } = await send(`/api/records/${resource}/${id}/history`, { query });
  if (status !== 200) throw recordsError(status, body);
  return Array.isArray(body) ? body.filter(isEntry) : [];
}

function isEntry(value: unknown): value is HistoryEntry {
  return isObject(value) && typeof value.id === 'number' && Array.isArray(value.changes);
}

/** What going back to a version would change, and what stands against it. */
export interface RestorePreview {
  changes: { field: string; before: unknown; after: unknown }[];
  problems: Record<string, string[]>;
}

export interface RestoreRequest {
  resource: string;
  id: number;
  toVersion: number;
  /** Only these fields; absent: all that differ. */
  fields?: string[];
  /** The version that the record has now. */
  version: number;
}

export async function previewRestore({ resource, id, ...request }: RestoreRequest): Promise<RestorePreview> {
  const body = await post(`/api/records/${resource}/${id}/restore-version`, { ...request, preview: true });
  const { changes, problems } = isObject(body) ? body : {};
  return {
    changes: Array.isArray(changes) ? changes : [],
    problems: isObject(problems)
      ? Object.fromEntries(
          Object.entries(problems).map(([field, texts]) => [field, [texts].flat().map(String)]),
        )
      : {},
  };
}

export async function restoreVersion({ resource, id, ...request }: RestoreRequest): Promise<void> {
  await post(`/api/records/${resource}/${id}/restore-version`, request);
}

async function post(path: string, request: object): Promise<unknown> {
  const { status, body } = await send(path, { method: 'POST', body: request });
  if (status >= 400) throw recordsError(status, body, `POST ${path}`);
  return body;
}
