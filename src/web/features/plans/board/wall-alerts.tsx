import { useTranslation } from 'react-i18next';
import { isLimit } from '#contract/alerts.ts';
import { AlertLimits } from '#web/features/alerts/alert-limits.tsx';
import { isOpen, useAlerts } from '#web/features/alerts/alert-store.ts';
import { AlertCountdown, LevelWords } from '#web/features/alerts/alert-words.tsx';
import './wall-alerts.css';

/** The most urgent, and the next ones beside it. */
const most = 3;

/** What nobody has acknowledged: the most urgent in letters for the whole room; and what is not evaluated. */
export function WallAlerts() {
  const { t } = useTranslation();
  const { alerts, lacks, aheadMs } = useAlerts();
  const open = alerts.filter(isOpen);
  if (open.length === 0 && !lacks.some(isLimit)) return null;
  const more = open.length - most;
  return (
    <section className="board-alerts" aria-label={t('alerts.title')} data-panel="alerts">
      <AlertLimits />
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
