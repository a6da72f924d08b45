import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocale } from '../../locale.ts';
import type { RequestError } from '../../providers/http.ts';
import { callService } from '../../providers/services.ts';
import type { Values } from '../../resources/record-validator.ts';
import { isCheckable } from './plan-form-schema.ts';
import type { CheckView } from './plan-types.ts';

const debounceMs = 600;
/** Time goes on while one types: a plan becomes late by itself. */
const againMs = 60_000;

/** CheckErrors of what is typed, a moment after the last change; the last answer stays until the next one comes. */
export function useCheck(values: Values, stored: { id: number } | null) {
  const locale = useLocale();
  const text = JSON.stringify(values);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const body: Values = JSON.parse(settled);
  const enabled = isCheckable(body);
  const query = useQuery<CheckView, RequestError>({
    queryKey: ['check', settled, stored?.id ?? null, locale],
    queryFn: () =>
      callService('Navigation', 'CheckErrors', { ...body, ...(stored ? { id: stored.id } : {}) }),
    enabled,
    placeholderData: (before) => before,
    refetchInterval: againMs,
    retry: false,
  });
  return { ...query, enabled, pending: query.isFetching || settled !== text };
}
