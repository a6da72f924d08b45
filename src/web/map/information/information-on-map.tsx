import type * as L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapEvents } from 'react-leaflet';
import { useOverlay } from '#web/map/flat-map.tsx';
import { unconcern } from '#web/map/layers/concern.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { useMoment } from './moment.ts';

/** Facts that the word at the pointer shows; the card has all. */
const mostFacts = 4;

interface Pointed {
  feature: MapFeature;
  x: number;
  y: number;
}

/** Inside a FlatMap: the canvas follows the chosen moment, and what the pointer rests on says what it is, or why it is dim. */
export function InformationOnMap() {
  const overlay = useOverlay();
  const moment = useMoment();
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const waiting = useRef(0);
  useEffect(() => overlay.setMoment(moment), [overlay, moment]);
  useEffect(() => () => cancelAnimationFrame(waiting.current), []);
  const map = useMapEvents({
    mousemove({ containerPoint }: L.LeafletMouseEvent) {
      cancelAnimationFrame(waiting.current);
      waiting.current = requestAnimationFrame(() => {
        const feature = overlay.featureAt(map, containerPoint);
        setPointed(feature?.holds ? { feature, x: containerPoint.x, y: containerPoint.y } : null);
      });
    },
    mouseout() {
      cancelAnimationFrame(waiting.current);
      setPointed(null);
    },
    movestart: () => setPointed(null),
  });
  if (!pointed) return null;
  const { feature, x, y } = pointed;
  const why = unconcern(feature, moment);
  const card = feature.at?.(moment).card ?? feature.card;
  const isRight = x > map.getSize().x / 2;
  return (
    <div
      className="cw-map-tip"
      role="tooltip"
      style={{ top: y + 14, ...(isRight ? { right: map.getSize().x - x + 10 } : { left: x + 14 }) }}
    >
      <strong>{card?.title}</strong>
      {card?.subtitle && <p>{card.subtitle}</p>}
      {why && <p className="cw-map-tip-why">{t(why.key, { ...why.values })}</p>}
      {card?.facts.slice(0, mostFacts).map(([name, value]) => (
        <p key={name}>
          <span className="cw-soft">{name}</span> {value}
        </p>
      ))}
    </div>
  );
}

/** Why what is chosen does not concern the moment; nothing where it does. */
export function UnconcernNote({ feature }: { feature: MapFeature }) {
  const moment = useMoment();
  const { t } = useTranslation();
  const why = unconcern(feature, moment);
  return why && <p className="cw-card-state">{t(why.key, { ...why.values })}</p>;
}
