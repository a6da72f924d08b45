import type { RainAreas } from '#contract/weather-radar.ts';
import { type RainLevel, rainLevels } from '#domain/surveillance/rain/rain-picture.ts';
import type { Hatches } from '#web/map/layers/airspace-ink.ts';
import type { AreaEdge } from '#web/map/layers/map-feature.ts';
import type { MapColours } from '#web/map/map-colours.ts';

/** Intensities are told apart by colour, by how much of the map they cover, and the heavy ones by lines across. */
export interface RainLook {
  colour: keyof MapColours;
  alpha: number;
  lines: AreaEdge | null;
}

export const rainLooks: Readonly<Record<RainLevel, RainLook>> = {
  1: { colour: 'rain1', alpha: 0.35, lines: null },
  2: { colour: 'rain2', alpha: 0.45, lines: null },
  3: { colour: 'rain3', alpha: 0.5, lines: 'sparse' },
  4: { colour: 'rain4', alpha: 0.5, lines: 'sparse' },
  5: { colour: 'rain5', alpha: 0.5, lines: 'close' },
  6: { colour: 'rain6', alpha: 0.55, lines: 'cross' },
};

/** A picture that is old is drawn so much fainter. */
export const dimAlpha = 0.4;

/** Fills an area of one intensity. */
export function fillRain(
  context: CanvasRenderingContext2D,
  path: Path2D,
  level: RainLevel,
  colours: MapColours,
  hatches: Hatches,
  dim: boolean,
): void {
  const { colour, alpha, lines } = rainLooks[level];
  const factor = dim ? dimAlpha : 1;
  context.globalAlpha = alpha * factor;
  context.fillStyle = colours[colour];
  context.fill(path);
  if (lines) {
    context.globalAlpha = 0.6 * factor;
    context.fillStyle = hatches.of(context, colours[colour], lines);
    context.fill(path);
  }
  context.globalAlpha = 1;
}

/**
 * The areas of pictures, the weak ones of all before the strong: where they overlap the strongest is seen, as its colour in the
 * legend. `place` brings degrees to pixels; the canvas holds nothing else but images below.
 */
export function drawRainAreas(
  context: CanvasRenderingContext2D,
  pictures: readonly { areas: RainAreas; dim: boolean }[],
  place: (longitude: number, latitude: number) => [x: number, y: number],
  { colours, hatches }: { colours: MapColours; hatches: Hatches },
): void {
  for (const level of rainLevels) {
    for (const { areas, dim } of pictures) {
      const rings = areas.levels.find((one) => one.level === level)?.rings ?? [];
      if (rings.length === 0) continue;
      const path = pathOf(rings, place);
      context.globalCompositeOperation = 'destination-out';
      context.fill(path);
      context.globalCompositeOperation = 'source-over';
      fillRain(context, path, level, colours, hatches, dim);
    }
  }
}

function pathOf(
  rings: readonly (readonly number[])[],
  place: (longitude: number, latitude: number) => [x: number, y: number],
): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [x, y] = place(ring[i] ?? 0, ring[i + 1] ?? 0);
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }
  return path;
}
