import { useAbility } from '@casl/react';
import { type CrudFilter, useList } from '@refinedev/core';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Ability, mayReadField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { cellOf } from '#web/engine/cells.tsx';
import { FieldValue } from '#web/engine/field-value.tsx';
import { fieldOf } from '#web/engine/fields.ts';
import { listedValue, type RecordValues, relatedOf } from '#web/engine/labels.ts';
import { Failure } from '#web/ui/failure.tsx';
import { PrintedCount } from './printed-count.tsx';

type Row = RecordValues & { id: number };

interface Props {
  resource: Resource;
  filters: CrudFilter[];
  sort: { field: string; order: 'asc' | 'desc' }[];
  columns: readonly string[];
  /** Rows at most; that there are more is said. */
  most: number;
}

/** Records as a plain table for paper; its head is repeated on every page. */
export function PrintTable({ resource, filters, sort, columns, most }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const { query, result } = useList<Row, RequestError>({
    resource: resource.name,
    filters,
    sorters: sort,
    pagination: { currentPage: 1, pageSize: most },
    errorNotification: false,
  });
  if (query.isError) return <Failure title={t('list.failed')} error={query.error} />;
  if (query.isLoading) return <Skeleton active title={false} />;
  const rows = result.data ?? [];
  const total = result.total ?? 0;
  const shown = columns.filter((column) => mayReadField(ability, resource.name, column));
  return (
    <>
      <table className="cw-print-table">
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column} scope="col">
                {label(fieldOf(resource, column)?.['x-label'], column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {shown.map((column) => {
                const schema = fieldOf(resource, column);
                return (
                  <td key={column}>
                    {cellOf(resource.name, column)(row) ??
                      (schema && (
                        <FieldValue
                          schema={schema}
                          value={listedValue(resource, row, column, shown)}
                          related={relatedOf(row, column)}
                        />
                      ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <PrintedCount shown={rows.length} total={total} />
    </>
  );
}
