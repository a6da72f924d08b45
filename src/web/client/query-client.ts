import { QueryClient } from '@tanstack/react-query';
import { askAgainAfterFirstAnswer } from './first-answer.ts';
import { RequestError } from './http.ts';
import { currentUser } from './session.ts';
import { shownLocale } from './shown-locale.ts';

/**
 * One cache for the page. A refusal is an answer and is not asked for again; a missing answer is, twice. Requests are also made
 * while the browser reports no network, which is wrong where the server is on the same machine or behind a tunnel: paused, a
 * screen would show neither data nor an error, and a save would never end.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      // Off by default in this mode.
      refetchOnReconnect: true,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof RequestError && error.statusCode === 0,
    },
  },
});

askAgainAfterFirstAnswer(queryClient);

let owner = currentUser.get()?.user.id;
// A new account on the same browser must not see what the last one had loaded. What is on the screen is asked for again:
// a query that is only taken out of the cache would stay as it is, or unanswered, for as long as it is shown.
currentUser.subscribe(() => {
  const id = currentUser.get()?.user.id;
  if (id === undefined || id === owner) return;
  owner = id;
  queryClient.getMutationCache().clear();
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
});

// Names and words come in the language of the reader: in another one they are asked for again.
shownLocale.subscribe(() => void queryClient.invalidateQueries());
