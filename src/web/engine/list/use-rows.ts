import { useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { Resource } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { crudFilters, type ListState } from '#web/engine/url-state.ts';

export type Row = RecordValues & { id: number };

/**
 * The rows that the address asks for. Beyond some thousands the count is an estimate: nobody waits for a million
 * records to be counted.
 */
export function useRows(resource: Resource, state: ListState, enabled: boolean) {
  const { query, result } = useList<Row, RequestError>({
    resource: resource.name,
    pagination: { currentPage: state.page, pageSize: state.size },
    sorters: state.sort,
    filters: crudFilters(state, resource),
    meta: { count: 'some' },
    queryOptions: { placeholderData: keepPreviousData, enabled },
    errorNotification: false,
  });
  return {
    query,
    rows: result.data ?? none,
    total: result.total ?? 0,
    estimated: query.data?.estimated === true,
  };
}

const none: Row[] = [];
