/** Heights on an even grid: `side` × `side` values, metres, row by row from the north-west; NaN: not known. */
export interface ReliefGrid {
  heights: Float32Array;
  side: number;
  /** From one value to the next, metres. */
  stepM: number;
}

/** The sun of every map stands in the north-west, half way up. */
const sun = { azimuth: (315 * Math.PI) / 180, altitude: (45 * Math.PI) / 180 };

/**
 * Shading of the inner cells of a grid (all but its outermost ring) as pixels: black where a slope turns away from the sun, white
 * where it faces it, clear where it is level or not known. Slopes are drawn `steeper` times as steep as they are.
 */
export function shadeOf({ heights, side, stepM }: ReliefGrid, steeper: number): Uint8ClampedArray {
  const inner = side - 2;
  const pixels = new Uint8ClampedArray(inner * inner * 4);
  const level = Math.sin(sun.altitude);
  for (let row = 1; row <= inner; row++) {
    for (let column = 1; column <= inner; column++) {
      const at = row * side + column;
      const east = ((heights[at + 1] ?? Number.NaN) - (heights[at - 1] ?? Number.NaN)) / (2 * stepM);
      const south = ((heights[at + side] ?? Number.NaN) - (heights[at - side] ?? Number.NaN)) / (2 * stepM);
      if (!(Number.isFinite(east) && Number.isFinite(south))) continue;
      const slope = Math.atan(steeper * Math.hypot(east, south));
      // The way down, from north by the east.
      const aspect = Math.atan2(-east, south);
      const light =
        Math.sin(sun.altitude) * Math.cos(slope) +
        Math.cos(sun.altitude) * Math.sin(slope) * Math.cos(sun.azimuth - aspect);
      const pixel = ((row - 1) * inner + column - 1) * 4;
      const difference = light - level;
      if (difference > 0) pixels.fill(255, pixel, pixel + 3);
      pixels[pixel + 3] = Math.min(150, Math.abs(difference) * (difference > 0 ? 260 : 200));
    }
  }
  return pixels;
}

/** A contour: pieces from x, y to x, y in steps of the grid, by height. */
export type Contours = Map<number, number[]>;

/** Lines of equal height every `intervalM` metres, over the whole grid. */
export function contoursOf({ heights, side }: ReliefGrid, intervalM: number): Contours {
  const contours: Contours = new Map();
  for (let row = 0; row < side - 1; row++) {
    for (let column = 0; column < side - 1; column++) {
      const at = row * side + column;
      const corners = [heights[at], heights[at + 1], heights[at + side + 1], heights[at + side]] as number[];
      const [lowest, highest] = [Math.min(...corners), Math.max(...corners)];
      // With a corner that is not known there is no line through the cell.
      if (!Number.isFinite(lowest + highest)) continue;
      for (let k = Math.floor(lowest / intervalM) + 1; k * intervalM <= highest; k++) {
        const level = k * intervalM;
        const crossings = crossingsOf(corners, level, column, row);
        const pieces = contours.get(level) ?? [];
        contours.set(level, pieces);
        for (let i = 0; i + 3 < crossings.length; i += 4) pieces.push(...crossings.slice(i, i + 4));
      }
    }
  }
  return contours;
}

/** Where a height crosses the edges of a cell, in pairs: none, one line, or two where it is a saddle. */
function crossingsOf(corners: readonly number[], level: number, column: number, row: number): number[] {
  const places = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const crossings: number[] = [];
  for (let i = 0; i < 4; i++) {
    const next = (i + 1) % 4;
    const [a = 0, b = 0] = [corners[i], corners[next]];
    if (a >= level === b >= level) continue;
    const share = (level - a) / (b - a);
    const [from, to] = [places[i] ?? places[0], places[next] ?? places[0]];
    crossings.push(column + from[0] + share * (to[0] - from[0]), row + from[1] + share * (to[1] - from[1]));
  }
  return crossings;
}
