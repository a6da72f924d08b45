import { DownloadOutlined, LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Card, DatePicker, Empty, Segmented, Skeleton } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { isDay } from '#domain/plans/moments.ts';
import { type ReportPeriod, reportPeriods, spanOf, steppedSpan } from '#domain/plans/report-period.ts';
import { localText } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { callService, formInput } from '#web/client/services.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { download } from '#web/engine/transfer/transfer-api.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ReportCharts } from './report-charts.tsx';
import { ReportPrint } from './report-print.tsx';
import {
  inputOf,
  type ReportFilterName,
  type ReportState,
  reportFilters,
  today,
  useReportState,
  workbookPath,
} from './report-state.ts';
import { ReportTables } from './report-tables.tsx';
import { metricText } from './report-text.ts';
import type { PlanReport } from './report-types.ts';
import './report.css';

function useReport<M extends 'GetNAircraftReport' | 'GetFlyTypeNameList' | 'GetFlyTypeNameUnit'>(
  method: M,
  state: ReportState,
) {
  const locale = useLocale();
  const input = inputOf(state);
  return useQuery<OutputOf<'Navigation', M>, RequestError>({
    queryKey: ['planReport', method, input, locale],
    queryFn: () => callService('Navigation', method, formInput<InputOf<'Navigation', M>>({ ...input })),
    placeholderData: (before) => before,
  });
}

/** Plan reports (specification §2, /statistics/navigationForms). */
export function PlanReportPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [state, setState] = useReportState();
  const report = useReport('GetNAircraftReport', state);
  const types = useReport('GetFlyTypeNameList', state);
  const units = useReport('GetFlyTypeNameUnit', state);
  const [updates, setUpdates] = useState(0);
  const [printing, setPrinting] = useState(false);
  const [saving, setSaving] = useState(false);
  // Figures do not change under the eye: what came in meanwhile is said, and asked for by hand.
  useLiveChanges(
    'plan',
    useCallback((messages) => setUpdates((count) => count + Math.max(1, messages.length)), []),
  );
  const refresh = () => {
    setUpdates(0);
    for (const query of [report, types, units]) void query.refetch();
  };

  const save = async () => {
    setSaving(true);
    try {
      message.success(t('transfer.exported', { name: await download(workbookPath(state)) }));
    } catch {
      message.error(t('transfer.exportFailed'));
    } finally {
      setSaving(false);
    }
  };

  const { data } = report;
  return (
    <div className="cw-page report-page" aria-busy={report.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('report.title')}</h1>
        <span className="cw-figures" data-testid="report-span">
          {state.span.from === state.span.to ? state.span.from : `${state.span.from} – ${state.span.to}`}
        </span>
        {data && (
          <span className="cw-note">
            {t('report.asOf', { at: localText(data.generatedAt), zone: data.timeZone })}
          </span>
        )}
        <span className="cw-grow" />
        {updates > 0 && <Button onClick={refresh}>{t('report.updates', { count: updates })}</Button>}
        <Button icon={<PrinterOutlined />} disabled={!data} onClick={() => setPrinting(true)}>
          {t('show.print')}
        </Button>
        <Button
          type="primary"
          icon={<DownloadOutlined />}
          loading={saving}
          disabled={!data}
          onClick={() => void save()}
        >
          {t('report.excel')}
        </Button>
      </header>
      <Choices state={state} onChange={setState} />
      {report.error && (
        <Failure title={t('report.failed')} error={report.error} retry={() => void report.refetch()} />
      )}
      {!data && !report.error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <>
          <Totals report={data} />
          {data.totals.plans === 0 ? (
            <Card size="small">
              <Empty description={t('report.empty')} />
            </Card>
          ) : (
            <>
              <ReportCharts report={data} types={types.data} />
              <Card size="small">
                <ReportTables report={data} units={units.data} />
              </Card>
            </>
          )}
          <Notes report={data} />
        </>
      )}
      {printing && data && (
        <ReportPrint report={data} units={units.data} onClose={() => setPrinting(false)} />
      )}
    </div>
  );
}

/** Which days, and which plans of them. */
function Choices({ state, onChange }: { state: ReportState; onChange: (next: ReportState) => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { period, span, filters } = state;
  const go = (by: 1 | -1) => onChange({ ...state, span: steppedSpan(period, span, by) });
  const pickDay = (from: string, to = span.to) => {
    if (isDay(from) && isDay(to)) onChange({ ...state, span: spanOf(period, from, to < from ? from : to) });
  };
  const nameOf = (name: ReportFilterName) => {
    const resource = resourceNamed(reportFilters[name]);
    return resource ? label(resource.schema['x-label'], resource.name) : name;
  };
  return (
    <section className="report-choices" aria-label={t('report.choices')}>
      <div className="cw-bar">
        <Segmented
          aria-label={t('report.sheet.period')}
          value={period}
          onChange={(next) => onChange({ ...state, period: next, span: spanOf(next, span.from, span.to) })}
          options={reportPeriods.map((one) => ({ value: one, label: t(`report.period.${one}`) }))}
        />
        <Button
          icon={<LeftOutlined />}
          aria-label={t('report.before')}
          title={t('report.before')}
          onClick={() => go(-1)}
        />
        <DatePicker
          className="report-day"
          aria-label={t(period === 'custom' ? 'report.from' : 'report.day')}
          picker={pickers[period]}
          allowClear={false}
          value={dayjs(span.from)}
          onChange={(day) => pickDay(dayText(day) ?? span.from)}
        />
        {period === 'custom' && (
          <DatePicker
            className="report-day"
            aria-label={t('report.to')}
            allowClear={false}
            minDate={dayjs(span.from)}
            value={dayjs(span.to)}
            onChange={(day) => pickDay(span.from, dayText(day) ?? span.to)}
          />
        )}
        <Button
          icon={<RightOutlined />}
          aria-label={t('report.after')}
          title={t('report.after')}
          onClick={() => go(1)}
        />
        <Button onClick={() => onChange({ ...state, span: spanOf(period, today()) })}>
          {t('report.now')}
        </Button>
      </div>
      <div className="report-filters">
        {(Object.keys(reportFilters) as ReportFilterName[]).map((name) => (
          <div key={name}>
            <label htmlFor={`report-${name}`}>{nameOf(name)}</label>
            <RelationSelect
              resource={reportFilters[name]}
              multiple
              id={`report-${name}`}
              label={nameOf(name)}
              placeholder={t('report.all')}
              value={filters[name] ?? []}
              onChange={(value) =>
                onChange({ ...state, filters: { ...filters, [name]: Array.isArray(value) ? value : [] } })
              }
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** What is picked: a week as a week, a month as a month. */
const pickers: Record<ReportPeriod, 'date' | 'week' | 'month' | 'quarter' | 'year'> = {
  day: 'date',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  custom: 'date',
};

const dayText = (day: Dayjs | Dayjs[] | null) => (Array.isArray(day) ? day[0] : day)?.format('YYYY-MM-DD');

const tiles = [
  'plans',
  'approved',
  'rejected',
  'flown',
  'sorties',
  'hours',
  'onTimeRate',
  'lateReports',
] as const;

function Totals({ report }: { report: PlanReport }) {
  const { t } = useTranslation();
  return (
    <ul className="report-totals">
      {tiles.map((column) => (
        <li key={column} data-figure={column}>
          <strong className="cw-figures">{metricText(report.totals, column)}</strong>
          <span>{t(`report.column.${column}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Notes({ report }: { report: PlanReport }) {
  const { t } = useTranslation();
  return (
    <ul className="cw-note report-notes">
      <li>{t('report.note.counted')}</li>
      <li>{t('report.note.onTime', { minutes: report.onTimeMinutes })}</li>
      <li>{t('report.note.late', { minutes: report.lateReportMinutes })}</li>
      <li>{t('report.note.shared')}</li>
    </ul>
  );
}
