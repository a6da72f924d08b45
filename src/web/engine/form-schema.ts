import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { appearance } from '#domain/record/conditional.ts';
import type { FieldSchema, Resource } from '#domain/record/resource.ts';
import type { Label, Locale } from '#domain/text/label.ts';
import { groupsOf, kindOf } from './fields.ts';

/** The root's groups, read by the form's own template. */
export interface FormGroup {
  title: string | undefined;
  /** Title of the tab that it stands under; undefined: above the tabs. */
  tab: string | undefined;
  fields: string[];
}

/** Why a field is shown as text: a service sets it, it is computed, the user's role may not. */
export type Lock = 'service' | 'computed' | 'permission';

/** What a form does with a field: true: it may be set; false: a service sets it. */
export type FieldUse = boolean | Lock | 'hidden';

/**
 * Set by drawing the shape itself, or by its figures beside the map: maps of their own would only confuse.
 */
export const drawnFields: ReadonlySet<string> = new Set(['center', 'centerline']);

/** Widgets that draw a value whole, whatever its type: rjsf knows them as fields (form/form-registry.tsx). */
const fieldWidgets: ReadonlySet<string> = new Set([
  'altitude',
  'geometry',
  'json',
  'weekly',
  'condition',
  'range',
  'locked',
  'tiles',
]);

/** Widgets that take the whole width of a group. */
const wideKinds = new Set(['geometry', 'list', 'object', 'enums']);
const wideWidgets = new Set(['textarea', 'weekly', 'condition', 'permissions', 'mapping', 'tiles']);

export interface FormSchema {
  schema: RJSFSchema;
  uiSchema: UiSchema;
  groups: FormGroup[];
  /** Second fields of ranges, by the first: both are drawn where the first stands. */
  ranges: Record<string, string>;
}

/** What a form draws, taken from the resource and from what is known of the record at this moment. */
interface Look {
  /** Fields that have no place in this record (domain/conditional.ts). */
  hidden: ReadonlySet<string>;
  required: ReadonlySet<string>;
}

/**
 * What rjsf is given: the shape, the titles in the reader's language, and which widget draws a field. The
 * rules stay in the record schema, which judges the values (record-validator.ts); so conditions and limits
 * are left out.
 */
export function formSchema(
  resource: Resource,
  locale: Locale,
  use: (field: string) => FieldUse,
  look: Look = { hidden: new Set(), required: new Set(resource.schema.required ?? []) },
): FormSchema {
  const own = resource.schema.properties;
  const ranges = rangesOf(resource);
  const beside = new Set([
    ...(own.shape && own.geometry ? drawnFields : []),
    ...Object.values(ranges),
    ...look.hidden,
  ]);
  const groups = groupsOf(resource)
    .map(({ label, tab, fields }: { label?: Label; tab?: Label; fields: string[] }) => ({
      title: label?.[locale],
      tab: tab?.[locale],
      fields: fields.filter((field) => !beside.has(field) && use(field) !== 'hidden'),
    }))
    .filter(({ fields }) => fields.length > 0);
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = {};
  for (const field of groups.flatMap(({ fields }) => fields)) {
    const schema = own[field];
    if (!schema) continue;
    properties[field] = shapeOf(schema, locale);
    const end = own[ranges[field] ?? '']?.['x-label']?.[locale];
    if (end) properties[field] = { ...properties[field], title: `${properties[field].title} – ${end}` };
    uiSchema[field] = fieldUi(resource, field, schema, locale, use(field));
  }
  return {
    schema: {
      type: 'object',
      properties,
      required: [...look.required].filter((field) => properties[field]),
    },
    uiSchema,
    groups,
    ranges,
  };
}

/** Which fields of the record are drawn now, and which of those it needs. */
export function lookOf(resource: Resource, values: Record<string, unknown>): Look {
  return appearance(resource.schema, values);
}

function fieldUi(
  resource: Resource,
  field: string,
  schema: FieldSchema,
  locale: Locale,
  use: FieldUse,
): UiSchema {
  const ui = uiOf(schema, locale);
  if (use !== true) {
    const wide = getOptions(ui).wide;
    return {
      'ui:field': 'locked',
      'ui:options': { lock: use === false ? 'service' : use, ...(wide ? { wide } : {}) },
      ...(ui['ui:help'] ? { 'ui:help': ui['ui:help'] } : {}),
    };
  }
  const named = resource.form?.widgets?.[field];
  if (named === undefined) return ui;
  const options = { ...getOptions(ui), ...(wideWidgets.has(named) ? { wide: true } : {}) };
  if (!fieldWidgets.has(named)) return { ...ui, 'ui:widget': named, 'ui:options': options };
  const { 'ui:widget': _, ...rest } = ui;
  return { ...rest, 'ui:field': named, 'ui:options': options };
}

function getOptions(ui: UiSchema): Record<string, unknown> {
  return ui['ui:options'] ?? {};
}

/** Fields with the widget `range`, each with the field that the schema orders after it. */
function rangesOf(resource: Resource): Record<string, string> {
  const pairs = resource.schema['x-order'] ?? [];
  return Object.fromEntries(pairs.filter(([first]) => resource.form?.widgets?.[first] === 'range'));
}

function shapeOf(schema: FieldSchema, locale: Locale): RJSFSchema {
  const kind = kindOf(schema);
  const shape: RJSFSchema = { title: schema['x-label']?.[locale] ?? '' };
  if (schema.type) shape.type = schema.type;
  if (schema.default !== undefined) shape.default = schema.default as RJSFSchema['default'];
  if (schema.enum) shape.enum = [...schema.enum];
  if (schema.uniqueItems) shape.uniqueItems = true;
  if (schema.maxLength !== undefined) shape.maxLength = schema.maxLength;
  // Its own field draws it whole; rjsf must not look inside.
  if (kind === 'altitude' || kind === 'geometry') return shape;
  if (schema.items) shape.items = shapeOf(schema.items, locale);
  if (schema.properties) {
    shape.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, own]) => [name, shapeOf(own, locale)]),
    );
    shape.required = schema.required ?? [];
  }
  return shape;
}

function uiOf(schema: FieldSchema, locale: Locale): UiSchema {
  const kind = kindOf(schema);
  const ui: UiSchema = {};
  const help = schema['x-help']?.[locale];
  if (help) ui['ui:help'] = help;
  if (wideKinds.has(kind)) ui['ui:options'] = { wide: true };
  if (schema['x-condition'] !== undefined) {
    return { ...ui, 'ui:field': 'condition', 'ui:options': { wide: true, documents: schema['x-condition'] } };
  }
  switch (kind) {
    case 'relation':
    case 'relations':
      ui['ui:widget'] = 'relation';
      ui['ui:options'] = {
        resource: schema['x-relation']?.resource ?? schema.items?.['x-relation']?.resource,
        many: kind === 'relations',
      };
      break;
    case 'dictionary':
    case 'dictionaries':
      ui['ui:widget'] = 'dictionary';
      ui['ui:options'] = {
        dictionary: schema['x-dictionary'] ?? schema.items?.['x-dictionary'],
        many: kind === 'dictionaries',
      };
      break;
    case 'enum':
    case 'enums': {
      const source = schema.enum ? schema : (schema.items ?? schema);
      ui['ui:widget'] = 'select';
      ui['ui:enumNames'] = (source.enum ?? []).map(
        (value) => source['x-enum']?.[String(value)]?.[locale] ?? String(value),
      );
      break;
    }
    case 'texts':
      ui['ui:widget'] = 'texts';
      break;
    case 'boolean':
      ui['ui:widget'] = 'checkbox';
      break;
    case 'date':
      ui['ui:widget'] = 'day';
      break;
    case 'dateTime':
      ui['ui:widget'] = 'moment';
      break;
    case 'number':
      ui['ui:widget'] = 'quantity';
      ui['ui:options'] = { unit: schema['x-unit'], whole: schema.type === 'integer' };
      break;
    case 'altitude':
      ui['ui:field'] = 'altitude';
      break;
    case 'geometry':
      ui['ui:field'] = 'geometry';
      ui['ui:options'] = { wide: true, kinds: schema['x-geometry'] };
      break;
    case 'list':
      ui.items = uiOf(schema.items ?? {}, locale);
      break;
    case 'object':
      if (!schema.properties) {
        ui['ui:field'] = 'json';
        break;
      }
      for (const [name, own] of Object.entries(schema.properties)) ui[name] = uiOf(own, locale);
      break;
    default:
      ui['ui:widget'] = formatWidgets[schema.format ?? ''] ?? lineOf(schema);
      ui['ui:options'] = {
        ...((schema.maxLength ?? 0) > 256 ? { wide: true } : {}),
        ...(schema.format ? { format: schema.format } : {}),
      };
  }
  return ui;
}

/** Formats that have a widget of their own. */
const formatWidgets: Record<string, string> = {
  phone: 'phone',
  'mobile-cn': 'phone',
  'resident-id': 'identity',
};

function lineOf(schema: FieldSchema): string {
  return (schema.maxLength ?? 0) > 256 ? 'textarea' : 'line';
}

/**
 * The path of the control at which an error is said: a list that is one control speaks for each of its
 * entries.
 */
export function controlPath(schema: FieldSchema, path: string): string {
  const parts = path.split('.');
  let own: FieldSchema | undefined = schema;
  for (const [index, part] of parts.entries()) {
    own = own?.items ?? own?.properties?.[part];
    if (own?.items && kindOf(own) !== 'list') return parts.slice(0, index + 1).join('.');
  }
  return path;
}
