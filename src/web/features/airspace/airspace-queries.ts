import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PageInput } from '#contract/airspace/airspace-input.ts';
import type { AirspaceDetail } from '#contract/airspace/airspace-output.ts';
import type { OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';

/** Everything about airspaces lies below this key: one change asks all of it again, what is not on the screen later. */
export const airspaceKey = 'airspaces';
const changing = ['airspace', 'airspaceEvent', 'airspaceVersion'];

export function refreshAirspaces(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [airspaceKey] });
}

/** Keeps every airspace on the screen as the server has it; mounted by each screen that shows airspaces. */
export function useLiveAirspaces(): void {
  const client = useQueryClient();
  const refresh = useCallback(() => void refreshAirspaces(client), [client]);
  useLiveChanges(changing, refresh);
}

export function useAirspaces(filter: PageInput, enabled = true) {
  const locale = useLocale();
  return useQuery<OutputOf<'Airspace', 'Page'>, RequestError>({
    queryKey: [airspaceKey, 'page', filter, locale],
    queryFn: () => callService('Airspace', 'Page', { maxResultCount: 500, ...filter }),
    enabled,
    placeholderData: (before) => before,
  });
}

export function useAirspace(id: number | null) {
  const locale = useLocale();
  return useQuery<AirspaceDetail, RequestError>({
    queryKey: [airspaceKey, 'detail', id, locale],
    queryFn: id === null ? skipToken : () => callService('Airspace', 'Get', { id }),
  });
}

/** Each airspace as it is, was or will be at one moment, by the version in force then. */
export function useAirspacesAt(at: string | null) {
  const locale = useLocale();
  return useQuery<OutputOf<'Airspace', 'GetAt'>, RequestError>({
    queryKey: [airspaceKey, 'at', at, locale],
    queryFn: at === null ? skipToken : () => callService('Airspace', 'GetAt', { at }),
    placeholderData: (before) => before,
  });
}

/** The requests for an extension that wait for my answer. */
export function useExtensionAsks(enabled: boolean) {
  const locale = useLocale();
  return useQuery<OutputOf<'Airspace', 'GetExtensionAsks'>, RequestError>({
    queryKey: [airspaceKey, 'asks', locale],
    queryFn: () => callService('Airspace', 'GetExtensionAsks', {}),
    enabled,
  });
}
