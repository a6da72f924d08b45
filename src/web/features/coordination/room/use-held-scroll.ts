import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** From how near an edge the next page is asked for, and how near the end counts as at the end, px. */
const pagePx = 600;
const endPx = 40;

interface Options {
  /** The first messages are there. */
  ready: boolean;
  /** Changes with the messages that are drawn. */
  rows: string;
  /** `seq` at which the conversation opens; null: at its end. */
  start: number | null;
  loadBefore: () => Promise<void>;
  loadAfter: () => Promise<void>;
}

export interface HeldScroll {
  box: RefObject<HTMLDivElement | null>;
  atEnd: boolean;
  toEnd(): void;
  show(seq: number): void;
}

const messageIn = (box: HTMLElement | null, seq: number) =>
  box?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);

/**
 * Scrolling of a conversation: who reads at its end sees what comes, who reads above it stays where they are, whatever is
 * added above or below; near an edge the next page is asked for.
 */
export function useHeldScroll({ ready, rows, start, loadBefore, loadAfter }: Options): HeldScroll {
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  /** Where the first message in sight stood when the page was last scrolled or drawn. */
  const held = useRef<{ seq: string; top: number } | null>(null);
  const end = useRef(true);
  const begun = useRef(false);
  const latest = useRef({ loadBefore, loadAfter });
  latest.current = { loadBefore, loadAfter };

  const note = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const top = element.getBoundingClientRect().top;
    end.current = element.scrollHeight - element.scrollTop - element.clientHeight <= endPx;
    setAtEnd(end.current);
    for (const one of element.querySelectorAll<HTMLElement>('[data-seq]')) {
      const { bottom, top: own } = one.getBoundingClientRect();
      if (bottom <= top) continue;
      held.current = { seq: one.dataset.seq ?? '', top: own - top };
      break;
    }
  }, []);

  const toEnd = useCallback(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    note();
  }, [note]);

  const show = useCallback(
    (seq: number) => {
      // After a change of what is shown it is drawn a moment later.
      requestAnimationFrame(() => {
        const one = messageIn(box.current, seq);
        one?.scrollIntoView({ block: 'center' });
        one?.focus({ preventScroll: true });
        note();
      });
    },
    [note],
  );

  const place = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (end.current) element.scrollTop = element.scrollHeight;
    else if (held.current) {
      const one = element.querySelector(`[data-seq="${held.current.seq}"]`);
      const top = element.getBoundingClientRect().top;
      if (one) element.scrollTop += one.getBoundingClientRect().top - top - held.current.top;
    }
    note();
  }, [note]);

  useLayoutEffect(() => {
    void rows;
    if (!ready) return;
    if (!begun.current) {
      begun.current = true;
      const one = start === null ? undefined : messageIn(box.current, start);
      if (one) {
        one.scrollIntoView({ block: 'center' });
        note();
      } else toEnd();
      return;
    }
    place();
  }, [ready, rows, start, place, note, toEnd]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onScroll = () => {
      note();
      if (element.scrollTop < pagePx) void latest.current.loadBefore();
      if (element.scrollHeight - element.scrollTop - element.clientHeight < pagePx)
        void latest.current.loadAfter();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // Pictures and cards that come later push what is below them: whoever is at the end stays there.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    if (element.lastElementChild) observer.observe(element.lastElementChild);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [note, place]);

  return useMemo(() => ({ box, atEnd, toEnd, show }), [atEnd, toEnd, show]);
}
