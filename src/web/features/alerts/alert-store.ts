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

/** When the list that was heard last was made: the same comes over each connection of the page. */
let heardAt = 0;

function hear(list: AlertList): void {
  if (list.at === heardAt) return;
  heardAt = list.at;
  take(list);
}

/** Keeps the alerts of now for as long as a page lives, for whoever watches the air; once on a page. */
export function useLiveAlerts(): void {
  const mayWatch = useHolds(watchersOfAlerts);
  useEffect(() => {
    if (!mayWatch) return;
    // What cannot be had now comes with the hub's next word.
    const load = () => void loadAlerts().catch(() => undefined);
    load();
    const ends = (['chat', 'instant'] as const).flatMap((hub) => [
      onHubEvent(hub, 'getAlerts', hear),
      onReconnected(hub, load),
    ]);
    return () => {
      for (const end of ends) end();
      alerts.set(none);
    };
  }, [mayWatch]);
}

/** The alerts of now, the most urgent first. */
export const useAlerts = (): Alerts => useStore(alerts);

/** The alert that is looked at; null: none. */
export const chosenAlert = createStore<number | null>(null);

/** How many lists of alerts stand on the page: a second one would answer the same keys. */
export const shownDocks = createStore(0);
