import { useList } from '@refinedev/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Resource } from '#domain/record/resource.ts';
import { crudFilters, type ListState, parseListState, writeListState } from '#web/engine/url-state.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { lastSearchOf, noteVisit } from '#web/ui/visited.ts';

export interface Neighbour {
  id: number;
  /** The page of the list that it stands on, from 1. */
  page: number;
}

export interface Places {
  /** The records before and after this one in the list it was opened from, on whichever page. */
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
  /** Its place there, from 1, and of how many. */
  place: number;
  total: number;
}

export interface Neighbours extends Places {
  /** To that record; the list is then left on its page. */
  go(to: Neighbour | undefined): void;
}

/** Where a record stands on a page, and whether its neighbours are on another. */
function bordersOf(
  ids: readonly number[],
  id: number,
  { page, size }: { page: number; size: number },
  total: number,
) {
  const index = ids.indexOf(id);
  return {
    index,
    before: index === 0 && page > 1,
    after: index >= 0 && index === ids.length - 1 && (page - 1) * size + ids.length < total,
  };
}

/** Where a record stands among the rows of a page and of those beside it; undefined: it is not on it. */
export function neighboursIn(
  { before, ids, after }: Record<'before' | 'ids' | 'after', readonly number[]>,
  id: number,
  { page, size }: { page: number; size: number },
  total: number,
): Places | undefined {
  const { index, ...borders } = bordersOf(ids, id, { page, size }, total);
  if (index < 0) return undefined;
  const at = (found: number | undefined, on: number) =>
    found === undefined ? undefined : { id: found, page: on };
  return {
    previous: borders.before ? at(before.at(-1), page - 1) : at(ids[index - 1], page),
    next: borders.after ? at(after[0], page + 1) : at(ids[index + 1], page),
    place: (page - 1) * size + index + 1,
    total,
  };
}

/** The neighbours of a record in the list that it was opened from; undefined where it came from none. */
export function useNeighbours(resource: Resource, id: number): Neighbours | undefined {
  const navigate = useNavigate();
  const search = lastSearchOf(resource.path);
  const { state, unknown } = useMemo(
    () => parseListState(new URLSearchParams(search ?? ''), resource),
    [search, resource],
  );
  const open = search !== undefined && unknown.length === 0;
  const { ids, total } = usePage(resource, state, state.page, open);
  const { before, after } = bordersOf(ids, id, state, total);
  // The pages beside this one are read where its border is reached.
  const pages = {
    before: usePage(resource, state, state.page - 1, open && before).ids,
    ids,
    after: usePage(resource, state, state.page + 1, open && after).ids,
  };
  const places = neighboursIn(pages, id, state, total);
  return (
    places && {
      ...places,
      go(to) {
        if (!to) return;
        if (to.page !== state.page) {
          noteVisit(resource.path, `?${writeListState({ ...state, page: to.page }, resource)}`);
        }
        void navigate(`${resource.path}/${to.id}${window.location.search}`);
      },
    }
  );
}

function usePage(resource: Resource, state: ListState, page: number, enabled: boolean) {
  const { result } = useList<{ id: number }>({
    resource: resource.name,
    pagination: { currentPage: page, pageSize: state.size },
    sorters: state.sort,
    filters: crudFilters(state, resource),
    queryOptions: { enabled, staleTime: 60_000 },
    errorNotification: false,
  });
  const ids = useMemo(
    () => (enabled ? (result.data ?? []).map((row) => row.id) : []),
    [enabled, result.data],
  );
  return { ids, total: result.total ?? 0 };
}

/** J and K go on to the next and the previous record. */
export function useNeighbourKeys(neighbours: Neighbours | undefined): void {
  useDeskKeys(
    { j: () => neighbours?.go(neighbours.next), k: () => neighbours?.go(neighbours.previous) },
    neighbours !== undefined,
  );
}
