import { type Actor, adminPermission, type RoleGrant, type Rule } from './access.ts';
import { withParents } from './permissions.ts';

/** What an API token may do of what its user may do. */
export interface TokenScope {
  /** Permission strings; empty: all that its user holds. */
  permissions: string[];
  readOnly: boolean;
}

/**
 * Its user, as far as the token reaches: what they hold now and what the scope names, whichever is less. What
 * the matrix gives a role beyond its permission strings belongs to no scope, and so to no token that has one.
 */
export function actorOfToken(actor: Actor, { permissions }: TokenScope): Actor {
  if (permissions.length === 0) return actor;
  const scope = new Set(withParents(permissions));
  if (scope.has(adminPermission) && actor.permissions.includes(adminPermission)) return actor;
  const within = (held: string[]) =>
    held.includes(adminPermission) ? [...scope] : held.filter((name) => scope.has(name));
  const remaining = within(actor.permissions).filter((name) => name !== adminPermission);
  return {
    ...actor,
    permissions: remaining,
    grants: (actor.grants ?? []).map((grant) => ({
      role: grant.role,
      permissions: within(grant.permissions).filter((name) => name !== adminPermission),
      recordRules: grant.recordRules.map(withoutGifts),
    })),
  };
}

function withoutGifts(rule: RoleGrant['recordRules'][number]): RoleGrant['recordRules'][number] {
  const refused = Object.entries(rule.actions ?? {}).filter(([, allowed]) => allowed === false);
  return { ...rule, actions: Object.fromEntries(refused) };
}

/** The same rules, for reading alone where the token does no more. */
export const rulesOfToken = (rules: Rule[], { readOnly }: TokenScope): Rule[] =>
  readOnly ? readingOf(rules) : rules;

/** What of these rules is reading. */
export function readingOf(rules: Rule[]): Rule[] {
  return rules.flatMap((rule) => {
    if (rule.action === 'read') return [rule];
    return rule.action === 'manage' ? [{ ...rule, action: 'read' }] : [];
  });
}

/** Names among these that the user does not hold, and cannot give to a token. */
export function notHeld(actor: Pick<Actor, 'permissions'>, wanted: string[]): string[] {
  if (actor.permissions.includes(adminPermission)) return [];
  return wanted.filter((name) => !actor.permissions.includes(name));
}
