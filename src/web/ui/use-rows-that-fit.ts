import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * How many rows of `rowHeight` have room in a box below `above`, both in pixels: at least one, and `atFirst` until the
 * box is there to be measured.
 */
export function useRowsThatFit<T extends HTMLElement>(
  rowHeight: number,
  { above = 0, atFirst = 5 } = {},
): [RefObject<T | null>, number] {
  const box = useRef<T>(null);
  const [fits, setFits] = useState(atFirst);
  // Before the first picture: rows that do not fit would flash up.
  useLayoutEffect(() => {
    const { current: place } = box;
    if (!place) return;
    const measure = () => setFits(Math.max(1, Math.floor((place.clientHeight - above) / rowHeight)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [rowHeight, above]);
  return [box, fits];
}
