import { direct, inverse, type Position } from '#domain/geo/geodesy.ts';
import type { Coordinates } from '#domain/geo/geojson.ts';
import { type Footprint, overlapInPlanView } from './plan-view.ts';

/** A part of a track, metres along it from where it begins. */
export interface TrackStretch {
  fromM: number;
  toM: number;
}

/** So many pieces is a track told apart into, and none is shorter than the other figure, metres. */
const pieces = 256;
const shortestM = 20;

/**
 * Where along a line something comes closer than `apartM` metres (at 0: is overlapped), in order. As exact as a piece of the
 * line: a 256th of its length.
 */
export function stretchesAlong(
  track: readonly Coordinates[],
  other: Footprint,
  apartM: number,
): TrackStretch[] {
  const points = pointsAlong(track);
  const found: TrackStretch[] = [];
  const look = (from: number, to: number): void => {
    const part = points.slice(from, to + 1);
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last || from >= to) return;
    const line: Footprint = { type: 'LineString', coordinates: part.map(({ at }) => at) };
    if (!overlapInPlanView(line, other, apartM)) return;
    if (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      look(from, middle);
      look(middle, to);
      return;
    }
    const before = found.at(-1);
    if (before && before.toM === first.alongM) before.toM = last.alongM;
    else found.push({ fromM: first.alongM, toM: last.alongM });
  };
  look(0, points.length - 1);
  return found;
}

/** The line's corners and what lies between them, each with its way from the beginning, metres along the geodesics. */
function pointsAlong(track: readonly Coordinates[]): { at: Coordinates; alongM: number }[] {
  const at = ([longitude, latitude]: Coordinates): Position => ({ longitude, latitude });
  const legs = track.slice(1).flatMap((end, index) => {
    const start = track[index];
    return start ? [{ start, end, ...inverse(at(start), at(end)) }] : [];
  });
  const totalM = legs.reduce((sum, { distanceM }) => sum + distanceM, 0);
  const stepM = Math.max(shortestM, totalM / pieces);
  const [first] = track;
  const points = first ? [{ at: first, alongM: 0 }] : [];
  let beforeM = 0;
  for (const { start, end, distanceM, initialBearingDeg } of legs) {
    const count = Math.max(1, Math.ceil(distanceM / stepM));
    for (let i = 1; i < count; i += 1) {
      const { longitude, latitude } = direct(at(start), initialBearingDeg, (distanceM * i) / count);
      points.push({ at: [longitude, latitude], alongM: beforeM + (distanceM * i) / count });
    }
    beforeM += distanceM;
    points.push({ at: end, alongM: beforeM });
  }
  return points;
}
