import { useEffect, useState } from 'react';

/** Only pages of a secure origin have it. */
const locksOf = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/** Browsers keep a page silent until it was touched once. Those that cannot say whether it was count as touched. */
const isTouched = () =>
  (navigator as { userActivation?: UserActivation }).userActivation?.hasBeenActive ?? true;

/** Calls this once the page was touched. Ends it. */
function onceTouched(then: () => void): () => void {
  if (isTouched()) {
    then();
    return () => undefined;
  }
  const over = new AbortController();
  const heard = () => {
    over.abort();
    then();
  };
  for (const event of ['pointerup', 'keydown']) window.addEventListener(event, heard, over);
  return () => over.abort();
}

/** The lock that a tab holds while it sounds this. */
export const soundLock = (what: string) => `clearway.sound.${what}`;

/**
 * Whether this tab is the one that sounds `what`: of the tabs of one browser in which it is on, one does, and the next one when
 * that is closed or silenced. A tab that nobody has touched is kept silent by its browser, so it takes the lock from no other.
 */
export function useSoundingTab(what: string, isOn: boolean): boolean {
  const [isHere, setIsHere] = useState(() => !locksOf() || !isTouched());
  useEffect(() => {
    const locks = locksOf();
    if (!locks || !isOn) return;
    const over = new AbortController();
    const { signal } = over;
    const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    setIsHere(!isTouched());
    const stop = onceTouched(() => {
      setIsHere(false);
      locks
        .request(soundLock(what), { signal }, () => {
          setIsHere(true);
          return ended;
        })
        // Where the browser refuses the lock, every tab sounds.
        .catch(() => signal.aborted || setIsHere(true));
    });
    return () => {
      stop();
      over.abort();
      setIsHere(false);
    };
  }, [what, isOn]);
  return isHere;
}
