import { useAbility } from '@casl/react';
import { Card } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, mayReadField } from '#domain/identity/access.ts';
import { type Resource, systemFields } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import { useLabel } from '#web/client/locale.ts';
import { cellOf } from '#web/engine/cells.tsx';
import { FieldValue } from '#web/engine/field-value.tsx';
import { fieldOf, groupsOf } from '#web/engine/fields.ts';
import { type RecordValues, type Related, relatedOf } from '#web/engine/labels.ts';
import { tilesFieldOf } from '#web/engine/tiles/tiles-field-of.ts';
import { useAuthors } from './use-authors.ts';

type Stored = RecordValues & { id: number };

export interface FieldGroup {
  label?: Label;
  tab?: Label;
  fields: string[];
}

/** Groups of the entry with the fields that the user may read; a group without any is left out, and tiles have a tab of their own. */
export function readableGroups(resource: Resource, ability: Ability): FieldGroup[] {
  const drawn = tilesFieldOf(resource);
  return groupsOf(resource)
    .map((group): FieldGroup => {
      const tab = resource.form?.groups?.find(
        ({ label, fields }) => label === group.label && group.fields.every((field) => fields.includes(field)),
      )?.tab;
      const fields = group.fields.filter(
        (field) => field !== drawn && mayReadField(ability, resource.name, field),
      );
      return { ...(group.label ? { label: group.label } : {}), ...(tab ? { tab } : {}), fields };
    })
    .filter(({ fields }) => fields.length > 0);
}

/** Groups that stand above the tabs, and those of each tab of the entry, in order. */
export function tabsOfGroups(groups: FieldGroup[]): { main: FieldGroup[]; tabs: [Label, FieldGroup[]][] } {
  const tabs: [Label, FieldGroup[]][] = [];
  for (const group of groups) {
    const { tab } = group;
    if (!tab) continue;
    const known = tabs.find(([label]) => label['zh-Hans'] === tab['zh-Hans']);
    if (known) known[1].push(group);
    else tabs.push([tab, [group]]);
  }
  return { main: groups.filter(({ tab }) => !tab), tabs };
}

/** Fields of a record in their groups. */
export function FieldGroups(props: {
  resource: Resource;
  record: Stored;
  groups: FieldGroup[];
  note?: PairsProps['note'];
}) {
  const label = useLabel();
  return (
    <div className="cw-groups">
      {props.groups.map(({ label: title, fields }) => (
        <Card key={fields.join()} size="small" title={title ? label(title) : undefined}>
          <FieldPairs resource={props.resource} record={props.record} fields={fields} note={props.note} />
        </Card>
      ))}
    </div>
  );
}

const system = systemFields.filter((field) => field !== 'deletedAt' && field !== 'deletedBy');

/** Who made and changed it, and when. */
export function SystemFields({ resource, record }: { resource: Resource; record: Stored }) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const authors = useAuthors(resource, record.id, Number(record.version));
  const inTrash = record.deletedAt !== null && record.deletedAt !== undefined;
  const hidden = resource.form?.hidden ?? [];
  const fields = [...system, ...(inTrash ? ['deletedAt', 'deletedBy'] : [])].filter(
    (field) => mayReadField(ability, resource.name, field) && !hidden.includes(field),
  );
  const named = (field: string) => {
    const by = record[field];
    return typeof by === 'number' ? [{ id: by, label: authors.get(by) ?? `#${by}`, deleted: false }] : [];
  };
  return (
    <section aria-label={t('show.system')}>
      <FieldPairs resource={resource} record={record} fields={fields} named={named} />
    </section>
  );
}

interface PairsProps {
  resource: Resource;
  record: Stored;
  fields: readonly string[];
  /** Names of related records where `_labels` has none. */
  named?: (field: string) => Related[];
  /** What is to be said under a value, where there is anything. */
  note?: ((field: string) => ReactNode) | undefined;
}

export function FieldPairs({ resource, record, fields, named, note }: PairsProps) {
  const label = useLabel();
  return (
    <dl className="cw-fields">
      {fields.map((field) => {
        const schema = fieldOf(resource, field);
        if (!schema) return null;
        const names = named?.(field) ?? [];
        return (
          <div key={field}>
            <dt>{label(schema['x-label'], field)}</dt>
            <dd>
              {cellOf(resource.name, field)(record) ?? (
                <FieldValue
                  schema={schema}
                  value={record[field]}
                  related={names.length > 0 ? names : relatedOf(record, field)}
                  linked={!named || field.endsWith('At')}
                />
              )}
              {note?.(field)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
