import { FilterFilled } from '@ant-design/icons';
import { type CheckboxProps, Table, type TableProps } from 'antd';
import { cloneElement, isValidElement, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Resource } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { cellOf } from '#web/engine/cells.tsx';
import { FieldValue } from '#web/engine/field-value.tsx';
import { fieldOf, isSortable, kindOf, operatorsOf } from '#web/engine/fields.ts';
import { enumChoices, listedValue, relatedOf, titleOf, wordOf } from '#web/engine/labels.ts';
import { type ListState, pageSizes } from '#web/engine/url-state.ts';
import { useTrash } from '#web/engine/use-trash.ts';
import { isGroup } from './filter-tree.ts';
import { HeaderCell, type HeaderCellProps } from './header-cell.tsx';
import { InlineCell, isInline } from './inline-cell.tsx';
import { antdSize, inPinOrder, type Layout, naturalWidth } from './layout.ts';
import { FilterEditor } from './on-demand.ts';
import { RowActions } from './row-actions.tsx';
import { countOf, isPicked, nothing, pick, type Selection } from './selection.ts';
import type { Row } from './use-rows.ts';

export interface ListViewProps {
  resource: Resource;
  rows: readonly Row[];
  columns: readonly string[];
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  /** null: nothing can be picked, for nothing can be done with what is. */
  selection: Selection | null;
  onSelect: (selection: Selection) => void;
}

interface Props extends ListViewProps {
  total: number;
  estimated: boolean;
  /** What is shown answers the last question; that to this one is on its way. */
  fetching: boolean;
  layout: Layout;
  onLayout: (layout: Layout) => void;
}

/** More rows than this are drawn as they come into view. */
const virtualAbove = 100;
const actionsPx = 104;
const components = { header: { cell: HeaderCell } };

/** The list as a table: sorting and filtering are the server's, the header only writes them into the address. */
export function ListTable(props: Props) {
  const { resource, rows, columns: shown, state, onChange, selection, onSelect, layout, onLayout } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const trash = useTrash(resource);
  const fields = useMemo(
    () => inPinOrder(state.trash ? [...new Set([...shown, 'deletedAt', 'deletedBy'])] : shown, layout.pins),
    [shown, state.trash, layout.pins],
  );
  const [dragged, setDragged] = useState<{ field: string; width: number } | null>(null);
  const natural = useNaturalWidths(resource, fields, rows);
  const widthOf = (field: string) =>
    dragged?.field === field ? dragged.width : (layout.widths?.[field] ?? natural[field] ?? 120);

  const columns: NonNullable<TableProps<Row>['columns']> = fields.flatMap((field) => {
    const schema = fieldOf(resource, field);
    if (!schema) return [];
    const text = label(schema['x-label'], field);
    const sorted = state.sort.find((sort) => sort.field === field);
    const filter = state.filters.filter((node) => !isGroup(node)).find((own) => own.field === field);
    const filterable = operatorsOf(schema).length > 0;
    const width = widthOf(field);
    return [
      {
        key: field,
        dataIndex: field,
        title: text,
        width,
        fixed: layout.pins?.[field],
        align: kindOf(schema) === 'number' ? ('right' as const) : ('left' as const),
        ellipsis: true,
        sorter: isSortable(schema) ? { multiple: 1 } : false,
        sortOrder: sorted ? (sorted.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
        showSorterTooltip: false,
        onHeaderCell: (): HeaderCellProps => ({
          'aria-label': text,
          resize: {
            width,
            label: t('list.columnWidth', { label: text }),
            onResize: (next, done) => {
              setDragged(done ? null : { field, width: next });
              if (done) onLayout({ ...layout, widths: { ...layout.widths, [field]: next } });
            },
            onReset: () => {
              const { [field]: _, ...widths } = layout.widths ?? {};
              onLayout({ ...layout, widths });
            },
          },
        }),
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
                    const others = state.filters.filter((own) => own !== filter);
                    onChange({ filters: next ? [...others, next] : others, page: 1 });
                    close();
                  }}
                />
              ),
            }
          : {}),
        render: (_: unknown, row: Row) => {
          const value = listedValue(resource, row, field, fields);
          const drawn = cellOf(resource.name, field)(row) ?? (
            <FieldValue schema={schema} value={value} related={relatedOf(row, field)} />
          );
          // The name is a true link: it can be opened in a new tab, and reached by the keyboard.
          if (field === resource.titleField) return <Link to={`${resource.path}/${row.id}`}>{drawn}</Link>;
          // What stands there in another language is not this field: it is changed in its own column.
          if (!isInline(resource, field) || value !== row[field]) return drawn;
          return (
            <InlineCell resource={resource} field={field} row={row} label={text}>
              {drawn}
            </InlineCell>
          );
        },
      },
    ];
  });

  const virtual = rows.length > virtualAbove;
  const picking = selection !== null;
  const widthPx = fields.reduce((sum, field) => sum + widthOf(field), actionsPx + (picking ? 40 : 0));
  const range = (count: number, [from, to]: [number, number]) =>
    t(props.estimated ? 'list.rangeOfMany' : 'list.range', { from, to, count });
  return (
    <Table<Row>
      className="cw-table"
      size={antdSize[layout.density ?? 'compact']}
      rowKey="id"
      components={components}
      tableLayout="fixed"
      virtual={virtual}
      sticky={!virtual}
      columns={[
        ...columns,
        {
          key: 'actions',
          title: <span className="cw-hidden">{t('list.actions')}</span>,
          fixed: 'right' as const,
          width: actionsPx,
          render: (_: unknown, row: Row) => <RowActions resource={resource} record={row} trash={trash} />,
        },
      ]}
      dataSource={rows}
      pagination={{
        current: state.page,
        pageSize: state.size,
        total: props.total,
        pageSizeOptions: pageSizes,
        showSizeChanger: true,
        showTotal: range,
        size: 'default',
      }}
      loading={props.fetching}
      scroll={{ x: widthPx, ...(virtual ? { y: Math.max(320, window.innerHeight - 330) } : {}) }}
      {...(picking ? { rowSelection: selecting(selection, onSelect, rows, resource, t) } : {})}
      onRow={(row) => ({
        'aria-label': titleOf(resource, row),
        onClick: (event) => {
          const target = event.target;
          // A click on a control, or the end of selecting text to copy, is not a click on the row.
          if (!(target instanceof Element) || target.closest(controls)) return;
          // React hands over clicks of dialogs that were opened from the row.
          if (!event.currentTarget.contains(target) || window.getSelection()?.toString()) return;
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
        const wanted = list.flatMap(({ columnKey, order }) =>
          order
            ? [{ field: String(columnKey), order: order === 'ascend' ? ('asc' as const) : ('desc' as const) }]
            : [],
        );
        onChange({ sort: sortAfter(state.sort, wanted, resource), page: 1 });
      }}
    />
  );
}

const controls =
  'a,button,input,label,.cw-inline,.cw-inline-cell,.ant-table-selection-column,.ant-dropdown,.ant-modal,.ant-popover';

/**
 * Several sorts, the newest last: what was chosen before stays in its order. The entry's own sort is only where one
 * begins; the first column that is chosen takes its place.
 */
function sortAfter(
  before: ListState['sort'],
  wanted: ListState['sort'],
  resource: Resource,
): ListState['sort'] {
  if (wanted.length === 0) return resource.sort ? [resource.sort] : [];
  const untouched =
    before.length === 1 &&
    resource.sort !== undefined &&
    JSON.stringify(before[0]) === JSON.stringify(resource.sort);
  const added = wanted.find(({ field }) => !before.some((own) => own.field === field));
  if (untouched && added) return [added];
  const remaining = before.flatMap(({ field }) => wanted.filter((own) => own.field === field));
  return added ? [...remaining, added] : remaining;
}

type Translate = (key: string, values?: Record<string, unknown>) => string;

function selecting(
  selection: Selection,
  onSelect: (selection: Selection) => void,
  rows: readonly Row[],
  resource: Resource,
  t: Translate,
): NonNullable<TableProps<Row>['rowSelection']> {
  const picked = rows.filter(({ id }) => isPicked(selection, id)).map(({ id }) => id);
  return {
    fixed: true,
    columnWidth: 40,
    selectedRowKeys: picked,
    // Rows of other pages stay picked; this page says which of its own are. Shift picks a range: antd's own doing.
    onChange: (keys) => {
      const now = new Set(keys.map(Number));
      const added = rows.filter(({ id }) => now.has(id) && !isPicked(selection, id)).map(({ id }) => id);
      const dropped = picked.filter((id) => !now.has(id));
      const next = pick(pick(selection, added, true), dropped, false);
      onSelect(countOf(next) === 0 ? nothing : next);
    },
    columnTitle: (box) =>
      isValidElement<{ 'aria-label'?: string }>(box) ? (
        cloneElement(box, { 'aria-label': t('list.pickPage') })
      ) : (
        <span className="cw-hidden">{t('list.pickPage')}</span>
      ),
    getCheckboxProps: (row): CheckboxProps & { 'aria-label': string } => ({
      'aria-label': t('list.pickNamed', { name: titleOf(resource, row) }),
    }),
  };
}

/** Widths from the first rows that were seen: they must not jump from page to page. */
function useNaturalWidths(resource: Resource, fields: readonly string[], rows: readonly Row[]) {
  const label = useLabel();
  const locale = useLocale();
  const known = useRef<{ resource: Resource; locale: Locale; widths: Record<string, number> }>(null);
  if (known.current?.resource !== resource || known.current.locale !== locale)
    known.current = { resource, locale, widths: {} };
  const { widths } = known.current;
  for (const field of fields) {
    const schema = fieldOf(resource, field);
    if (!schema || rows.length === 0 || widths[field] !== undefined) continue;
    const texts = rows.slice(0, 50).map((row) => textOf(resource, row, field, fields, locale));
    widths[field] = naturalWidth(schema, label(schema['x-label'], field), texts);
  }
  return widths;
}

/** What the cell shows, where it shows a text. */
function textOf(
  resource: Resource,
  row: Row,
  field: string,
  fields: readonly string[],
  locale: Locale,
): string {
  const word = wordOf(resource.name, field, row);
  const schema = fieldOf(resource, field);
  if (word !== undefined || !schema) return word ?? '';
  const value = listedValue(resource, row, field, fields);
  switch (kindOf(schema)) {
    case 'text':
    case 'number':
      return String(value ?? '');
    case 'enum':
      return enumChoices(schema, locale).find((choice) => choice.value === value)?.label ?? '';
    case 'texts':
      return Array.isArray(value) ? listText(value.map(String), locale) : '';
    case 'relation':
    case 'relations':
      return listText(
        relatedOf(row, field).map((one) => one.label),
        locale,
      );
    default:
      return '';
  }
}
