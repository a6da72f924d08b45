import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SavedView } from '#contract/preferences.ts';
import type { OutputOf } from '#contract/services.ts';
import { callService } from '#web/client/services.ts';
import { viewsQuery } from './list-queries.ts';

export type ViewDraft = Pick<SavedView, 'name' | 'audience' | 'role' | 'query' | 'layout'> & {
  id?: number;
  version?: number;
};

const noViews: OutputOf<'View', 'GetList'> = {
  items: [],
  defaultId: null,
  ownDefaultId: null,
  mayShare: false,
};

/** The saved views of a list. Where they cannot be read the list works without; an address that names one then fails. */
export function useViews(resource: string) {
  const client = useQueryClient();
  const query = useQuery(viewsQuery(resource));
  const refresh = useCallback(() => client.invalidateQueries(viewsQuery(resource)), [client, resource]);
  const save = async ({ role, ...draft }: ViewDraft): Promise<SavedView> => {
    const input = { ...draft, resource, ...(role === null ? {} : { role }) };
    const saved = await callService('View', 'Save', input);
    await refresh();
    return saved;
  };
  const remove = async (id: number): Promise<void> => {
    await callService('View', 'Delete', { id });
    await refresh();
  };
  /** `id` 0: the plain list; undefined: whatever others set. */
  const setDefault = async (id: number | undefined, shared = false, on = true): Promise<void> => {
    await callService('View', 'SetDefault', { resource, ...(id === undefined ? {} : { id }), shared, on });
    await refresh();
  };
  return { ...(query.data ?? noViews), loaded: !query.isLoading, refresh, save, remove, setDefault };
}
