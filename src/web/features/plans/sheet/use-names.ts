import { useMemo, useSyncExternalStore } from 'react';
import { dataProvider } from '#web/client/data.ts';
import { createNames, type Names, recordsIn } from './names-store.ts';

/** Of one operator where several may be filed for: an agent is not offered the aircraft of the others. */
const ofCompany = new Set(['aircraft', 'pilot']);

export function useNames(company: number | null): { names: Names; revision: number } {
  const names = useMemo(
    () =>
      createNames({
        async list(resource, text, count) {
          const { data, total } = await dataProvider.getList({
            resource,
            pagination: { currentPage: 1, pageSize: count, mode: 'server' },
            filters: [
              ...(text === '' ? [] : [{ field: 'q', operator: 'eq' as const, value: text }]),
              ...(company !== null && ofCompany.has(resource)
                ? [{ field: 'company', operator: 'eq' as const, value: company }]
                : []),
            ],
          });
          return { rows: recordsIn(data), total };
        },
        async one(resource, id) {
          const { data } = await dataProvider.getOne({ resource, id });
          return data;
        },
      }),
    [company],
  );
  const revision = useSyncExternalStore(names.subscribe, names.revision);
  return { names, revision };
}
