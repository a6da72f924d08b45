import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '#contract/services.ts';
import type { StationDetails, WeatherStations } from '#contract/weather.ts';
import type { RequestError } from '#web/client/http.ts';
import { onReconnected, useHubEvent } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';

/** Reports come in bulletins of many: they are asked for once, so long after the first. */
const settleMs = 1_500;
const all = 'weather';

/** What is shown is asked for anew as reports come, and when a lost connection is back. */
export function useFreshWeather(): void {
  const client = useQueryClient();
  const waits = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = useRef(() => {
    waits.current ??= setTimeout(() => {
      waits.current = undefined;
      void client.invalidateQueries({ queryKey: [all] });
    }, settleMs);
  });
  useHubEvent('chat', 'recordChanged', ({ resource }) => {
    if (resource === 'weatherReport') soon.current();
  });
  useEffect(() => {
    const end = onReconnected('chat', () => soon.current());
    return () => {
      end();
      clearTimeout(waits.current);
      waits.current = undefined;
    };
  }, []);
}

/** Every aerodrome that reports; `covered`: of the user's own area. */
export function useStations(covered: boolean) {
  return useQuery<WeatherStations, RequestError>({
    queryKey: [all, 'stations', covered],
    queryFn: () => callService('Weather', 'GetStations', covered ? { covered } : {}),
    placeholderData: (before) => before,
  });
}

/** One aerodrome with its last day; null: none is chosen. */
export function useStation(station: string | null) {
  return useQuery<StationDetails, RequestError>({
    queryKey: [all, 'station', station],
    queryFn: station === null ? skipToken : () => callService('Weather', 'GetStation', { station }),
    retry: false,
  });
}

/** Winds aloft of the next 24 hours. */
export function useWindsAloft() {
  return useQuery<OutputOf<'Weather', 'GetWindsAloft'>, RequestError>({
    queryKey: [all, 'winds'],
    queryFn: () => callService('Weather', 'GetWindsAloft', {}),
  });
}

/** Areas of the next 24 hours. */
export function useWarnings() {
  return useQuery<OutputOf<'Weather', 'GetWarnings'>, RequestError>({
    queryKey: [all, 'warnings'],
    queryFn: () => callService('Weather', 'GetWarnings', {}),
  });
}
