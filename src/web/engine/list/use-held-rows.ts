import { useEffect, useRef, useState } from 'react';
import { createStore } from '#web/client/store.ts';
import type { RecordValues } from '#web/engine/labels.ts';

/** Counts what this user did to rows themselves: that they want to see at once, wherever the pointer is. */
export const ownChanges = createStore(0);

/** True where showing `fresh` would move or remove a row that is now on the screen. */
export function moves(shown: readonly RecordValues[], fresh: readonly RecordValues[]): boolean {
  return shown.length !== fresh.length || shown.some((row, index) => row.id !== fresh[index]?.id);
}

/**
 * Live rows that do not move under the pointer: new values of the same rows show at once, another order or
 * other rows wait while `held` is true, and `waiting` offers them. A change of `question` shows at once;
 * while `fresh` is still the answer to the last one it is `stale`.
 */
export function useHeldRows<T extends RecordValues>(
  fresh: readonly T[],
  question: string,
  held: boolean,
  stale = false,
): { rows: readonly T[]; waiting: boolean; show: () => void } {
  const [shown, setShown] = useState(fresh);
  const lastQuestion = useRef(question);
  const mustWait =
    held && !stale && lastQuestion.current === question && shown.length > 0 && moves(shown, fresh);
  useEffect(() => {
    if (mustWait || stale) return;
    lastQuestion.current = question;
    setShown(fresh);
  }, [mustWait, stale, question, fresh]);
  const show = () => {
    lastQuestion.current = question;
    setShown(fresh);
  };
  return { rows: mustWait ? shown : fresh, waiting: mustWait, show };
}
