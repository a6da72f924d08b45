import { useList } from '@refinedev/core';
import { useMemo } from 'react';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';

/** Every dictionary, to choose from: its code is what a field keeps. */
export function useDictionaries(): { value: string; label: string }[] {
  const locale = useLocale();
  const { result } = useList<{ id: number; code: string; name: string; nameEn?: string | null }>({
    resource: 'dictionary',
    pagination: { pageSize: 500 },
    sorters: [{ field: 'code', order: 'asc' }],
    queryOptions: { staleTime: 60_000 },
    errorNotification: false,
  });
  return useMemo(
    () =>
      (result.data ?? []).map(({ code, ...named }) => ({
        value: code,
        label: `${nameIn(named, locale) || code} (${code})`,
      })),
    [result.data, locale],
  );
}
