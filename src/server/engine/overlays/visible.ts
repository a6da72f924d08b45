import { type Ability, mayEver, mayReadField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';

/**
 * The type as this user may know it: without the fields that were added and that they may not read. Undefined
 * where they may not read it at all.
 */
export function visibleTo(
  ability: Ability,
  resource: Resource,
  shipped: Resource | undefined,
): Resource | undefined {
  const { name, schema } = resource;
  if (!mayEver(ability, 'read', name)) return undefined;
  const hidden = new Set(
    Object.keys(schema.properties).filter(
      (field) => !shipped?.schema.properties[field] && !mayReadField(ability, name, field),
    ),
  );
  if (hidden.size === 0) return resource;
  const open = (fields: string[]) => fields.filter((field) => !hidden.has(field));
  const { form } = resource;
  return {
    ...resource,
    schema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(schema.properties).filter(([field]) => !hidden.has(field)),
      ),
      ...(schema.required ? { required: open(schema.required) } : {}),
    },
    columns: open(resource.columns),
    search: open(resource.search),
    ...(form?.groups
      ? { form: { ...form, groups: form.groups.map((group) => ({ ...group, fields: open(group.fields) })) } }
      : {}),
  };
}
