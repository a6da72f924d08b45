import { chartAxis } from '#web/ui/chart.tsx';
import type { Mode } from '#web/ui/palette.ts';

/** Metres; less than this would make a level flight look like a climb. */
const leastSpanM = 100;
const stepM = 10;

interface Extent {
  min: number;
  max: number;
}

/** The axis of a chart of heights, in metres: round, at least 100 m high, from the ground where that is drawn. */
export const heightAxis = (mode: Mode, { fromGround = false } = {}) =>
  chartAxis(mode, 'value', {
    name: 'm',
    minInterval: stepM,
    ...(fromGround
      ? {}
      : { scale: true, min: (of: Extent) => widened(of)?.min, max: (of: Extent) => widened(of)?.max }),
  });

/** What is shown of heights that lie close together; undefined: the chart chooses, as they do not. */
export function widened({ min, max }: Extent): Extent | undefined {
  if (Number.isNaN(max - min) || max - min >= leastSpanM) return undefined;
  const middle = (min + max) / 2;
  return {
    min: Math.floor((middle - leastSpanM / 2) / stepM) * stepM,
    max: Math.ceil((middle + leastSpanM / 2) / stepM) * stepM,
  };
}
