import { useAbility } from '@casl/react';
import { Tag } from 'antd';
import { type Ability, mayReadField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { cellOf } from '#web/engine/cells.tsx';
import { FieldValue } from '#web/engine/field-value.tsx';
import { fieldOf, kindOf } from '#web/engine/fields.ts';
import { type RecordValues, relatedOf } from '#web/engine/labels.ts';

/** Where a record stands is said by its fields of choices whose name ends so. */
const stateName = /(^s|S)tat(e|us)$/;

/** The fields that say where a record stands, in the order of the schema. */
function stateFields(resource: Resource): string[] {
  return Object.entries(resource.schema.properties)
    .filter(([field, schema]) => stateName.test(field) && ['enum', 'dictionary'].includes(kindOf(schema)))
    .map(([field]) => field);
}

/** Where the record stands, each state by the name of its field and its word. */
export function StateTags({
  resource,
  record,
}: {
  resource: Resource;
  record: RecordValues & { id: number };
}) {
  const label = useLabel();
  const ability = useAbility<Ability>();
  return stateFields(resource)
    .filter((field) => mayReadField(ability, resource.name, field))
    .map((field) => {
      const schema = fieldOf(resource, field);
      const value = record[field];
      if (!schema || value === null || value === undefined || value === '') return null;
      const own = cellOf(resource.name, field)(record);
      if (own) return <span key={field}>{own}</span>;
      return (
        <Tag key={field} style={{ margin: 0 }} title={label(schema['x-label'], field)}>
          <span className="cw-hidden">{label(schema['x-label'], field)} </span>
          <FieldValue schema={schema} value={value} related={relatedOf(record, field)} />
        </Tag>
      );
    });
}
