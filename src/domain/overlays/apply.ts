import { sqlType } from '#domain/record/column-type.ts';
import { defineResources, isLinkList, type Resource, relationOf } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import { fieldSchemaOf } from './field-schema.ts';
import { titleOf } from './names.ts';
import { addedPath, type Overlay, type OverlayDefinition, type OverlayField } from './overlay.ts';

/** A shipped file and an overlay say different things of one field: the server cannot start before a person decides. */
export class OverlayClash extends Error {
  constructor(resource: string, field: string) {
    super(
      `The record type "${resource}" now has a field "${field}" in schemas/, and a field of the same name was added ` +
        'in the browser with another type. Give the field of schemas/ another name or the same type, or withdraw the ' +
        'added field while the former version runs.',
    );
    this.name = 'OverlayClash';
  }
}

/**
 * The catalogue: what is shipped, with what is published on top. A shipped type or field that has meanwhile taken the
 * place of an added one wins where both are kept alike; what nothing was added to comes back as the same object.
 */
export function applyOverlays(shipped: readonly Resource[], overlays: readonly Overlay[]): Resource[] {
  const resources = new Map(shipped.map((resource) => [resource.name, resource]));
  for (const { resource: name, kind, state, published } of overlays) {
    if (state !== 'published' || !published) continue;
    const base = resources.get(name);
    if (base) resources.set(name, withFields(base, published.fields));
    else if (kind === 'type') resources.set(name, typeOf(name, published));
    // A type that is shipped no longer takes its added fields with it.
  }
  return defineResources([...resources.values()]);
}

function withFields(resource: Resource, fields: OverlayField[]): Resource {
  const added = fields.filter((field) => {
    const own = resource.schema.properties[field.name];
    if (!own) return true;
    const schema = fieldSchemaOf(field);
    const alike =
      sqlType(own) === sqlType(schema) &&
      isLinkList(own) === isLinkList(schema) &&
      relationOf(own)?.resource === relationOf(schema)?.resource;
    if (!alike) throw new OverlayClash(resource.name, field.name);
    return false;
  });
  if (added.length === 0) return resource;
  const { schema, form } = resource;
  return {
    ...resource,
    schema: {
      ...schema,
      properties: { ...schema.properties, ...propertiesOf(added) },
      ...requiredOf([...(schema.required ?? []), ...requiredNames(added)]),
    },
    columns: [...resource.columns, ...named(added, 'inList')],
    search: [...resource.search, ...named(added, 'inSearch')],
    ...(added.some(({ group }) => group)
      ? { form: { ...form, groups: groupsWith(form?.groups ?? [], added) } }
      : {}),
  };
}

/** The entry that a person would have written for this type. */
function typeOf(name: string, { type, fields }: OverlayDefinition): Resource {
  if (!type) throw new Error(`the overlay of "${name}" is a record type and does not say so`);
  const { titleField, subtitleField, companyField } = type;
  const listed = named(fields, 'inList');
  const groups = groupsWith([], fields);
  return {
    name,
    schema: {
      $id: name,
      type: 'object',
      title: titleOf(name),
      'x-label': type.label,
      properties: propertiesOf(fields),
      ...requiredOf(requiredNames(fields)),
      additionalProperties: false,
    },
    path: `${addedPath}/${name}`,
    ...(type.menu ? { menu: { ...type.menu, icon: 'AppstoreOutlined' } } : {}),
    permissions: type.permissions,
    ...(companyField ? { scope: { company: companyField } } : {}),
    titleField,
    ...(subtitleField ? { subtitleField } : {}),
    columns: listed.length > 0 ? listed : [titleField],
    search: named(fields, 'inSearch'),
    sort: { field: titleField, order: 'asc' },
    ...(groups.length > 0 ? { form: { groups } } : {}),
  };
}

function propertiesOf(fields: OverlayField[]) {
  return Object.fromEntries(fields.map((field) => [field.name, fieldSchemaOf(field)]));
}

function requiredNames(fields: OverlayField[]): string[] {
  return fields.filter(({ required }) => required).map(({ name }) => name);
}

function requiredOf(required: string[]): { required?: string[] } {
  return required.length > 0 ? { required } : {};
}

function named(fields: OverlayField[], where: 'inList' | 'inSearch'): string[] {
  return fields.filter((field) => field[where]).map(({ name }) => name);
}

type Groups = NonNullable<NonNullable<Resource['form']>['groups']>;

/** Each field in the group that has its label, or in a new one behind the others. */
function groupsWith(groups: Groups, fields: OverlayField[]): Groups {
  const all = groups.map((group) => ({ ...group, fields: [...group.fields] }));
  for (const { name, group } of fields) {
    if (!group) continue;
    const there = all.find(({ label }) => isSameLabel(label, group));
    if (there) there.fields.push(name);
    else all.push({ label: group, fields: [name] });
  }
  return all;
}

export function isSameLabel(a: Label, b: Label): boolean {
  return a.en === b.en && a['zh-Hans'] === b['zh-Hans'];
}
