import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../nullable.ts';
import type { StoredRecord } from '../records/records.ts';
import { textOf, textsOf } from './abp.ts';

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

export function roleView(role: StoredRecord): Static<typeof roleDto> {
  return {
    ...roleListView(role),
    normalizedName: textOf(role.name).toUpperCase(),
    description: typeof role.description === 'string' ? role.description : null,
    grantedPermissions: textsOf(role.permissions),
    version: role.version,
  };
}
