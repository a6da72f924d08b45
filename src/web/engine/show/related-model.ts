import { type Ability, mayEver, mayReadField, mayWriteField } from '#domain/identity/access.ts';
import { isLinkList, type Resource, relationOf, usualColumns } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { operatorsOf } from '#web/engine/fields.ts';

/** Records of another type that name this one in a field of theirs. */
export interface RelatedList {
  resource: Resource;
  field: string;
  /** Edited together with the record (master and detail): they come first. */
  detail: boolean;
  /** They only tell who did something once. */
  past: boolean;
}

/**
 * Every list of records that relate to a type and that the user may read, details first, then in the menu's
 * order.
 */
export function relatedLists(
  resource: Resource,
  resources: readonly Resource[],
  ability: Ability,
): RelatedList[] {
  const details = resource.details ?? [];
  const place = ({ resource: other, field }: RelatedList) => {
    const index = details.findIndex((detail) => detail.resource === other.name && detail.field === field);
    return index < 0 ? details.length : index;
  };
  const lists = resources.flatMap((other) => {
    if (!mayEver(ability, 'read', other.name)) return [];
    return Object.entries(other.schema.properties).flatMap(([field, schema]): RelatedList[] => {
      const relation = relationOf(schema);
      if (relation?.resource !== resource.name || schema['x-secret']) return [];
      if (!mayReadField(ability, other.name, field)) return [];
      const detail = details.some((one) => one.resource === other.name && one.field === field);
      return [{ resource: other, field, detail, past: relation.past === true }];
    });
  });
  return lists.sort((a, b) => place(a) - place(b) || Number(a.past) - Number(b.past));
}

/**
 * The address of the list of these records alone; undefined where the list cannot be filtered by the field.
 */
export function listAddress({ resource, field }: Pick<RelatedList, 'resource' | 'field'>, id: number) {
  const schema = resource.schema.properties[field];
  if (!schema || !operatorsOf(schema).includes('in')) return undefined;
  return `${resource.path}?f.${field}.in=${id}`;
}

/** The address of the form for a new one that names this record already; undefined: they may not. */
export function createAddress(
  { resource, field }: Pick<RelatedList, 'resource' | 'field'>,
  id: number,
  ability: Ability,
): string | undefined {
  const schema = resource.schema.properties[field];
  if (!schema || resource.readOnly || isLinkList(schema) || resource.serviceOnly?.includes(field)) {
    return undefined;
  }
  const may =
    mayEver(ability, 'create', resource.name) && mayWriteField(ability, 'create', resource.name, field);
  return may ? `${resource.path}/create?${field}=${id}` : undefined;
}

/**
 * Columns of a small list: the name, then what the list shows first, without the field that is the same in
 * all.
 */
export function smallColumns(
  resource: Resource,
  without: string,
  { ability, locale }: { ability: Ability; locale: Locale },
  most = 5,
): string[] {
  const columns = usualColumns(resource, locale);
  const wanted = [resource.titleField, ...columns.filter((field) => field !== resource.titleField)];
  return wanted
    .filter((field) => field !== without && mayReadField(ability, resource.name, field))
    .slice(0, most);
}
