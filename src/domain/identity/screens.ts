import type { Action, PermissionRule, Resource } from '#domain/record/resource.ts';
import { type Ability, type Actor, holds, mayEver } from './access.ts';

/** The screens that every record type has. */
export type ScreenKind = 'list' | 'show' | 'create' | 'edit';

const actions: Record<ScreenKind, Action> = {
  list: 'read',
  show: 'read',
  create: 'create',
  edit: 'update',
};

/**
 * What keeps someone out of a screen: a permission of the route table, or what they may do to the records.
 */
export type ScreenRefusal = { permissions: string[] } | { resource: string; action: Action };

/** Any of these permissions opens a screen of the type, beside what its records ask for themselves. */
function screenRule({ opens }: Pick<Resource, 'opens'>, kind: ScreenKind): PermissionRule {
  if (!opens) return 'signedIn';
  return kind === 'list' ? opens.list : (opens.record ?? opens.list);
}

/**
 * The one answer to whether someone opens a screen of a record type: the menu, the guard of the address and
 * every link ask it. null: they do.
 */
export function screenRefusal(
  who: Pick<Actor, 'permissions'>,
  ability: Ability,
  resource: Resource,
  kind: ScreenKind,
): ScreenRefusal | null {
  const rule = screenRule(resource, kind);
  if (rule !== 'signedIn' && !holds(who, rule)) return { permissions: rule };
  const action = actions[kind];
  return mayEver(ability, action, resource.name) ? null : { resource: resource.name, action };
}
