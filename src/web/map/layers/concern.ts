import { type Altitude, amslBounds, formatLimits } from '#domain/geo/altitude.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Interval } from '#domain/time/interval.ts';

/** For when, and at what height, information is looked at. */
export interface Moment {
  /** UTC ms. */
  atMs: number;
  /** Null: every height. */
  level: Altitude | null;
}

/** What of a feature says when and at what height it holds. */
export interface Holding {
  /** Absent: it is no information with times, and always concerns. */
  holds?: readonly Interval[];
  limits?: { lower: Altitude | null; upper: Altitude | null };
}

/** Why information does not concern a moment, in words of the catalogues; null: it does. What cannot be compared does. */
export function unconcern({ holds, limits }: Holding, { atMs, level }: Moment): Text | null {
  if (!holds) return null;
  if (!holds.some(({ from, to }) => atMs >= from && atMs < to)) {
    const isOver = holds.every(({ to }) => to <= atMs);
    return { key: isOver ? 'map.information.over' : 'map.information.later' };
  }
  if (level === null || !limits) return null;
  const { lower, upper } = limits;
  const own = amslBounds(level);
  const values = { limits: formatLimits(lower, upper) };
  if (lower && amslBounds(lower).lowestM > own.highestM) return { key: 'map.information.above', values };
  if (upper && amslBounds(upper).highestM < own.lowestM) return { key: 'map.information.below', values };
  return null;
}
