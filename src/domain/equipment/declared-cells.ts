import type { Position } from '#domain/geo/geodesy.ts';
import { cellAt, cellDegrees } from '#domain/statistics/heat-cells.ts';
import { type Coverage, covers } from '#domain/surveillance/formats/coverage.ts';

const meanRadiusM = 6_371_008.8;
const metresPerDegree = (meanRadiusM * Math.PI) / 180;
/** The sphere is off by less: what lies this far inside or outside of a range needs no geodesic. */
const sphereError = 0.008;

/** Does the source declare where it can hear? */
export const isDeclared = ({ site, rangeM, area }: Coverage) =>
  area !== null || (site !== null && rangeM !== null);

/** The cells whose middle lies in the declared coverage, terrain left out; null: none is declared. */
export function declaredCells(coverage: Coverage): Set<number> | null {
  const box = boxOf(coverage);
  if (box === null) return null;
  const found = new Set<number>();
  const first = Math.floor(box.south / cellDegrees);
  const last = Math.ceil(box.north / cellDegrees);
  const west = Math.floor(box.west / cellDegrees);
  const east = Math.ceil(box.east / cellDegrees);
  for (let row = first; row < last; row += 1) {
    const latitude = (row + 0.5) * cellDegrees;
    if (Math.abs(latitude) > 90) continue;
    for (let column = west; column < east; column += 1) {
      const middle = { longitude: (column + 0.5) * cellDegrees, latitude };
      if (isInside(coverage, middle)) found.add(cellAt(middle.longitude, latitude));
    }
  }
  return found;
}

function isInside(coverage: Coverage, place: Position): boolean {
  const { site, rangeM, area } = coverage;
  if (site === null || rangeM === null) return covers(coverage, place);
  const distanceM = sphereM(site, place);
  if (distanceM > rangeM * (1 + sphereError)) return false;
  return distanceM < rangeM * (1 - sphereError)
    ? area === null || covers({ site: null, rangeM: null, area }, place)
    : covers(coverage, place);
}

function sphereM(a: Position, b: Position): number {
  const rad = Math.PI / 180;
  const half =
    Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2 +
    Math.cos(a.latitude * rad) *
      Math.cos(b.latitude * rad) *
      Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2;
  return 2 * meanRadiusM * Math.asin(Math.sqrt(Math.min(1, half)));
}

/** Degrees around what is declared. */
function boxOf({ site, rangeM, area }: Coverage) {
  const boxes: { west: number; south: number; east: number; north: number }[] = [];
  if (site !== null && rangeM !== null) {
    const high = (rangeM * (1 + sphereError)) / metresPerDegree;
    const widest = Math.max(0.01, Math.cos(Math.min(89, Math.abs(site.latitude) + high) * (Math.PI / 180)));
    const wide = Math.min(180, high / widest);
    boxes.push({
      west: site.longitude - wide,
      east: site.longitude + wide,
      south: site.latitude - high,
      north: site.latitude + high,
    });
  }
  if (area?.type === 'Polygon' || area?.type === 'MultiPolygon') {
    const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
    const points = rings.flat();
    const xs = points.map(([x = 0]) => x);
    const ys = points.map(([, y = 0]) => y);
    boxes.push({
      west: Math.min(...xs),
      east: Math.max(...xs),
      south: Math.min(...ys),
      north: Math.max(...ys),
    });
  }
  if (boxes.length === 0) return null;
  // Both hold at once, so the cells lie in the part that they have in common.
  return {
    west: Math.max(...boxes.map((one) => one.west)),
    east: Math.min(...boxes.map((one) => one.east)),
    south: Math.max(...boxes.map((one) => one.south)),
    north: Math.min(...boxes.map((one) => one.north)),
  };
}
