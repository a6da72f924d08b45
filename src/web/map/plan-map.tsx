import type { Geometry } from 'geojson';
import type * as L from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap, useMapEvents } from 'react-leaflet';
import { normalLongitude } from '#domain/geo/geodesy.ts';
import type { Bounds } from '#domain/geo/geojson.ts';
import { type FeatureGroup, FlatMap, useOverlay } from './flat-map.tsx';
import { airspaceLook, airspaceStyles } from './layers/airspace-style.ts';
import type { FeatureStyle, MapFeature } from './layers/map-feature.ts';
import { planStyle } from './layers/plans.ts';
import { everywhere } from './map-view.ts';
import { MovingTargets } from './moving-targets.tsx';
import { FeatureCardPanel } from './target-card.tsx';
import type { TargetStore } from './target-store.ts';

/** What a small map shows: geometry in WGS-84 and what it is. */
export interface PlanMapFeature {
  /** Unique on the map. */
  id: string;
  geometry: Geometry;
  kind: 'task' | 'airspace' | 'route' | 'aerodrome' | 'landingPoint' | 'conflict';
  name?: string;
  /** Of a task: the plan's state (specification §4). Of an airspace: its state. */
  state?: number | null;
  /** Of an airspace. */
  airspaceKind?: string | null;
  openState?: string | null;
}

const nothing: readonly FeatureGroup[] = [];
/**
 * A small map to look at: a plan's tasks, airspaces and places, and live targets where a store is given. It opens on all
 * of its features; what is around them lies below, and a click tells what it is. `height` in CSS, default 320 px.
 */
export function PlanMap({
  features,
  around = nothing,
  targets,
  selectedTargetId = null,
  height = 320,
  label,
}: {
  features: readonly PlanMapFeature[];
  /** The lowest first; which groups there are is settled when the map opens. */
  around?: readonly FeatureGroup[];
  targets?: TargetStore;
  selectedTargetId?: string | null;
  height?: number | string;
  /** Its name for people who do not see it. */
  label?: string;
}) {
  const { t } = useTranslation();
  const own = useMemo(() => ({ id: 'features', features: features.map(mapFeature) }), [features]);
  const [picked, setPicked] = useState<MapFeature | null>(null);
  return (
    <div className="cw-small-map" style={{ height }}>
      <FlatMap
        label={label ?? t('map.small')}
        view={everywhere}
        groups={[...around, own]}
        selectedFeatureId={picked?.id ?? null}
        embedded
      >
        <FitTo bounds={boundsOf(features.map(({ geometry }) => geometry))} />
        {around.length > 0 && <PickFeature onPick={setPicked} />}
        {targets && <MovingTargets store={targets} selectedId={selectedTargetId} />}
      </FlatMap>
      <PickedCard feature={picked} onClose={() => setPicked(null)} />
    </div>
  );
}

/** Over a small map: what was clicked, in its facts. */
export function PickedCard({ feature, onClose }: { feature: MapFeature | null; onClose: () => void }) {
  return feature?.card ? (
    <div className="cw-card-place">
      <FeatureCardPanel card={feature.card} onClose={onClose} />
    </div>
  ) : null;
}

/** Inside a FlatMap: what of that which can be opened lies under a click; null closes the card. */
export function PickFeature({ onPick }: { onPick: (feature: MapFeature | null) => void }) {
  const overlay = useOverlay();
  const map = useMapEvents({ click: ({ containerPoint }) => onPick(overlay.featureAt(map, containerPoint)) });
  return null;
}

/** Inside a FlatMap: goes to a box when the box changes, and only then: a map must not jump while one looks at it. */
export function FitTo({ bounds }: { bounds: Bounds | null }) {
  const map = useMap();
  const wanted = JSON.stringify(bounds);
  useEffect(() => fitTo(map, JSON.parse(wanted)), [map, wanted]);
  return null;
}

function mapFeature({
  id,
  geometry,
  kind,
  name = '',
  state,
  airspaceKind,
  openState,
}: PlanMapFeature): MapFeature {
  const style: Record<PlanMapFeature['kind'], FeatureStyle> = {
    task: planStyle(state ?? null),
    airspace: airspaceStyles[airspaceLook({ kind: airspaceKind, state, openState })],
    route: { colour: 'route', width: 2 },
    aerodrome: { colour: 'aerodrome', symbol: 'civil' },
    landingPoint: { colour: 'point', symbol: 'landingPoint' },
    conflict: { colour: 'closed', width: 2, inside: 'hatch' },
  };
  const point = geometry.type === 'Point';
  const plain = style[kind];
  return {
    id,
    geometry,
    style: point && !plain.symbol ? { colour: plain.colour, symbol: 'waypoint' } : plain,
    label: name,
    rank: kind === 'task' ? 10 : point ? 30 : 20,
  };
}

/** The box around geometries, degrees; null where there is none. */
export function boundsOf(geometries: readonly Geometry[]): Bounds | null {
  const box: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  let before: [longitude: number, latitude: number] | undefined;
  const walk = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [given, latitude] = value;
    if (typeof given === 'number' && typeof latitude === 'number') {
      // What lies across 180° is no wider than it is.
      const longitude = before === undefined ? given : nearLongitude(given, latitude, before);
      before = [longitude, latitude];
      box[0] = Math.min(box[0], longitude);
      box[1] = Math.min(box[1], latitude);
      box[2] = Math.max(box[2], longitude);
      box[3] = Math.max(box[3], latitude);
    } else {
      for (const part of value) walk(part);
    }
  };
  for (const geometry of geometries) {
    if (geometry.type === 'GeometryCollection')
      for (const part of geometry.geometries) walk('coordinates' in part && part.coordinates);
    else walk(geometry.coordinates);
  }
  return box[0] <= box[2] ? box : null;
}

/** The longitude on the side of the one before; a side right round the world stays one. */
function nearLongitude(
  longitude: number,
  latitude: number,
  [before, beforeLatitude]: [number, number],
): number {
  const far = before - longitude;
  const isRound = Math.abs(far) === 360 && latitude === beforeLatitude;
  return Math.abs(far) > 180 && !isRound ? longitude + 360 * Math.round(far / 360) : longitude;
}

/** The box around what is on a map; what bounds a whole responsibility counts only where there is nothing else. */
export function boundsOfFeatures(features: readonly MapFeature[]): Bounds | null {
  const own = features.filter(({ byOutline }) => !byOutline);
  return boundsOf((own.length > 0 ? own : features).map(({ geometry }) => geometry));
}

/** Shows a box with some room around it; a single point is shown from the height of a town. */
export function fitTo(map: L.Map, bounds: Bounds | null): void {
  if (!bounds) return;
  const [west, south, east, north] = bounds;
  if (east - west < 0.01 && north - south < 0.01) {
    map.setView([(south + north) / 2, normalLongitude((west + east) / 2)], 11, { animate: false });
    return;
  }
  map.fitBounds(
    [
      [south, west],
      [north, east],
    ],
    { padding: [28, 28], animate: false, maxZoom: 13 },
  );
}
