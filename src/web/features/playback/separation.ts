import { inverse } from '#domain/geo/geodesy.ts';
import type { RecordedPosition } from '#domain/surveillance/recording/positions.ts';

/** Heights of a recorded position, the one that is compared first first. */
export const heightFields = ['pressureAltitudeM', 'amslAltitudeM', 'geometricAltitudeM'] as const;
export type HeightField = (typeof heightFields)[number];

/** How far two aircraft were from each other, between the positions that were measured of each. */
export interface Separation {
  /** UTC ms. */
  at: number;
  horizontalM: number;
  /** null: the height of one of them was not measured. */
  verticalM: number | null;
}

export interface SeparationOverTime {
  /** The datum of both heights; null: they have none in common. */
  datum: HeightField | null;
  steps: Separation[];
  /** The smallest horizontal distance; null: they were never measured at the same time. */
  least: Separation | null;
}

/** Between positions further apart in time than this an aircraft is not measured. */
const longestGapMs = 20_000;

/** The separation of two tracks from `from` to `to` (UTC ms) at each time that one of them was measured. */
export function separationOf(
  one: readonly RecordedPosition[],
  two: readonly RecordedPosition[],
  from: number,
  to: number,
): SeparationOverTime {
  const [first, second] = [measured(one), measured(two)];
  const datum =
    heightFields.find((field) =>
      [first, second].every((track) => track.some((position) => position[field] !== null)),
    ) ?? null;
  const times = [...new Set([...first, ...second].map(({ at }) => at))]
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b);
  const [placeOfFirst, placeOfSecond] = [placesOf(first, datum), placesOf(second, datum)];
  const steps: Separation[] = [];
  let nearest: { at: number; horizontalM: number } | null = null;
  let before: (Offset & { at: number }) | null = null;
  for (const at of times) {
    const [a, b] = [placeOfFirst(at), placeOfSecond(at)];
    if (!a || !b) {
      before = null;
      continue;
    }
    const offset = offsetOf(a, b);
    const now = { at, ...offset };
    steps.push({ at, horizontalM: Math.hypot(offset.northM, offset.eastM), verticalM: verticalOf(a, b) });
    const passed = before === null ? steps.at(-1) : nearestBetween(before, now);
    if (passed && (!nearest || passed.horizontalM < nearest.horizontalM)) nearest = passed;
    before = now;
  }
  const [a, b] = nearest ? [placesOf(first, datum)(nearest.at), placesOf(second, datum)(nearest.at)] : [];
  if (!nearest || !a || !b) return { datum, steps, least: null };
  const least = { at: nearest.at, horizontalM: inverse(a, b).distanceM, verticalM: verticalOf(a, b) };
  // It is a step of its own where they passed each other between two positions.
  const others = steps.filter(({ at }) => at !== least.at);
  return { datum, steps: [...others, least].sort((one, other) => one.at - other.at), least };
}

/** The two tracks that were closest to each other; null: no two were measured at the same time. */
export function closestOf<T extends { positions: readonly RecordedPosition[] }>(
  tracks: readonly T[],
  from: number,
  to: number,
): (SeparationOverTime & { one: T; two: T; least: Separation }) | null {
  let best: (SeparationOverTime & { one: T; two: T; least: Separation }) | null = null;
  tracks.forEach((one, index) => {
    for (const two of tracks.slice(index + 1)) {
      const { least, ...rest } = separationOf(one.positions, two.positions, from, to);
      if (least && (!best || least.horizontalM < best.least.horizontalM)) best = { one, two, least, ...rest };
    }
  });
  return best;
}

/** Without what the tracker only extrapolated. */
export const measured = (positions: readonly RecordedPosition[]) =>
  positions.filter(({ isCoasting }) => !isCoasting);

interface Place {
  latitude: number;
  longitude: number;
  heightM: number | null;
}

/** Where a track was, straight between its positions; to be called with ascending times. */
function placesOf(positions: readonly RecordedPosition[], datum: HeightField | null) {
  let next = 0;
  const heightOf = (position: RecordedPosition) => (datum === null ? null : position[datum]);
  return (at: number): Place | null => {
    while ((positions[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const before = positions[next - 1];
    const after = positions[next];
    if (!before) return null;
    if (before.at === at) return { ...before, heightM: heightOf(before) };
    if (!after || after.at - before.at > longestGapMs) return null;
    const part = (at - before.at) / (after.at - before.at);
    const [low, high] = [heightOf(before), heightOf(after)];
    return {
      latitude: before.latitude + part * (after.latitude - before.latitude),
      longitude: before.longitude + part * shortWay(after.longitude - before.longitude),
      heightM: low === null || high === null ? null : low + part * (high - low),
    };
  };
}

const shortWay = (degrees: number) => degrees - 360 * Math.round(degrees / 360);

const verticalOf = (a: Place, b: Place): number | null =>
  a.heightM === null || b.heightM === null ? null : Math.abs(a.heightM - b.heightM);

/** From the one to the other. */
interface Offset {
  northM: number;
  eastM: number;
}

/** On the ellipsoid as a plane: for the many steps of all pairs of a group. To a thousandth within 50 km. */
function offsetOf(a: Place, b: Place): Offset {
  const latitude = (((a.latitude + b.latitude) / 2) * Math.PI) / 180;
  return {
    northM: (111_132.95 - 559.85 * Math.cos(2 * latitude)) * (b.latitude - a.latitude),
    eastM:
      (111_412.84 * Math.cos(latitude) - 93.5 * Math.cos(3 * latitude)) * shortWay(b.longitude - a.longitude),
  };
}

/** When and how near they were nearest from one step to the next, both flying straight. */
function nearestBetween(before: Offset & { at: number }, now: Offset & { at: number }) {
  const [north, east] = [now.northM - before.northM, now.eastM - before.eastM];
  const square = north * north + east * east;
  const along = square === 0 ? 1 : -(before.northM * north + before.eastM * east) / square;
  const part = Math.max(0, Math.min(1, along));
  return {
    at: Math.round(before.at + part * (now.at - before.at)),
    horizontalM: Math.hypot(before.northM + part * north, before.eastM + part * east),
  };
}
