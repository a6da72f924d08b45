import { DownOutlined, UpOutlined } from '@ant-design/icons';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { remember, remembered } from './map-memory.ts';

interface Place {
  left: number;
  top: number;
  folded: boolean;
}

/** A panel over the map: dragged by its title (or moved with the arrow keys), folded, and found again where it was. */
export function FloatingPanel({
  id,
  title,
  start,
  width,
  extra,
  children,
}: {
  id: string;
  title: string;
  /** Where it stands at first; negative counts from the right or bottom edge. */
  start: { left: number; top: number; folded?: boolean };
  width: number;
  extra?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const element = useRef<HTMLElement>(null);
  const bodyId = useId();
  const [place, setPlace] = useState<Place>(
    () => placeOf(remembered(`panel.${id}`)) ?? { folded: false, ...start },
  );
  const drag = useRef<{ x: number; y: number; from: Place } | null>(null);

  const keep = (next: Place) => {
    setPlace(next);
    remember(`panel.${id}`, next);
  };
  const moved = (from: Place, dx: number, dy: number): Place => {
    const panel = element.current;
    const room = panel?.offsetParent;
    if (!panel || !room) return from;
    // Negative places are turned into real ones by the first move.
    const left = from.left < 0 ? room.clientWidth + from.left - panel.offsetWidth : from.left;
    const top = from.top < 0 ? room.clientHeight + from.top - panel.offsetHeight : from.top;
    return {
      folded: from.folded,
      left: Math.max(0, Math.min(room.clientWidth - panel.offsetWidth, left + dx)),
      top: Math.max(0, Math.min(room.clientHeight - 36, top + dy)),
    };
  };

  // A smaller window must not leave a panel outside.
  useEffect(() => {
    const keepInside = () => {
      const panel = element.current;
      const room = panel?.offsetParent;
      if (!panel || !room) return;
      setPlace((current) => ({
        ...current,
        left:
          current.left < 0
            ? current.left
            : Math.max(0, Math.min(room.clientWidth - panel.offsetWidth, current.left)),
        top: current.top < 0 ? current.top : Math.max(0, Math.min(room.clientHeight - 36, current.top)),
      }));
    };
    keepInside();
    window.addEventListener('resize', keepInside);
    return () => window.removeEventListener('resize', keepInside);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, from: place };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag.current)
      setPlace(moved(drag.current.from, event.clientX - drag.current.x, event.clientY - drag.current.y));
  };
  const onPointerUp = () => {
    if (drag.current) keep(place);
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: [-16, 0], ArrowRight: [16, 0], ArrowUp: [0, -16], ArrowDown: [0, 16] }[
      event.key
    ];
    if (!step) return;
    event.preventDefault();
    keep(moved(place, step[0] ?? 0, step[1] ?? 0));
  };

  return (
    <section
      ref={element}
      className="cw-panel"
      aria-label={title}
      data-folded={place.folded}
      style={{
        width,
        ...(place.left < 0 ? { right: -place.left } : { left: place.left }),
        ...(place.top < 0 ? { bottom: -place.top } : { top: place.top }),
        // What is under the panel stays usable: it ends above the edge of the map.
        maxHeight: place.top < 0 ? 'calc(100% - 80px)' : `calc(100% - ${place.top + 8}px)`,
      }}
    >
      <div className="cw-panel-title">
        <button
          type="button"
          className="cw-panel-handle"
          aria-label={t('map.panel.handle', { title })}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onKeyDown={onKeyDown}
        >
          {title}
        </button>
        {extra}
        <button
          type="button"
          className="cw-icon-button"
          aria-expanded={!place.folded}
          aria-controls={bodyId}
          aria-label={place.folded ? t('map.panel.unfold', { title }) : t('map.panel.fold', { title })}
          onClick={() => keep({ ...place, folded: !place.folded })}
        >
          {place.folded ? <DownOutlined /> : <UpOutlined />}
        </button>
      </div>
      <div id={bodyId} className="cw-panel-body" hidden={place.folded}>
        {children}
      </div>
    </section>
  );
}

function placeOf(value: unknown): Place | null {
  if (!isObject(value)) return null;
  const { left, top, folded } = value;
  return typeof left === 'number' && typeof top === 'number' ? { left, top, folded: folded === true } : null;
}
