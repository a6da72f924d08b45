import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * What changes while a query waits for its first answer would be lost: the library begins anew only where there is an answer
 * already, and takes the one that is under way, which may be older than the change, for fresh.
 */
export function askAgainAfterFirstAnswer(client: QueryClient): void {
  const outdated = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (
      action.type === 'invalidate' &&
      query.state.data === undefined &&
      query.state.fetchStatus !== 'idle'
    ) {
      outdated.add(query);
    } else if (action.type === 'success' && outdated.delete(query)) {
      // Not within the answer that is being taken.
      queueMicrotask(() => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
    }
  });
}
