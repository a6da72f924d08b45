import { useAbility } from '@casl/react';
import { useList } from '@refinedev/core';
import { Empty, Pagination, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Ability } from '#domain/identity/access.ts';
import { isLinkList, listLabel } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { opensScreen } from '#web/client/screens.ts';
import { cellOf } from '#web/engine/cells.tsx';
import { FieldValue } from '#web/engine/field-value.tsx';
import { fieldOf, kindOf } from '#web/engine/fields.ts';
import { listedValue, type RecordValues, relatedOf, subtitleOf, titleOf } from '#web/engine/labels.ts';
import { ScreenLink } from '#web/engine/screen-link.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { type RelatedList, smallColumns } from './related-model.ts';

type Row = RecordValues & { id: number };

const pageSize = 8;

/** The first records of a related list, in pages; all of them are a link away. */
export function SmallList({
  list,
  id,
  size = pageSize,
}: {
  list: Pick<RelatedList, 'resource' | 'field'>;
  id: number;
  size?: number;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const navigate = useNavigate();
  const ability = useAbility<Ability>();
  const mobile = useIsMobile();
  const [page, setPage] = useState(1);
  const { resource, field } = list;
  const schema = fieldOf(resource, field);
  const { query, result } = useList<Row, RequestError>({
    resource: resource.name,
    filters: [
      {
        field,
        operator: schema && isLinkList(schema) ? 'eq' : 'in',
        value: schema && isLinkList(schema) ? id : [id],
      },
    ],
    sorters: resource.sort ? [resource.sort] : [],
    pagination: { currentPage: page, pageSize: size },
    errorNotification: false,
  });
  if (query.isError) {
    return <Failure title={t('list.failed')} error={query.error} retry={() => void query.refetch()} />;
  }
  if (query.isLoading) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const rows = result.data ?? [];
  const total = result.total ?? 0;
  const name = label(listLabel(resource.schema), resource.name);
  if (rows.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.empty', { name })} />;
  }
  const cell = (column: string, row: Row) => {
    const of = fieldOf(resource, column);
    if (!of) return null;
    return (
      cellOf(resource.name, column)(row) ?? (
        <FieldValue
          schema={of}
          value={listedValue(resource, row, column, columns)}
          related={relatedOf(row, column)}
        />
      )
    );
  };
  const columns = smallColumns(resource, field, { ability, locale }, mobile ? 3 : 6);
  const pages = { current: page, pageSize: size, total, onChange: setPage };
  if (mobile) {
    return (
      <>
        <ul className="cw-cards">
          {rows.map((row) => (
            <li key={row.id} className="cw-entry">
              <ScreenLink resource={resource} kind="show" at={`/${row.id}`}>
                {titleOf(resource, row)}
              </ScreenLink>{' '}
              <span style={{ color: 'var(--cw-soft)' }}>{subtitleOf(resource, row)}</span>
              <dl className="cw-pairs">
                {columns.slice(1).map((column) => (
                  <div key={column} style={{ display: 'contents' }}>
                    <dt>{label(fieldOf(resource, column)?.['x-label'], column)}</dt>
                    <dd>{cell(column, row)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
        {total > size && <Pagination simple size="small" align="end" style={{ marginTop: 8 }} {...pages} />}
      </>
    );
  }
  return (
    <Table<Row>
      className="cw-table"
      size="small"
      rowKey="id"
      scroll={{ x: 'max-content' }}
      dataSource={rows}
      pagination={total > size ? { size: 'small', showSizeChanger: false, ...pages } : false}
      onRow={(row) => ({
        onClick: (event) => {
          if (event.target instanceof Element && event.target.closest('a, button')) return;
          if (opensScreen(resource, 'show')) void navigate(`${resource.path}/${row.id}`);
        },
      })}
      columns={columns.map((column) => {
        const of = fieldOf(resource, column);
        return {
          key: column,
          title: label(of?.['x-label'], column),
          align: of && kindOf(of) === 'number' ? ('right' as const) : ('left' as const),
          render: (_: unknown, row: Row) =>
            column === resource.titleField ? (
              <ScreenLink resource={resource} kind="show" at={`/${row.id}`}>
                {cell(column, row)}
              </ScreenLink>
            ) : (
              cell(column, row)
            ),
        };
      })}
    />
  );
}
