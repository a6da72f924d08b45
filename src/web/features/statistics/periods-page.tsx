import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Segmented, Skeleton, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { WorkPeriods } from '#contract/statistics.ts';
import { spanOf } from '#domain/plans/report-period.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { partOfFigure, type WorkUnit, workFigures, workUnits } from '#domain/statistics/measures.ts';
import type { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { ExportButton } from '#web/engine/transfer/export-button.tsx';
import { today } from '#web/features/plans/report/report-state.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { decisionsPath } from './decisions-state.ts';
import { exportPath } from './statistics-state.ts';
import { WorkFigureLink } from './work-figure.tsx';
import './statistics.css';

const calls = {
  month: 'FssMonthStatistics',
  quarter: 'FssQuarterStatistics',
  year: 'FssYearStatistics',
} as const;
type Period = WorkPeriods['items'][number];

/** The service's work of periods beside each other (specification §2, /statistics/navigationFSSNew). */
export function PeriodsPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [printing, setPrinting] = useState(false);
  const unit = workUnits.find((one) => one === query.get('unit')) ?? 'month';
  const asked = Number(query.get('year'));
  const year = asked >= 2000 && asked <= 2100 ? asked : Number(today().slice(0, 4));
  const go = (next: { unit?: string; year?: number }) =>
    setQuery({ unit: next.unit ?? unit, year: String(next.year ?? year) });
  const answer = useQuery<WorkPeriods, RequestError>({
    queryKey: ['statistics', 'periods', unit, year],
    queryFn: () => callService('Mobile', calls[unit], { year }),
    placeholderData: (before) => before,
  });
  const { data } = answer;
  return (
    <div className="cw-page statistics-page" aria-busy={answer.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('statistics.periods')}</h1>
        <span className="cw-grow" />
        <Segmented
          aria-label={t('report.sheet.period')}
          value={unit}
          onChange={(next) => go({ unit: next })}
          options={workUnits.map((value) => ({ value, label: t(`statistics.unit.${value}`) }))}
        />
        <Button
          icon={<LeftOutlined />}
          aria-label={t('report.before')}
          onClick={() => go({ year: year - 1 })}
        />
        <strong className="cw-figures">{year}</strong>
        <Button
          icon={<RightOutlined />}
          aria-label={t('report.after')}
          onClick={() => go({ year: year + 1 })}
        />
        <Button icon={<PrinterOutlined />} disabled={!data} onClick={() => setPrinting(true)}>
          {t('show.print')}
        </Button>
      </header>
      {answer.error && (
        <Failure title={t('statistics.failed')} error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!data && !answer.error && <Skeleton active />}
      {data && (
        <>
          <Card size="small" title={t('statistics.work.decisions')}>
            <PeriodsChart items={data.items} />
          </Card>
          <Card
            size="small"
            title={t('statistics.table')}
            extra={
              <ExportButton
                path={(format) => exportPath('ExportPeriods', { unit, year }, format)}
                table={t('statistics.periods')}
              />
            }
          >
            <PeriodsTable items={data.items} unit={unit} />
          </Card>
          <p className="cw-note">{t('statistics.work.note')}</p>
        </>
      )}
      {printing && data && (
        <PrintSheet
          title={t('statistics.periods')}
          subtitle={String(year)}
          onClose={() => setPrinting(false)}
        >
          <PeriodsTable items={data.items} unit={unit} />
        </PrintSheet>
      )}
    </div>
  );
}

function PeriodsChart({ items }: { items: readonly Period[] }) {
  const { t } = useTranslation();
  const mode = useMode();
  const option = useMemo(
    () => ({
      ...chartBase(mode),
      xAxis: chartAxis(mode, 'category', { data: items.map(({ key }) => key) }),
      yAxis: chartAxis(mode, 'value', { minInterval: 1 }),
      series: [
        {
          name: t('statistics.thisYear'),
          type: 'bar',
          barMaxWidth: 28,
          data: items.map(({ work }) => work.decisions),
        },
        {
          name: t('statistics.yearBefore'),
          type: 'bar',
          barMaxWidth: 28,
          data: items.map(({ yearBefore }) => yearBefore.decisions),
        },
      ],
    }),
    [items, mode, t],
  );
  return <Chart option={option} height={240} label={t('statistics.work.chart')} />;
}

/** By how much one is more than the other, with a sign; a dash where there was nothing before. */
export function changeText(now: number, before: number): string {
  if (before === 0) return '—';
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '▲ +' : percent < 0 ? '▼ −' : ''}${Math.abs(percent)}%`;
}

/** The decisions of the period in which the day lies. */
const pathOf = (unit: WorkUnit, day: string, of: Parameters<typeof decisionsPath>[1]) =>
  decisionsPath({ period: unit, span: spanOf(unit, day), filters: {} }, of);

/** A day of the period with which one that begins on `from` is compared. */
const comparedWith = {
  before: (from: string) => dayAfter(from, -1),
  yearBefore: (from: string) => `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`,
};

function PeriodsTable({ items, unit }: { items: readonly Period[]; unit: WorkUnit }) {
  const { t } = useTranslation();
  return (
    <Table<Period>
      size="small"
      className="cw-table"
      aria-label={t('statistics.periods')}
      rowKey="key"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...items]}
      columns={[
        {
          title: t('report.sheet.period'),
          dataIndex: 'key',
          fixed: 'left',
          render: (key: string, { from, to }) => (
            <Link to={`/statistics/navigationFSS?period=custom&from=${from}&to=${to}`}>{key}</Link>
          ),
        },
        ...workFigures.map((figure) => ({
          title: t(`statistics.work.${figure}`),
          key: figure,
          align: 'right' as const,
          render: (_: unknown, { work, from }: Period) => (
            <span className="cw-figures">
              <WorkFigureLink
                work={work}
                figure={figure}
                to={pathOf(unit, from, { part: partOfFigure[figure] })}
              />
            </span>
          ),
        })),
        ...(['before', 'yearBefore'] as const).map((name) => ({
          title: t(`statistics.against.${name}`),
          key: name,
          align: 'right' as const,
          render: (_: unknown, period: Period) => {
            const before = period[name].decisions;
            // A period that has not begun is compared with none.
            if (period.from > today() || before === 0) return '—';
            return (
              <Link className="cw-figures" to={pathOf(unit, comparedWith[name](period.from), {})}>
                {changeText(period.work.decisions, before)}
              </Link>
            );
          },
        })),
      ]}
    />
  );
}
