import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RecordChanged } from '#contract/hub.ts';
import { useLiveChanges } from '#web/client/live.ts';
import { currentUser } from '#web/client/session.ts';

const echoMs = 3_000;

/** How many records were changed since the rows on the screen were last shown. */
export function useUpdates(resource: string, question: string): { count: number; seen: () => void } {
  const [ids, setIds] = useState<ReadonlySet<number>>(none);
  const requests = useRef(0);
  const gather = useCallback((changes: RecordChanged[]) => {
    const own = currentUser.get()?.user.id;
    // What one did here a moment ago comes back as an event, and is on the screen already.
    const echo = Date.now() - requests.current < echoMs;
    const news = changes.filter(({ by }) => !(echo && by === own)).map(({ id }) => id);
    if (news.length > 0) setIds((before) => new Set([...before, ...news]));
  }, []);
  useLiveChanges(resource, gather);
  const seen = useCallback(() => setIds(none), []);
  useEffect(() => {
    void question;
    requests.current = Date.now();
    seen();
  }, [question, seen]);
  return { count: ids.size, seen };
}

const none: ReadonlySet<number> = new Set();

/** False while the browser itself has no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}
