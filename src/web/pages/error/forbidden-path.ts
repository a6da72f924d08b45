import type { Action, PermissionRule } from '../../../domain/resource.ts';

/** What someone was not let in to: a screen of a record type, or a page that asks for permissions. */
export type Forbidden = { resource: string; action: Action } | { permissions: string[] };

/** The page that says so, with what it needs to say why. */
export function forbiddenPath(what: { resource: string; action: Action } | PermissionRule): string {
  if (what === 'signedIn') return '/401';
  const query = new URLSearchParams(
    Array.isArray(what) ? { permissions: what.join(',') } : { resource: what.resource, action: what.action },
  );
  return `/401?${query}`;
}

const actions: readonly string[] = ['read', 'create', 'update', 'delete'] satisfies Action[];

function isAction(text: string | null): text is Action {
  return text !== null && actions.includes(text);
}

/** The same read back; undefined where the address says nothing. */
export function readForbidden(query: URLSearchParams): Forbidden | undefined {
  const resource = query.get('resource');
  const action = query.get('action');
  const permissions = query.get('permissions');
  if (resource && isAction(action)) return { resource, action };
  if (permissions) return { permissions: permissions.split(',').filter(Boolean) };
  return undefined;
}
