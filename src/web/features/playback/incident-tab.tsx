import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { Failure } from '#web/ui/failure.tsx';
import { IncidentReport } from './incident-report.tsx';
import { useIncident } from './use-incident.ts';
import './incident.css';

/** The report on the page of an alert: map, tracks, values over time, and who did what. */
export function IncidentTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useIncident({ alert: record.id });
  const mayReplay = useHolds(['Pages.FlightWatch.Trackreplay']);
  if (error)
    return <Failure title={t('playback.incident.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} />;
  return (
    <>
      {mayReplay && (
        <p>
          <Link to={`/flightWatch/incident?alert=${record.id}`}>{t('playback.incident.paper')}</Link>
        </p>
      )}
      <IncidentReport {...data} />
    </>
  );
}
