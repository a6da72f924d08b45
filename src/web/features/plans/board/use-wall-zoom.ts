import { type RefObject, useLayoutEffect, useState } from 'react';

/** The room for which the wall is drawn (specification §1); a larger one shows the same, larger. */
const design = { width: 1920, height: 1080 };

/** How much larger than designed a wall is drawn that fills this room, pixels; `least`: how much smaller, where it may be. */
export function wallZoom(width: number, height: number, least = 1): number {
  return Math.max(least, Math.min(width / design.width, height / design.height));
}

/** The zoom of the wall in the room that its page, or the whole screen, gives it: letters of a far wall are read from afar. */
export function useWallZoom(wall: RefObject<HTMLElement | null>, least = 1): number {
  const [zoom, setZoom] = useState(1);
  useLayoutEffect(() => {
    const page = wall.current?.parentElement;
    if (!page) return;
    const measure = () => {
      const whole = document.fullscreenElement === wall.current;
      setZoom(
        whole
          ? wallZoom(window.innerWidth, window.innerHeight, least)
          : wallZoom(page.clientWidth, page.clientHeight, least),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    document.addEventListener('fullscreenchange', measure);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      document.removeEventListener('fullscreenchange', measure);
      window.removeEventListener('resize', measure);
    };
  }, [wall, least]);
  return zoom;
}
