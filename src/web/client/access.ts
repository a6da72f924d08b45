import type { AccessControlProvider } from '@refinedev/core';
import { type Ability, abilityOf, adminPermission, mayEver } from '#domain/identity/access.ts';
import type { Action, PermissionRule } from '#domain/record/resource.ts';
import { i18n } from './i18n.ts';
import { currentUser } from './session.ts';
import { useStore } from './store.ts';

/** The one ability of the page; its rules follow the signed-in user. Buttons ask it through CASL's `useAbility`. */
export const ability: Ability = abilityOf([]);

function applyRules(): void {
  ability.update(currentUser.get()?.rules ?? []);
}

currentUser.subscribe(applyRules);
applyRules();

/**
 * Any of these permissions; Pages.Admin has all. What names none is a mistake of whoever built it, and an error for
 * everyone (specification §5): it would be hidden without anybody noticing.
 */
export function holdsPermission(rule: PermissionRule): boolean {
  if (rule === 'signedIn') return currentUser.get() !== null;
  if (rule.length === 0) throw new Error(i18n.t('shell.permission.none'));
  const held = currentUser.get()?.permissions ?? [];
  return held.includes(adminPermission) || rule.some((name) => held.includes(name));
}

export function useHolds(rule: PermissionRule): boolean {
  useStore(currentUser);
  return holdsPermission(rule);
}

const actions: Record<string, Action> = {
  list: 'read',
  show: 'read',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'delete',
};

/** refine's seam; our own buttons ask the ability directly, without waiting. */
export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action }) => {
    const known = actions[action];
    return { can: known === undefined || resource === undefined || mayEver(ability, known, resource) };
  },
};
