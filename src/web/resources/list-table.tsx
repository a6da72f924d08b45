import { FilterFilled } from '@ant-design/icons';
import { Table, type TablePaginationConfig, type TableProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Resource } from '../../domain/resource.ts';
import { useLabel } from '../locale.ts';
import { cellOf } from './cells.tsx';
import { FieldValue } from './field-value.tsx';
import { fieldOf, isSortable, kindOf, operatorsOf } from './fields.ts';
import { FilterEditor } from './filter-editor.tsx';
import { relatedOf, titleOf } from './labels.ts';
import { RowActions } from './row-actions.tsx';
import type { ListState } from './url-state.ts';
import type { Row } from './use-server-table.ts';

export interface ListViewProps {
  resource: Resource;
  rows: readonly Row[];
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  fetching: boolean;
}

interface Props extends ListViewProps {
  /** refine's: what is asked for, and at which page the answer stands. */
  tableProps: TableProps<Row>;
  /** What the pager offers beside that. */
  pages: TablePaginationConfig;
}

/** The list as a table: sorting and filtering are the server's, the header only writes them into the address. */
export function ListTable({ resource, rows, state, onChange, fetching, tableProps, pages }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const fields = state.trash ? [...resource.columns, 'deletedAt', 'deletedBy'] : resource.columns;

  const columns: NonNullable<TableProps<Row>['columns']> = fields.flatMap((field) => {
    const schema = fieldOf(resource, field);
    if (!schema) return [];
    const text = label(schema['x-label'], field);
    const sorted = state.sort.find((sort) => sort.field === field);
    const filter = state.filters.find((own) => own.field === field);
    const filterable = operatorsOf(schema).length > 0;
    return [
      {
        key: field,
        dataIndex: field,
        title: text,
        align: kindOf(schema) === 'number' ? ('right' as const) : ('left' as const),
        ellipsis: kindOf(schema) === 'text',
        sorter: isSortable(schema),
        sortOrder: sorted ? (sorted.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
        showSorterTooltip: false,
        ...(filterable
          ? {
              filteredValue: filter ? ['on'] : null,
              filterIcon: <FilterFilled aria-label={t('list.filterBy', { label: text })} />,
              filterDropdown: ({ close }: { close: () => void }) => (
                <FilterEditor
                  key={JSON.stringify(filter ?? field)}
                  field={field}
                  schema={schema}
                  label={text}
                  filter={filter}
                  onApply={(next) => {
                    const others = state.filters.filter((own) => own.field !== field);
                    onChange({ filters: next ? [...others, next] : others, page: 1 });
                    close();
                  }}
                />
              ),
            }
          : {}),
        render: (value: unknown, row: Row) => {
          const shown = cellOf(resource.name, field)?.(row) ?? (
            <FieldValue schema={schema} value={value} related={relatedOf(row, field)} />
          );
          // The name is a true link: it can be opened in a new tab, and reached by the keyboard.
          return field === resource.titleField ? (
            <Link to={`${resource.path}/${row.id}`}>{shown}</Link>
          ) : (
            shown
          );
        },
      },
    ];
  });

  return (
    <Table<Row>
      {...tableProps}
      className="cw-table"
      size="small"
      rowKey="id"
      columns={[
        ...columns,
        {
          key: 'actions',
          title: <span className="cw-hidden">{t('list.actions')}</span>,
          fixed: 'right' as const,
          width: 88,
          render: (_: unknown, row: Row) => <RowActions resource={resource} record={row} />,
        },
      ]}
      dataSource={rows}
      // Links of refine's own address scheme would lead past ours.
      pagination={{ ...tableProps.pagination, ...pages, itemRender: undefined, size: 'default' }}
      loading={fetching}
      scroll={{ x: 'max-content' }}
      onRow={(row) => ({
        'aria-label': titleOf(resource, row),
        onClick: (event) => {
          const target = event.target;
          // A click on a control, or the end of selecting text to copy, is not a click on the row.
          if (target instanceof Element && target.closest('a,button,input,.ant-dropdown,.ant-modal')) return;
          if (window.getSelection()?.toString()) return;
          void navigate(`${resource.path}/${row.id}`);
        },
      })}
      onChange={({ current = 1, pageSize = state.size }, _, sorter, { action }) => {
        if (action === 'paginate') {
          onChange({ page: pageSize === state.size ? current : 1, size: pageSize });
          return;
        }
        if (action !== 'sort') return;
        const list = Array.isArray(sorter) ? sorter : [sorter];
        const sort = list.flatMap(({ columnKey, order }) =>
          order
            ? [{ field: String(columnKey), order: order === 'ascend' ? ('asc' as const) : ('desc' as const) }]
            : [],
        );
        onChange({ sort: sort.length > 0 ? sort : resource.sort ? [resource.sort] : [], page: 1 });
      }}
    />
  );
}
