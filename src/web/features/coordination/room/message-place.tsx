import { EnvironmentOutlined } from '@ant-design/icons';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatPosition } from '#domain/geo/coordinates.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { useRoomWays } from '#web/features/coordination/room-ways.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { viewOfPlace } from './place-view.ts';

const PlanMap = onDemand(async () => (await import('#web/map/plan-map.tsx')).PlanMap);

const heightPx = 180;

/** A place or a shape that somebody sent, on a small map, and the way to it on the situation map. */
export function MessagePlace({
  geometry,
  label,
  room,
  seq,
}: {
  geometry: Geometry;
  label: string | null;
  room: number;
  seq: number;
}) {
  const { t } = useTranslation();
  const ways = useRoomWays();
  const phone = useIsMobile();
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const name = label || pointText(geometry) || t('chat.place.shape');
  return (
    <figure className="chat-place">
      <div ref={box} style={{ height: heightPx }}>
        {near && (
          <PlanMap
            height={heightPx}
            label={name}
            features={[{ id: 'place', geometry, kind: 'route', ...(label ? { name: label } : {}) }]}
          />
        )}
      </div>
      <figcaption>
        <EnvironmentOutlined aria-hidden="true" /> <bdi className="cw-figures">{name}</bdi>{' '}
        <Link to={ways.place(`${room}.${seq}`, viewOfPlace(geometry), phone)}>{t('chat.place.open')}</Link>
      </figcaption>
    </figure>
  );
}

/** `30°34.2′N 103°56.8′E` of a point; null of a shape. */
export function pointText(geometry: Geometry): string | null {
  if (geometry.type !== 'Point') return null;
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  return formatPosition({ latitude, longitude }, 'dm');
}

/** Whether the element has once come near the window: a map is drawn for who comes to see it. */
function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, near]);
  return near;
}
