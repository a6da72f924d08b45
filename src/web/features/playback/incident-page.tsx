import { PrinterOutlined } from '@ant-design/icons';
import { App, Button, Skeleton } from 'antd';
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

/** All that is known of an alert, or of a moment and the tracks in it: a link for who may see it, and a report on paper. */
export function IncidentPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [query] = useSearchParams();
  const [printing, setPrinting] = useState(false);
  const asked = {
    ...(query.get('alert') ? { alert: Number(query.get('alert')) } : {}),
    ...(query.get('at') ? { at: query.get('at') ?? '' } : {}),
    ...(query.get('tracks') ? { tracks: query.get('tracks') ?? '' } : {}),
  };
  const { incident, tracks } = useIncident(asked);
  const { data } = incident;
  const error = incident.error ?? tracks.error;
  const report = data && tracks.data && <IncidentReport incident={data} tracks={tracks.data} />;
  const title = t('playback.incident');
  const copy = async () => {
    const copied = await copyLinkTo(new URL(window.location.href));
    message[copied ? 'success' : 'info'](t(copied ? 'playback.linkCopied' : 'playback.linkInBar'));
  };
  return (
    <div className="cw-page" aria-busy={incident.isFetching || tracks.isFetching}>
      <header className="cw-bar">
        <h1 className="cw-title">{title}</h1>
        <span className="cw-grow" />
        {data && <Link to={momentLink(data.at, data.tracks[0])}>{t('playback.incident.play')}</Link>}
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
      {error && (
        <Failure
          title={t('playback.incident.failed')}
          error={error}
          retry={() => void Promise.all([incident.refetch(), tracks.refetch()])}
        />
      )}
      {!report && !error && <Skeleton active paragraph={{ rows: 12 }} />}
      {/* Two maps of one report at a time are one too many. */}
      {!printing && report}
      {printing && report && (
        <PrintSheet
          title={title}
          subtitle={data.alert ? lastingReason(t, reasonOf(data.alert)) : ''}
          onClose={() => setPrinting(false)}
        >
          {report}
        </PrintSheet>
      )}
    </div>
  );
}
