import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AirspaceEventView } from '#contract/airspace/airspace-output.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** Opened, closed, extended, expired: who recorded it, when, why; the newest first. */
export function AirspaceEvents({ events }: { events: AirspaceEventView[] }) {
  const { t } = useTranslation();
  if (events.length === 0) return <Empty description={t('airspace.event.empty')} />;
  return (
    <ol className="plan-timeline">
      {[...events]
        .sort((a, b) => b.at.localeCompare(a.at))
        .map((event) => (
          <li key={event.id} data-action={event.kind}>
            <div>
              <strong>{event.kindText}</strong>{' '}
              {(event.kind === 'open' || event.kind === 'close') && (
                <span className="plan-soft">{t(`airspace.event.${event.standing}`)}</span>
              )}
            </div>
            <div>
              <FlightTime at={event.from} />
              {event.to && (
                <>
                  {' '}
                  – <FlightTime at={event.to} />
                </>
              )}
              {event.byName && ` · ${event.byName}`}
            </div>
            {event.reason && <q>{event.reason}</q>}
            {event.stateText && (
              <div data-answer={event.state}>
                {event.stateText}
                {event.answeredAt && (
                  <>
                    {' '}
                    · <FlightTime at={event.answeredAt} />
                  </>
                )}
                {event.answeredByName && ` · ${event.answeredByName}`}
              </div>
            )}
            {event.answer && <q>{event.answer}</q>}
          </li>
        ))}
    </ol>
  );
}
