import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callService } from './services.ts';

/** A drag of a column's edge is many changes and one save. */
const gatherMs = 700;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export const preferenceQuery = (key: string) =>
  queryOptions({
    queryKey: ['preference', key],
    queryFn: () => callService('Preference', 'Get', { key }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/**
 * What the user keeps on the server under this key; null where that is nothing. `set` shows at once and is saved a
 * moment later. A setting that could not be read or saved stops nobody from working: it is then as if not kept.
 */
export function usePreference(key: string): { value: unknown; loaded: boolean; set(value: unknown): void } {
  const client = useQueryClient();
  const query = useQuery(preferenceQuery(key));
  const set = useCallback(
    (value: unknown) => {
      client.setQueryData(preferenceQuery(key).queryKey, { key, value });
      clearTimeout(waiting.get(key));
      waiting.set(
        key,
        setTimeout(() => {
          waiting.delete(key);
          void callService('Preference', 'Set', { key, value }).catch(() => {});
        }, gatherMs),
      );
    },
    [client, key],
  );
  return { value: query.data?.value ?? null, loaded: !query.isLoading, set };
}
