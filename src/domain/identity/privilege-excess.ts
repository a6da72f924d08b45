import type { Action, Resource } from '#domain/record/resource.ts';
import {
  type Actor,
  adminPermission,
  boundToCompanies,
  closedFields,
  ownRowsOnly,
  rolesGiving,
} from './access.ts';

/** What one user holds and another does not. */
export interface Excess {
  permissions: string[];
  /**
   * Record types of which the user may do more: an action, a field, or rows that the other sees only where
   * they made them.
   */
  resources: Resource[];
  /** The field of a user by which they see rows that the other does not. */
  rows: 'company' | 'servedCompanies' | 'coverage' | null;
}

const actions: Action[] = ['read', 'create', 'update', 'delete'];

/**
 * What `other` holds beyond `caller`, by permissions, by the record rules of the roles, and by rows. Nobody
 * grants it, and nobody changes the account of a user who holds it. Whoever administers everything has
 * nothing beyond.
 */
export function excessOf(caller: Actor, other: Actor, resources: Resource[]): Excess {
  if (caller.permissions.includes(adminPermission)) return { permissions: [], resources: [], rows: null };
  const permissions = other.permissions.filter((name) => !caller.permissions.includes(name));
  return {
    permissions,
    resources: permissions.includes(adminPermission)
      ? []
      : resources.filter((resource) => actions.some((action) => doesMore(caller, other, resource, action))),
    rows: rowsBeyond(caller, other),
  };
}

export function hasExcess({ permissions, resources, rows }: Excess): boolean {
  return permissions.length > 0 || resources.length > 0 || rows !== null;
}

function doesMore(caller: Actor, other: Actor, resource: Resource, action: Action): boolean {
  const giving = rolesGiving(other, resource, action);
  if (giving.length === 0) return false;
  const held = rolesGiving(caller, resource, action);
  if (held.length === 0) return true;
  if (ownRowsOnly(held, resource, action) && !ownRowsOnly(giving, resource, action)) return true;
  const closed = closedFields(other, giving, resource, action);
  return closedFields(caller, held, resource, action).some((field) => !closed.includes(field));
}

/** Companies go before areas, as they do where rows are judged (`scopeOf`). */
function rowsBeyond(caller: Actor, other: Actor): Excess['rows'] {
  if (boundToCompanies(caller)) {
    if (!boundToCompanies(other)) return 'company';
    if (other.companyId !== null && !caller.companyIds.includes(other.companyId)) return 'company';
    return other.companyIds.every((id) => caller.companyIds.includes(id)) ? null : 'servedCompanies';
  }
  if (caller.coverageIds.length === 0) return null;
  if (boundToCompanies(other)) return other.companyId === null ? 'servedCompanies' : 'company';
  const within =
    other.coverageIds.length > 0 && other.coverageIds.every((id) => caller.coverageIds.includes(id));
  return within ? null : 'coverage';
}
