import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import type { AirspaceAtView, AirspaceDetail, AirspaceItem, ExtensionAskItem } from './airspace-types.ts';

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

export interface AirspaceFilter {
  filter?: string;
  states?: number[];
  acceptStates?: string[];
  openStates?: string[];
  kinds?: string[];
  /** What is in force at this moment; UTC, ISO 8601. */
  at?: string;
  /** What is used within this span. */
  from?: string;
  to?: string;
  within?: Geometry;
  /** Approved ones only. */
  library?: boolean;
  /** What my company holds or applied for. */
  mine?: boolean;
  skipCount?: number;
  maxResultCount?: number;
  sorting?: string;
}

export function useAirspaces(filter: AirspaceFilter, enabled = true) {
  const locale = useLocale();
  return useQuery<{ totalCount: number; items: AirspaceItem[] }, RequestError>({
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
    queryFn: () => callService('Airspace', 'Get', { id }, 'GET'),
    enabled: id !== null,
  });
}

/** Each airspace as it is, was or will be at one moment, by the version in force then. */
export function useAirspacesAt(at: string | null) {
  const locale = useLocale();
  return useQuery<{ items: AirspaceAtView[] }, RequestError>({
    queryKey: [airspaceKey, 'at', at, locale],
    queryFn: () => callService('Airspace', 'GetAt', { at }, 'GET'),
    enabled: at !== null,
    placeholderData: (before) => before,
  });
}

/** The requests for an extension that wait for my answer. */
export function useExtensionAsks(enabled: boolean) {
  const locale = useLocale();
  return useQuery<{ items: ExtensionAskItem[] }, RequestError>({
    queryKey: [airspaceKey, 'asks', locale],
    queryFn: () => callService('Airspace', 'GetExtensionAsks', {}, 'GET'),
    enabled,
  });
}
