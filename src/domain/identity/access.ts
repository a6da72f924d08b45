import {
  type AbilityTuple,
  createMongoAbility,
  type MongoAbility,
  type RawRuleOf,
  subject,
} from '@casl/ability';
import { attachmentResource, roomResource } from '#domain/record/files.ts';
import { type Action, isLinkList, type PermissionRule, type Resource } from '#domain/record/resource.ts';
import { own } from '#domain/text/own.ts';

/** Who asks. Made from the session on the server, sent to the client by GetCurrentUserInfo. */
export interface Actor {
  userId: number;
  userName: string;
  name: string;
  /** The same in English or pinyin; absent: the user has no English name. */
  nameEn?: string;
  /** The user's own company; null for bodies and administrators. */
  companyId: number | null;
  /** Companies whose rows the user sees: their own, and for an agent those it serves. */
  companyIds: number[];
  /** Coverage areas (organization units); empty: everywhere. */
  coverageIds: number[];
  /** Role names: OM, AGENT, ATMB, AIW, Admin … */
  roles: string[];
  permissions: string[];
  /** Organization units the user belongs to, for flow steps. */
  organizationUnitIds: number[];
  /** What each of the user's roles gives by itself; absent: one role that gives `permissions`. */
  grants?: RoleGrant[];
}

/** A role as access sees it: its permission strings, and what an administrator changed in the matrix. */
export interface RoleGrant {
  role: string;
  /** Its record; absent: none is stored. */
  roleId?: number;
  permissions: string[];
  recordRules: RecordRule[];
}

/**
 * How a role differs, for one resource, from what the permission strings and the entry say. Kept on the role.
 */
export interface RecordRule {
  resource: string;
  /** true: may, though no permission says so; false: may not, whatever they say. */
  actions?: Partial<Record<Action, boolean>>;
  /** Fields that the role does not see. */
  hidden?: string[];
  /** Fields that the role sees and does not change. */
  readOnly?: string[];
  /**
   * `scope`: the rows of its company or area, as everyone (the default); `own`: only what the user made
   * themselves.
   */
  rows?: 'scope' | 'own';
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
 * Permission strings → CASL rules. The only place where a row scope or a field is decided (decisions.md §3):
 * the server turns the same conditions into SQL, the client hides by them. Roles add up: what one of them
 * gives, no other takes away.
 */
export function rulesFor(actor: Actor, resources: Resource[]): Rule[] {
  if (actor.permissions.includes(adminPermission))
    return [{ action: 'manage', subject: 'all' }, ...notOfRooms];
  const rules: Rule[] = [];
  for (const resource of resources) {
    for (const action of actions) {
      const giving = rolesGiving(actor, resource, action);
      if (giving.length === 0) continue;
      const own = ownRowsOnly(giving, resource, action);
      const subject = resource.name;
      for (const scope of scopesOf(actor, resource, action, own)) {
        const conditions = { ...scope, ...(own ? { [authorField]: actor.userId } : {}) };
        rules.push({ action, subject, ...(Object.keys(conditions).length > 0 ? { conditions } : {}) });
      }
      const fields = closedFields(actor, giving, resource, action);
      if (fields.length > 0) rules.push({ action, subject, fields, inverted: true });
    }
  }
  return [...rules, ...notOfRooms];
}

/**
 * Which rows of a record type come from rooms: files, and reminders that quote an order. Nobody reads them as records,
 * administrators neither: members get files from the room, and users their reminders from their messages.
 */
const ofRooms: Record<string, Record<string, string>> = {
  [attachmentResource]: { resource: roomResource },
  reminder: { documentResource: roomResource },
};

const notOfRooms: Rule[] = Object.entries(ofRooms).map(([subject, conditions]) => ({
  action: 'manage',
  subject,
  conditions,
  inverted: true,
}));

const actions: Action[] = ['read', 'create', 'update', 'delete'];

/** The field of who made a record. */
export const authorField = 'createdBy';

/** What each of the user's roles gives by itself. */
export function grantsOf(actor: Actor): RoleGrant[] {
  if (actor.grants && actor.grants.length > 0) return actor.grants;
  return [{ role: '', permissions: actor.permissions, recordRules: [] }];
}

/** How a role differs for this resource; undefined: not at all. */
export function ruleOf(grant: Pick<RoleGrant, 'recordRules'>, { name }: Resource): RecordRule | undefined {
  return grant.recordRules.find(({ resource }) => resource === name);
}

/** The roles that let the user do it: by a permission, or because the matrix says so. */
export function rolesGiving(actor: Actor, resource: Resource, action: Action): RoleGrant[] {
  return grantsOf(actor).filter(
    (grant) => ruleOf(grant, resource)?.actions?.[action] ?? holds(grant, resource.permissions[action]),
  );
}

/** All that let the user do it let them do it only to what they made. */
export function ownRowsOnly(giving: RoleGrant[], resource: Resource, action: Action): boolean {
  return action !== 'create' && giving.every((grant) => ruleOf(grant, resource)?.rows === 'own');
}

/**
 * The fields that the user may not see (read) or not set (create, update), although they may do it to the
 * record.
 */
export function closedFields(
  actor: Actor,
  giving: RoleGrant[],
  resource: Resource,
  action: Action,
): string[] {
  if (action === 'delete') return [];
  const needed = (field: string) => {
    const { read, write } = resource.fieldPermissions?.[field] ?? {};
    return action === 'read' ? [read] : [read, write];
  };
  const closedBy = (grant: RoleGrant, field: string) => {
    const rule = ruleOf(grant, resource);
    return (
      rule?.hidden?.includes(field) === true ||
      (action !== 'read' && rule?.readOnly?.includes(field) === true)
    );
  };
  return Object.keys(resource.schema.properties).filter(
    (field) =>
      needed(field).some((permissions) => permissions !== undefined && !holds(actor, permissions)) ||
      giving.every((grant) => closedBy(grant, field)),
  );
}

/** The rows that the user does it to: those of any of these conditions. */
function scopesOf(
  actor: Actor,
  resource: Resource,
  action: Action,
  own: boolean,
): (Record<string, unknown> | undefined)[] {
  const scope = scopeOf(actor, resource, action);
  if (action !== 'read' || own) return [scope];
  const addressed = addressing(actor, resource);
  if (addressed) {
    const { toEveryone, lists } = addressed;
    return [
      ...(toEveryone.length > 0
        ? [Object.fromEntries(toEveryone.map((field) => [field, { $size: 0 }]))]
        : []),
      ...lists.map(({ field, ids }) => ({ [field]: { $in: ids } })),
    ];
  }
  const company = sharedBy(actor, resource);
  return company ? [scope, { [company]: emptyOf(resource, company) }] : [scope];
}

/** What a row names by which the user is meant: the field, their ids in it, and the channel of each. */
interface Addressing {
  /** Rows in which all of these are empty are for the user too. */
  toEveryone: string[];
  lists: { field: string; kind: 'company' | 'role' | 'unit'; ids: number[] }[];
}

/**
 * How the user is addressed by rows that name whom they are for; undefined: the type has no such rows, or the user keeps
 * them and reads all. Bodies read what is for companies, as they watch over them.
 */
function addressing(actor: Actor, resource: Resource): Addressing | undefined {
  const { scope } = resource;
  if (!scope?.company || !scope.addressees) return undefined;
  const isBound = boundToCompanies(actor);
  if (!isBound && rolesGiving(actor, resource, 'create').length > 0) return undefined;
  const { roles, units } = scope.addressees;
  const lists: Addressing['lists'] = [
    { field: scope.company, kind: 'company', ids: isBound ? actor.companyIds : [] },
    { field: roles, kind: 'role', ids: grantsOf(actor).flatMap(({ roleId }) => roleId ?? []) },
    { field: units, kind: 'unit', ids: [...new Set([...actor.coverageIds, ...actor.organizationUnitIds])] },
  ];
  return {
    toEveryone: [...(isBound ? [scope.company] : []), roles, units],
    lists: lists.filter(({ ids }) => ids.length > 0),
  };
}

/**
 * The company field of a resource whose rows without a company the user sees too; who is bound to areas sees
 * by area alone.
 */
function sharedBy(actor: Actor, { scope }: Resource): string | undefined {
  return scope?.shared && boundToCompanies(actor) ? scope.company : undefined;
}

/** What a company field that names nobody holds, as a condition. */
function emptyOf({ schema }: Resource, field: string): null | { $size: 0 } {
  return isLinkList(schema.properties[field] ?? {}) ? { $size: 0 } : null;
}

/** The user sees rows by company, and not by area. */
export function boundToCompanies(actor: Actor): boolean {
  return actor.companyId !== null || actor.companyIds.length > 0;
}

function scopeOf(actor: Actor, resource: Resource, action: Action): Record<string, unknown> | undefined {
  const { scope } = resource;
  if (!scope || (scope.public && action === 'read')) return undefined;
  if (scope.people) return { [scope.people]: { $in: [actor.userId] } };
  if (boundToCompanies(actor)) {
    if (!scope.company) return undefined;
    // A company's own record is found by its id, and nobody creates one through their own scope.
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

/**
 * May the user do it to this very record? The one helper: CASL's bare `can(action, 'x')` ignores conditions.
 */
export function may(ability: Ability, action: Action, resource: string, record: object): boolean {
  return ability.can(action, subject(resource, { ...record }));
}

/** May the user do it to any record at all? Decides whether a menu entry or a button exists. */
export function mayEver(ability: Ability, action: Action, resource: string): boolean {
  return ability.can(action, resource);
}

/**
 * May the user see this field of any record that they may read? `may` and `mayEver` speak of the record
 * alone.
 */
export function mayReadField(ability: Ability, resource: string, field: string): boolean {
  return ability.can('read', resource, field);
}

/**
 * May the user set this field where they may create or change the record? Not where they may not see it,
 * although another role lets them change the record; who reads no records at all sets what they can.
 */
export function mayWriteField(
  ability: Ability,
  action: 'create' | 'update',
  resource: string,
  field: string,
): boolean {
  if (!ability.can(action, resource, field)) return false;
  return mayReadField(ability, resource, field) || !mayEver(ability, 'read', resource);
}

/**
 * The hub channels of a user: one a resource, or one for each company or area they are bound to.
 * A change is sent to `channelsOf` its record, so real time obeys the very scope that lists obey.
 */
export function channelsFor(actor: Actor, resources: Resource[]): string[] {
  const channels: string[] = [];
  for (const resource of resources) {
    const admin = actor.permissions.includes(adminPermission);
    const giving = rolesGiving(actor, resource, 'read');
    if (!admin && giving.length === 0) continue;
    const own = !admin && ownRowsOnly(giving, resource, 'read');
    const of = own ? authorPrefix(resource, actor.userId) : resource.name;
    const addressed = admin || own ? undefined : addressing(actor, resource);
    if (addressed) {
      channels.push(`${of}:${boundToCompanies(actor) ? 'shared' : 'bodies'}`);
      for (const { kind, ids } of addressed.lists) for (const id of ids) channels.push(`${of}:${kind}:${id}`);
      continue;
    }
    const conditions = admin ? undefined : scopeOf(actor, resource, 'read');
    if (!conditions) {
      channels.push(`${of}:all`);
      // What is for single people reaches a user who reads everything only where they are one of them.
      if (resource.scope?.people) channels.push(`${of}:person:${actor.userId}`);
      continue;
    }
    for (const [field, condition] of Object.entries(conditions)) {
      const kind = kindOfPlace(resource, field);
      const ids = (condition as { $in: number[] }).$in;
      for (const id of ids) channels.push(`${of}:${kind}:${id}`);
    }
    if (sharedBy(actor, resource) && !own) channels.push(`${of}:shared`);
  }
  return channels;
}

function kindOfPlace({ scope }: Resource, field: string): 'area' | 'person' | 'company' {
  if (field === coverageField) return 'area';
  return field === scope?.people ? 'person' : 'company';
}

function isOfRoom(resource: string, record: Record<string, unknown>): boolean {
  const conditions = own(ofRooms, resource);
  return (
    conditions !== undefined && Object.entries(conditions).every(([field, value]) => record[field] === value)
  );
}

/** The channels that hear of a change to this record. */
export function channelsOf(resource: Resource, record: Record<string, unknown>): string[] {
  if (isOfRoom(resource.name, record)) return [];
  const { scope } = resource;
  const places = ['all'];
  const company: unknown = scope?.company ? record[scope.company] : undefined;
  const idsIn = (value: unknown): unknown[] => [value].flat().filter((id) => typeof id === 'number');
  const companies = idsIn(company);
  for (const id of companies) places.push(`company:${id}`);
  const people: unknown = scope?.people ? record[scope.people] : undefined;
  if (Array.isArray(people)) for (const id of people) places.push(`person:${id}`);
  const roles = idsIn(scope?.addressees && record[scope.addressees.roles]);
  const units = idsIn(scope?.addressees && record[scope.addressees.units]);
  for (const id of roles) places.push(`role:${id}`);
  for (const id of units) places.push(`unit:${id}`);
  const isOfPeople = roles.length + units.length > 0;
  if (scope?.addressees && !isOfPeople) places.push('bodies');
  if (scope?.shared && companies.length === 0 && !isOfPeople) places.push('shared');
  const areas = record[coverageField];
  if (scope?.coverage && Array.isArray(areas)) for (const id of areas) places.push(`area:${id}`);
  const author = record[authorField];
  const of = [resource.name, ...(typeof author === 'number' ? [authorPrefix(resource, author)] : [])];
  return of.flatMap((prefix) => places.map((place) => `${prefix}:${place}`));
}

/** Channels of whoever hears only of what they made themselves. */
function authorPrefix({ name }: Resource, author: number): string {
  return `${name}:user:${author}`;
}
