import type { ConfigurationItem } from '#domain/configuration/item.ts';
import { objectsIn, textsIn } from '#domain/configuration/problems.ts';
import type { Installation } from './installation.ts';

/** The fields of the record that an item becomes, with ids of this installation. Parts of a record are set as a whole. */
export function recordValues(
  { section, key, values }: Pick<ConfigurationItem, 'section' | 'key'> & { values: Record<string, unknown> },
  here: Pick<Installation, 'unitIds' | 'steps' | 'records'>,
): Record<string, unknown> {
  const unitIds = (value: unknown) => textsIn(value).flatMap((ref) => here.unitIds.get(ref) ?? []);
  switch (section) {
    case 'dictionaries':
      return { code: key, ...only(values, ['name', 'nameEn', 'description']) };
    case 'parameters':
      return only(values, ['value']);
    case 'roles':
      return {
        name: key,
        ...only(values, [
          'displayName',
          'displayNameEn',
          'description',
          'descriptionEn',
          'permissions',
          'isDefault',
          'requireSecondFactor',
          'recordRules',
        ]),
      };
    case 'flows':
      return {
        name: key,
        ...only(values, ['nameEn', 'documentKind', 'enabled', 'priority', 'remarks', 'condition']),
        steps: objectsIn(values.steps).map((step) => ({
          ...step,
          organizationUnits: unitIds(step.organizationUnits),
          // Users belong to the installation: a step of the same name keeps those that it has here.
          users: here.steps.get(key)?.find(({ name }) => name === step.name)?.users ?? [],
        })),
      };
    case 'dashboards':
      return {
        name: key,
        ...only(values, ['nameEn', 'order', 'refreshS', 'wall', 'wallS', 'tiles']),
        roles: textsIn(values.roles).flatMap((name) => here.records.roles.get(name)?.id ?? []),
        units: unitIds(values.units),
      };
    case 'schema':
      return {};
  }
}

/** The items of a dictionary, as records without the dictionary. */
export const dictionaryItemValues = (values: Record<string, unknown>): Record<string, unknown>[] =>
  objectsIn(values.items).map((item) =>
    only(item, ['code', 'label', 'labelEn', 'order', 'colour', 'isActive', 'remark']),
  );

/** Null becomes the field's default where the record is new; an absent field stays. */
function only(values: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  );
}
