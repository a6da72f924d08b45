import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AlertView } from '#contract/alerts.ts';
import { useStore } from '#web/client/store.ts';
import { zulu } from '#web/map/target-text.ts';
import { silence, speakAgain } from '#web/ui/level-sound.ts';
import { AlertCard } from './alert-card.tsx';
import { useAlertSound } from './alert-sound.ts';
import { chosenAlert, isOpen, useAlerts } from './alert-store.ts';
import { useAcknowledge } from './use-acknowledge.ts';
import './alerts.css';

/** Beside the map, never over it: the alerts by urgency. A acknowledges the chosen one or the first, M mutes it. */
export function AlertDock() {
  const { t } = useTranslation();
  const { alerts, lacks, aheadMs } = useAlerts();
  const chosen = useStore(chosenAlert);
  const until = useAlertSound(alerts);
  const open = alerts.filter(isOpen).length;
  useTitleCount(open);
  useAlertKeys(alerts);
  const silent = until > Date.now();
  return (
    <aside className="cw-alerts" aria-label={t('alerts.title')} data-empty={alerts.length === 0}>
      <header>
        <h2>
          {t('alerts.title')} <span className="cw-figures">{alerts.length}</span>
        </h2>
        <Button size="small" onClick={silent ? speakAgain : silence}>
          {silent ? t('alerts.soundOn') : t('alerts.soundOff')}
        </Button>
      </header>
      {silent && <p className="cw-alerts-note">{t('alerts.soundUntil', { time: zulu(until) })}</p>}
      {alerts.length === 0 && <p className="cw-alerts-note">{t('alerts.none')}</p>}
      <ul aria-live="polite">
        {alerts.map((alert) => (
          <AlertCard key={alert.id} alert={alert} isChosen={alert.id === chosen} aheadMs={aheadMs} />
        ))}
      </ul>
      <footer>
        {lacks.map(({ key, values }) => (
          <p key={key} className="cw-alerts-note">
            {t(key, { ...values })}
          </p>
        ))}
        <p className="cw-alerts-note">
          {t('alerts.keys')} · <Link to="/flightWatch/encounter">{t('alerts.all')}</Link> ·{' '}
          <Link to="/flightWatch/alertStatistics">{t('alerts.statistics')}</Link>
        </p>
      </footer>
    </aside>
  );
}

function useAlertKeys(alerts: readonly AlertView[]): void {
  const acknowledge = useAcknowledge();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'))
        return;
      const id = chosenAlert.get();
      const alert = alerts.find((one) => one.id === id) ?? alerts.find(isOpen);
      if (!alert) return;
      if (key.toLowerCase() === 'a' && isOpen(alert)) void acknowledge(alert, alert.id === id);
      if (key.toLowerCase() === 'm') {
        chosenAlert.set(alert.id);
        // The form is drawn with the card: its field is there a moment later.
        setTimeout(() => document.getElementById(`cw-alert-mute-${alert.id}`)?.click(), 0);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [alerts, acknowledge]);
}

/** The count of what nobody has acknowledged, before the page's title. */
function useTitleCount(count: number): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    // The page's own title may be written after us.
    const timer = setInterval(write, 1_000);
    return () => {
      clearInterval(timer);
      document.title = document.title.replace(/^\(\d+\) /, '');
    };
  }, [count]);
}
