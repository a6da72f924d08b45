import type { Resource } from '#domain/record/resource.ts';
import { drawnBy } from './cells.tsx';
import { PairValue } from './field-value.tsx';
import { fieldOf } from './fields.ts';
import { type RecordValues, relatedOf } from './labels.ts';
import { TileWords } from './tiles/tile-words.tsx';
import { tilesFieldOf } from './tiles/tiles-field-of.ts';

interface Props {
  resource: Resource;
  field: string;
  value: unknown;
  /** The record that has this value, as far as it is known: what a feature draws in its own way depends on other fields. */
  record?: RecordValues | undefined;
  /** On a page of its own: see FieldValue. */
  linked?: boolean;
}

/** A value that comes without `_labels`, as lists and pages show it; its related records are looked up. */
export function NamedValue({ resource, field, value, record = {}, linked = false }: Props) {
  const schema = fieldOf(resource, field);
  if (!schema) return null;
  const isEmpty = value === null || value === undefined || value === '';
  if (!isEmpty && field === tilesFieldOf(resource)) return <TileWords value={value} />;
  // Without the id: a cell that follows the record live would show what it is now.
  const drawn = isEmpty
    ? undefined
    : drawnBy(resource.name, field)({ ...record, id: undefined, [field]: value });
  if (drawn !== undefined) return drawn;
  const related = record[field] === value ? relatedOf(record, field) : [];
  return <PairValue schema={schema} value={value} related={related} linked={linked} />;
}
