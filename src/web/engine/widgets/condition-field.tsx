import { type FieldProps, getUiOptions } from '@rjsf/utils';
import { Alert, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import type { FormContext } from '#web/engine/form-templates.tsx';
import { type ConditionGroup, readCondition, writeCondition } from './condition.ts';
import { conditionFields, resourceOfDocument } from './condition-documents.ts';
import { ConditionRows } from './condition-rows.tsx';
import { JsonInput } from './json-field.tsx';

/** A condition on documents: rows of field, operator and value, joined by and/or; or as it is written, by a switch. */
export function ConditionField(props: FieldProps) {
  const { formData, onChange, fieldPathId, uiSchema, registry, disabled, readonly, schema } = props;
  const { t } = useTranslation();
  const { beside } = registry.formContext as FormContext;
  const { documents } = getUiOptions(uiSchema);
  const closed = disabled || readonly;
  const id = fieldPathId.$id;
  const fields = conditionFields(resourceNamed(resourceOfDocument(beside[String(documents)]) ?? ''));
  const stored = readCondition(
    isObject(formData) && Object.keys(formData).length === 0 ? undefined : formData,
  );
  // Rows that are not complete yet have no place in the stored condition: they live here until they are.
  const [draft, setDraft] = useState<ConditionGroup>();
  const [written, setWritten] = useState(stored === null);
  const echoes =
    draft !== undefined && JSON.stringify(writeCondition(draft)) === JSON.stringify(formData ?? undefined);
  const group = echoes ? draft : stored;
  const asText = written || group === null;
  return (
    <fieldset id={id} tabIndex={-1} className="cw-plain cw-condition" aria-label={schema.title}>
      {asText ? (
        <JsonInput
          id={`${id}_json`}
          label={schema.title ?? ''}
          value={formData}
          disabled={closed}
          onChange={(value) => onChange(value, fieldPathId.path)}
        />
      ) : (
        <ConditionRows
          group={group}
          fields={fields}
          disabled={closed}
          onChange={(next) => {
            setDraft(next);
            onChange(writeCondition(next), fieldPathId.path);
          }}
        />
      )}
      {group === null && <Alert type="info" showIcon message={t('form.condition.onlyText')} />}
      {fields.size === 0 && !asText && <div className="cw-help">{t('form.condition.noKind')}</div>}
      <span className="cw-bar cw-soft">
        <Switch
          id={`${id}_text`}
          size="small"
          checked={asText}
          disabled={group === null}
          onChange={setWritten}
        />
        <label htmlFor={`${id}_text`}>{t('form.condition.asText')}</label>
      </span>
    </fieldset>
  );
}
