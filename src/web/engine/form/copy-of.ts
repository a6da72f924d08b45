import type { Resource } from '#domain/record/resource.ts';
import type { Values } from '#web/engine/record-validator.ts';

/** What a new record takes over from the one it is copied from: everything that may be twice and that a person sets. */
export function copyOf(resource: Resource, record: Values): Values {
  const service = new Set(resource.serviceOnly ?? []);
  return Object.fromEntries(
    Object.entries(resource.schema.properties).flatMap(([field, schema]) => {
      const value = record[field];
      const once = schema['x-unique'] || schema['x-secret'] || schema.readOnly || service.has(field);
      return once || value === null || value === undefined ? [] : [[field, structuredClone(value)]];
    }),
  );
}
