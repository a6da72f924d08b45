import { useEffect, useRef } from 'react';
import { pressedKey } from '#web/ui/composing.ts';
import { isTyping } from '#web/ui/is-typing.ts';

export interface RowKeys {
  move(by: 1 | -1): void;
  pick(): void;
  expand(): void;
  pickAll(): void;
  submit(): void;
}

/** J and K move, X picks, O opens, Shift+A picks all that can go, Ctrl+Enter submits; none of it while one types. */
export function useRowKeys(keys: RowKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.altKey) return;
      const { move, pick, expand, pickAll, submit } = latest.current;
      const key = pressedKey(event).toLowerCase();
      const act =
        (event.ctrlKey || event.metaKey) && key === 'enter'
          ? submit
          : event.ctrlKey || event.metaKey
            ? undefined
            : key === 'a' && event.shiftKey
              ? pickAll
              : { j: () => move(1), k: () => move(-1), x: pick, o: expand }[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
