import { useQueries } from '@tanstack/react-query';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { wallDigits } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';

const everyMs = 60_000;

/** Alerts and density of a span (UTC ms) that may reach over midnight; what runs still is asked for again. */
export function useRecordedSpan(from: number, to: number) {
  const days = [...new Set([from, to].map((at) => wallDigits(at).slice(0, 10)))];
  const alerts = useQueries({
    queries: days.map((day) => ({
      queryKey: ['playback', 'alerts', day],
      queryFn: () => callService('Playback', 'GetAlerts', { day }),
      refetchInterval: everyMs,
    })),
  });
  const density = useQueries({
    queries: days.map((day) => ({
      queryKey: ['playback', 'density', day],
      queryFn: () => callService('Playback', 'GetDensity', { day }),
      refetchInterval: everyMs,
    })),
  });
  const byId = new Map<number, RecordedAlert>(
    alerts.flatMap(({ data }) => (data?.items ?? []).map((one) => [one.id, one])),
  );
  return {
    alerts: [...byId.values()].filter(
      ({ raisedAt, clearedAt }) =>
        Date.parse(raisedAt) <= to && (clearedAt === null || Date.parse(clearedAt) >= from),
    ),
    density: density
      .flatMap(({ data }) => data?.items ?? [])
      .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to),
  };
}
