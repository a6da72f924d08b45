import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Resource } from '../../domain/resource.ts';
import { type ListState, parseListState, writeListState } from './url-state.ts';

/** The list's state lives in the address and nowhere else. */
export function useListState(resource: Resource) {
  const [query, setQuery] = useSearchParams();
  const { state, unknown } = useMemo(() => parseListState(query, resource), [query, resource]);
  const change = useCallback(
    (part: Partial<ListState>, replace = false) => {
      setQuery((before) => writeListState({ ...parseListState(before, resource).state, ...part }, resource), {
        replace,
      });
    },
    [setQuery, resource],
  );
  return { state, unknown, change };
}
