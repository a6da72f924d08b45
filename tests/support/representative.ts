import type { Resource } from '#domain/record/resource.ts';
import { kindOf } from '#web/engine/fields.ts';
import { fewest, isFull } from './breadth.ts';

/** What the generated screens of a record type draw: each kind of cell, of field and of widget, and each part. */
function featuresOf(resource: Resource): Set<string> {
  const { schema, form, columns, serviceOnly = [], inlineEdit = [], readOnly } = resource;
  const features = new Set<string>();
  for (const [field, own] of Object.entries(schema.properties)) {
    const kind = kindOf(own);
    features.add(`value ${kind}`);
    if (columns.includes(field)) features.add(`cell ${kind}`);
    if (inlineEdit.includes(field)) features.add(`inline ${kind}`);
    if (readOnly || form?.hidden?.includes(field)) continue;
    const isLocked = own.readOnly || own['x-computed'] !== undefined || serviceOnly.includes(field);
    features.add(isLocked ? 'locked' : `input ${form?.widgets?.[field] ?? kind}`);
    if (own['x-condition'] !== undefined) features.add('condition');
    if (own['x-unit']) features.add('unit');
  }
  const parts: Record<string, unknown> = {
    written: !readOnly,
    'read only': readOnly,
    approval: resource.approval,
    details: resource.details,
    files: resource.attachments,
    tabs: form?.groups?.some(({ tab }) => tab),
    groups: form?.groups,
    'conditional fields': schema.if ?? schema.allOf,
    'fields of few': resource.fieldPermissions,
  };
  for (const [part, has] of Object.entries(parts)) if (has) features.add(part);
  return features;
}

/** The record types that draw between them all that any of these draws; all of them in `npm run test:full`. */
export function representatives(resources: Resource[]): Resource[] {
  return isFull ? resources : fewest(resources, featuresOf);
}
