import { useTable } from '@refinedev/antd';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '../../domain/resource.ts';
import type { RequestError } from '../providers/http.ts';
import type { RecordValues } from './labels.ts';
import { apart, crudFilters, type ListState } from './url-state.ts';

export type Row = RecordValues & { id: number };

/**
 * refine's table over the address: the address says what is asked for, and the hook asks. Its own `syncWithLocation`
 * stays off, for it writes another scheme and lets an unknown condition pass.
 */
export function useServerTable(resource: Resource, state: ListState, enabled: boolean) {
  const table = useTable<Row, RequestError>({
    resource: resource.name,
    syncWithLocation: false,
    pagination: { currentPage: state.page, pageSize: state.size },
    sorters: { initial: state.sort },
    filters: { initial: apart(crudFilters(state)), defaultBehavior: 'replace' },
    queryOptions: { placeholderData: keepPreviousData, enabled },
    errorNotification: false,
  });
  const [asked, setAsked] = useState(state);
  // While drawing, not after: in an effect the old question would be asked once more with half of the new one.
  if (asked !== state) {
    setAsked(state);
    table.setCurrentPage(state.page);
    table.setPageSize(state.size);
    table.setSorters(state.sort);
    table.setFilters(apart(crudFilters(state)), 'replace');
  }
  return table;
}
