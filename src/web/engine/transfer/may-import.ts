import { abilityOf, mayEver } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { currentUser } from '#web/client/session.ts';

/** Whether there is anything of this type that the signed-in user could make or change by an import. */
export function mayImport({ name, readOnly }: Pick<Resource, 'name' | 'readOnly'>): boolean {
  const user = currentUser.get();
  if (readOnly || !user) return false;
  const ability = abilityOf(user.rules);
  return mayEver(ability, 'create', name) || mayEver(ability, 'update', name);
}
