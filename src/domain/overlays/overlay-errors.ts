import { permissions } from '#domain/identity/permissions.ts';
import type { Action, Resource } from '#domain/record/resource.ts';
import type { FieldError, Text } from '#domain/text/errors.ts';
import { fieldErrors, labelErrors } from './field-errors.ts';
import { isReservedType, isSoundName, meetsTable, tablesOf } from './names.ts';
import { mayBeExtended, type Overlay, type OverlayDefinition, type OverlayType } from './overlay.ts';

/** What an overlay is judged against. */
export interface OverlaySurroundings {
  /** Every record type as it is without this overlay: shipped, and published by others. */
  resources: readonly Resource[];
  /** Codes of the dictionaries; null: not known here, and not judged. */
  dictionaries: ReadonlySet<string> | null;
}

const mostFields = 100;

/**
 * All that is wrong with a definition, at its fields (`fields.2.label.en`, `type.titleField`, `resource`).
 * What depends on the records that are there (values that double, rows without a value) the database is asked
 * (migration-plan.ts).
 */
export function overlayErrors(
  overlay: Pick<Overlay, 'resource' | 'kind' | 'known' | 'published'>,
  definition: OverlayDefinition,
  around: OverlaySurroundings,
): FieldError[] {
  const errors: FieldError[] = [];
  const add = (field: string, key: string, values?: Text['values']) =>
    errors.push({ field, text: { key: `schema.fault.${key}`, ...(values ? { values } : {}) } });
  const { resource: name, kind, known } = overlay;
  const { resources } = around;
  const base = resources.find((resource) => resource.name === name);
  const tables = tablesOf(resources);
  // A type that was shipped since is no error of its overlay: the shipped one has won.
  const wasPublished = overlay.published !== null;
  if (kind === 'fields') {
    if (!base || !mayBeExtended(base)) add('resource', 'closed');
  } else {
    if (!isSoundName(name)) add('resource', 'name');
    else if (base && !wasPublished) add('resource', 'typeTaken', { name });
    else if (!wasPublished && isReservedType(name)) add('resource', 'reserved', { name });
    else if (!wasPublished && (meetsTable(tables, name) || pathsTaken.has(name)))
      add('resource', 'table', { name });
    if (definition.type) typeErrors(definition.type, definition, add);
    else add('type', 'type');
  }
  const { fields } = definition;
  if (fields.length === 0) add('fields', kind === 'type' ? 'noFieldsOfType' : 'noFields');
  if (fields.length > mostFields) add('fields', 'manyFields', { limit: mostFields });
  const types = new Set([...resources.map((resource) => resource.name), name]);
  const seen = new Set<string>();
  fields.forEach((field, index) => {
    const before = known.find((one) => one.name === field.name);
    const shippedSince = before ? undefined : base;
    for (const error of fieldErrors(field, {
      resource: name,
      base: shippedSince,
      types,
      dictionaries: around.dictionaries,
      tables,
      known: before,
      isTitle: definition.type?.titleField === field.name,
    })) {
      errors.push({ ...error, field: `fields.${index}.${error.field}` });
    }
    if (seen.has(field.name)) add(`fields.${index}.name`, 'twice', { name: field.name });
    seen.add(field.name);
  });
  return errors;
}

/** Names that the records door's own paths have. */
const pathsTaken = new Set(['create', 'edit', 'records']);

function typeErrors(
  type: OverlayType,
  { fields }: OverlayDefinition,
  add: (field: string, key: string, values?: Text['values']) => void,
): void {
  labelErrors(type.label, 'type.label', 64, true, add);
  const title = fields.find(({ name }) => name === type.titleField);
  if (title?.kind !== 'text' || !title.required) add('type.titleField', 'titleField');
  if (type.subtitleField) {
    const subtitle = fields.find(({ name }) => name === type.subtitleField);
    if (subtitle?.kind !== 'text') add('type.subtitleField', 'subtitleField');
  }
  if (type.companyField) {
    const company = fields.find(({ name }) => name === type.companyField);
    if (company?.kind !== 'relation' || company.relation !== 'company')
      add('type.companyField', 'companyField');
  }
  if (type.menu && !/^[A-Za-z]{1,40}$/.test(type.menu.group)) add('type.menu', 'menu');
  const known = new Set(permissions.map(({ name }) => name));
  for (const action of ['read', 'create', 'update', 'delete'] as const satisfies Action[]) {
    const rule = type.permissions[action];
    if (rule === 'signedIn') {
      // Reading may be everyone's; changing is somebody's.
      if (action !== 'read') add(`type.permissions.${action}`, 'signedIn');
    } else if (rule.some((permission) => !known.has(permission))) {
      add(`type.permissions.${action}`, 'permission');
    }
  }
}
