import { direct, type LonLat } from '#domain/geo/geodesy.ts';
import { joined, polygonsOf } from '#domain/geo/polygons.ts';
import type { Interval } from '#domain/time/interval.ts';
import { hullArea } from './warning-area.ts';
import type { AreaWarning, WarnedArea } from './weather.ts';

/** So far ahead at most is an area moved on, ms: nobody knows where it goes then. */
const longestMs = 12 * 3_600_000;

/** A stretch of time in which an area counts as one. */
const stretchMs = 30 * 60_000;
/** So much earlier or later than expected it may be anywhere: movements are forecast in round numbers. */
const earlyOrLateMs = 30 * 60_000;

type Moving = Pick<AreaWarning, 'area' | 'forecastArea' | 'movement' | 'validFrom' | 'validTo'>;

/** Where a warning may hold from when to when, UTC ms. */
export interface WarnedMove extends Interval {
  area: WarnedArea;
}

/**
 * Where a warning may hold at any moment of its time: its areas, where they are expected at the end, and all between; where
 * only a movement is told, each area moved so far. Null: it draws no area.
 */
export const sweptArea = (warning: Moving): WarnedArea | null =>
  areaBetween(warning, warning.validFrom, warning.validTo);

/** Where it may be in a part of its time, UTC ms, half an hour early or late included; null: it draws no area. */
export function areaDuring(warning: Moving, { from, to }: Interval): WarnedArea | null {
  return areaBetween(warning, inTime(warning, from - earlyOrLateMs), inTime(warning, to + earlyOrLateMs));
}

/** Where it is expected at a moment, UTC ms: before its time where it begins, after it where it ends. Null: it draws no area. */
export function areaAt(warning: Moving, at: number): WarnedArea | null {
  const moment = inTime(warning, at);
  return moment === warning.validFrom ? warning.area : areaBetween(warning, moment, moment);
}

/** The moment of a warning's time that is nearest to another, UTC ms. */
export const inTime = ({ validFrom, validTo }: Pick<Moving, 'validFrom' | 'validTo'>, at: number): number =>
  Math.min(Math.max(at, validFrom), validTo);

/** Where it may be in each half hour of its time; none: it does not move, or draws no area. */
export function movesOf(warning: Moving): WarnedMove[] {
  const { area, validFrom, validTo } = warning;
  if (!area || !isMoving(warning)) return [];
  const count = Math.max(1, Math.ceil((validTo - validFrom) / stretchMs));
  return Array.from({ length: count }, (_, at) => {
    const from = validFrom + at * stretchMs;
    const time = { from, to: Math.min(from + stretchMs, validTo) };
    return { ...time, area: areaDuring(warning, time) ?? area };
  });
}

/** Where it is from one moment of its time to another, UTC ms. */
function areaBetween(warning: Moving, from: number, to: number): WarnedArea | null {
  const { area, forecastArea, movement, validFrom, validTo } = warning;
  if (!area) return null;
  if (forecastArea) {
    const shares = [from, to].map((at) =>
      validTo > validFrom ? (at - validFrom) / (validTo - validFrom) : 1,
    );
    // Which of several goes where is not known: each corner may go to each.
    const before = outlineOf(area);
    const after = outlineOf(forecastArea);
    return hullArea(shares.map((share) => onTheWay(before, after, share))) ?? area;
  }
  const speedMps = speedOf(warning);
  if (speedMps === 0 || typeof movement !== 'object' || !movement) return area;
  const reached = [from, to].map((at) => speedMps * (Math.min(at - validFrom, longestMs) / 1_000));
  const swept = polygonsOf(area).map((polygon) => {
    const here = edgeOf(polygon);
    const edges = reached.map((m) =>
      m === 0 ? here : here.map((corner) => movedBy(corner, movement.directionDeg, m)),
    );
    return from === to ? edges.slice(1) : (hullArea(edges)?.coordinates ?? polygon);
  });
  return joined(swept);
}

/** Does it say that its area goes elsewhere in its time? */
export const isMoving = (warning: Moving): boolean =>
  warning.area !== null && (warning.forecastArea != null || speedOf(warning) > 0);

/** Metres a second; 0: it stays, or nothing is told of it. */
const speedOf = ({ movement }: Moving): number =>
  movement && movement !== 'stationary' ? Math.max(0, movement.speedMps) : 0;

/** Each corner so far, 0 to 1, on its way to each of the others. */
const onTheWay = (before: readonly LonLat[], after: readonly LonLat[], share: number): LonLat[] =>
  before.flatMap(([x, y]) =>
    after.map(([toX, toY]): LonLat => [x + (toX - x) * share, y + (toY - y) * share]),
  );

function movedBy([longitude, latitude]: LonLat, directionDeg: number, reachM: number): LonLat {
  const moved = direct({ longitude, latitude }, directionDeg, reachM);
  return [moved.longitude, moved.latitude];
}

/** The corners that span an area. */
function outlineOf(area: WarnedArea): LonLat[] {
  const edges = polygonsOf(area).map(edgeOf);
  return polygonsOf(hullArea(edges) ?? area).flatMap(edgeOf);
}

const edgeOf = ([edge = []]: number[][][]): LonLat[] =>
  edge.map(([longitude = 0, latitude = 0]): LonLat => [longitude, latitude]);
