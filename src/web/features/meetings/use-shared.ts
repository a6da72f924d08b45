import { useEffect, useReducer } from 'react';
import type * as Y from 'yjs';

/** Draws again whenever something in this list of a shared document, or within its entries, changes. */
export function useShared<T>(list: Y.Array<T>): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    list.observeDeep(draw);
    draw();
    return () => list.unobserveDeep(draw);
  }, [list]);
}
