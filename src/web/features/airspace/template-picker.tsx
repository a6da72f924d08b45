import { useList } from '@refinedev/core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordValues } from '#web/engine/labels.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { templateValues } from './extent-values.ts';

/** Begins an application with what a template keeps: extent, limits, entry and exit. */
export function TemplatePicker({ onPick }: { onPick: (values: Values) => void }) {
  const { t } = useTranslation();
  const { result } = useList<RecordValues & { id: number }>({
    resource: 'airspaceTemplate',
    pagination: { pageSize: 200 },
    sorters: [{ field: 'name', order: 'asc' }],
  });
  const templates = result.data ?? [];
  if (templates.length === 0) return null;
  return (
    <Select<number>
      style={{ minWidth: 200 }}
      showSearch
      optionFilterProp="label"
      value={null}
      placeholder={t('airspace.template.from')}
      aria-label={t('airspace.template.from')}
      options={templates.map(({ id, name }) => ({ value: id, label: String(name ?? id) }))}
      onChange={(id) => {
        const template = templates.find((one) => one.id === id);
        if (template) onPick(templateValues(template));
      }}
    />
  );
}
