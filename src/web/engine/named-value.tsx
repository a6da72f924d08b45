import type { Resource } from '#domain/record/resource.ts';
import { PairValue } from './field-value.tsx';
import { fieldOf } from './fields.ts';

interface Props {
  resource: Resource;
  field: string;
  value: unknown;
  /** On a page of its own: see FieldValue. */
  linked?: boolean;
}

/** A value whose related records are looked up, because it comes without `_labels`. */
export function NamedValue({ resource, field, value, linked = false }: Props) {
  const schema = fieldOf(resource, field);
  return schema ? <PairValue schema={schema} value={value} linked={linked} /> : null;
}
