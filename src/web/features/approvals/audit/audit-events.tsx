import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AuditEventView } from '#contract/approvals/audit.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** Who did what with the record, when and why, the newest first. */
export function AuditEvents({ events }: { events: AuditEventView[] }) {
  const { t } = useTranslation();
  if (events.length === 0) return <Empty description={t('audit.events.none')} />;
  return (
    <ol className="plan-timeline">
      {events.map((event) => (
        <li key={`${event.at} ${event.action} ${event.step ?? ''}`}>
          <div className="cw-bar">
            <strong>{event.actionText}</strong>
            {event.step && <span>{event.step}</span>}
            <span>{event.byName === 'system' || !event.byName ? t('form.system') : event.byName}</span>
            {event.unit && <span className="plan-soft">{event.unit}</span>}
            <FlightTime at={event.at} year />
          </div>
          {event.toStateText && <span className="plan-soft">→ {event.toStateText}</span>}
          {event.comment && <q>{event.comment}</q>}
        </li>
      ))}
    </ol>
  );
}
