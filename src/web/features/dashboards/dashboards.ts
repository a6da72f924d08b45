import { useList } from '@refinedev/core';
import type { DashboardRecord } from '#domain/record/records.gen.ts';

/** Boards of one user at most. */
const mostBoards = 200;

/** The dashboards that the user may see, in their order. */
export function useDashboards() {
  const { result, query } = useList<DashboardRecord>({
    resource: 'dashboard',
    sorters: [
      { field: 'order', order: 'asc' },
      { field: 'id', order: 'asc' },
    ],
    pagination: { pageSize: mostBoards },
    errorNotification: false,
  });
  return { boards: result.data ?? [], query };
}

export const boardPath = (id: number) => `/statistics/dashboard/${id}`;
