import { ClockCircleOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Skeleton, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InputOf } from '#contract/services.ts';
import type { ServiceWork } from '#contract/statistics.ts';
import type { DocumentKind } from '#domain/approvals/flow.ts';
import { spanOf } from '#domain/plans/report-period.ts';
import { partOfFigure, type WorkTableName, workFigures } from '#domain/statistics/measures.ts';
import { localText } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService, formInput } from '#web/client/services.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { ExportButton } from '#web/engine/transfer/export-button.tsx';
import { ReportChoices } from '#web/features/plans/report/report-choices.tsx';
import { inputOf, type ReportState, useReportState } from '#web/features/plans/report/report-state.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { decisionsPath } from './decisions-state.ts';
import { daysWithin, exportPath } from './statistics-state.ts';
import { waitingPath } from './waiting-state.ts';
import { WorkFigureLink } from './work-figure.tsx';
import { WorkTable } from './work-table.tsx';
import './statistics.css';
import '#web/ui/totals.css';

/** The service's work: who decided what, how fast, and what waits (specification §2, /statistics/navigationFSS). */
export function ServicePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [state, setState] = useReportState();
  const [printing, setPrinting] = useState(false);
  const { period, from, to, companies } = inputOf(state);
  const input = { period, from, to, companies };
  const answer = useQuery<ServiceWork, RequestError>({
    queryKey: ['statistics', 'work', input, locale],
    queryFn: () => callService('Statistics', 'GetWork', formInput<InputOf<'Statistics', 'GetWork'>>(input)),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });
  const { data } = answer;
  return (
    <div className="cw-page statistics-page" aria-busy={answer.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('statistics.service')}</h1>
        {data && (
          <span className="cw-note">
            {t('report.asOf', { at: localText(data.generatedAt), zone: data.timeZone })}
          </span>
        )}
        <span className="cw-grow" />
        <Link to="/statistics/navigationFSSNew">{t('statistics.periods')}</Link>
        <Button icon={<PrinterOutlined />} disabled={!data} onClick={() => setPrinting(true)}>
          {t('show.print')}
        </Button>
      </header>
      <ReportChoices state={state} onChange={setState} only={['companies']} />
      {answer.error && (
        <Failure title={t('statistics.failed')} error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!data && !answer.error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <>
          <ul className="cw-totals statistics-totals">
            {workFigures.map((figure) => (
              <li key={figure} data-figure={figure}>
                <strong className="cw-figures">
                  <WorkFigureLink
                    work={data.totals}
                    figure={figure}
                    to={decisionsPath(state, { part: partOfFigure[figure] })}
                  />
                </strong>
                <span>{t(`statistics.work.${figure}`)}</span>
              </li>
            ))}
          </ul>
          <Card
            size="small"
            title={t('statistics.work.waiting')}
            extra={<Export state={state} table="waiting" label={t('statistics.work.waiting')} />}
          >
            <Waiting items={data.waiting} state={state} />
          </Card>
          <Card
            size="small"
            title={t('statistics.by.time')}
            extra={<Export state={state} table="time" label={t('statistics.by.time')} />}
          >
            <WorkChart answer={data} state={state} />
          </Card>
          <Tables answer={data} state={state} />
          <p className="cw-note">{t('statistics.work.note')}</p>
        </>
      )}
      {printing && data && (
        <PrintSheet
          title={t('statistics.service')}
          subtitle={`${data.from} – ${data.to} (${data.timeZone})`}
          onClose={() => setPrinting(false)}
        >
          <Tables answer={data} state={state} whole />
          <TimeTable answer={data} state={state} whole />
          <Waiting items={data.waiting} state={state} />
        </PrintSheet>
      )}
    </div>
  );
}

function Export({ state, table, label }: { state: ReportState; table: WorkTableName; label: string }) {
  const { period, from, to, companies } = inputOf(state);
  return (
    <ExportButton
      path={(format) => exportPath('ExportWork', { table, period, from, to, companies }, format)}
      table={label}
    />
  );
}

interface TableProps {
  answer: ServiceWork;
  state: ReportState;
  /** On paper: every line. */
  whole?: boolean;
}

function Tables({ answer, state, whole = false }: TableProps) {
  const { t } = useTranslation();
  return (
    <div className="statistics-two">
      <Card
        size="small"
        title={t('statistics.work.people')}
        extra={<Export state={state} table="people" label={t('statistics.work.people')} />}
      >
        <WorkTable
          whole={whole}
          head={t('statistics.work.person')}
          label={t('statistics.work.people')}
          rows={answer.people.map((work) => ({
            key: String(work.id),
            name: work.name ?? t('statistics.work.system'),
            work,
            link: (figure) => decisionsPath(state, { person: work.id, part: partOfFigure[figure] }),
          }))}
        />
      </Card>
      <Card
        size="small"
        title={t('statistics.work.kinds')}
        extra={<Export state={state} table="kinds" label={t('statistics.work.kinds')} />}
      >
        <WorkTable
          whole={whole}
          head={t('statistics.work.kind')}
          label={t('statistics.work.kinds')}
          rows={answer.kinds.map((work) => ({
            key: work.kind,
            name: t(`statistics.kind.${work.kind}`),
            work,
            link: (figure) => decisionsPath(state, { kind: work.kind, part: partOfFigure[figure] }),
          }))}
        />
      </Card>
    </div>
  );
}

function Waiting({ items, state }: { items: ServiceWork['waiting']; state: ReportState }) {
  const { t } = useTranslation();
  const pathOf = (kind: DocumentKind, overdue: boolean) =>
    waitingPath({ kind, overdue, companies: state.filters.companies ?? [] });
  return (
    <Table<ServiceWork['waiting'][number]>
      size="small"
      className="cw-table"
      aria-label={t('statistics.work.waiting')}
      rowKey="kind"
      pagination={false}
      dataSource={items}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          title: t('statistics.work.kind'),
          dataIndex: 'kind',
          render: (kind: string) => t(`statistics.kind.${kind}`),
        },
        {
          title: t('statistics.work.count'),
          dataIndex: 'count',
          align: 'right',
          render: (value: number, { kind }) => (
            <span className="cw-figures">
              {value > 0 ? <Link to={pathOf(kind, false)}>{value}</Link> : value}
            </span>
          ),
        },
        {
          title: t('statistics.work.overdue'),
          dataIndex: 'overdue',
          align: 'right',
          render: (value: number, { kind }) => (
            <span className="cw-figures">
              {value > 0 ? (
                <strong>
                  <ClockCircleOutlined aria-hidden /> <Link to={pathOf(kind, true)}>{value}</Link>
                </strong>
              ) : (
                value
              )}
            </span>
          ),
        },
        {
          title: t('statistics.work.oldest'),
          dataIndex: 'oldestAt',
          render: (at: string | null) => <span className="cw-figures">{at ? localText(at) : '—'}</span>,
        },
      ]}
    />
  );
}

function WorkChart({ answer, state }: { answer: ServiceWork; state: ReportState }) {
  const { t } = useTranslation();
  const mode = useMode();
  const option = useMemo(
    () => ({
      ...chartBase(mode),
      xAxis: chartAxis(mode, 'category', { data: answer.series.map(({ key }) => key) }),
      yAxis: chartAxis(mode, 'value', { minInterval: 1 }),
      series: (['approved', 'refused'] as const).map((name) => ({
        name: t(`statistics.work.${name}`),
        type: 'bar',
        stack: 'all',
        barMaxWidth: 28,
        data: answer.series.map((point) => point[name]),
      })),
    }),
    [answer, mode, t],
  );
  return (
    <>
      <Chart option={option} height={220} label={t('statistics.work.chart')} />
      <details>
        <summary>{t('statistics.table')}</summary>
        <TimeTable answer={answer} state={state} />
      </details>
    </>
  );
}

function TimeTable({ answer, state, whole = false }: TableProps) {
  const { t } = useTranslation();
  return (
    <WorkTable
      whole={whole}
      head={t('statistics.by.time')}
      label={t('statistics.work.chart')}
      rows={answer.series.map(({ key, ...work }) => {
        const { from, to } = daysWithin(answer, answer.bucket, key);
        const days: ReportState = { ...state, period: 'custom', span: spanOf('custom', from, to) };
        return {
          key,
          name: key,
          work,
          link: (figure) => decisionsPath(days, { part: partOfFigure[figure] }),
        };
      })}
    />
  );
}
