import { type Static, Type } from '@sinclair/typebox';
import { presentFor } from '#server/engine/records/fields.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { textOf, textsOf } from '#server/features/abp/abp.ts';
import { nullable } from '#server/http/nullable.ts';
import type { Caller } from '#server/kernel/caller.ts';

export const roleListDto = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  isStatic: Type.Boolean(),
  isDefault: Type.Boolean(),
  creationTime: Type.String(),
});

export function roleListView(role: StoredRecord): Static<typeof roleListDto> {
  return {
    id: role.id,
    name: textOf(role.name),
    displayName: textOf(role.displayName),
    isStatic: role.isStatic === true,
    isDefault: role.isDefault === true,
    creationTime: textOf(role.createdAt),
  };
}

export const roleDto = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  normalizedName: Type.String(),
  description: nullable(Type.String()),
  grantedPermissions: Type.Array(Type.String()),
  isStatic: Type.Boolean(),
  isDefault: Type.Boolean(),
  creationTime: Type.String(),
  version: Type.Integer(),
});

/**
 * The role as this caller may see it. Which roles there are everyone may know: clients ask for them before they show
 * anything. What a role permits is for whoever may read roles.
 */
export function roleViewFor(
  caller: Pick<Caller, 'ability'>,
  type: RecordType,
  role: StoredRecord,
): Static<typeof roleDto> {
  const { name, displayName, isStatic, isDefault, createdAt } = role;
  return roleView({ name, displayName, isStatic, isDefault, createdAt, ...presentFor(caller, type, role) });
}

export function roleView(role: StoredRecord): Static<typeof roleDto> {
  return {
    ...roleListView(role),
    normalizedName: textOf(role.name).toUpperCase(),
    description: typeof role.description === 'string' ? role.description : null,
    grantedPermissions: textsOf(role.permissions),
    version: role.version,
  };
}
