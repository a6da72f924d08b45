import type { Action, PermissionRule, Resource, Scope } from '#domain/record/resource.ts';
import { own } from '#domain/text/own.ts';
import {
  type Actor,
  abilityOf,
  adminPermission,
  authorField,
  boundToCompanies,
  coverageField,
  grantsOf,
  holds,
  may,
  mayEver,
  mayReadField,
  mayWriteField,
  type RoleGrant,
  rolesGiving,
  ruleOf,
  rulesFor,
} from './access.ts';

/** What is asked: may the user do this to the resource, to this record of it, to this field? */
export interface Question {
  action: Action;
  resource: Resource;
  record?: Record<string, unknown>;
  field?: string;
}

/** `yes` gives it, `no` takes it away, `note` is worth knowing and decides nothing. */
export type Outcome = 'yes' | 'no' | 'note';

/** One rule that was looked at, as a fact; `explain-text.ts` says it. */
export type ExplainStep = { outcome: Outcome } & (
  | { rule: 'admin' | 'signedIn' | 'nobody' | 'readOnlyResource' }
  /** `held`: those that the user's `roles` give it by; `holders`: the roles that would. */
  | { rule: 'permissions'; permissions: string[]; held: string[]; roles: string[]; holders: string[] }
  | { rule: 'roleAllows' | 'roleDenies' | 'fieldHidden' | 'fieldReadOnly'; roles: string[] }
  | { rule: 'companyRows' | 'sharedRow' | 'addressedRow' | 'coverageRows' | 'ownRows' | 'allRows' }
  | { rule: 'fieldSecret' | 'fieldServiceOnly' | 'fieldOpen' }
  | { rule: 'fieldPermissions'; permissions: string[]; holders: string[] }
  | { rule: 'trashed' | 'locked' }
);

export interface Explanation {
  allowed: boolean;
  /** Never: no record at all. False where another record, or another moment, would be answered otherwise. */
  never: boolean;
  steps: ExplainStep[];
}

/** What only a store knows of the record: it waits for a decision. */
export interface StoreFacts {
  locked?: boolean;
}

/**
 * Why the user may, or may not. The answer itself is the ability's own; the steps name the rules behind it:
 * which permissions would give it and which of `roles` hold them, what a role's rule, the rows, the field,
 * and the record's state say.
 */
export function explain(
  actor: Actor,
  resources: Resource[],
  question: Question,
  roles: RoleGrant[] = [],
  facts: StoreFacts = {},
): Explanation {
  const { action, resource, record, field } = question;
  const ability = abilityOf(rulesFor(actor, resources));
  const ever = mayEver(ability, action, resource.name);
  const row = record === undefined ? ever : may(ability, action, resource.name, record);
  const open = field === undefined || mayField(ability, action, resource.name, field);
  const steps = [
    ...actionSteps(actor, question, roles),
    ...(ever && record ? rowSteps(actor, question, row) : []),
    ...(field === undefined ? [] : fieldSteps(actor, resource, action, field, roles, open)),
    ...stateSteps(question, facts),
  ];
  const barred = steps.some(({ rule, outcome }) => outcome === 'no' && barriers.has(rule));
  const never = !ever || !open || steps.some(({ rule, outcome }) => outcome === 'no' && forEver.has(rule));
  return { allowed: row && open && !barred, never, steps };
}

/** Rules that stand beside the ability: they hold whatever it says. */
const barriers = new Set<ExplainStep['rule']>([
  'readOnlyResource',
  'fieldSecret',
  'fieldServiceOnly',
  'trashed',
  'locked',
]);
const forEver = new Set<ExplainStep['rule']>(['readOnlyResource', 'fieldSecret', 'fieldServiceOnly']);

function mayField(
  ability: ReturnType<typeof abilityOf>,
  action: Action,
  resource: string,
  field: string,
): boolean {
  if (action === 'create' || action === 'update') return mayWriteField(ability, action, resource, field);
  return action === 'delete' || mayReadField(ability, resource, field);
}

function actionSteps(actor: Actor, { action, resource }: Question, roles: RoleGrant[]): ExplainStep[] {
  const steps: ExplainStep[] = [];
  if (resource.readOnly && action !== 'read') steps.push({ rule: 'readOnlyResource', outcome: 'no' });
  if (actor.permissions.includes(adminPermission)) return [...steps, { rule: 'admin', outcome: 'yes' }];
  const giving = rolesGiving(actor, resource, action);
  const outcome = giving.length > 0 ? 'yes' : 'no';
  const stepOf = (value: boolean) =>
    grantsOf(actor)
      .filter((grant) => ruleOf(grant, resource)?.actions?.[action] === value)
      .map(({ role }) => role);
  const [allowing, denying] = [stepOf(true), stepOf(false)];
  const byRule = giving.length > 0 && giving.every(({ role }) => allowing.includes(role));
  const byPermission = giving.map(({ role }) => role).filter((role) => !allowing.includes(role));
  const step = permissionStep(
    resource.permissions[action],
    giving.filter(({ role }) => byPermission.includes(role)),
    holdersOf(resource, action, roles),
  );
  // Where a role's rule decides alone, the permissions are only how it would be otherwise.
  const decides = !byRule && !(outcome === 'no' && denying.length > 0);
  steps.push({ ...step, outcome: decides ? outcome : 'note' });
  if (allowing.length > 0) steps.push({ rule: 'roleAllows', outcome: 'yes', roles: allowing });
  if (denying.length > 0) {
    steps.push({ rule: 'roleDenies', outcome: outcome === 'no' ? 'no' : 'note', roles: denying });
  }
  return steps;
}

function permissionStep(rule: PermissionRule, giving: RoleGrant[], holders: string[]): ExplainStep {
  if (rule === 'signedIn') return { rule: 'signedIn', outcome: 'note' };
  if (rule.length === 0) return { rule: 'nobody', outcome: 'note' };
  const held = rule.filter((name) => giving.some(({ permissions }) => permissions.includes(name)));
  const roles = giving.map(({ role }) => role);
  return { rule: 'permissions', outcome: 'note', permissions: rule, held, roles, holders };
}

/** The roles by which one may: those that an administrator could give them. */
function holdersOf(resource: Resource, action: Action, roles: RoleGrant[]): string[] {
  return roles
    .filter((role) => reasonOf(role, resource, action).allowed)
    .map(({ role }) => role)
    .sort();
}

function rowSteps(actor: Actor, { action, resource, record = {} }: Question, may: boolean): ExplainStep[] {
  if (actor.permissions.includes(adminPermission)) return [];
  const { scope } = resource;
  const steps: ExplainStep[] = [];
  const giving = rolesGiving(actor, resource, action);
  const own =
    action !== 'create' &&
    giving.length > 0 &&
    giving.every((grant) => ruleOf(grant, resource)?.rows === 'own');
  if (own) {
    steps.push({ rule: 'ownRows', outcome: record[authorField] === actor.userId ? 'yes' : 'no' });
  }
  const unbounded = !scope || (scope.public === true && action === 'read');
  if (action === 'read' && !own && scope && namesPeople(scope, record)) {
    return [{ rule: 'addressedRow', outcome: may ? 'yes' : 'no' }];
  }
  if (!unbounded && boundToCompanies(actor)) {
    if (scope.company) {
      const company = record[scope.company];
      const inside = listOf(company).some((id) => actor.companyIds.includes(Number(id)));
      const none = listOf(company).length === 0;
      const shared = none && scope.shared === true && !namesPeople(scope, record);
      if (inside || !shared) steps.push({ rule: 'companyRows', outcome: inside ? 'yes' : 'no' });
      else steps.push({ rule: 'sharedRow', outcome: action === 'read' && !own ? 'yes' : 'no' });
    }
  } else if (!unbounded && scope.coverage && actor.coverageIds.length > 0 && action !== 'create') {
    const inside = listOf(record[coverageField]).some((id) => actor.coverageIds.includes(Number(id)));
    steps.push({ rule: 'coverageRows', outcome: inside ? 'yes' : 'no' });
  }
  return steps.length === 0 && may ? [{ rule: 'allRows', outcome: 'yes' }] : steps;
}

/** Does the row name roles or units whom it is for? */
function namesPeople({ addressees }: Scope, record: Record<string, unknown>): boolean {
  return Object.values(addressees ?? {}).some((field) => listOf(record[field]).length > 0);
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

function fieldSteps(
  actor: Actor,
  resource: Resource,
  action: Action,
  field: string,
  roles: RoleGrant[],
  open: boolean,
): ExplainStep[] {
  const steps: ExplainStep[] = [];
  const schema = own(resource.schema.properties, field);
  const writes = action === 'create' || action === 'update';
  if (schema?.['x-secret']) steps.push({ rule: 'fieldSecret', outcome: 'no' });
  if (writes && (resource.serviceOnly?.includes(field) || schema?.readOnly)) {
    steps.push({ rule: 'fieldServiceOnly', outcome: 'no' });
  }
  if (actor.permissions.includes(adminPermission)) return steps;
  const { read, write } = resource.fieldPermissions?.[field] ?? {};
  for (const permissions of writes ? [read, write] : [read]) {
    if (permissions === undefined) continue;
    const holders = roles.filter((role) => holds(role, permissions)).map(({ role }) => role);
    const outcome = holds(actor, permissions) ? 'yes' : 'no';
    steps.push({ rule: 'fieldPermissions', outcome, permissions, holders: holders.sort() });
  }
  const giving = rolesGiving(actor, resource, action);
  const narrowing = (kind: 'hidden' | 'readOnly') =>
    giving.filter((grant) => ruleOf(grant, resource)?.[kind]?.includes(field)).map(({ role }) => role);
  const [hidden, readOnly] = [narrowing('hidden'), writes ? narrowing('readOnly') : []];
  const closing = new Set([...hidden, ...readOnly]);
  // Roles add up: what one of them leaves open is open.
  const outcome = giving.length > 0 && closing.size === giving.length ? 'no' : 'note';
  if (hidden.length > 0) steps.push({ rule: 'fieldHidden', outcome, roles: hidden });
  if (readOnly.length > 0) steps.push({ rule: 'fieldReadOnly', outcome, roles: readOnly });
  return steps.length === 0 && open ? [{ rule: 'fieldOpen', outcome: 'yes' }] : steps;
}

function stateSteps({ action, record }: Question, { locked }: StoreFacts): ExplainStep[] {
  const steps: ExplainStep[] = [];
  const inTrash = record?.deletedAt !== null && record?.deletedAt !== undefined;
  if (inTrash && action !== 'read') steps.push({ rule: 'trashed', outcome: 'no' });
  if (locked && (action === 'update' || action === 'delete')) steps.push({ rule: 'locked', outcome: 'no' });
  return steps;
}

/** Whether one role by itself gives an action on a resource, and by what: a cell of the matrix. */
export interface Reason {
  allowed: boolean;
  by: 'admin' | 'rule' | 'signedIn' | 'permission' | 'nobody' | 'readOnlyResource';
  /** The permissions that give it, or that would. */
  permissions: string[];
}

export function reasonOf(
  grant: Pick<RoleGrant, 'permissions' | 'recordRules'>,
  resource: Resource,
  action: Action,
): Reason {
  if (resource.readOnly && action !== 'read') {
    return { allowed: false, by: 'readOnlyResource', permissions: [] };
  }
  if (grant.permissions.includes(adminPermission)) {
    return { allowed: true, by: 'admin', permissions: [adminPermission] };
  }
  const stated = ruleOf(grant, resource)?.actions?.[action];
  const rule = resource.permissions[action];
  const named = rule === 'signedIn' ? [] : rule;
  if (stated !== undefined) return { allowed: stated, by: 'rule', permissions: named };
  if (rule === 'signedIn') return { allowed: true, by: 'signedIn', permissions: [] };
  if (rule.length === 0) return { allowed: false, by: 'nobody', permissions: [] };
  const held = named.filter((name) => grant.permissions.includes(name));
  return { allowed: held.length > 0, by: 'permission', permissions: held.length > 0 ? held : named };
}
