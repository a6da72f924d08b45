import type { Geometry, Position } from 'geojson';
import { useEffect, useState } from 'react';
import { callService } from '#web/client/services.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import type { GroundRange } from './drawn-heights.ts';

/** Points of an outline that are asked about, at most. */
const mostCorners = 500;

const needsGround = ({ limits }: MapFeature) =>
  limits !== undefined &&
  [limits.lower, limits.upper].some(
    (one) => one === null || one.reference === 'AGL' || one.reference === 'QFE',
  );

/** Lowest and highest ground along the outline of each volume that is measured from it, as far as terrain is installed. */
export function useGrounds(
  features: readonly MapFeature[],
  installed: boolean,
): ReadonlyMap<string, GroundRange> {
  const [grounds, setGrounds] = useState<ReadonlyMap<string, GroundRange>>(new Map());
  useEffect(() => {
    if (!installed) return;
    let stopped = false;
    async function ask(): Promise<void> {
      const found = new Map<string, GroundRange>();
      for (const feature of features.filter(needsGround)) {
        const ground = await groundOf(feature.line?.coordinates ?? cornersOf(feature.geometry)).catch(
          () => null,
        );
        if (stopped) return;
        found.set(feature.id, ground);
      }
      setGrounds(found);
    }
    void ask();
    return () => {
      stopped = true;
    };
  }, [features, installed]);
  return grounds;
}

async function groundOf(corners: Position[]): Promise<GroundRange> {
  if (corners.length === 0) return null;
  const line = corners
    .slice(0, mostCorners)
    .map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));
  const { items } = await callService('Terrain', 'GetProfile', { line });
  const heights = items.flatMap(({ elevationM }) => elevationM ?? []);
  // Where a part of it is not known, neither is what lies between.
  return heights.length < items.length || heights.length === 0
    ? null
    : { lowest: Math.min(...heights), highest: Math.max(...heights) };
}

function cornersOf(geometry: Geometry): Position[] {
  if (geometry.type === 'Polygon') return geometry.coordinates[0] ?? [];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flatMap(([outer = []]) => outer);
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(cornersOf) : [];
}
