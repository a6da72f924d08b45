import { queryOptions } from '@tanstack/react-query';
import { preferenceQuery } from '#web/client/preference.ts';
import { queryClient } from '#web/client/query-client.ts';
import { callService } from '#web/client/services.ts';

export const viewsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['views', resource],
    queryFn: () => callService('View', 'GetList', { resource }),
    staleTime: 60_000,
    retry: false,
  });

export const layoutPreference = (resource: string) => `list.${resource}`;

/** Asks for what a list must know before it asks for rows, while the list's code is on its way. */
export function prefetchList(resource: string): void {
  void queryClient.prefetchQuery(viewsQuery(resource));
  void queryClient.prefetchQuery(preferenceQuery(layoutPreference(resource)));
}
