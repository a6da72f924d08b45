import * as L from 'leaflet';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';
import type { Shape } from '#domain/geo/shapes.ts';
import { createHandles, type Handles, near } from './draw-handles.ts';
import { createDrawing, type Drawing, type SnapTo } from './drawing.ts';
import type { Handle } from './handles.ts';
import type { MapFeature } from './layers/map-feature.ts';
import { mercatorX, mercatorY, worldPixels } from './mercator.ts';
import { createSnapper, type Snap } from './snapping.ts';

/** The pointer is drawn to what is this near, in pixels. */
const reachPx = 12;

interface Props {
  drawing: RefObject<Drawing | null>;
  /** What can be changed by its handles now; null while a new one is drawn. */
  shape: Shape | null;
  /** A new shape is being drawn. */
  busy: boolean;
  /** What places are fitted to; empty: nothing. */
  targets: readonly MapFeature[];
  onShape: (shape: Shape) => void;
  onPreview: (shape: Shape | null) => void;
}

/** Inside a FlatMap: drawing of a new shape, handles of the one that is there, and the mark where a place is fitted to another. */
export function DrawOn({ drawing, shape, busy, targets, onShape, onPreview }: Props) {
  const { t } = useTranslation();
  const map = useMap();
  const snapper = useMemo(() => createSnapper(targets), [targets]);
  const nameOf = (handle: Handle) =>
    handle.role === 'corner'
      ? t('map.draw.handle.corner', { number: handle.index + 1 })
      : t(`map.draw.handle.${handle.role}`);
  const latest = useRef({ onShape, onPreview, snapper, nameOf, t });
  latest.current = { onShape, onPreview, snapper, nameOf, t };
  const handles = useRef<Handles | null>(null);
  const mark = useRef<((snap: Snap | null) => void) | null>(null);

  // Its layers have to go before the map itself does, which ends in an ordinary effect.
  useLayoutEffect(() => {
    const sign = snapMark(map, (kind) => latest.current.t(`map.draw.snap.${kind}`));
    const snapTo: SnapTo = (latitude, longitude) => {
      const reach = reachPx / worldPixels(map.getZoom());
      const snap = latest.current.snapper(mercatorX(longitude), mercatorY(latitude), reach);
      sign.show(snap);
      return snap?.at ?? null;
    };
    mark.current = sign.show;
    const made = createDrawing(map, { onShape: (drawn) => latest.current.onShape(drawn), snapTo });
    drawing.current = made;
    const held = createHandles(map, {
      snapTo,
      nameOf: (handle) => latest.current.nameOf(handle),
      onPreview: (next) => latest.current.onPreview(next),
      onShape: (next) => {
        sign.show(null);
        latest.current.onShape(next);
      },
    });
    handles.current = held;
    return () => {
      drawing.current = null;
      handles.current = null;
      mark.current = null;
      held.stop();
      made.stop();
      sign.stop();
    };
  }, [map, drawing]);

  useEffect(() => handles.current?.show(busy ? null : shape), [shape, busy]);

  // Before the first click, and for the shapes whose mode does not snap, the mark follows the pointer all the same.
  useEffect(() => {
    if (!busy) return;
    const onMove = ({ latlng: { lat, lng } }: L.LeafletMouseEvent) => {
      const reach = reachPx / worldPixels(map.getZoom());
      mark.current?.(latest.current.snapper(mercatorX(lng), mercatorY(lat), reach));
    };
    map.on('mousemove', onMove);
    return () => {
      map.off('mousemove', onMove);
      mark.current?.(null);
    };
  }, [map, busy]);
  return null;
}

/** A ring with a word where a place is fitted: a corner, an edge, an aerodrome, and whose it is. */
function snapMark(map: L.Map, wordOf: (kind: Snap['kind']) => string) {
  const marker = L.marker([0, 0], {
    icon: L.divIcon({ className: 'cw-snap', iconSize: [20, 20] }),
    interactive: false,
    keyboard: false,
  });
  let shown = '';
  return {
    show(snap: Snap | null): void {
      const text = snap ? `${wordOf(snap.kind)} ${snap.name}`.trim() : '';
      if (!snap) marker.remove();
      else {
        marker.setLatLng(near(map, snap.at)).addTo(map);
        if (text !== shown || !marker.getTooltip()) {
          marker.unbindTooltip();
          marker.bindTooltip(text, { permanent: true, direction: 'right', offset: [10, 0] });
        }
      }
      shown = text;
    },
    stop(): void {
      marker.remove();
    },
  };
}
