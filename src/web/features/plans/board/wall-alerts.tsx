import { useTranslation } from 'react-i18next';
import { isOpen, useAlerts } from '#web/features/alerts/alert-store.ts';
import { AlertCountdown, LevelWords } from '#web/features/alerts/alert-words.tsx';
import './wall-alerts.css';

/** The most urgent, and the next ones beside it. */
const most = 3;

/** What nobody has acknowledged: the most urgent in letters for the whole room; nothing where there is none. */
export function WallAlerts() {
  const { t } = useTranslation();
  const { alerts, aheadMs } = useAlerts();
  const open = alerts.filter(isOpen);
  if (open.length === 0) return null;
  const more = open.length - most;
  return (
    <section className="board-alerts" aria-label={t('alerts.title')} data-panel="alerts">
      <div>
        <ul>
          {open.slice(0, most).map((alert) => (
            <li key={alert.id} data-level={alert.level}>
              <LevelWords alert={alert} />
              <strong>{t(alert.reason.key, { ...alert.reason.values })}</strong>
              <AlertCountdown alert={alert} aheadMs={aheadMs} />
            </li>
          ))}
        </ul>
        {more > 0 && <p>{t('alerts.more', { count: more })}</p>}
      </div>
    </section>
  );
}
