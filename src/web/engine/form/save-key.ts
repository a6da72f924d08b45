import { useEffect, useRef } from 'react';
import { pressedKey } from '#web/ui/composing.ts';

/** Whoever was opened last is saved first: a drawer before the page under it. */
const stack: (() => void)[] = [];

function listen(event: globalThis.KeyboardEvent): void {
  if (pressedKey(event).toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  stack.at(-1)?.();
}

/** Ctrl+S and ⌘S save this form for as long as it is the topmost one. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const own = () => latest.current();
    // On the way down: a drawer lets no key out to the form around it.
    if (stack.length === 0) window.addEventListener('keydown', listen, true);
    stack.push(own);
    return () => {
      stack.splice(stack.indexOf(own), 1);
      if (stack.length === 0) window.removeEventListener('keydown', listen, true);
    };
  }, []);
}
