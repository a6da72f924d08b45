import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type AlertView, isLimit } from '#contract/alerts.ts';
import { type HubState, useHubState } from '#web/client/hub.ts';
import { useStore } from '#web/client/store.ts';
import { zulu } from '#web/map/target-text.ts';
import { silence, silentUntil, speakAgain } from '#web/ui/level-sound.ts';
import { AlertCard } from './alert-card.tsx';
import { AlertLimits } from './alert-limits.tsx';
import { chosenAlert, isOpen, shownDocks, useAlerts } from './alert-store.ts';
import { useAcknowledge } from './use-acknowledge.ts';
import './alerts.css';
import { pressedKey } from '#web/ui/composing.ts';

/**
 * The alerts by urgency: beside the map, never over it, and elsewhere on demand. A acknowledges the chosen one or the first, M
 * mutes it. `titled` false: what it stands in has the title.
 */
export function AlertDock({ titled = true }: { titled?: boolean }) {
  const { t } = useTranslation();
  const { alerts, lacks, aheadMs } = useAlerts();
  const chosen = useStore(chosenAlert);
  const until = useStore(silentUntil);
  useAlertKeys(alerts);
  useEffect(() => {
    shownDocks.set(shownDocks.get() + 1);
    return () => shownDocks.set(shownDocks.get() - 1);
  }, []);
  const silent = until > Date.now();
  return (
    <aside className="cw-alerts" aria-label={t('alerts.title')} data-empty={alerts.length === 0}>
      <header>
        {titled && (
          <h2>
            {t('alerts.title')} <span className="cw-figures">{alerts.length}</span>
          </h2>
        )}
        <Button size="small" onClick={silent ? speakAgain : silence}>
          {silent ? t('alerts.soundOn') : t('alerts.soundOff')}
        </Button>
      </header>
      <NotLive />
      <AlertLimits />
      {silent && <p className="cw-alerts-note">{t('alerts.soundUntil', { time: zulu(until) })}</p>}
      {alerts.length === 0 && <p className="cw-alerts-note">{t('alerts.none')}</p>}
      <ul aria-live="polite">
        {alerts.map((alert) => (
          <AlertCard key={alert.id} alert={alert} isChosen={alert.id === chosen} aheadMs={aheadMs} />
        ))}
      </ul>
      <footer>
        {lacks
          .filter((lack) => !isLimit(lack))
          .map(({ key, values }) => (
            <p key={key} className="cw-alerts-note">
              {t(key, { ...values })}
            </p>
          ))}
        <p className="cw-alerts-note">
          {t('alerts.keys')} · <Link to="/flightWatch/encounter">{t('alerts.all')}</Link> ·{' '}
          <Link to="/flightWatch/alertStatistics">{t('alert.statistics')}</Link>
        </p>
      </footer>
    </aside>
  );
}

/** A list that no longer hears of anything must not look like a quiet sky. */
function NotLive() {
  const { t } = useTranslation();
  const chat = useHubState('chat');
  const instant = useHubState('instant');
  const { at } = useAlerts();
  const gone = (state: HubState) => state === 'reconnecting' || state === 'lost';
  if (!gone(chat) || instant === 'connected') return null;
  return (
    <p role="alert" className="cw-alerts-stale">
      <span aria-hidden="true">⚠</span> {t('alerts.stale', { time: at > 0 ? zulu(at) : '—' })}
    </p>
  );
}

function useAlertKeys(alerts: readonly AlertView[]): void {
  const acknowledge = useAcknowledge();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const key = pressedKey(event);
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
