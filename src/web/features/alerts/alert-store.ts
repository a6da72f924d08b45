import { useEffect } from 'react';
import type { AlertList, AlertView } from '#contract/alerts.ts';
import { useHolds } from '#web/client/access.ts';
import { onHubEvent, onReconnected } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { createStore, useStore } from '#web/client/store.ts';

export const watchersOfAlerts = ['Pages.FlightWatch.Navigation_3D'];

interface Alerts extends AlertList {
  /** The server's clock less ours, ms. */
  aheadMs: number;
}

const none: Alerts = { at: 0, alerts: [], lacks: [], aheadMs: 0 };
const alerts = createStore<Alerts>(none);

const take = (list: AlertList) => alerts.set({ ...list, aheadMs: list.at - Date.now() });

/** What somebody must still look at: raised, and neither acknowledged nor muted. */
export const isOpen = ({ state }: AlertView): boolean => state === 'raised' || state === 'announced';

export async function loadAlerts(): Promise<void> {
  take(await callService('Alert', 'GetList', {}));
}

/** The alerts of now, the most urgent first, current while a screen that shows them is open. */
export function useAlerts(): Alerts {
  const mayWatch = useHolds(watchersOfAlerts);
  useEffect(() => {
    if (!mayWatch) return;
    // What cannot be had now comes with the hub's next word.
    const load = () => void loadAlerts().catch(() => undefined);
    load();
    const ends = [onHubEvent('instant', 'getAlerts', take), onReconnected('instant', load)];
    return () => {
      for (const end of ends) end();
    };
  }, [mayWatch]);
  return useStore(alerts);
}

/** The alert that is looked at; null: none. */
export const chosenAlert = createStore<number | null>(null);
