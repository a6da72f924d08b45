import { useEffect, useState } from 'react';
import { useComposing } from './composing.ts';

/**
 * This text once typing pauses and no input method is composing; the second part sets it at once. `first`: what counts
 * until then, where the caller appears only once something is typed.
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
