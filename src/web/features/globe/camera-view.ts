import type { MapView } from '#web/map/map-view.ts';
import { worldPixels } from '#web/map/mercator.ts';

/** Circumference of the equator, metres. */
const equatorM = 40_075_016.686;
/** Half of what the camera sees across the longer side of the screen, radians. */
export const halfFieldOfView = Math.PI / 6;

/** Metres from the camera to the middle of the screen at which as much is seen as on the flat map at that zoom. */
export function distanceOf({ latitude, zoom }: MapView, longerSidePx: number): number {
  const metresPerPixel = (equatorM * Math.cos((latitude * Math.PI) / 180)) / worldPixels(zoom);
  return (metresPerPixel * longerSidePx) / 2 / Math.tan(halfFieldOfView);
}

/** The zoom of the flat map that shows as much, to a tenth. */
export function zoomOf(distanceM: number, latitude: number, longerSidePx: number): number {
  const metresPerPixel = (2 * distanceM * Math.tan(halfFieldOfView)) / longerSidePx;
  const world = (equatorM * Math.cos((latitude * Math.PI) / 180)) / metresPerPixel;
  return Math.max(2, Math.min(18, Math.round(10 * Math.log2(world / worldPixels(0))) / 10));
}
