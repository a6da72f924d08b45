import type { RoleDto, RoleListDto } from '#contract/role.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { textOf, textsOf } from '#server/features/abp/abp.ts';
import type { Caller } from '#server/kernel/caller.ts';

export function roleListView(role: StoredRecord): RoleListDto {
  return {
    id: role.id,
    name: textOf(role.name),
    displayName: textOf(role.displayName),
    isStatic: role.isStatic === true,
    isDefault: role.isDefault === true,
    creationTime: textOf(role.createdAt),
  };
}

/**
 * The role as this caller may see it. Which roles there are everyone may know: clients ask for them before they show
 * anything. What a role permits is for whoever may read roles.
 */
export function roleViewFor(
  caller: Pick<Caller, 'ability' | 'locale'>,
  type: RecordType,
  role: StoredRecord,
): RoleDto {
  const { name, displayName, isStatic, isDefault, createdAt } = role;
  return roleView({ name, displayName, isStatic, isDefault, createdAt, ...presentFor(caller, type, role) });
}

export function roleView(role: StoredRecord): RoleDto {
  return {
    ...roleListView(role),
    normalizedName: textOf(role.name).toUpperCase(),
    description: stringOf(role.description),
    grantedPermissions: textsOf(role.permissions),
    version: role.version,
  };
}
