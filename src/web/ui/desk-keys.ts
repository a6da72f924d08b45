import { useLayoutEffect } from 'react';
import { pressedKey } from './composing.ts';
import { isTyping } from './is-typing.ts';

/** Keys of a desk by their letter; a key that is meant for a field or a dialog is none of the desk's. */
export function useDeskKeys(keys: Readonly<Record<string, () => void>>, enabled = true): void {
  // With the page that they act on, and not after it: two quick presses are two steps.
  useLayoutEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = keys[pressedKey(event).toLowerCase()];
      if (!act) return;
      act();
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
