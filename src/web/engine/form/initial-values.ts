import type { Resource } from '#domain/record/resource.ts';
import type { Values } from '#web/engine/record-validator.ts';

/** What the address of a new record says of it, e.g. `?company=7`: the records that it hangs on, and nothing else. */
export function initialValues(resource: Resource, query: URLSearchParams): Values | undefined {
  const begin: Values = {};
  for (const [field, text] of query) {
    const schema = resource.schema.properties[field];
    if (!schema?.['x-relation'] || resource.serviceOnly?.includes(field)) continue;
    if (/^[1-9]\d{0,14}$/.test(text)) begin[field] = Number(text);
  }
  return Object.keys(begin).length > 0 ? begin : undefined;
}
