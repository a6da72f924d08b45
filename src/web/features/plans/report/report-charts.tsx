import { Card } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportMetrics, reportMetric } from '#domain/plans/report-metrics.ts';
import type { ReportBucket } from '#domain/plans/report-period.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { palette } from '#web/ui/palette.ts';
import type { MissionTypesByTime, PlanReport } from './report-types.ts';

/** Names of a chart at most; what is beyond is in the table. */
const mostNames = 10;
/** Colours are told apart up to here; mission types beyond it are one. */
const mostTypes = 7;

/** The report as pictures: the course of time, what became of the plans, who flew, and what for. */
export function ReportCharts({
  report,
  types,
}: {
  report: PlanReport;
  /** Undefined: still loading. Null: a stored report, which has mission types as totals only. */
  types: MissionTypesByTime | null | undefined;
}) {
  const { t } = useTranslation();
  const mode = useMode();
  const keys = useMemo(() => report.series.map(({ key }) => bucketText(report.bucket, key)), [report]);
  const outcomes = useMemo(() => outcomesOf(report.totals), [report]);

  const time = useMemo(
    () => ({
      ...chartBase(mode),
      xAxis: chartAxis(mode, 'category', { data: keys }),
      yAxis: [
        chartAxis(mode, 'value', { minInterval: 1 }),
        chartAxis(mode, 'value', { splitLine: { show: false } }),
      ],
      series: [
        { name: t('report.column.plans'), type: 'bar', data: report.series.map(({ plans }) => plans) },
        { name: t('report.column.flown'), type: 'bar', data: report.series.map(({ flown }) => flown) },
        {
          name: t('report.column.hours'),
          type: 'line',
          yAxisIndex: 1,
          symbol: 'circle',
          data: report.series.map((point) => reportMetric(point, 'hours')),
        },
      ],
    }),
    [mode, keys, report, t],
  );

  const outcomeText = useCallback(
    (name: string) => t(name === 'toFly' ? 'report.outcome.toFly' : `report.column.${name}`),
    [t],
  );
  const outcome = useMemo(() => {
    return {
      ...chartBase(mode),
      legend: { show: false },
      grid: { left: 8, right: 44, top: 8, bottom: 4, containLabel: true },
      xAxis: chartAxis(mode, 'value', { minInterval: 1 }),
      yAxis: chartAxis(mode, 'category', {
        inverse: true,
        data: outcomes.map(([name]) => outcomeText(name)),
      }),
      series: [
        {
          name: t('report.outcome'),
          type: 'bar',
          barMaxWidth: 18,
          label: { show: true, position: 'right', color: palette[mode].ink },
          data: outcomes.map(([, count]) => count),
        },
      ],
    };
  }, [mode, outcomes, outcomeText, t]);

  const byName = useCallback(
    (all: PlanReport['companies']) => {
      const lines = all.slice(0, mostNames);
      return {
        ...chartBase(mode),
        grid: { left: 8, right: 44, top: 36, bottom: 4, containLabel: true },
        xAxis: chartAxis(mode, 'value', { minInterval: 1 }),
        yAxis: chartAxis(mode, 'category', {
          inverse: true,
          data: lines.map(({ name }) => name ?? t('report.none')),
          axisLabel: { width: 170, overflow: 'truncate', color: palette[mode].ink },
        }),
        series: (['plans', 'flown'] as const).map((name) => ({
          name: t(`report.column.${name}`),
          type: 'bar',
          barMaxWidth: 14,
          data: lines.map((line) => line[name]),
        })),
      };
    },
    [mode, t],
  );
  const companies = useMemo(() => byName(report.companies), [byName, report]);

  const missions = useMemo(
    () =>
      types === null
        ? byName(report.missionTypes)
        : types && {
            ...chartBase(mode),
            xAxis: chartAxis(mode, 'category', { data: keys }),
            yAxis: chartAxis(mode, 'value', { minInterval: 1 }),
            series: stacked(types, t('report.none'), t('report.others')).map((one) => ({
              ...one,
              type: 'bar',
              stack: 'types',
            })),
          },
    [mode, keys, types, byName, report, t],
  );

  const { totals } = report;
  return (
    <div className="report-charts">
      <Card size="small" title={t('report.chart.time')}>
        <Chart
          option={time}
          height={260}
          label={t('report.chart.timeText', {
            from: report.from,
            to: report.to,
            plans: totals.plans,
            flown: totals.flown,
            hours: reportMetric(totals, 'hours'),
          })}
        />
      </Card>
      <Card size="small" title={t('report.outcome')}>
        <Chart
          option={outcome}
          height={260}
          label={`${t('report.outcome')}: ${outcomes
            .map(([name, count]) => `${outcomeText(name)} ${count}`)
            .join(', ')}`}
        />
      </Card>
      <Card size="small" title={t('report.chart.types')}>
        {missions && (
          <Chart
            option={missions}
            height={260}
            label={`${t('report.chart.types')}: ${report.missionTypes
              .map(({ name, plans }) => `${name ?? t('report.none')} ${plans}`)
              .join(', ')}`}
          />
        )}
      </Card>
      <Card size="small" title={t('report.by.company')}>
        <Chart
          option={companies}
          height={260}
          label={`${t('report.by.company')}: ${report.companies
            .slice(0, mostNames)
            .map(({ name, plans, flown }) => `${name ?? ''} ${plans}/${flown}`)
            .join(', ')}`}
        />
      </Card>
    </div>
  );
}

/** What became of every plan that was filed: the parts make the whole. */
function outcomesOf(totals: ReportMetrics): [name: string, count: number][] {
  const { approved, flown, inFlight, pending, rejected, revoked, cancelled, lapsed } = totals;
  const toFly = approved - flown - inFlight - cancelled - lapsed;
  return Object.entries({ flown, inFlight, toFly, pending, rejected, revoked, cancelled, lapsed });
}

/** Plans of each mission type at each point, the busiest types first and the rest as one. */
function stacked({ items, keys }: MissionTypesByTime, none: string, others: string) {
  const shown = items.length > mostTypes + 1 ? items.slice(0, mostTypes) : items;
  const rest = items.slice(shown.length);
  const series = shown.map(({ name, points }) => ({
    name: name ?? none,
    data: points.map(({ plans }) => plans),
  }));
  if (rest.length === 0) return series;
  const sum = keys.map((_, index) => rest.reduce((all, { points }) => all + (points[index]?.plans ?? 0), 0));
  return [...series, { name: others, data: sum }];
}

/** The point of a line as an axis has room for it. */
function bucketText(bucket: ReportBucket, key: string): string {
  switch (bucket) {
    case 'hour':
      return `${key.slice(5, 10)} ${key.slice(11)}:00`;
    case 'month':
      return key;
    default:
      return key.slice(5);
  }
}
