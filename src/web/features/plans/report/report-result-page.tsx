import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { download } from '#web/engine/transfer/transfer-api.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ReportCharts } from './report-charts.tsx';
import { Totals } from './report-page.tsx';
import { ReportTables } from './report-tables.tsx';
import './report.css';

/** A scheduled report as it was made for me. */
export function ReportResultPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { id } = useParams();
  const [saving, setSaving] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['reportResult', id],
    queryFn: () => callService('ReportResult', 'Get', { id: Number(id) }),
  });
  const save = async () => {
    setSaving(true);
    try {
      const name = await download(`/api/services/app/ReportResult/Download?id=${id}`);
      message.success(t('transfer.exported', { name }));
    } catch {
      message.error(t('transfer.exportFailed'));
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="cw-page report-page">
      <header className="cw-bar" style={{ flexWrap: 'wrap' }}>
        <h1 className="cw-title">{data?.name ?? t('report.result')}</h1>
        {data && (
          <>
            <span className="cw-figures">
              {data.report.from} – {data.report.to}
            </span>
            <span className="cw-note">
              {t('report.asOf', { at: localText(data.report.generatedAt), zone: data.report.timeZone })}
            </span>
          </>
        )}
        <span className="cw-grow" />
        <Button
          type="primary"
          icon={<DownloadOutlined />}
          loading={saving}
          disabled={!data}
          onClick={() => void save()}
        >
          {t('report.download')}
        </Button>
      </header>
      {error && <Failure title={t('report.failed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <>
          <Totals report={data.report} />
          <ReportCharts report={data.report} types={null} />
          <Card size="small">
            <ReportTables report={data.report} units={undefined} />
          </Card>
        </>
      )}
    </div>
  );
}
