import { useEffect, useState } from 'react';
import { storedGeometry } from '#domain/geo/geojson.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import type { GroundRange } from '#web/map/section-scale.ts';
import { groundBelow } from '#web/map/use-ground.ts';

const needsGround = ({ limits }: MapFeature) =>
  limits !== undefined &&
  [limits.lower, limits.upper].some(
    (one) => one === null || one.reference === 'AGL' || one.reference === 'QFE',
  );

/** Lowest and highest ground below each volume that is measured from it, as far as terrain is installed. */
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
        const below = await groundOfFeature(feature).catch(() => null);
        if (stopped) return;
        found.set(feature.id, below?.ground ?? null);
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

/** Of what has no extent of its own nothing is known. */
function groundOfFeature({ line, geometry }: MapFeature) {
  return line
    ? groundBelow(
        storedGeometry({ type: 'LineString', coordinates: line.coordinates }),
        (line.widthM ?? 0) / 2,
      )
    : groundBelow(storedGeometry(geometry));
}
