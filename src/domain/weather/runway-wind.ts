import type { Wind } from './weather.ts';

/** A runway as its aerodrome has it: `18/36` with the true bearing of the first end. */
export interface RunwayBearing {
  designator: string;
  headingTrue?: number | null | undefined;
}

/** One direction in which a runway is used. */
export interface RunwayEnd {
  designator: string;
  /** Degrees true; from the designator and the variation where no bearing is recorded. */
  headingDeg: number;
}

/** Wind against one direction of a runway, m/s. */
export interface RunwayWind extends RunwayEnd {
  /** Against the aircraft; below zero: from behind. Null: the direction varies all round. */
  headMps: number | null;
  /** Across, at the most that the direction leaves. */
  crossMps: number;
  /** From which side; null: from either. */
  crossFrom: 'left' | 'right' | null;
  /** From behind, at the most that the direction leaves; 0: none. */
  tailMps: number;
  /** The same in gusts; null: none are reported. */
  gustCrossMps: number | null;
  gustTailMps: number | null;
}

/** Both ends of each runway whose direction is known. */
export function runwayEnds(
  runways: readonly RunwayBearing[],
  variationDeg: number | null = null,
): RunwayEnd[] {
  return runways.flatMap(({ designator, headingTrue }) => {
    const [first = '', second] = designator.split('/');
    const number = Number(/^(\d{2})[LCR]?$/.exec(first)?.[1] ?? Number.NaN);
    const heading = headingTrue ?? (Number.isNaN(number) ? null : number * 10 + (variationDeg ?? 0));
    if (heading === null) return [];
    const ends = [{ designator: first, headingDeg: turn(heading) }];
    if (second) ends.push({ designator: second, headingDeg: turn(heading + 180) });
    return ends;
  });
}

/** A whole turn, 0 to 360 (not included). */
const turn = (degrees: number) => ((degrees % 360) + 360) % 360;

/** Every direction that a wind may have: the reported one, and the sector in which it varies; null: all round. */
function directionsOf({ directionDeg, variableDeg }: Wind): number[] | null {
  if (variableDeg) {
    const [from, to] = variableDeg;
    const width = turn(to - from);
    const steps = Math.max(1, Math.ceil(width));
    const sector = Array.from({ length: steps + 1 }, (_, index) => from + (width * index) / steps);
    return directionDeg === null ? sector : [directionDeg, ...sector];
  }
  return directionDeg === null ? null : [directionDeg];
}

/** Head, cross and tail wind of each end, the one with the most head wind first. */
export function runwayWinds(wind: Wind, ends: readonly RunwayEnd[]): RunwayWind[] {
  const directions = directionsOf(wind);
  const winds = ends.map((end): RunwayWind => {
    const { speedMps, gustMps } = wind;
    if (directions === null) {
      return {
        ...end,
        headMps: null,
        crossMps: speedMps,
        crossFrom: null,
        tailMps: speedMps,
        gustCrossMps: gustMps,
        gustTailMps: gustMps,
      };
    }
    const angles = directions.map((direction) => ((direction - end.headingDeg) * Math.PI) / 180);
    const [mean = 0] = angles;
    const across = Math.max(...angles.map((angle) => Math.abs(Math.sin(angle))));
    const behind = Math.max(0, ...angles.map((angle) => -Math.cos(angle)));
    const sides = new Set(
      angles.map((angle) => Math.sign(Math.round(Math.sin(angle) * 1e6))).filter(Boolean),
    );
    const [side] = sides;
    return {
      ...end,
      headMps: speedMps * Math.cos(mean),
      crossMps: speedMps * across,
      crossFrom: sides.size === 1 ? (side === 1 ? 'right' : 'left') : null,
      tailMps: speedMps * behind,
      gustCrossMps: gustMps === null ? null : gustMps * across,
      gustTailMps: gustMps === null ? null : gustMps * behind,
    };
  });
  return winds.sort((a, b) => (b.headMps ?? 0) - (a.headMps ?? 0));
}

/** The least cross wind that any direction of these has, gusts counted; null: no direction is known. */
export function leastCrossMps(winds: readonly RunwayWind[]): number | null {
  const values = winds.map(({ crossMps, gustCrossMps }) => Math.max(crossMps, gustCrossMps ?? 0));
  return values.length === 0 ? null : Math.min(...values);
}
