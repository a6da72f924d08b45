import type { TargetView } from '#web/map/target-store.ts';
import { type Frame, nearX } from './canvas-layer.ts';
import type { TargetsView } from './targets-view.ts';

const dotRadiusPx = 1.6;
const earthRoundM = 40_075_017;

/** Where a target was in the last minutes: a line that fades, or a dot for each report kept. */
export function drawTrail(
  context: CanvasRenderingContext2D,
  { world, originX, originY, middleX }: Frame,
  { trail, trailTimes, target }: TargetView,
  px: number,
  py: number,
  shown: TargetsView,
  bold: boolean,
): void {
  const from = target.at - shown.trailMinutes * 60_000;
  const points: [number, number][] = [];
  for (let i = trailTimes.length - 1; i >= 0 && (trailTimes[i] ?? 0) >= from; i--)
    points.push([
      nearX(trail[2 * i] ?? 0, middleX) * world - originX,
      (trail[2 * i + 1] ?? 0) * world - originY,
    ]);
  const colour = bold ? shown.colours.selected : shown.colours.trail;
  if (shown.trailDots) {
    context.fillStyle = colour;
    points.forEach(([x, y], i) => {
      context.globalAlpha = 0.9 - (0.6 * i) / points.length;
      context.fillRect(x - dotRadiusPx, y - dotRadiusPx, 2 * dotRadiusPx, 2 * dotRadiusPx);
    });
    context.globalAlpha = 1;
    return;
  }
  // What was not seen is not drawn as if it had been.
  context.setLineDash(target.isCoasting ? [4, 4] : []);
  context.strokeStyle = colour;
  context.lineWidth = bold ? 2 : 1.2;
  // From the target backwards, in three strokes that fade.
  const parts = bold ? 1 : 3;
  let [lastX, lastY] = [px, py];
  for (let part = 0; part < parts; part++) {
    context.globalAlpha = bold ? 0.9 : 0.75 - part * 0.25;
    context.beginPath();
    context.moveTo(lastX, lastY);
    const first = Math.floor((points.length * part) / parts);
    const end = Math.floor((points.length * (part + 1)) / parts);
    for (const [x, y] of points.slice(first, end)) {
      context.lineTo(x, y);
      [lastX, lastY] = [x, y];
    }
    context.stroke();
    context.setLineDash([]);
  }
  context.globalAlpha = 1;
}

/** Where a target will be in a minute if it flies on as it does, as one path for all of them. */
export function drawVectors(
  context: CanvasRenderingContext2D,
  { world }: Frame,
  placed: readonly { view: TargetView; px: number; py: number }[],
  shown: TargetsView,
): void {
  context.beginPath();
  for (const { view, px, py } of placed) {
    const { trackDeg, groundSpeedMps, latitude, onGround } = view.target;
    if (trackDeg === null || groundSpeedMps === null || onGround) continue;
    // A metre on the ground is longer on the map the farther it is from the equator.
    const metrePx = world / (earthRoundM * Math.cos((latitude * Math.PI) / 180));
    const lengthPx = groundSpeedMps * shown.vectorS * metrePx;
    if (lengthPx < 4) continue;
    const track = (trackDeg * Math.PI) / 180;
    context.moveTo(px, py);
    context.lineTo(px + lengthPx * Math.sin(track), py - lengthPx * Math.cos(track));
  }
  context.strokeStyle = shown.colours.ink;
  context.lineWidth = 1;
  context.stroke();
}
