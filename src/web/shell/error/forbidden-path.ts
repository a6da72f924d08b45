import type { ScreenRefusal } from '#domain/identity/screens.ts';
import type { Action } from '#domain/record/resource.ts';

export const forbiddenPage = '/401';
export const notFoundPage = '/404';

/** The page that says what keeps someone out of a screen, with what it needs to say why. */
export function forbiddenPath(what: ScreenRefusal): string {
  const query = new URLSearchParams(
    'permissions' in what ? { permissions: what.permissions.join(',') } : { ...what },
  );
  return `${forbiddenPage}?${query}`;
}

const actions: readonly string[] = ['read', 'create', 'update', 'delete'] satisfies Action[];

function isAction(text: string | null): text is Action {
  return text !== null && actions.includes(text);
}

/** The same read back; undefined where the address says nothing. */
export function readForbidden(query: URLSearchParams): ScreenRefusal | undefined {
  const resource = query.get('resource');
  const action = query.get('action');
  const permissions = query.get('permissions');
  if (resource && isAction(action)) return { resource, action };
  if (permissions) return { permissions: permissions.split(',').filter(Boolean) };
  return undefined;
}
