import { PrinterOutlined } from '@ant-design/icons';
import { useList } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Segmented, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AlertHour, AlertStatistics } from '#contract/alerts.ts';
import {
  type AlertCount,
  type AlertCounts,
  type AlertTable,
  alertTables,
  classifications,
  classifiedCount,
  hourParts,
  nuisanceGoal,
  nuisanceShare,
} from '#domain/conflicts/alert-counts.ts';
import type { OrganizationUnitRecord } from '#domain/record/records.gen.ts';
import { localText } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import { titleOf } from '#web/engine/labels.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { ExportButton } from '#web/engine/transfer/export-button.tsx';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { type Measure, MeasureTable } from '#web/ui/measure-table.tsx';
import {
  type AlertLine,
  type AlertStatisticsState,
  countedPath,
  exportPath,
  inputOf,
  spans,
  useAlertStatisticsState,
} from './statistics-state.ts';
import './alerts.css';

/** How much the alerts disturb, by kind, area and hour: how many nobody looked at, how many were needed, and the goal. */
export function AlertStatisticsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [state, change] = useAlertStatisticsState();
  const [printing, setPrinting] = useState(false);
  const input = inputOf(state);
  const statistics = useQuery<AlertStatistics, RequestError>({
    queryKey: ['alerts', 'statistics', input, locale],
    queryFn: () => callService('Alert', 'GetStatistics', input),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });
  const timeline = useQuery<AlertHour[], RequestError>({
    queryKey: ['alerts', 'timeline', input],
    queryFn: () => callService('Alert', 'GetTimeline', input),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });
  const error = statistics.error ?? timeline.error;
  const retry = () => void Promise.all([statistics.refetch(), timeline.refetch()]);
  const { data } = statistics;
  return (
    <div className="cw-page cw-alert-statistics" aria-busy={statistics.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('alert.statistics')}</h1>
        {data && (
          <span className="cw-note">{t('report.asOf', { at: localText(data.to), zone: data.timeZone })}</span>
        )}
        <span className="cw-grow" />
        <Link to="/flightWatch/encounter">{t('alerts.all')}</Link>
        <Button icon={<PrinterOutlined />} disabled={!data} onClick={() => setPrinting(true)}>
          {t('show.print')}
        </Button>
      </header>
      <Choices state={state} change={change} />
      {error && <Failure title={t('alerts.statisticsFailed')} error={error} retry={retry} />}
      {!data && !error && <Skeleton active />}
      {data?.totals.raised === 0 && <p role="status">{t('alerts.noneInSpan')}</p>}
      {data && data.totals.raised > 0 && (
        <>
          <Goal state={state} answer={data} />
          <Card size="small" title={t('alerts.overTime')}>
            {timeline.data && <TimelineChart items={timeline.data} />}
          </Card>
          {alertTables.map((table) => (
            <Card
              key={table}
              size="small"
              title={t(`alert.statistics.${table}`)}
              extra={
                <ExportButton
                  path={(format) => exportPath(state, table, format)}
                  table={t(`alert.statistics.${table}`)}
                />
              }
            >
              <CountTable table={table} state={state} answer={data} />
            </Card>
          ))}
          <Notes answer={data} />
        </>
      )}
      {printing && data && (
        <PrintSheet
          title={t('alert.statistics')}
          subtitle={`${localText(data.from)} – ${localText(data.to)} (${data.timeZone})`}
          onClose={() => setPrinting(false)}
        >
          <Goal state={state} answer={data} />
          {alertTables.map((table) => (
            <PaperTable key={table} table={table} state={state} answer={data} />
          ))}
          <Notes answer={data} />
        </PrintSheet>
      )}
    </div>
  );
}

function Choices({
  state,
  change,
}: {
  state: AlertStatisticsState;
  change: (next: Partial<AlertStatisticsState>) => void;
}) {
  const { t } = useTranslation();
  const kinds = resourceNamed('encounter')?.schema.properties.kind?.enum ?? [];
  const unit = resourceNamed('organizationUnit');
  const { result } = useList<OrganizationUnitRecord>({
    resource: 'organizationUnit',
    pagination: { currentPage: 1, pageSize: 1000 },
    sorters: [{ field: 'code', order: 'asc' }],
    filters: [{ field: 'area', operator: 'nnull', value: true }],
  });
  return (
    <div className="cw-bar">
      <Segmented
        aria-label={t('alerts.span')}
        value={state.hours}
        onChange={(hours) => change({ hours })}
        options={spans.map((value) => ({ value, label: t(`alerts.span.${value}`) }))}
      />
      <Select<string[]>
        mode="multiple"
        allowClear
        aria-label={t('alerts.column.kind')}
        placeholder={t('alerts.allKinds')}
        value={[...state.kinds]}
        onChange={(next) => change({ kinds: next })}
        optionFilterProp="label"
        options={kinds.map((kind) => ({ value: String(kind), label: t(`alert.net.${kind}`) }))}
        style={{ minWidth: 180 }}
      />
      <Select<number>
        allowClear
        showSearch
        aria-label={t('alerts.area')}
        placeholder={t('alerts.allAreas')}
        value={state.area}
        onChange={(area: number | undefined) => change({ area: area ?? null })}
        optionFilterProp="label"
        options={[
          ...(result.data ?? []).map((area) => ({
            value: area.id,
            label: unit ? titleOf(unit, { ...area }) : `#${area.id}`,
          })),
          { value: 0, label: t('alert.statistics.outside') },
        ]}
        popupMatchSelectWidth={false}
        style={{ minWidth: 180 }}
      />
    </div>
  );
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${Math.round((100 * part) / whole)}%`;

/** The share of alerts that nobody needed against the goal, in words, and how many are not classified. */
function Goal({ state, answer }: { state: AlertStatisticsState; answer: AlertStatistics }) {
  const { t } = useTranslation();
  const { totals } = answer;
  const classified = classifiedCount(totals);
  const share = nuisanceShare(totals);
  const met = share === null ? 'none' : share <= nuisanceGoal ? 'within' : 'above';
  return (
    <p role="status">
      {t(`alerts.goal.${met}`, {
        share: ((share ?? 0) * 100).toFixed(1),
        classified,
        goal: nuisanceGoal * 100,
      })}{' '}
      {classified < totals.raised && (
        <Link to={countedPath(state, answer, { by: 'all' }, 'unclassified')}>
          {t('alerts.goal.unclassified', { count: totals.raised - classified, raised: totals.raised })}
        </Link>
      )}
    </p>
  );
}

function TimelineChart({ items }: { items: readonly AlertHour[] }) {
  const { t } = useTranslation();
  const mode = useMode();
  const option = useMemo(() => {
    const times = [...new Set(items.map(({ at }) => at))];
    const kinds = [...new Set(items.flatMap(({ kind }) => kind ?? []))];
    const counted = new Map(items.map(({ at, kind, raised }) => [`${at} ${kind}`, raised]));
    return {
      ...chartBase(mode),
      xAxis: chartAxis(mode, 'category', { data: times.map((at) => localText(at).slice(5, 16)) }),
      yAxis: chartAxis(mode, 'value', { minInterval: 1 }),
      series: kinds.map((kind) => ({
        name: t(`alert.net.${kind}`),
        type: 'bar',
        stack: 'all',
        barMaxWidth: 28,
        data: times.map((at) => counted.get(`${at} ${kind}`) ?? 0),
      })),
    };
  }, [items, mode, t]);
  return <Chart option={option} height={240} label={t('alerts.overTime')} />;
}

interface Row {
  key: string;
  name: string;
  line: AlertLine;
  counts: AlertCounts;
  perHour?: number;
}

function useRows(table: AlertTable, answer: AlertStatistics): Row[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (table === 'kinds')
      return answer.kinds.map(({ kind, perHour, ...counts }) => ({
        key: kind,
        name: t(`alert.net.${kind}`),
        line: { by: 'kind', kind },
        counts,
        perHour,
      }));
    if (table === 'areas')
      return answer.areas.map(({ id, name, ...counts }) => ({
        key: String(id),
        name: name ?? t('alert.statistics.outside'),
        line: { by: 'area', area: id },
        counts,
      }));
    const parts = hourParts(Date.parse(answer.from), Date.parse(answer.to), answer.timeZone);
    return answer.hours.map(({ hour, ...counts }) => {
      const name = `${String(hour).padStart(2, '0')}:00`;
      return { key: name, name, line: { by: 'hour', parts: parts[hour] ?? [] }, counts };
    });
  }, [table, answer, t]);
}

const heads: Record<AlertTable, string> = {
  kinds: 'alerts.column.kind',
  areas: 'alerts.area',
  hours: 'alerts.hour',
};

interface TableProps {
  table: AlertTable;
  state: AlertStatisticsState;
  answer: AlertStatistics;
}

/** The numbers of a line; each leads to the alerts that it counts. */
function useMeasures({ table, state, answer }: TableProps): Measure<Row>[] {
  const { t } = useTranslation();
  const measure = (
    name: AlertCount | 'classified',
    shares: (counts: AlertCounts) => number[],
  ): Measure<Row> => {
    const numberOf = ({ counts }: Row) => (name === 'classified' ? classifiedCount(counts) : counts[name]);
    return {
      key: name,
      title: t(`alert.count.${name}`),
      value: numberOf,
      text: (row) => {
        const value = numberOf(row);
        const parts = value > 0 ? shares(row.counts).map((of) => percent(value, of)) : [];
        return parts.length > 0 ? `${value} (${parts.join(' / ')})` : String(value);
      },
      link: (row) => (numberOf(row) > 0 ? countedPath(state, answer, row.line, name) : undefined),
      linkLabel: (row) =>
        t('alerts.show', { count: numberOf(row), what: t(`alert.count.${name}`), of: row.name }),
    };
  };
  const perHour: Measure<Row> = {
    key: 'perHour',
    title: t('alerts.column.perHour'),
    value: (row) => row.perHour ?? 0,
    text: (row) => (row.perHour ?? 0).toFixed(2),
  };
  const ofRaised = ({ raised }: AlertCounts) => [raised];
  return [
    ...(table === 'kinds' ? [perHour] : []),
    measure('raised', () => []),
    ...(['acknowledged', 'acknowledgedUnseen', 'muted', 'classified'] as const).map((name) =>
      measure(name, ofRaised),
    ),
    ...classifications.map((name) => measure(name, (counts) => [classifiedCount(counts), counts.raised])),
  ];
}

function CountTable(props: TableProps) {
  const { t } = useTranslation();
  const { table, answer } = props;
  return (
    <MeasureTable<Row>
      head={t(heads[table])}
      label={t(`alert.statistics.${table}`)}
      empty={t('alerts.noneInSpan')}
      rows={useRows(table, answer)}
      // The hours of a day are read at one look.
      whole={table === 'hours'}
      measures={useMeasures(props)}
    />
  );
}

function PaperTable(props: TableProps) {
  const { t } = useTranslation();
  const { table, answer } = props;
  const measures = useMeasures(props);
  return (
    <section className="cw-alert-paper">
      <h2>{t(`alert.statistics.${table}`)}</h2>
      <table className="cw-print-table">
        <thead>
          <tr>
            <th scope="col">{t(heads[table])}</th>
            {measures.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {useRows(table, answer).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {measures.map(({ key, text }) => (
                <td key={key} className="cw-figures">
                  {text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Notes({ answer }: { answer: AlertStatistics }) {
  const { t } = useTranslation();
  return (
    <ul className="cw-note cw-alert-notes">
      <li>{t('alerts.note.classified')}</li>
      <li>{t('alerts.note.shares')}</li>
      <li>{t('alerts.note.areas')}</li>
      <li>{t('alerts.note.hours', { zone: answer.timeZone })}</li>
      <li>{t('alerts.note.scope')}</li>
    </ul>
  );
}
