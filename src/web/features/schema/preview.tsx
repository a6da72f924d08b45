import type { Validate } from 'virtual:validators';
import { Alert } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { fieldOf } from '#web/engine/fields.ts';
import { RecordForm } from '#web/engine/record-form.tsx';
import { type Values, withFields } from '#web/engine/record-validator.ts';

interface Props {
  /** The type as it would be; null: the draft does not make one yet. */
  resource: Resource | null;
  /** Names of the fields that the draft adds. */
  added: ReadonlySet<string>;
}

/** Rules are the server's once it is published; here every value passes. */
const anything: Validate = () => true;

const nowhere = () => undefined;

/** The list and the form as they would be. What is typed here goes nowhere. */
export function Preview({ resource, added }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const [values, setValues] = useState<Values>({});
  const name = resource?.name;
  useEffect(() => {
    void name;
    setValues({});
  }, [name]);
  if (!resource) return <Alert type="info" showIcon message={t('schema.noPreview')} />;
  return (
    <section aria-label={t('schema.preview')}>
      <h2>{t('schema.previewList')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className="cw-schema-columns" tabIndex={0} aria-label={t('schema.previewList')}>
        <table>
          <thead>
            <tr>
              {resource.columns.map((field) => (
                <th key={field} scope="col" data-added={added.has(field) || undefined}>
                  {label(fieldOf(resource, field)?.['x-label'], field)}
                </th>
              ))}
            </tr>
          </thead>
        </table>
      </section>
      <p className="cw-schema-help">
        {t('schema.previewSearch', {
          fields: resource.search
            .map((field) => label(fieldOf(resource, field)?.['x-label'], field))
            .join(t('schema.comma')),
        })}
      </p>
      <h2>{t('schema.previewForm')}</h2>
      <RecordForm
        prefix="preview"
        resource={resource}
        validate={anything}
        values={values}
        serverErrors={{}}
        editable={() => true}
        onChange={setValues}
        setFields={(change) => setValues((before) => withFields(before, change))}
        onSubmit={nowhere}
      />
    </section>
  );
}
