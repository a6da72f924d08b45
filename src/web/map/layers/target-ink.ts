import type { TargetStore } from '#web/map/target-store.ts';
import { type Frame, nearX } from './canvas-layer.ts';
import { isImportant, type PlacedTarget, type TargetBlocks } from './target-blocks.ts';
import { drawTrail, drawVectors } from './target-trails.ts';
import type { TargetsView } from './targets-view.ts';

/** With more targets than this in view only the selected and the pointed at have a trail and a vector. */
const trailsUpTo = 400;

/** Draws trails, vectors, data blocks that do not cover one another, and the ring of the selected target. */
export function drawTargetInk(
  context: CanvasRenderingContext2D,
  frame: Frame,
  store: TargetStore,
  shown: TargetsView,
  blocks: TargetBlocks,
  serverNowMs: number | null,
): void {
  const { width, height, ratio, world, originX, originY, middleX } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const inView: PlacedTarget[] = [];
  for (const view of store.list) {
    const px = nearX(view.x, middleX) * world - originX;
    const py = view.y * world - originY;
    if (px >= 0 && py >= 0 && px < width && py < height) inView.push({ view, px, py });
  }
  const drawn = inView.length <= trailsUpTo ? inView : inView.filter(({ view }) => isImportant(view, shown));
  if (shown.trailMinutes > 0)
    for (const { view, px, py } of drawn)
      drawTrail(context, frame, view, px, py, shown, isImportant(view, shown));
  if (shown.vectorS > 0) drawVectors(context, frame, drawn, shown);
  for (const { view, px, py } of inView) if (isImportant(view, shown)) drawRing(context, px, py, shown);
  blocks.draw(context, frame, inView, shown, serverNowMs);
}

function drawRing(context: CanvasRenderingContext2D, px: number, py: number, { colours }: TargetsView): void {
  context.strokeStyle = colours.selected;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(px, py, 15, 0, 2 * Math.PI);
  context.stroke();
}
