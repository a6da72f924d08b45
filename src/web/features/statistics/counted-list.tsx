import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { useRelated } from '#web/engine/labels.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { mostPrinted, PrintedCount } from '#web/engine/show/printed-count.tsx';
import { ExportButton } from '#web/engine/transfer/export-button.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { exportPath } from './statistics-state.ts';
import './statistics.css';

/** Records on one page. */
const pageSize = 50;

interface Column<Row> {
  key: string;
  title: string;
  end?: boolean;
  cell(row: Row): ReactNode;
}

interface Page<Row> {
  totalCount: number;
  items: Row[];
}

interface Window {
  skipCount: number;
  maxResultCount: number;
}

interface Props<Row, Answer extends Page<Row>> {
  title: string;
  empty: string;
  /** What is asked for; the same of a page, of the file and of the paper. */
  input: Record<string, unknown>;
  read(window: Window): Promise<Answer>;
  /** The call whose answer is the file. */
  file: 'ExportDecisions' | 'ExportWaiting' | 'ExportTrackFlights';
  /** The page whose figures it is behind. */
  back: { to: string; title: string };
  /** For lists that change by themselves. */
  refetchMs?: number;
  page: number;
  onPage(page: number): void;
  rowKey(row: Row): string;
  columns: Column<Row>[];
  links?: ReactNode;
  choices(answer: Answer | undefined): ReactNode;
  /** To whose records the list is narrowed; none: to nobody's. */
  companies: readonly number[];
  /** What else is chosen, in words for the paper. */
  chosen(answer: Answer): (string | false)[];
}

/** The records that a figure counts: by pages on the screen, whole in a file and on paper. */
export function CountedList<Row extends object, Answer extends Page<Row>>({
  title,
  empty,
  input,
  read,
  file,
  back,
  refetchMs,
  page,
  onPage,
  rowKey,
  columns,
  links,
  choices,
  companies,
  chosen,
}: Props<Row, Answer>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [printing, setPrinting] = useState(false);
  const part = (window: Window) => ({
    queryKey: ['statistics', file, input, window, locale],
    queryFn: () => read(window),
  });
  const answer = useQuery<Answer, RequestError>({
    ...part({ skipCount: (page - 1) * pageSize, maxResultCount: pageSize }),
    placeholderData: (before) => before,
    refetchInterval: refetchMs ?? false,
  });
  const paper = useQuery<Answer, RequestError>({
    ...part({ skipCount: 0, maxResultCount: mostPrinted }),
    enabled: printing,
  });
  const names = useRelated('company', printing ? [...companies] : []);
  const words = (of: Answer) => [...chosen(of), ...companies.map((id) => names.get(id)?.label ?? `#${id}`)];
  const { data } = answer;
  const failed = ({ error, refetch }: typeof answer) =>
    error && <Failure title={t('statistics.failed')} error={error} retry={() => void refetch()} />;
  return (
    <div className="cw-page statistics-page" aria-busy={answer.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{title}</h1>
        <span className="cw-figures" aria-live="polite">
          {data ? t('list.total', { count: data.totalCount }) : ''}
        </span>
        <span className="cw-grow" />
        {links}
        <Link to={back.to}>{back.title}</Link>
        <span className="cw-bar">
          <ExportButton path={(format) => exportPath(file, input, format)} table={title} named />
          <Button icon={<PrinterOutlined />} disabled={!data} onClick={() => setPrinting(true)}>
            {t('show.print')}
          </Button>
        </span>
      </header>
      {choices(data)}
      {failed(answer)}
      {!data && !answer.error && <Skeleton active />}
      {data && (
        <Table<Row>
          size="small"
          className="cw-table"
          aria-label={title}
          rowKey={rowKey}
          dataSource={data.items}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: empty }}
          onChange={({ current = 1 }) => onPage(current)}
          pagination={{
            current: page,
            pageSize,
            total: data.totalCount,
            showSizeChanger: false,
            hideOnSinglePage: true,
          }}
          columns={columns.map(({ key, title: head, end, cell }) => ({
            key,
            title: head,
            ...(end ? { align: 'right' as const } : {}),
            render: (_: unknown, row: Row) => cell(row),
          }))}
        />
      )}
      {printing && (
        <PrintSheet
          title={title}
          subtitle={paper.data && words(paper.data).filter(Boolean).join(' · ')}
          onClose={() => setPrinting(false)}
        >
          {failed(paper)}
          {paper.isLoading && <Skeleton active title={false} />}
          {paper.data && (
            <section className="statistics-list">
              <table className="cw-print-table">
                <thead>
                  <tr>
                    {columns.map(({ key, title: head }) => (
                      <th key={key} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {paper.data.items.map((row) => (
                    <tr key={rowKey(row)}>
                      {columns.map(({ key, cell }) => (
                        <td key={key}>{cell(row)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
              <PrintedCount shown={paper.data.items.length} total={paper.data.totalCount} />
            </section>
          )}
        </PrintSheet>
      )}
    </div>
  );
}
