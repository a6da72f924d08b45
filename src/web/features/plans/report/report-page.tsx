import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Card, Empty, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { holdsPermission } from '#web/client/access.ts';
import { localText } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService, formInput } from '#web/client/services.ts';
import { download } from '#web/engine/transfer/transfer-api.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ReportCharts } from './report-charts.tsx';
import { ReportChoices } from './report-choices.tsx';
import { ReportPrint } from './report-print.tsx';
import { inputOf, type ReportState, useReportState, workbookPath } from './report-state.ts';
import { ReportTables } from './report-tables.tsx';
import { metricText } from './report-text.ts';
import type { PlanReport } from './report-types.ts';
import './report.css';
import '#web/ui/totals.css';

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
        {holdsPermission(['Pages.Statistics']) && (
          <Link to="/statistics/reportSubscription">{t('report.subscriptions')}</Link>
        )}
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
      <ReportChoices state={state} onChange={setState} />
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

export function Totals({ report }: { report: PlanReport }) {
  const { t } = useTranslation();
  return (
    <ul className="cw-totals report-totals">
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
