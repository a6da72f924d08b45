import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MessagePage } from '#contract/coordination/messages.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import type { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';

const pageSize = 200;
/** As many messages as a page of the record shows; the export has all. */
export const mostShown = 5_000;

export interface WholeLog {
  items: ChatMessage[];
  error: RequestError | null;
  /** All are there that are shown. */
  done: boolean;
  /** There are more than are shown. */
  cut: boolean;
}

/** Every message of a room from its beginning, fetched page by page. */
export function useWholeLog(room: number): WholeLog {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery<
    MessagePage,
    RequestError,
    { pages: MessagePage[] },
    (string | number)[],
    number
  >({
    queryKey: ['coordination', 'record', room],
    queryFn: ({ pageParam }) =>
      callService('Coordination', 'GetMessages', { room, after: pageParam, most: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.after && pages.length * pageSize < mostShown ? last.items.at(-1)?.seq : undefined,
  });
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const pages = data?.pages ?? [];
  return {
    items: pages.flatMap(({ items }) => items),
    error,
    done: data !== undefined && !hasNextPage,
    cut: pages.at(-1)?.after === true && !hasNextPage,
  };
}
