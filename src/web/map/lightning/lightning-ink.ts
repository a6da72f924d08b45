import type { MapColours } from '#web/map/map-colours.ts';

/** In the first sixth of the time that is shown, up to its half, and after. */
export type StrokeAge = 'new' | 'recent' | 'old';

/** An older stroke is smaller and darker. */
const looks: Record<StrokeAge, { colour: keyof MapColours; sizePx: number }> = {
  new: { colour: 'strokeNew', sizePx: 16 },
  recent: { colour: 'strokeRecent', sizePx: 12 },
  old: { colour: 'strokeOld', sizePx: 9 },
};

/** A flash in a square of 1, from its middle. */
const flash: [number, number][] = [
  [0.12, -0.5],
  [-0.28, 0.08],
  [-0.02, 0.08],
  [-0.12, 0.5],
  [0.28, -0.1],
  [0.03, -0.1],
];

/** A stroke: to ground filled, within cloud hollow. */
export function drawStroke(
  context: CanvasRenderingContext2D,
  { age, isInCloud }: { age: StrokeAge; isInCloud: boolean },
  x: number,
  y: number,
  colours: MapColours,
): void {
  const { colour, sizePx } = looks[age];
  context.beginPath();
  for (const [i, [dx, dy]] of flash.entries()) {
    const place: [number, number] = [x + dx * sizePx, y + dy * sizePx];
    if (i === 0) context.moveTo(...place);
    else context.lineTo(...place);
  }
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = isInCloud ? 3.5 : 2.5;
  context.strokeStyle = colours.strokeEdge;
  context.stroke();
  if (isInCloud) {
    context.lineWidth = 1.5;
    context.strokeStyle = colours[colour];
    context.stroke();
    return;
  }
  context.fillStyle = colours[colour];
  context.fill();
}
