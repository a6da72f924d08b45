import type { WidgetProps } from '@rjsf/utils';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { controlProps } from './input-widgets.tsx';

/** Names of record types, of those that there are now. */
export function ResourceNamesWidget(props: WidgetProps) {
  const { value, onChange, multiple, schema } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const { status, ...rest } = controlProps(props);
  const options = useResources().map(({ name, schema: own }) => ({
    value: name,
    label: `${label(own['x-label'], name)} · ${name}`,
  }));
  return (
    <Select<string | string[]>
      {...rest}
      status={status || undefined}
      style={{ width: '100%' }}
      mode={multiple || schema.type === 'array' ? 'multiple' : undefined}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={t('form.choose')}
      value={value ?? undefined}
      options={options}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
