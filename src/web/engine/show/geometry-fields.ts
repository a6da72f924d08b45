import type { Resource } from '#domain/record/resource.ts';
import type { RecordValues } from '#web/engine/labels.ts';

/** The fields that place a record on the map and are not hidden, the one with the most to show first. */
export function geometryFields(resource: Resource, record: RecordValues): string[] {
  const hidden = resource.form?.hidden ?? [];
  const filled = Object.entries(resource.schema.properties)
    .filter(([field, schema]) => schema['x-geometry'] && record[field] && !hidden.includes(field))
    .map(([field]) => field);
  const isPoint = (field: string) => {
    const value = record[field];
    return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Point';
  };
  return filled.sort((a, b) => Number(isPoint(a)) - Number(isPoint(b)));
}
