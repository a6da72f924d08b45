import { useTranslation } from 'react-i18next';
import { listLabel, usualColumns } from '#domain/record/resource.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import type { ListToolProps } from '#web/engine/list/list-tool.ts';
import { crudFilters } from '#web/engine/url-state.ts';
import { PrintSheet } from './print-sheet.tsx';
import { PrintTable } from './print-table.tsx';
import { mostPrinted } from './printed-count.tsx';

/** The list as it is filtered and sorted, on paper. */
export function PrintList({ resource, state, onClose }: ListToolProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const name = label(listLabel(resource.schema), resource.name);
  return (
    <PrintSheet title={state.trash ? t('list.trashOf', { name }) : name} onClose={onClose}>
      <PrintTable
        resource={resource}
        filters={crudFilters(state, resource)}
        sort={state.sort}
        columns={usualColumns(resource, locale)}
        most={mostPrinted}
      />
    </PrintSheet>
  );
}
