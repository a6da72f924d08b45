import { type Offset, offsetM } from '#domain/conflicts/nets/local-plane.ts';
import { inverse, normalLongitude } from '#domain/geo/geodesy.ts';
import type { RecordedPosition } from '#domain/surveillance/recording/positions.ts';

/** Heights of a recorded position, in the order in which they are compared. */
export const heightFields = ['pressureAltitudeM', 'amslAltitudeM', 'geometricAltitudeM'] as const;
export type HeightField = (typeof heightFields)[number];

/** The distance of two aircraft, interpolated between the measured positions of each. */
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

/** Positions further apart in time than this are not connected. */
export const longestGapMs = 20_000;

/** The separation of two tracks from `from` to `to` (UTC ms) at each time that one of them was measured. */
export function separationOf(
  one: readonly RecordedPosition[],
  two: readonly RecordedPosition[],
  from: number,
  to: number,
): SeparationOverTime {
  const { datum, meetings, nearest } = meetingsOf(one, two, from, to);
  return { datum, steps: stepsOf(meetings, nearest), least: nearest && separationAt(nearest) };
}

/** The two tracks that were closest to each other; null: no two were measured at the same time. */
export function closestOf<T extends { positions: readonly RecordedPosition[] }>(
  tracks: readonly T[],
  from: number,
  to: number,
): (SeparationOverTime & { one: T; two: T; least: Separation }) | null {
  let best: (Meetings & { one: T; two: T; least: Separation }) | null = null;
  for (const [index, one] of tracks.entries()) {
    for (const two of tracks.slice(index + 1)) {
      const found = meetingsOf(one.positions, two.positions, from, to);
      const least = found.nearest && separationAt(found.nearest);
      if (least && (!best || least.horizontalM < best.least.horizontalM))
        best = { ...found, one, two, least };
    }
  }
  if (!best) return null;
  const { one, two, datum, least, meetings, nearest } = best;
  return { one, two, datum, least, steps: stepsOf(meetings, nearest) };
}

/** Two aircraft at one time, UTC ms. */
interface Meeting {
  at: number;
  a: Place;
  b: Place;
}

interface Meetings {
  datum: HeightField | null;
  meetings: Meeting[];
  /** Possibly between two of `meetings`. */
  nearest: Meeting | null;
}

/**
 * The nearest is searched on a plane, accurate to half a per cent: the pairs of a group have very many steps. Distances
 * that are shown are computed on the ellipsoid.
 */
function meetingsOf(
  one: readonly RecordedPosition[],
  two: readonly RecordedPosition[],
  from: number,
  to: number,
): Meetings {
  const [first, second] = [measured(one), measured(two)];
  const datum =
    heightFields.find((field) =>
      [first, second].every((track) => track.some((position) => position[field] !== null)),
    ) ?? null;
  const times = [...new Set([...first, ...second].map(({ at }) => at))]
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b);
  const [placeOfFirst, placeOfSecond] = [placesOf(first, datum), placesOf(second, datum)];
  const meetings: Meeting[] = [];
  let nearest: { at: number; distanceM: number } | null = null;
  let before: (Offset & { at: number }) | null = null;
  for (const at of times) {
    const [a, b] = [placeOfFirst(at), placeOfSecond(at)];
    if (!a || !b) {
      before = null;
      continue;
    }
    meetings.push({ at, a, b });
    const now = { at, ...offsetM(a, b) };
    const passed = nearestBetween(before ?? now, now);
    if (!nearest || passed.distanceM < nearest.distanceM) nearest = passed;
    before = now;
  }
  const [a, b] = nearest ? [placesOf(first, datum)(nearest.at), placesOf(second, datum)(nearest.at)] : [];
  return { datum, meetings, nearest: nearest && a && b ? { at: nearest.at, a, b } : null };
}

/** The nearest is a step of its own where they passed each other between two positions. */
function stepsOf(meetings: readonly Meeting[], nearest: Meeting | null): Separation[] {
  const others = meetings.filter(({ at }) => at !== nearest?.at);
  return [...others, ...(nearest ? [nearest] : [])].sort((a, b) => a.at - b.at).map(separationAt);
}

const separationAt = ({ at, a, b }: Meeting): Separation => ({
  at,
  horizontalM: inverse(a, b).distanceM,
  verticalM: a.heightM === null || b.heightM === null ? null : Math.abs(a.heightM - b.heightM),
});

/** Without extrapolated positions. */
export const measured = (positions: readonly RecordedPosition[]) =>
  positions.filter(({ isCoasting }) => !isCoasting);

interface Place {
  latitude: number;
  longitude: number;
  heightM: number | null;
}

/** The place of a track, interpolated between its positions; call it with ascending times. */
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
      longitude: before.longitude + part * normalLongitude(after.longitude - before.longitude),
      heightM: low === null || high === null ? null : low + part * (high - low),
    };
  };
}

/** When and how near they were nearest from one step to the next, both flying straight. */
function nearestBetween(before: Offset & { at: number }, now: Offset & { at: number }) {
  const [x, y] = [now.x - before.x, now.y - before.y];
  const square = x * x + y * y;
  const along = square === 0 ? 1 : -(before.x * x + before.y * y) / square;
  const part = Math.max(0, Math.min(1, along));
  return {
    at: Math.round(before.at + part * (now.at - before.at)),
    distanceM: Math.hypot(before.x + part * x, before.y + part * y),
  };
}
