import { useEffect, useState } from 'react';
import { useComposing } from './composing.ts';

/**
 * Debounces a text, also while an input method is composing. The second value sets it at once; `first` is the initial
 * value where the component mounts with text already typed.
 */
export function useSettled(text: string, pauseMs: number, first = text): [string, (text: string) => void] {
  const [settled, setSettled] = useState(first);
  const isHalf = useComposing();
  useEffect(() => {
    if (isHalf) return;
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs, isHalf]);
  return [settled, setSettled];
}
