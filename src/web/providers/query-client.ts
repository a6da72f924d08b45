import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './http.ts';

/** One cache for the page. A refusal is an answer and is not asked for again; a missing answer is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof RequestError && error.statusCode === 0,
    },
  },
});
