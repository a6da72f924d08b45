import { Empty, Select, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportReport, RowError } from '#domain/record/transfer/job.ts';
import { useWindowWidth } from '#web/ui/appearance.ts';
import { errorPageSize } from './error-page-size.ts';

export interface ErrorsTableProps {
  page: number;
  onPage: (page: number) => void;
  /** Only the errors of the column of this head. */
  column: string | undefined;
  onColumn: (column: string | undefined) => void;
}

const cardsBelowPx = 720;

/** What is wrong, cell by cell: where, what stands there, and why it cannot be taken. */
export function ErrorsTable({
  job,
  page,
  onPage,
  column,
  onColumn,
}: ErrorsTableProps & { job: ImportReport }) {
  const { t } = useTranslation();
  const cards = useWindowWidth() < cardsBelowPx;
  const all = job.faultsByColumn.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const paging = {
    current: page,
    pageSize: errorPageSize,
    total: job.faultCount,
    showSizeChanger: false,
    hideOnSinglePage: true,
    onChange: onPage,
    simple: cards,
  };
  return (
    <section aria-label={t('transfer.faults')}>
      <div className="cw-bar">
        <h3 className="cw-import-head">{t('transfer.faults')}</h3>
        <span className="cw-grow" />
        <Select
          style={{ minWidth: 200 }}
          allowClear
          aria-label={t('transfer.faultsOf')}
          placeholder={t('transfer.allColumns', { count: all })}
          value={column ?? null}
          onChange={(next: string | null | undefined) => {
            onPage(1);
            onColumn(next ?? undefined);
          }}
          options={job.faultsByColumn.map(({ name, count }) => ({
            value: name ?? '',
            label: `${name ?? t('transfer.wholeRow')} (${count})`,
          }))}
        />
      </div>
      <Table<RowError>
        size="small"
        rowKey={(error) => `${error.row} ${error.name} ${error.code}`}
        dataSource={job.faults}
        pagination={paging}
        locale={{ emptyText: <Empty description={t('transfer.noFaults')} /> }}
        columns={
          cards
            ? [
                {
                  title: t('transfer.faults'),
                  render: (_, error) => (
                    <>
                      <strong className="cw-figures">{t('transfer.rowNumber', { row: error.row })}</strong>{' '}
                      {error.name ?? t('transfer.wholeRow')}
                      <br />
                      {error.value !== null && (
                        <>
                          <code className="cw-import-value">{error.value}</code>
                          <br />
                        </>
                      )}
                      {error.text}
                    </>
                  ),
                },
              ]
            : [
                {
                  title: t('transfer.row'),
                  dataIndex: 'row',
                  width: 80,
                  align: 'right',
                  className: 'cw-figures',
                },
                {
                  title: t('transfer.column'),
                  width: 190,
                  render: (_, { name }) => name ?? t('transfer.wholeRow'),
                },
                {
                  title: t('transfer.value'),
                  width: 220,
                  render: (_, { value }) =>
                    value === null ? '–' : <code className="cw-import-value">{value}</code>,
                },
                { title: t('transfer.reason'), dataIndex: 'text' },
              ]
        }
      />
    </section>
  );
}
