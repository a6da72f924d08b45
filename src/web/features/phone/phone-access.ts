import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadUser } from '#web/client/auth.ts';
import { RequestError } from '#web/client/http.ts';
import { disconnectHubs } from '#web/client/hub.ts';
import { mapToken } from '#web/client/map-token.ts';
import { serviceSettingsReady } from '#web/client/service-settings.ts';
import { currentUser, session, sessionEnded } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { ticketIn } from '#web/features/sharing/share-ticket.ts';

/** By what a page of decisions.md §9 is opened. */
export type PhoneAccess =
  | { by: 'nothing' | 'waiting' | 'over' }
  | { by: 'ticket'; ticket: string }
  /** A session: the browser's own, or the one whose opaque token came in the address. */
  | { by: 'session' }
  | { by: 'failure'; error: unknown; retry: () => void };

/** The query's `enc_auth_token` or `ticket` before a session of the browser's own; the token leaves the address at once. */
export function usePhoneAccess(): PhoneAccess {
  const { pathname, search } = useLocation();
  const ticket = ticketIn(new URLSearchParams(search));
  const held = useTokenOf(pathname, search);
  const hasSession = held !== null || session.bearer() !== undefined;
  const user = useStore(currentUser);
  const ended = useStore(sessionEnded);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState(false);

  useEffect(() => {
    if (ticket !== null || held === null) return;
    const release = mapToken.use(held);
    return () => {
      release();
      // What comes after is not done as this user.
      void disconnectHubs();
      currentUser.set(null);
      sessionEnded.set(false);
    };
  }, [ticket, held]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on demand
  useEffect(() => {
    if (ticket !== null || !hasSession) return;
    let current = true;
    setError(null);
    Promise.all([loadUser(), serviceSettingsReady()]).then(
      () => current && setLoaded(true),
      (failure: unknown) => current && setError(failure),
    );
    return () => {
      current = false;
    };
  }, [ticket, held, hasSession, attempt]);

  if (ticket !== null) return { by: 'ticket', ticket };
  if (!hasSession) return { by: 'nothing' };
  if (ended || (error instanceof RequestError && error.statusCode === 401)) {
    // It is of no use any more: the next visit asks for another.
    mapToken.forget();
    return { by: 'over' };
  }
  if (error !== null) return { by: 'failure', error, retry: () => setAttempt((count) => count + 1) };
  return loaded && user ? { by: 'session' } : { by: 'waiting' };
}

function useTokenOf(pathname: string, search: string): string | null {
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get('enc_auth_token');
  const held = useMemo(() => {
    if (given) mapToken.keep(given);
    return mapToken.stored();
  }, [given]);
  useEffect(() => {
    if (given === null) return;
    const rest = new URLSearchParams(search);
    rest.delete('enc_auth_token');
    void navigate({ pathname, search: rest.toString() }, { replace: true });
  }, [given, pathname, search, navigate]);
  return held;
}
