import { useAbility } from '@casl/react';
import { useMemo } from 'react';
import { type Ability, mayReadField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';

/**
 * The record type as this user sees it: a field that they may not read is not there, and so it is no column,
 * no filter, no sort and nothing to search in.
 */
export function readablePart(resource: Resource, mayRead: (field: string) => boolean): Resource {
  const open = (field: string) =>
    !resource.schema.properties[field]?.['x-secret'] &&
    (!(field in resource.schema.properties) || mayRead(field));
  const properties = Object.fromEntries(
    Object.entries(resource.schema.properties).filter(([field]) => open(field)),
  );
  const { sort, ...rest } = resource;
  return {
    ...rest,
    ...(sort && open(sort.field) ? { sort } : {}),
    schema: { ...resource.schema, properties },
    columns: resource.columns.filter(open),
    search: resource.search.filter(open),
  };
}

export function useReadable(resource: Resource): Resource {
  const ability = useAbility<Ability>();
  // The rules are replaced as a whole when they change.
  const { rules } = ability;
  return useMemo(() => {
    void rules;
    return readablePart(resource, (field) => mayReadField(ability, resource.name, field));
  }, [resource, ability, rules]);
}
