import { useTranslation } from 'react-i18next';
import { useHolds } from '#web/client/access.ts';
import { AlertLimits } from '#web/features/alerts/alert-limits.tsx';
import { AlertMarks, useAlertTips, useUrgent } from '#web/features/alerts/alert-marks.tsx';
import { useAlerts, useLiveAlerts, watchersOfAlerts } from '#web/features/alerts/alert-store.ts';
import { AlertCountdown, LevelWords } from '#web/features/alerts/alert-words.tsx';
import { MapPage } from '#web/map/map-page.tsx';
import { zulu } from '#web/map/target-text.ts';
import { PhoneFrame } from './phone-frame.tsx';
import { SharedPage } from './shared-page.tsx';
import './phone.css';

/** `/permission/mapApp`: the situation map for a phone's web view, to watch and nothing else (decisions.md §9). */
export function MapAppPage() {
  return (
    <PhoneFrame
      byTicket={(ticket) => <SharedPage ticket={ticket} />}
      bySession={() => (
        <main className="phone-map">
          <PhoneMap />
        </main>
      )}
    />
  );
}

function PhoneMap() {
  const { t } = useTranslation();
  const mayWatch = useHolds(watchersOfAlerts);
  useLiveAlerts();
  const { alerts } = useAlerts();
  const urgent = useUrgent();
  const words = useAlertTips();
  if (!mayWatch) return <MapPage />;
  return (
    <MapPage
      marks={<AlertMarks />}
      urgent={urgent}
      words={words}
      foot={<AlertLimits />}
      beside={[{ id: 'alerts', title: `${t('alerts.title')} ${alerts.length}`, content: <AlertsNow /> }]}
    />
  );
}

/** The alerts of now, to read: they are acted on where the watch is. */
function AlertsNow() {
  const { t } = useTranslation();
  const { alerts, aheadMs } = useAlerts();
  if (alerts.length === 0) return <p>{t('alerts.none')}</p>;
  return (
    <ul className="phone-alerts" aria-live="polite">
      {alerts.map((alert) => (
        <li key={alert.id} data-level={alert.level}>
          <strong>
            <LevelWords alert={alert} />
          </strong>{' '}
          {t(alert.reason.key, { ...alert.reason.values })}{' '}
          <span className="cw-figures cw-soft">
            {zulu(alert.raisedAt)} <AlertCountdown alert={alert} aheadMs={aheadMs} />
          </span>
        </li>
      ))}
    </ul>
  );
}
