import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocale } from '../../locale.ts';
import type { RequestError } from '../../providers/http.ts';
import { callService } from '../../providers/services.ts';
import type { Values } from '../../resources/record-validator.ts';
import { airspaceKey } from './airspace-queries.ts';
import type { AirspaceCheckView } from './airspace-types.ts';

const debounceMs = 600;
/** Time goes on while one types: an application becomes late by itself. */
const againMs = 60_000;

/** CheckErrors of what is typed and drawn, a moment after the last change; the last answer stays until the next comes. */
export function useAirspaceCheck(values: Values, id: number | null) {
  const locale = useLocale();
  const text = JSON.stringify(values);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const body: Values = JSON.parse(settled);
  // Of an empty form there is nothing to say yet.
  const enabled = Boolean(body.geometry ?? body.validFrom ?? body.lower ?? body.upper);
  const query = useQuery<AirspaceCheckView, RequestError>({
    queryKey: ['airspaceCheck', settled, id, locale],
    queryFn: () => callService('Airspace', 'CheckErrors', { ...body, ...(id === null ? {} : { id }) }),
    enabled,
    placeholderData: (before) => before,
    refetchInterval: againMs,
    retry: false,
  });
  return { ...query, enabled, pending: query.isFetching || settled !== text };
}

/** CheckErrors of an application as it is stored; asked again when any airspace changes, and as time goes on. */
export function useStoredAirspaceCheck(id: number, enabled = true) {
  const locale = useLocale();
  return useQuery<AirspaceCheckView, RequestError>({
    queryKey: [airspaceKey, 'check', id, locale],
    queryFn: () => callService('Airspace', 'CheckErrors', { id }),
    enabled,
    refetchInterval: againMs,
    retry: false,
  });
}
