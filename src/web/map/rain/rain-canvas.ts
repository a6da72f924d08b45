import { Hatches } from '#web/map/layers/airspace-ink.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { mercatorY } from '#web/map/mercator.ts';
import { dimAlpha, drawRainAreas } from './rain-ink.ts';
import type { ShownRain } from './use-rain.ts';

/** Pixels of the longer side. */
const longerSidePx = 1_024;
const imageAlpha = 0.65;
const hatches = new Hatches();

/** A picture in even degrees within its bounds, the north above: for a globe. Null: there is nothing to draw. */
export function rainCanvas(
  { state, content, isDim }: ShownRain,
  colours: MapColours,
): HTMLCanvasElement | null {
  const { bounds, projection } = state;
  if (!bounds || !content) return null;
  const [west, south, east, north] = bounds;
  const pxPerDeg = longerSidePx / Math.max(east - west, north - south);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(2, Math.round((east - west) * pxPerDeg));
  canvas.height = Math.max(2, Math.round((north - south) * pxPerDeg));
  const context = canvas.getContext('2d');
  if (!context) return null;
  if (content.kind === 'areas') {
    const place = (longitude: number, latitude: number): [number, number] => [
      (longitude - west) * pxPerDeg,
      (north - latitude) * pxPerDeg,
    ];
    drawRainAreas(context, [{ areas: content.areas, dim: isDim }], place, { colours, hatches });
    return canvas;
  }
  const { image } = content;
  context.globalAlpha = imageAlpha * (isDim ? dimAlpha : 1);
  context.imageSmoothingEnabled = false;
  if (projection !== 'mercator') {
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  for (let y = 0; y < canvas.height; y++) {
    const row = ((mercatorY(north - (y + 0.5) / pxPerDeg) - top) / (bottom - top)) * image.height;
    const from = Math.max(0, Math.min(image.height - 1, Math.floor(row)));
    context.drawImage(image, 0, from, image.width, 1, 0, y, canvas.width, 1);
  }
  return canvas;
}
