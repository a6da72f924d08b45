import { useList } from '@refinedev/core';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Resource } from '../../../domain/resource.ts';
import { lastSearchOf } from '../../shell/visited.ts';
import { crudFilters, parseListState } from '../url-state.ts';

export interface Neighbours {
  /** Ids of the records before and after this one in the list it was opened from. */
  previous: number | undefined;
  next: number | undefined;
  /** Its place there, from 1, and of how many. */
  place: number;
  total: number;
}

/** Where a record stands among the rows of a page; undefined: it is not on it. */
export function neighboursIn(
  ids: readonly number[],
  id: number,
  offset: number,
  total: number,
): Neighbours | undefined {
  const index = ids.indexOf(id);
  if (index < 0) return undefined;
  return { previous: ids[index - 1], next: ids[index + 1], place: offset + index + 1, total };
}

/** The neighbours of a record in the list that it was opened from; undefined where it came from none. */
export function useNeighbours(resource: Resource, id: number): Neighbours | undefined {
  const search = lastSearchOf(resource.path);
  const { state, unknown } = useMemo(
    () => parseListState(new URLSearchParams(search ?? ''), resource),
    [search, resource],
  );
  const { result } = useList<{ id: number }>({
    resource: resource.name,
    pagination: { currentPage: state.page, pageSize: state.size },
    sorters: state.sort,
    filters: crudFilters(state, resource),
    queryOptions: { enabled: search !== undefined && unknown.length === 0, staleTime: 60_000 },
    errorNotification: false,
  });
  return neighboursIn(
    (result.data ?? []).map((row) => row.id),
    id,
    (state.page - 1) * state.size,
    result.total ?? 0,
  );
}

/** J and K go on to the next and the previous record, unless one is typing or a dialog is open. */
export function useNeighbourKeys(resource: Resource, neighbours: Neighbours | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!neighbours) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')) return;
      const key = event.key.toLowerCase();
      const id = key === 'j' ? neighbours.next : key === 'k' ? neighbours.previous : undefined;
      if (id !== undefined) void navigate(`${resource.path}/${id}${window.location.search}`);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, neighbours, resource.path]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
