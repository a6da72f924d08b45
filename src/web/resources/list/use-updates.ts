import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ChangeMessage } from '../../../domain/hub.ts';
import { useLiveChanges } from '../../providers/live.ts';
import { currentUser } from '../../session.ts';

/** How many records others have changed since the rows on the screen were last shown. */
export function useUpdates(resource: string, question: string): { count: number; seen: () => void } {
  const [ids, setIds] = useState<ReadonlySet<number>>(none);
  const gather = useCallback((messages: ChangeMessage[]) => {
    const own = currentUser.get()?.user.id;
    const others = messages.filter(({ by }) => by === null || by !== own).map(({ id }) => id);
    if (others.length > 0) setIds((before) => new Set([...before, ...others]));
  }, []);
  useLiveChanges(resource, gather);
  const seen = useCallback(() => setIds(none), []);
  useEffect(() => {
    void question;
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
