import { useCallback } from 'react';
import type { AlertView } from '#contract/alerts.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import { loadAlerts } from './alert-store.ts';

/** Acknowledges by name; `looked`: it was chosen first. */
export function useAcknowledge(): (alert: AlertView, looked: boolean) => Promise<void> {
  const notifyError = useNotifyError();
  return useCallback(
    async (alert, looked) => {
      try {
        await callService('Alert', 'Acknowledge', { id: alert.id, looked });
        await loadAlerts();
      } catch (error) {
        notifyError(error);
      }
    },
    [notifyError],
  );
}
