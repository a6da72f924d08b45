import { direct, type LonLat } from '#domain/geo/geodesy.ts';
import { joined, polygonsOf } from '#domain/geo/polygons.ts';
import { hullArea } from './warning-area.ts';
import type { AreaWarning, WarnedArea } from './weather.ts';

/** So far ahead at most is an area moved on, ms: nobody knows where it goes then. */
const longestMs = 12 * 3_600_000;

/**
 * Where a warning may hold at any moment of its time: its areas, where they are expected at the end, and all between; where
 * only a movement is told, each area moved so far. Null: it draws no area.
 */
export function sweptArea({
  area,
  forecastArea,
  movement,
  validFrom,
  validTo,
}: Pick<AreaWarning, 'area' | 'forecastArea' | 'movement' | 'validFrom' | 'validTo'>): WarnedArea | null {
  if (!area) return null;
  // Which of several goes where is not known.
  if (forecastArea) return hullArea([...edgesOf(area), ...edgesOf(forecastArea)]) ?? area;
  if (!movement || movement === 'stationary' || movement.speedMps <= 0) return area;
  const reachM = movement.speedMps * (Math.min(validTo - validFrom, longestMs) / 1000);
  const swept = polygonsOf(area).map((polygon) => {
    const here = edgeOf(polygon);
    return (
      hullArea([here, here.map((corner) => movedBy(corner, movement.directionDeg, reachM))])?.coordinates ??
      polygon
    );
  });
  return joined(swept);
}

function movedBy([longitude, latitude]: LonLat, directionDeg: number, reachM: number): LonLat {
  const moved = direct({ longitude, latitude }, directionDeg, reachM);
  return [moved.longitude, moved.latitude];
}

const edgesOf = (area: WarnedArea): LonLat[][] => polygonsOf(area).map(edgeOf);
const edgeOf = ([edge = []]: number[][][]): LonLat[] =>
  edge.map(([longitude = 0, latitude = 0]): LonLat => [longitude, latitude]);
