import { useAbility } from '@casl/react';
import { useCallback } from 'react';
import { type Ability, mayReadField, mayWriteField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { groupsOf } from '#web/engine/fields.ts';
import type { FieldUse } from '#web/engine/form-schema.ts';

/** What this user's form does with each field: sets it, shows it with the reason why not, or does not have it. */
export function fieldUse(
  ability: Ability,
  resource: Resource,
  action: 'create' | 'update',
  field: string,
): FieldUse {
  if (!mayReadField(ability, resource.name, field)) return 'hidden';
  const schema = resource.schema.properties[field];
  if (schema?.['x-computed']) return 'computed';
  if (resource.serviceOnly?.includes(field) || schema?.readOnly) {
    // A record that is not there yet has nothing that a service could have set.
    return action === 'create' ? 'hidden' : 'service';
  }
  return mayWriteField(ability, action, resource.name, field) ? true : 'permission';
}

/** The same for a whole form. `fixed`: fields that whoever opened it has set for good. */
export function useFieldUses(
  resource: Resource,
  action: 'create' | 'update',
  fixed?: string,
): (field: string) => FieldUse {
  const ability = useAbility<Ability>();
  return useCallback(
    (field: string) => (field === fixed ? 'hidden' : fieldUse(ability, resource, action, field)),
    [ability, resource, action, fixed],
  );
}

/** The fields of a form that may be set. */
export function settableFields(resource: Resource, use: (field: string) => FieldUse): string[] {
  return groupsOf(resource)
    .flatMap(({ fields }) => fields)
    .filter((field) => use(field) === true);
}
