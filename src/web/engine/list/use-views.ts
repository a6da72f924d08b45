import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callService } from '#web/client/services.ts';
import type { Layout } from './layout.ts';

export interface SavedView {
  id: number;
  version: number;
  name: string;
  audience: 'private' | 'role' | 'everyone';
  role: number | null;
  roleName: string | null;
  ownerName: string;
  mine: boolean;
  mayChange: boolean;
  isDefault: boolean;
  /** As in the address of the list. */
  query: string;
  layout: Layout;
}

export interface Views {
  items: SavedView[];
  /** What the user begins with: his own choice, else his role's, else everyone's. */
  defaultId: number | null;
  /** His own choice: 0 is the plain list, null none. */
  ownDefaultId: number | null;
  /** May make views that others see. */
  mayShare: boolean;
}

export type ViewDraft = Pick<SavedView, 'name' | 'audience' | 'role' | 'query' | 'layout'> & {
  id?: number;
  version?: number;
};

const noViews: Views = { items: [], defaultId: null, ownDefaultId: null, mayShare: false };

/** The saved views of a list. Where they cannot be read the list works without; an address that names one then fails. */
export function useViews(resource: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['views', resource],
    queryFn: () => callService<Views>('View', 'GetList', { resource }, 'GET'),
    staleTime: 60_000,
    retry: false,
  });
  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: ['views', resource] }),
    [client, resource],
  );
  const save = async ({ role, ...draft }: ViewDraft): Promise<SavedView> => {
    const input = { ...draft, resource, ...(role === null ? {} : { role }) };
    const saved = await callService<SavedView>('View', 'Save', input);
    await refresh();
    return saved;
  };
  const remove = async (id: number): Promise<void> => {
    await callService('View', 'Delete', { id }, 'DELETE');
    await refresh();
  };
  /** `id` 0: the plain list; undefined: whatever others set. */
  const setDefault = async (id: number | undefined, shared = false, on = true): Promise<void> => {
    await callService('View', 'SetDefault', { resource, ...(id === undefined ? {} : { id }), shared, on });
    await refresh();
  };
  return { ...(query.data ?? noViews), loaded: !query.isLoading, refresh, save, remove, setDefault };
}

export type UseViews = ReturnType<typeof useViews>;
