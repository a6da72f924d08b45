import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from './error-text.ts';
import { onReconnected } from './hub.ts';
import { currentUser } from './session.ts';
import { useStore } from './store.ts';
import type { Unsent, UnsentQueue } from './unsent-queue.ts';

/** While something waits it is tried this often, beside every sign that the connection is back. */
const retryMs = 15_000;

/**
 * Mounted once for each queue: sends what waits whenever the connection is back, and tells when it has tried. Answers
 * with the way to do it now. `after` is that of the first call.
 */
export function useSending<T extends Unsent>(
  queue: UnsentQueue<T>,
  after: () => Promise<unknown>,
): () => void {
  const { t } = useTranslation();
  const user = useStore(currentUser)?.actor.userId;
  // Each that is made is tried at once, also behind others.
  const newest = useStore(queue.items).findLast(({ refusal }) => refusal === null)?.key;
  const [send] = useState(() => {
    let running = false;
    let again = false;
    return async () => {
      again = running;
      if (running) return;
      running = true;
      try {
        do {
          again = false;
          await queue.send((error) => errorText(error, t));
          await after();
        } while (again);
      } finally {
        running = false;
      }
    };
  });
  useEffect(() => {
    if (user === undefined) return;
    queue.load();
    const onStorage = () => queue.load();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [user, queue]);
  useEffect(() => {
    if (newest === undefined) return;
    const now = () => void send();
    now();
    const timer = setInterval(now, retryMs);
    window.addEventListener('online', now);
    const stop = onReconnected('chat', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
      stop();
    };
  }, [newest, send]);
  return () => void send();
}
