import { useQuery } from '@tanstack/react-query';
import { Card, Segmented, Skeleton, Table } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { AlertHour, AlertStatistic } from '#contract/alerts.ts';
import { localText } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { useIsMobile, useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';

/** Spans in hours that are offered: a watch, a day, a week, thirty days. */
const spans = [12, 24, 168, 720] as const;

/** How much the alerts disturb: how many an hour of each kind, how many nobody looked at, how many were false. */
export function AlertStatisticsPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('hours'));
  const hours = spans.find((span) => span === asked) ?? 24;
  const statistics = useQuery<AlertStatistic[], RequestError>({
    queryKey: ['alerts', 'statistics', hours],
    queryFn: () => callService('Alert', 'GetStatistics', { hours }),
    refetchInterval: 60_000,
  });
  const timeline = useQuery<AlertHour[], RequestError>({
    queryKey: ['alerts', 'timeline', hours],
    queryFn: () => callService('Alert', 'GetTimeline', { hours }),
    refetchInterval: 60_000,
  });
  const error = statistics.error ?? timeline.error;
  const retry = () => void Promise.all([statistics.refetch(), timeline.refetch()]);
  const rows = statistics.data;
  return (
    <div className="cw-page" aria-busy={statistics.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('alerts.statistics')}</h1>
        <span className="cw-grow" />
        <Segmented
          aria-label={t('alerts.span')}
          value={hours}
          onChange={(next) => setQuery({ hours: String(next) }, { replace: true })}
          options={spans.map((value) => ({ value, label: t(`alerts.span.${value}`) }))}
        />
        <Link to="/flightWatch/encounter">{t('alerts.all')}</Link>
      </header>
      {error && <Failure title={t('alerts.statisticsFailed')} error={error} retry={retry} />}
      {!rows && !error && <Skeleton active />}
      {rows?.length === 0 && <p role="status">{t('alerts.noneInSpan')}</p>}
      {rows && rows.length > 0 && (
        <>
          <Card size="small" title={t('alerts.overTime')}>
            {timeline.data && <TimelineChart items={timeline.data} />}
          </Card>
          <Card size="small" title={t('alerts.byKind')} style={{ marginTop: 12 }}>
            <KindTable rows={rows} />
          </Card>
        </>
      )}
    </div>
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

function KindTable({ rows }: { rows: readonly AlertStatistic[] }) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const count = (name: 'raised' | 'acknowledged' | 'acknowledgedUnseen' | 'muted' | 'judgedFalse') => ({
    title: t(`alerts.column.${name}`),
    dataIndex: name,
    align: 'right' as const,
    sorter: (a: AlertStatistic, b: AlertStatistic) => a[name] - b[name],
    render: (value: number, row: AlertStatistic) => (
      <span className="cw-figures">
        {value}
        {name !== 'raised' && value > 0 && (
          <span className="cw-soft"> {Math.round((100 * value) / row.raised)}%</span>
        )}
      </span>
    ),
  });
  return (
    <Table<AlertStatistic>
      size="small"
      rowKey="kind"
      pagination={false}
      scroll={mobile ? { x: 720 } : {}}
      dataSource={rows}
      columns={[
        {
          title: t('alerts.column.kind'),
          dataIndex: 'kind',
          fixed: 'left',
          ...(mobile ? { width: 150 } : {}),
          render: (kind: string) => (
            <Link to={`/flightWatch/encounter?f.kind.in=${kind}`}>{t(`alert.net.${kind}`)}</Link>
          ),
        },
        {
          title: t('alerts.column.perHour'),
          dataIndex: 'perHour',
          align: 'right',
          defaultSortOrder: 'descend',
          sorter: (a, b) => a.perHour - b.perHour,
          render: (value: number) => <span className="cw-figures">{value.toFixed(2)}</span>,
        },
        count('raised'),
        count('acknowledged'),
        count('acknowledgedUnseen'),
        count('muted'),
        count('judgedFalse'),
      ]}
    />
  );
}
