import type { FieldSchema, Resource } from '#domain/record/resource.ts';
import { recordTypes } from '#server/engine/records/record-type.ts';
import { fewest, isFull } from './breadth.ts';
import { uniqueByRule } from './example-record.ts';

/** What the store and the records endpoint go by in a field, beside its kind: keywords, and whether they have a value. */
const keywords = [
  ...['format', 'enum', 'default', 'pattern', 'maxItems', 'readOnly'],
  ...['x-dictionary', 'x-case', 'x-worded', 'x-unique', 'x-geometry', 'x-altitude', 'x-secret'],
  ...['x-computed', 'x-condition', 'x-when-hidden', 'x-record-type'],
] as const satisfies (keyof FieldSchema)[];

/** What the store and the records endpoint do with a record type: each kind of field, each rule and each part. */
function featuresOf(resource: Resource, [type] = [...recordTypes([resource]).values()]): Set<string> {
  const { schema, serviceOnly = [], search, permissions, scope = {}, fieldPermissions = {} } = resource;
  const features = new Set<string>();
  for (const { name, kind, relation, schema: own } of type?.fields.values() ?? []) {
    features.add(
      `${kind}${relation ? ' relation' : ''}${schema.required?.includes(name) ? ' required' : ''}`,
    );
    for (const keyword of keywords) if (own[keyword]) features.add(`${kind} ${keyword}`);
    if (serviceOnly.includes(name)) features.add(`${kind} of services`);
    if (search.includes(name)) features.add(`${kind} searched`);
    if (own['x-relation']?.past) features.add('relation to the past');
  }
  for (const [action, rule] of Object.entries(permissions)) {
    features.add(`${action} by ${rule === 'signedIn' ? rule : rule.length === 0 ? 'nobody' : 'some'}`);
  }
  for (const [part, value] of Object.entries(scope)) if (value) features.add(`scope ${part}`);
  const parts: Record<string, unknown> = {
    'read only': resource.readOnly,
    approval: resource.approval,
    details: resource.details,
    'kinds of files': resource.attachments,
    'no files': resource.attachments === false,
    'fields of few': Object.keys(fieldPermissions).length > 0,
    keys: resource.keys,
    conditions: schema.if ?? schema.allOf,
    'unique together': schema['x-uniques'],
    'unique by a rule': uniqueByRule[resource.name],
    order: schema['x-order'],
    agreement: schema['x-agree'],
  };
  for (const [part, has] of Object.entries(parts)) if (has) features.add(part);
  return features;
}

/** What the product is about is walked in any case. */
const central = ['plan', 'jobTask', 'aircraft', 'airspace'];

/**
 * The record types that have between them all that the store and the records endpoint know of any of these: both are one
 * code for all types. All of them in `npm run test:full`.
 */
export function representativeRecords(resources: Resource[]): Resource[] {
  if (isFull) return resources;
  const chosen = new Set(fewest(resources, (resource) => featuresOf(resource)));
  return resources.filter((resource) => chosen.has(resource) || central.includes(resource.name));
}
