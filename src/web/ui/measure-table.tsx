import { Table } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useIsMobile } from '#web/ui/appearance.ts';

/** One measure of each line. */
export interface Measure<Row> {
  key: string;
  title: string;
  /** By which lines are sorted; null stands first. */
  value(row: Row): number | null;
  text(row: Row): string;
  /** Where the records are that it counts, and what is said of the link to who does not see its row. */
  link?(row: Row): string | undefined;
  linkLabel?(row: Row): string;
}

interface Props<Row> {
  /** Of the first column, which stays in sight. */
  head: string;
  label: string;
  empty: string;
  rows: Row[];
  measures: Measure<Row>[];
  /** What the first column shows; absent: the name. */
  nameOf?: (row: Row) => ReactNode;
  /** All lines at once, as paper wants them. */
  whole?: boolean;
}

/** The figures behind a chart, a line each, to be sorted and read. */
export function MeasureTable<Row extends { key: string; name: ReactNode }>({
  head,
  label,
  empty,
  rows,
  measures,
  nameOf = ({ name }) => name,
  whole = false,
}: Props<Row>) {
  const phone = useIsMobile();
  return (
    <Table<Row>
      size="small"
      className="cw-table"
      aria-label={label}
      rowKey="key"
      dataSource={rows}
      pagination={
        rows.length > 20 && !whole ? { pageSize: 20, showSizeChanger: false, size: 'small' } : false
      }
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: empty }}
      columns={[
        {
          title: head,
          key: 'name',
          fixed: 'left',
          // The figures are seen beside the names on a phone too.
          width: phone ? 120 : 180,
          sorter: (a, b) => a.key.localeCompare(b.key),
          render: (_: unknown, row) => nameOf(row),
        },
        ...measures.map(({ key, title, value, text, link, linkLabel }) => ({
          title,
          key,
          align: 'right' as const,
          sorter: (a: Row, b: Row) => (value(a) ?? -1) - (value(b) ?? -1),
          render: (_: unknown, row: Row) => {
            const to = link?.(row);
            if (to === undefined) return <span className="cw-figures">{text(row)}</span>;
            return (
              <Link className="cw-figures" to={to} title={linkLabel?.(row)}>
                {text(row)}
              </Link>
            );
          },
        })),
      ]}
    />
  );
}
