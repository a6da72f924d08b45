import { type Altitude, altitudeM } from '#domain/geo/altitude.ts';
import type { StrategicConflict, Volume4d } from './strategic.ts';

/** What a suggestion asks of the air: everything in the way of a volume. */
export type InTheWay = (volume: Volume4d) => readonly Pick<StrategicConflict, 'other' | 'from' | 'to'>[];

/** Tries at most, each way. */
const tries = 40;
/** Times are offered on whole five minutes, the way they are filed. */
const gridMs = 5 * 60_000;

/**
 * The nearest times, earlier and later, at which nothing is in the way of a volume: no earlier than `earliest`, over by
 * `latest` (UTC ms), and where `allowed` says yes of its start. Every one was asked of the air before it is offered.
 */
export function freeTimes(
  volume: Volume4d,
  inTheWay: InTheWay,
  limits: {
    earliest: number;
    latest: number;
    bufferMs: number;
    allowed: (from: number, to: number) => boolean;
  },
): { from: number; to: number }[] {
  const { from, to } = volume;
  if (from === null || to === null) return [];
  const lasts = to - from;
  const search = (later: boolean): { from: number; to: number } | null => {
    let start = from;
    for (let i = 0; i < tries; i += 1) {
      const conflicts = inTheWay({ ...volume, from: start, to: start + lasts });
      if (conflicts.length === 0 && limits.allowed(start, start + lasts))
        return { from: start, to: start + lasts };
      const next =
        conflicts.length === 0
          ? start + (later ? gridMs : -gridMs)
          : beyond(conflicts, lasts, later, limits.bufferMs);
      if (next === null) return null;
      const onGrid = later ? Math.ceil(next / gridMs) * gridMs : Math.floor(next / gridMs) * gridMs;
      start = later ? Math.max(onGrid, start + gridMs) : Math.min(onGrid, start - gridMs);
      if (start < limits.earliest || start + lasts > limits.latest) return null;
    }
    return null;
  };
  return [search(false), search(true)]
    .filter((found) => found !== null)
    .sort((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from));
}

/** A start after, or an end before, everything that is in the way now; null: something never ends. */
function beyond(
  conflicts: ReturnType<InTheWay>,
  lasts: number,
  later: boolean,
  bufferMs: number,
): number | null {
  const edges = conflicts.map(({ other, from, to }) => {
    // Of what comes and goes only the shared time is known.
    if (later) return other.times ? to : other.to;
    return other.times ? from : other.from;
  });
  const known = edges.filter((edge) => edge !== null);
  if (known.length < edges.length) return null;
  return later ? Math.max(...known) + bufferMs : Math.min(...known) - bufferMs - lasts;
}

/** How far up a level is looked for, metres above the datum of the task's own limits. */
const highestM = 6_000;
const stepOf: Record<Altitude['unit'], number> = { m: 10, ft: 100, FL: 5 };

/**
 * The nearest bands of height of the same thickness, above and below, in which nothing is in the way of a volume. Only
 * where the limits of what is in the way are of the same datum; never below `lowestM` above it.
 */
export function freeLevels(
  volume: Volume4d,
  inTheWay: InTheWay,
  limits: { lowestM: number; bufferM: number },
): { lower: Altitude; upper: Altitude }[] {
  const { lower, upper } = volume;
  if (!lower || !upper || lower.reference !== upper.reference || lower.unit !== upper.unit) return [];
  const { unit, reference } = lower;
  const thick = upper.value - lower.value;
  const metres = altitudeM({ value: 1, unit, reference });
  const step = stepOf[unit];
  const search = (higher: boolean): { lower: Altitude; upper: Altitude } | null => {
    let bottom = lower.value;
    for (let i = 0; i < tries; i += 1) {
      const band = {
        lower: { value: bottom, unit, reference },
        upper: { value: bottom + thick, unit, reference },
      };
      const conflicts = inTheWay({ ...volume, ...band });
      if (conflicts.length === 0) return band;
      const edges = conflicts.map(({ other }) => (higher ? other.upper : other.lower));
      if (edges.some((edge) => edge === null || edge.reference !== reference)) return null;
      const known = edges.filter((edge) => edge !== null).map((edge) => altitudeM(edge));
      const next = higher
        ? Math.ceil((Math.max(...known) + limits.bufferM) / metres / step) * step
        : Math.floor((Math.min(...known) - limits.bufferM) / metres / step) * step - thick;
      bottom = higher ? Math.max(next, bottom + step) : Math.min(next, bottom - step);
      if (bottom * metres < limits.lowestM || (bottom + thick) * metres > highestM) return null;
    }
    return null;
  };
  return [search(false), search(true)]
    .filter((found) => found !== null)
    .sort((a, b) => Math.abs(a.lower.value - lower.value) - Math.abs(b.lower.value - lower.value));
}
