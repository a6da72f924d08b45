import { type Resource, relationOf } from '#domain/record/resource.ts';
import { FieldValue } from './field-value.tsx';
import { fieldOf } from './fields.ts';
import { type Related, useRelated } from './labels.ts';

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
  const relation = schema && relationOf(schema);
  const ids = (Array.isArray(value) ? value : [value]).filter(
    (one): one is number => typeof one === 'number',
  );
  const names = useRelated(relation?.resource, relation ? ids : []);
  if (!schema) return null;
  const related: Related[] = relation
    ? ids.map((one) => names.get(one) ?? { id: one, label: `#${one}`, deleted: false })
    : [];
  return <FieldValue schema={schema} value={value} related={related} linked={linked} />;
}
