import type { RecordRule, RoleGrant } from '#domain/identity/access.ts';
import { holds } from '#domain/identity/access.ts';
import { type Reason, reasonOf } from '#domain/identity/explain.ts';
import type { Action, Resource } from '#domain/record/resource.ts';
import { stringOf } from '#domain/text/narrow.ts';

/**
 * The matrix as values: what a cell says and why, what a click makes of a role's rules, and what is to be
 * saved.
 */

export interface MatrixRole {
  id: number;
  version: number;
  name: string;
  displayName: string;
  displayNameEn: string | null;
  permissions: string[];
  recordRules: RecordRule[];
}

/** Rules that were changed and not saved yet, by the role's id. */
export type Edits = Readonly<Record<number, RecordRule[]>>;

export const matrixActions: Action[] = ['read', 'create', 'update', 'delete'];

export type FieldState = 'visible' | 'readOnly' | 'hidden';

/** What a person sees of a role: with the edits that are not saved yet. */
export function rulesOf(role: MatrixRole, edits: Edits): RecordRule[] {
  return edits[role.id] ?? role.recordRules;
}

export function grantOf(role: MatrixRole, edits: Edits): RoleGrant {
  return { role: role.name, permissions: role.permissions, recordRules: rulesOf(role, edits) };
}

export function isAdmin(role: Pick<MatrixRole, 'permissions'>): boolean {
  return role.permissions.includes('Pages.Admin');
}

export interface Cell extends Reason {
  /** The matrix says so, not the permissions. */
  own: boolean;
  /** How it would be without a word of the matrix. */
  otherwise: boolean;
}

export function cellOf(grant: RoleGrant, resource: Resource, action: Action): Cell {
  const plain = reasonOf({ permissions: grant.permissions, recordRules: [] }, resource, action);
  const now = reasonOf(grant, resource, action);
  return { ...now, own: now.by === 'rule', otherwise: plain.allowed };
}

const nothing = (rule: RecordRule) =>
  Object.keys(rule.actions ?? {}).length === 0 &&
  (rule.hidden ?? []).length === 0 &&
  (rule.readOnly ?? []).length === 0 &&
  (rule.rows ?? 'scope') === 'scope';

/** The rules with the one of a resource changed; a rule that says nothing any more is left out. */
function withRule(
  rules: readonly RecordRule[],
  resource: string,
  change: (rule: RecordRule) => RecordRule,
): RecordRule[] {
  const old = rules.find((rule) => rule.resource === resource) ?? { resource };
  const next = change(old);
  const others = rules.filter((rule) => rule.resource !== resource);
  return nothing(next) ? others : [...others, next].sort((a, b) => (a.resource < b.resource ? -1 : 1));
}

/** As the permissions say → allowed → denied → as the permissions say. */
export function nextStated(stated: boolean | undefined): boolean | undefined {
  if (stated === undefined) return true;
  return stated ? false : undefined;
}

export function withAction(
  rules: readonly RecordRule[],
  resource: string,
  action: Action,
  stated: boolean | undefined,
): RecordRule[] {
  return withRule(rules, resource, (rule) => {
    const { [action]: _, ...rest } = rule.actions ?? {};
    const actions = stated === undefined ? rest : { ...rest, [action]: stated };
    const { actions: __, ...others } = rule;
    return Object.keys(actions).length > 0 ? { ...others, actions } : others;
  });
}

export function withRows(
  rules: readonly RecordRule[],
  resource: string,
  rows: 'scope' | 'own',
): RecordRule[] {
  return withRule(rules, resource, ({ rows: _, ...rule }) => (rows === 'own' ? { ...rule, rows } : rule));
}

export function withField(
  rules: readonly RecordRule[],
  resource: string,
  field: string,
  state: FieldState,
): RecordRule[] {
  return withRule(rules, resource, ({ hidden = [], readOnly = [], ...rule }) => {
    const lists = {
      hidden: hidden.filter((name) => name !== field),
      readOnly: readOnly.filter((name) => name !== field),
    };
    if (state !== 'visible') lists[state].push(field);
    return {
      ...rule,
      ...(lists.hidden.length > 0 ? { hidden: lists.hidden.sort() } : {}),
      ...(lists.readOnly.length > 0 ? { readOnly: lists.readOnly.sort() } : {}),
    };
  });
}

/** What a role sees of a field, and whether anything but the matrix has a say in it. */
export interface FieldCell {
  state: FieldState;
  /** `service`: nobody sets it by hand; `permission`: the entry asks for more; `rule`: the matrix. */
  by: 'admin' | 'rule' | 'permission' | 'service' | 'open';
  permissions: string[];
}

export function fieldCellOf(grant: RoleGrant, resource: Resource, field: string): FieldCell {
  const schema = resource.schema.properties[field];
  const byService = resource.readOnly || resource.serviceOnly?.includes(field) || schema?.readOnly === true;
  if (grant.permissions.includes('Pages.Admin')) {
    return {
      state: byService ? 'readOnly' : 'visible',
      by: byService ? 'service' : 'admin',
      permissions: [],
    };
  }
  const { read, write } = resource.fieldPermissions?.[field] ?? {};
  if (read && !holds(grant, read)) return { state: 'hidden', by: 'permission', permissions: read };
  const rule = grant.recordRules.find((one) => one.resource === resource.name);
  if (rule?.hidden?.includes(field)) return { state: 'hidden', by: 'rule', permissions: [] };
  if (byService) return { state: 'readOnly', by: 'service', permissions: [] };
  if (write && !holds(grant, write)) return { state: 'readOnly', by: 'permission', permissions: write };
  if (rule?.readOnly?.includes(field)) return { state: 'readOnly', by: 'rule', permissions: [] };
  return { state: 'visible', by: 'open', permissions: [] };
}

/** One thing that differs between two sets of rules. */
export interface MatrixChange {
  resource: string;
  /** `action:read`, `field:price`, `rows`. */
  what: string;
  before: string;
  after: string;
}

export function changesOf(before: readonly RecordRule[], after: readonly RecordRule[]): MatrixChange[] {
  const names = [...new Set([...before, ...after].map(({ resource }) => resource))].sort();
  return names.flatMap((resource) => {
    const was = facts(before.find((rule) => rule.resource === resource));
    const is = facts(after.find((rule) => rule.resource === resource));
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((what) => {
      const usual = what === 'rows' ? 'scope' : what.startsWith('field:') ? 'visible' : 'asPermitted';
      const [from, to] = [was.get(what) ?? usual, is.get(what) ?? usual];
      return from === to ? [] : [{ resource, what, before: from, after: to }];
    });
  });
}

function facts(rule: RecordRule | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const action of matrixActions) {
    const stated = rule?.actions?.[action];
    if (stated !== undefined) found.set(`action:${action}`, stated ? 'allow' : 'deny');
  }
  for (const field of rule?.readOnly ?? []) found.set(`field:${field}`, 'readOnly');
  for (const field of rule?.hidden ?? []) found.set(`field:${field}`, 'hidden');
  if (rule?.rows === 'own') found.set('rows', 'own');
  return found;
}

/**
 * My rules over what someone else saved meanwhile: of a resource that I touched mine holds, of every other
 * theirs.
 */
export function mergeRules(
  base: readonly RecordRule[],
  mine: readonly RecordRule[],
  theirs: readonly RecordRule[],
): RecordRule[] {
  const touched = new Set(changesOf(base, mine).map(({ resource }) => resource));
  return [
    ...theirs.filter(({ resource }) => !touched.has(resource)),
    ...mine.filter(({ resource }) => touched.has(resource)),
  ].sort((a, b) => (a.resource < b.resource ? -1 : 1));
}

/** The edits with one role's rules set; back at what is saved they are none. */
export function withEdit(edits: Edits, role: MatrixRole, rules: RecordRule[]): Edits {
  const { [role.id]: _, ...others } = edits;
  return changesOf(role.recordRules, rules).length === 0 ? others : { ...others, [role.id]: rules };
}

/** A stored role, as the records endpoint sends it; undefined where it is none. */
export function readRole(record: Record<string, unknown>): MatrixRole | undefined {
  const { id, version, name, displayName, displayNameEn, permissions, recordRules } = record;
  if (typeof id !== 'number' || typeof version !== 'number' || typeof name !== 'string') return undefined;
  return {
    id,
    version,
    name,
    displayName: stringOf(displayName) ?? name,
    displayNameEn: stringOf(displayNameEn),
    permissions: Array.isArray(permissions) ? permissions.map(String) : [],
    recordRules: Array.isArray(recordRules) ? recordRules.filter(isRule) : [],
  };
}

function isRule(value: unknown): value is RecordRule {
  return typeof value === 'object' && value !== null && 'resource' in value;
}
