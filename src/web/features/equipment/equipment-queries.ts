import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/services.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { type EquipmentState, pageSize } from './equipment-state.ts';

/** What was counted is stored once a minute; states are asked for more often. */
const everyMs = 10_000;
const minuteMs = 60_000;

export function useEquipment() {
  const locale = useLocale();
  return useQuery<OutputOf<'Equipment', 'GetList'>, RequestError>({
    queryKey: ['equipment', 'list', locale],
    queryFn: () => callService('Equipment', 'GetList', {}),
    refetchInterval: everyMs,
    placeholderData: (before) => before,
  });
}

export function useTerminals({ of, q, kind, state, page }: EquipmentState) {
  const input = {
    ...(q ? { q } : {}),
    ...(kind ? { kind } : {}),
    skipCount: (page - 1) * pageSize,
    maxResultCount: pageSize,
  };
  return useQuery<OutputOf<'Equipment', 'GetTerminals'>, RequestError>({
    queryKey: ['equipment', 'terminals', input, state],
    queryFn: () =>
      callService('Equipment', 'GetTerminals', {
        ...input,
        ...(state === 'live' || state === 'day' || state === 'silent' || state === 'unheard'
          ? { state }
          : {}),
      }),
    enabled: of === 'terminals',
    refetchInterval: everyMs,
    placeholderData: (before) => before,
  });
}

export function useSourceHistory(id: number, hours: number) {
  return useQuery<OutputOf<'Equipment', 'GetHistory'>, RequestError>({
    queryKey: ['equipment', 'history', id, hours],
    queryFn: () => callService('Equipment', 'GetHistory', { id, hours }),
    refetchInterval: minuteMs,
    placeholderData: (before) => (before?.id === id ? before : undefined),
  });
}

export function useSourceCoverage(id: number, { days, band }: Pick<EquipmentState, 'days' | 'band'>) {
  return useQuery<OutputOf<'Equipment', 'GetCoverage'>, RequestError>({
    queryKey: ['equipment', 'coverage', id, days, band],
    queryFn: () => callService('Equipment', 'GetCoverage', { id, days, band }),
    refetchInterval: 5 * minuteMs,
    placeholderData: (before) => (before?.id === id ? before : undefined),
  });
}

export function useJointCoverage({ days, band }: Pick<EquipmentState, 'days' | 'band'>) {
  return useQuery<OutputOf<'Equipment', 'GetJointCoverage'>, RequestError>({
    queryKey: ['equipment', 'joint', days, band],
    queryFn: () => callService('Equipment', 'GetJointCoverage', { days, band }),
    refetchInterval: 5 * minuteMs,
    placeholderData: (before) => before,
  });
}

export function useInterference({ span, hour }: Pick<EquipmentState, 'span' | 'hour'>) {
  return useQuery<OutputOf<'Equipment', 'GetInterference'>, RequestError>({
    queryKey: ['equipment', 'interference', span, hour],
    queryFn: () =>
      callService('Equipment', 'GetInterference', { hours: span, ...(hour === null ? {} : { hour }) }),
    refetchInterval: minuteMs,
    placeholderData: (before) => before,
  });
}
