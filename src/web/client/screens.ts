import { type ScreenKind, type ScreenRefusal, screenRefusal } from '#domain/identity/screens.ts';
import type { PermissionRule, Resource } from '#domain/record/resource.ts';
import { ability, holdsPermission } from './access.ts';
import { currentResources } from './record-types.ts';
import { currentUser } from './session.ts';

const nobody = { permissions: [] };

/** What keeps the signed-in user out of a screen of a record type; null: nothing. */
export function resourceRefusal(resource: Resource, kind: ScreenKind): ScreenRefusal | null {
  return screenRefusal(currentUser.get() ?? nobody, ability, resource, kind);
}

/** Whether a link to a screen of a record type leads the signed-in user anywhere. */
export function opensScreen(resource: Resource, kind: ScreenKind): boolean {
  return resourceRefusal(resource, kind) === null;
}

/** The same for a hand-written page. One in the place of a record type's list asks what that list asks, too. */
export function pageRefusal(page: { path: string; permission: PermissionRule }): ScreenRefusal | null {
  const { path, permission } = page;
  if (permission !== 'signedIn' && !holdsPermission(permission)) return { permissions: permission };
  const replaced = currentResources().find((resource) => resource.path === path);
  return replaced ? resourceRefusal(replaced, 'list') : null;
}
