import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { Failure } from '#web/ui/failure.tsx';
import { IncidentReport } from './incident-report.tsx';
import { useIncident } from './use-incident.ts';
import './incident.css';

/** On the page of an alert: where it was, both tracks, their values over time, and who did what. */
export function IncidentTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const { incident, tracks } = useIncident({ alert: record.id });
  const error = incident.error ?? tracks.error;
  if (error) {
    const again = () => void Promise.all([incident.refetch(), tracks.refetch()]);
    return <Failure title={t('playback.incident.failed')} error={error} retry={again} />;
  }
  if (!incident.data || !tracks.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  return (
    <>
      <p>
        <Link to={`/flightWatch/incident?alert=${record.id}`}>{t('playback.incident.paper')}</Link>
      </p>
      <IncidentReport incident={incident.data} tracks={tracks.data} />
    </>
  );
}
