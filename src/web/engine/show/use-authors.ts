import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#domain/record/resource.ts';
import { readHistoryPage } from '#web/client/record-history.ts';

/** Entries that are looked through for names. */
const most = 500;

/** Names of those who changed the record, by user id: from its history, for whoever may not read users. */
export function useAuthors(resource: Resource, id: number, version: number): Map<number, string> {
  const { data } = useQuery({
    // The version in the key: a new one is a new history.
    queryKey: ['history', 'authors', resource.name, id, version],
    queryFn: () => readHistoryPage(resource.name, id, undefined, most),
    staleTime: 60_000,
  });
  const names = new Map<number, string>();
  for (const { by, byName } of data ?? []) {
    if (by !== null && byName !== null && !names.has(by)) names.set(by, byName);
  }
  return names;
}
