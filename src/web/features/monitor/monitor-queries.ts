import { useQuery } from '@tanstack/react-query';
import type { MonitorState } from '#contract/monitor.ts';
import type { OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

/** Samples are taken once a minute: asked for more often, so that a new one is seen soon. */
const everyMs = 15_000;

export const monitorKey = ['monitor'];

/** How the installation is, as it goes on. */
export function useMonitorState() {
  const locale = useLocale();
  return useQuery<MonitorState, RequestError>({
    queryKey: [...monitorKey, 'state', locale],
    queryFn: () => callService('Monitor', 'GetState', {}),
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
    placeholderData: (before) => before,
  });
}

export type MonitorHistory = OutputOf<'Monitor', 'GetHistory'>;

/** One figure over the last so many hours. */
export function useFigureHistory(figure: string, hours: number) {
  return useQuery<MonitorHistory, RequestError>({
    queryKey: [...monitorKey, 'history', figure, hours],
    queryFn: () => {
      const to = Date.now();
      return callService('Monitor', 'GetHistory', {
        figure,
        from: new Date(to - hours * 3_600_000).toISOString(),
        to: new Date(to).toISOString(),
      });
    },
    refetchInterval: 60_000,
    placeholderData: (before) => before,
  });
}
