import { DeleteOutlined } from '@ant-design/icons';
import { useOne } from '@refinedev/core';
import { Button, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { changeableTypes } from '#domain/what-if/changes.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { FieldInput } from '#web/engine/form/field-input.tsx';
import { settableFields, useFieldUses } from '#web/engine/form/field-use.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { NamedValue } from '#web/engine/named-value.tsx';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import type { ChangeRow } from './change-state.ts';

interface Props {
  row: ChangeRow;
  number: number;
  errors: string[];
  onChange: (row: ChangeRow) => void;
  onRemove: (() => void) | undefined;
}

const types = [...changeableTypes, 'flow'] as const;

const resourceNameOf = (of: ChangeRow['of']) => (of === 'flow' ? 'flowConfig' : of);

/** One change: of which record, which field, and the value that is tried. */
export function ChangeCard(props: Props) {
  const resource = resourceNamed(resourceNameOf(props.row.of));
  return resource ? <Card {...props} resource={resource} /> : null;
}

function Card({ resource, row, number, errors, onChange, onRemove }: Props & { resource: Resource }) {
  const { t } = useTranslation();
  const label = useLabel();
  const name = useId();
  const { of, id, field } = row;
  const resourceName = resource.name;
  const { result: record } = useOne<RecordValues & { id: number }>({
    resource: resourceName,
    id: id ?? '',
    queryOptions: { enabled: id !== undefined },
    errorNotification: false,
  });
  const use = useFieldUses(resource, 'update');
  const typeLabel = (type: (typeof types)[number]) =>
    label(resourceNamed(resourceNameOf(type))?.schema['x-label'], type);
  const fields = settableFields(resource, use);
  const current = id !== undefined && record ? record : undefined;
  return (
    <section className="what-if-change" aria-labelledby={name}>
      <header className="cw-bar">
        <h3 id={name} className="what-if-heading">
          {t('whatIf.change', { number })}
        </h3>
        <span className="cw-grow" />
        {onRemove && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('whatIf.removeChange', { number })}
            onClick={onRemove}
          />
        )}
      </header>
      <div className="what-if-fields">
        <div>
          <span>{t('whatIf.of')}</span>
          <Select
            aria-label={t('whatIf.of')}
            value={of}
            options={types.map((value) => ({ value, label: typeLabel(value) }))}
            onChange={(next) =>
              onChange({
                ...row,
                of: next,
                id: undefined,
                field: next === 'parameter' ? 'value' : undefined,
                value: undefined,
              })
            }
          />
        </div>
        <div>
          <span>{typeLabel(of)}</span>
          <RelationSelect
            resource={resourceName}
            label={typeLabel(of)}
            value={id}
            onChange={(next) =>
              onChange({ ...row, id: typeof next === 'number' ? next : undefined, value: undefined })
            }
          />
        </div>
        {of !== 'flow' && of !== 'parameter' && (
          <div>
            <span>{t('whatIf.field')}</span>
            <Select
              showSearch
              optionFilterProp="label"
              aria-label={t('whatIf.field')}
              value={field}
              options={fields.map((value) => ({
                value,
                label: label(resource.schema.properties[value]?.['x-label'], value),
              }))}
              onChange={(next) => onChange({ ...row, field: next, value: undefined })}
            />
          </div>
        )}
      </div>
      {of === 'flow' && <p className="cw-soft what-if-note">{t('whatIf.flowNote')}</p>}
      {of !== 'flow' && current && field !== undefined && (
        <div className="what-if-values">
          <div>
            <span className="cw-soft">{t('whatIf.inForce')}</span>
            <div>
              <NamedValue resource={resource} field={field} value={current[field]} record={current} />
            </div>
          </div>
          <div>
            <span className="cw-soft">{t('whatIf.tried')}</span>
            <FieldInput
              key={`${of} ${id} ${field}`}
              resource={resource}
              field={field}
              value={row.value === undefined ? current[field] : row.value}
              errors={errors}
              onChange={(value) => onChange({ ...row, value })}
            />
          </div>
        </div>
      )}
      {(of === 'flow' || !current) && errors.length > 0 && (
        <p role="alert" className="what-if-error">
          {errors.join(' ')}
        </p>
      )}
    </section>
  );
}
