import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FieldSchema, Locale, Resource } from '../../domain/resource.ts';
import { groupsOf, kindOf } from './fields.ts';

/** The root's groups, read by the form's own template. */
export interface FormGroup {
  title: string | undefined;
  fields: string[];
}

/** Set by drawing the shape itself, or by its figures beside the map: maps of their own would only confuse. */
export const drawnFields: ReadonlySet<string> = new Set(['center', 'centerline']);

/** Widgets that take the whole width of a group. */
const wideKinds = new Set(['geometry', 'list', 'object', 'enums']);

/**
 * What rjsf is given: the shape, the titles in the reader's language, and which widget draws a field. The rules
 * stay in the record schema, which judges the values (record-validator.ts); so conditions and limits are left out.
 */
export function formSchema(
  resource: Resource,
  locale: Locale,
  editable: (field: string) => boolean,
): { schema: RJSFSchema; uiSchema: UiSchema; groups: FormGroup[] } {
  const own = resource.schema.properties;
  const drawn = own.shape && own.geometry ? drawnFields : new Set<string>();
  const groups = groupsOf(resource).map(({ label, fields }) => ({
    title: label?.[locale],
    fields: fields.filter((field) => !drawn.has(field)),
  }));
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = {};
  for (const { fields } of groups) {
    for (const field of fields) {
      const schema = own[field];
      if (!schema) continue;
      properties[field] = shapeOf(schema, locale);
      uiSchema[field] = {
        ...uiOf(schema, locale),
        ...(resource.form?.widgets?.[field] ? { 'ui:widget': resource.form.widgets[field] } : {}),
        ...(editable(field) ? {} : { 'ui:readonly': true }),
      };
    }
  }
  return {
    schema: {
      type: 'object',
      properties,
      required: resource.schema.required?.filter((field) => properties[field]) ?? [],
    },
    uiSchema,
    groups,
  };
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
      ui['ui:widget'] = (schema.maxLength ?? 0) > 256 ? 'textarea' : 'line';
      if ((schema.maxLength ?? 0) > 256) ui['ui:options'] = { wide: true };
  }
  return ui;
}
