import {
  type AbilityTuple,
  createMongoAbility,
  type MongoAbility,
  type RawRuleOf,
  subject,
} from '@casl/ability';
import type { Action, PermissionRule, Resource } from './resource.ts';

/** Who asks. Made from the session on the server, sent to the client by GetCurrentUserInfo. */
export interface Actor {
  userId: number;
  userName: string;
  name: string;
  /** His own company; null for bodies and administrators. */
  companyId: number | null;
  /** Companies whose rows he sees: his own, and for an agent those it serves. */
  companyIds: number[];
  /** Coverage areas (organization units); empty: everywhere. */
  coverageIds: number[];
  /** Role names: OM, AGENT, ATMB, AIW, Admin … */
  roles: string[];
  permissions: string[];
  /** Organization units he belongs to, for flow steps. */
  organizationUnitIds: number[];
}

export type Ability = MongoAbility<AbilityTuple>;
export type Rule = RawRuleOf<Ability>;

export const adminPermission = 'Pages.Admin';

/** A hidden column of records with `scope.coverage`: the coverage areas that the record touches. */
export const coverageField = 'coverageIds';

export function holds(actor: Pick<Actor, 'permissions'>, rule: PermissionRule): boolean {
  if (rule === 'signedIn') return true;
  return actor.permissions.includes(adminPermission) || rule.some((name) => actor.permissions.includes(name));
}

/**
 * Permission strings → CASL rules. The only place where a row scope is decided (decisions.md §3):
 * the server turns the same conditions into SQL, the client hides by them.
 */
export function rulesFor(actor: Actor, resources: Resource[]): Rule[] {
  if (actor.permissions.includes(adminPermission)) return [{ action: 'manage', subject: 'all' }];
  const rules: Rule[] = [];
  for (const resource of resources) {
    for (const action of ['read', 'create', 'update', 'delete'] as Action[]) {
      if (!holds(actor, resource.permissions[action])) continue;
      const conditions = scopeOf(actor, resource, action);
      rules.push({ action, subject: resource.name, ...(conditions ? { conditions } : {}) });
      const company = sharedBy(actor, resource);
      if (action === 'read' && company && conditions) {
        rules.push({ action, subject: resource.name, conditions: { [company]: null } });
      }
    }
  }
  return rules;
}

/** The company field of a resource whose rows without a company he sees too; who is bound to areas sees by area alone. */
function sharedBy(actor: Actor, { scope }: Resource): string | undefined {
  return scope?.shared && boundToCompanies(actor) ? scope.company : undefined;
}

function boundToCompanies(actor: Actor): boolean {
  return actor.companyId !== null || actor.companyIds.length > 0;
}

function scopeOf(actor: Actor, resource: Resource, action: Action): Record<string, unknown> | undefined {
  const { scope } = resource;
  if (!scope || (scope.public && action === 'read')) return undefined;
  if (boundToCompanies(actor)) {
    if (!scope.company) return undefined;
    // A company's own record is found by its id, and nobody creates one through his own scope.
    return { [scope.company]: { $in: actor.companyIds } };
  }
  if (scope.coverage && actor.coverageIds.length > 0 && action !== 'create') {
    return { [coverageField]: { $in: actor.coverageIds } };
  }
  return undefined;
}

export function abilityOf(rules: Rule[]): Ability {
  return createMongoAbility<Ability>(rules);
}

/** May he do it to this very record? The one helper: CASL's bare `can(action, 'x')` ignores conditions. */
export function may(ability: Ability, action: Action, resource: string, record: object): boolean {
  return ability.can(action, subject(resource, { ...record }));
}

/** May he do it to any record at all? Decides whether a menu entry or a button exists. */
export function mayEver(ability: Ability, action: Action, resource: string): boolean {
  return ability.can(action, resource);
}

/**
 * The hub channels of a user: one a resource, or one for each company or area he is bound to.
 * A change is sent to `channelsOf` its record, so real time obeys the very scope that lists obey.
 */
export function channelsFor(actor: Actor, resources: Resource[]): string[] {
  const channels: string[] = [];
  for (const resource of resources) {
    if (!holds(actor, resource.permissions.read)) continue;
    const conditions = actor.permissions.includes(adminPermission)
      ? undefined
      : scopeOf(actor, resource, 'read');
    if (!conditions) {
      channels.push(`${resource.name}:all`);
      continue;
    }
    for (const [field, condition] of Object.entries(conditions)) {
      const kind = field === coverageField ? 'area' : 'company';
      const ids = (condition as { $in: number[] }).$in;
      for (const id of ids) channels.push(`${resource.name}:${kind}:${id}`);
    }
    if (sharedBy(actor, resource)) channels.push(`${resource.name}:shared`);
  }
  return channels;
}

/** The channels that hear of a change to this record. */
export function channelsOf(resource: Resource, record: Record<string, unknown>): string[] {
  const channels = [`${resource.name}:all`];
  const { scope } = resource;
  const company = scope?.company ? record[scope.company] : undefined;
  if (typeof company === 'number') channels.push(`${resource.name}:company:${company}`);
  else if (scope?.shared) channels.push(`${resource.name}:shared`);
  const areas = record[coverageField];
  if (scope?.coverage && Array.isArray(areas)) {
    for (const id of areas) channels.push(`${resource.name}:area:${id}`);
  }
  return channels;
}
