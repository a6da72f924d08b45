import { PrinterOutlined } from '@ant-design/icons';
import { App, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { lastingReason, reasonOf } from '#web/features/alerts/alert-reason.ts';
import { Failure } from '#web/ui/failure.tsx';
import { IncidentReport } from './incident-report.tsx';
import { copyLinkTo, momentLink } from './moment-link.ts';
import { useIncident } from './use-incident.ts';
import './incident.css';

/** The report of an alert, or of a moment and its tracks, to link and to print. */
export function IncidentPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [query] = useSearchParams();
  const [printing, setPrinting] = useState(false);
  const alert = query.get('alert');
  const at = query.get('at');
  const isNamed = Boolean(alert || at);
  const { data, error, isFetching, refetch } = useIncident(
    alert ? { alert: Number(alert) } : { at: at ?? '', tracks: query.get('tracks') ?? '' },
    isNamed,
  );
  const report = data && <IncidentReport {...data} />;
  const title = t('playback.incident');
  const copy = async () => {
    const copied = await copyLinkTo(new URL(window.location.href));
    message[copied ? 'success' : 'info'](t(copied ? 'playback.linkCopied' : 'playback.linkInBar'));
  };
  return (
    <div className="cw-page" aria-busy={isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{title}</h1>
        <span className="cw-grow" />
        {data && (
          <Link to={momentLink(data.incident.at, data.incident.tracks[0])}>
            {t('playback.incident.play')}
          </Link>
        )}
        <Button onClick={() => void copy()}>{t('playback.link')}</Button>
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={!report}
          onClick={() => setPrinting(true)}
        >
          {t('show.print')}
        </Button>
      </header>
      {error && <Failure title={t('playback.incident.failed')} error={error} retry={() => void refetch()} />}
      {!isNamed && (
        <Empty description={t('playback.incident.choose')}>
          <Link to="/flightWatch/encounter">{t('alerts.list')}</Link>
        </Empty>
      )}
      {isNamed && !report && !error && <Skeleton active paragraph={{ rows: 12 }} />}
      {/* The printed report has a map of its own. */}
      {!printing && report}
      {printing && report && (
        <PrintSheet
          title={title}
          subtitle={data.incident.alert ? lastingReason(t, reasonOf(data.incident.alert)) : ''}
          onClose={() => setPrinting(false)}
        >
          {report}
        </PrintSheet>
      )}
    </div>
  );
}
