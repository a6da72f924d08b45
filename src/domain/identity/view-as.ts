import type { Action, Resource } from '#domain/record/resource.ts';
import {
  type Actor,
  abilityOf,
  adminPermission,
  mayEver,
  mayReadField,
  mayWriteField,
  type RecordRule,
  type RoleGrant,
  rolesGiving,
  ruleOf,
  rulesFor,
} from './access.ts';

/** Headers by which a request asks to be answered as a role, and as one of a company. */
export const viewAsHeader = 'x-clearway-view-as';
export const viewCompanyHeader = 'x-clearway-view-company';

/** The user keeps roles, so they may see the system as one of them. */
export function mayViewAs({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return permissions.includes(adminPermission) || permissions.includes('Pages.Roles');
}

/**
 * Who looks, as if they had this one role, and no other, and belonged to this company. Who is no
 * administrator never sees more than they do by themselves: their own rows, and of the role only what they
 * may do too.
 */
export function actorAs(
  viewer: Actor,
  grant: RoleGrant,
  companyId: number | null,
  resources: Resource[],
): Actor {
  const admin = viewer.permissions.includes(adminPermission);
  const company = companyId === null && !admin ? viewer.companyId : companyId;
  return {
    ...viewer,
    roles: [grant.role],
    companyId: company,
    companyIds: companyId !== null ? [companyId] : admin ? [] : viewer.companyIds,
    coverageIds: admin ? [] : viewer.coverageIds,
    permissions: admin ? grant.permissions : bothHold(viewer, grant.permissions),
    grants: [admin ? grant : narrowed(viewer, grant, resources)],
  };
}

function bothHold(viewer: Actor, permissions: string[]): string[] {
  return permissions.filter((name) => viewer.permissions.includes(name));
}

const actions: Action[] = ['read', 'create', 'update', 'delete'];

function narrowed(viewer: Actor, grant: RoleGrant, resources: Resource[]): RoleGrant {
  const ability = abilityOf(rulesFor(viewer, resources));
  const permissions = grant.permissions.includes(adminPermission)
    ? viewer.permissions
    : bothHold(viewer, grant.permissions);
  const recordRules = resources.map((resource): RecordRule => {
    const own = ruleOf(grant, resource);
    const denied = actions.filter((action) => !mayEver(ability, action, resource.name));
    const fields = Object.keys(resource.schema.properties);
    const giving = rolesGiving(viewer, resource, 'read');
    const ownOnly = giving.length > 0 && giving.every((one) => ruleOf(one, resource)?.rows === 'own');
    return {
      resource: resource.name,
      actions: { ...own?.actions, ...Object.fromEntries(denied.map((action) => [action, false])) },
      hidden: [
        ...(own?.hidden ?? []),
        ...fields.filter((field) => !mayReadField(ability, resource.name, field)),
      ],
      readOnly: [
        ...(own?.readOnly ?? []),
        ...fields.filter((field) => !mayWriteField(ability, 'update', resource.name, field)),
      ],
      rows: ownOnly ? 'own' : (own?.rows ?? 'scope'),
    };
  });
  return { role: grant.role, permissions, recordRules };
}
