import { mapFont } from '#web/map/map-colours.ts';
import { isOld, type TargetStore, type TargetView } from '#web/map/target-store.ts';
import { type Frame, nearX } from './canvas-layer.ts';
import { createLabelGrid } from './label-grid.ts';
import type { TargetsView } from './targets-view.ts';

/** With more targets than this in view only the selected and the pointed at have a trail. */
const trailsUpTo = 400;
/** A screen can hold no more words than this. */
const mostLabels = 220;
/** In a crowd most labels find no room: after so many tries the frame has had its share. */
const mostTries = 900;
const fontPx = 12;
const linePx = 14;

interface Placed {
  view: TargetView;
  px: number;
  py: number;
}

/** Draws trails, labels that do not cover one another, and the ring of the selected target. */
export function drawTargetInk(
  context: CanvasRenderingContext2D,
  frame: Frame,
  store: TargetStore,
  shown: TargetsView,
  serverNowMs: number | null,
): void {
  const { width, height, ratio, world, originX, originY, middleX } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const inView: Placed[] = [];
  for (const view of store.list) {
    const px = nearX(view.x, middleX) * world - originX;
    const py = view.y * world - originY;
    if (px >= 0 && py >= 0 && px < width && py < height) inView.push({ view, px, py });
  }
  const important = (view: TargetView) =>
    view.target.id === shown.selectedId || view.target.id === shown.hoveredId;
  if (shown.showTrails) {
    for (const { view, px, py } of inView) {
      if (inView.length <= trailsUpTo || important(view))
        drawTrail(context, frame, view, px, py, shown, important(view));
    }
  }
  for (const { view, px, py } of inView) if (important(view)) drawRing(context, px, py, shown);
  if (shown.showLabels) drawLabels(context, frame, inView, shown, important, serverNowMs);
}

function drawTrail(
  context: CanvasRenderingContext2D,
  { world, originX, originY, middleX }: Frame,
  { trail, target }: TargetView,
  px: number,
  py: number,
  shown: TargetsView,
  bold: boolean,
): void {
  const points = trail.length / 2;
  // What was not seen is not drawn as if it had been.
  context.setLineDash(target.isCoasting ? [4, 4] : []);
  context.strokeStyle = bold ? shown.colours.selected : shown.colours.trail;
  context.lineWidth = bold ? 2 : 1.2;
  let fromX = px;
  let fromY = py;
  // From the target backwards, in three strokes that fade.
  const parts = bold ? 1 : 3;
  for (let part = 0; part < parts; part++) {
    context.globalAlpha = bold ? 0.9 : 0.75 - part * 0.25;
    context.beginPath();
    context.moveTo(fromX, fromY);
    const last = points - 1 - Math.floor((points * part) / parts);
    const first = points - Math.floor((points * (part + 1)) / parts);
    for (let i = last; i >= first; i--) {
      fromX = nearX(trail[2 * i] ?? 0, middleX) * world - originX;
      fromY = (trail[2 * i + 1] ?? 0) * world - originY;
      context.lineTo(fromX, fromY);
    }
    context.stroke();
    context.setLineDash([]);
  }
  context.globalAlpha = 1;
}

function drawRing(context: CanvasRenderingContext2D, px: number, py: number, { colours }: TargetsView): void {
  context.strokeStyle = colours.selected;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(px, py, 15, 0, 2 * Math.PI);
  context.stroke();
}

function drawLabels(
  context: CanvasRenderingContext2D,
  { width, height, zoom, originX, originY }: Frame,
  inView: Placed[],
  shown: TargetsView,
  important: (view: TargetView) => boolean,
  serverNowMs: number | null,
): void {
  const grid = createLabelGrid(width, height);
  const names = shown.namesAt?.();
  if (names?.zoom === zoom)
    for (const box of names.boxes) grid.place(box.x - originX, box.y - originY, box.width, box.height);
  // What is looked at first, then flights with a plan; the rest in the order of the store, which does not jump.
  const ranks: Placed[][] = [[], [], [], []];
  for (const placed of inView) ranks[rankOf(placed.view, important)]?.push(placed);
  const order = ranks.flat();
  // No label may cover a symbol; in a crowd, the symbols of those that matter.
  const crowd = inView.length > trailsUpTo;
  for (const { px, py, view } of order) {
    if (!crowd || important(view)) grid.place(px - 4, py - 4, 8, 8);
  }
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  let drawn = 0;
  for (const { view, px, py } of order.slice(0, mostTries)) {
    if (drawn >= mostLabels) break;
    const title = targetName(view);
    const detail = inView.length > 1500 && !important(view) ? '' : shown.describe(view);
    // Both fonts have figures of one width; an estimate is enough to keep labels apart and costs no layout.
    const labelWidth = Math.max(textWidth(title) * 7.6, textWidth(detail) * 6.4) + 4;
    const labelHeight = detail ? 2 * linePx : linePx;
    const spots: [number, number][] = [
      [px + 12, py - labelHeight / 2],
      [px - 12 - labelWidth, py - labelHeight / 2],
      [px + 8, py - 8 - labelHeight],
      [px + 8, py + 8],
      [px - 8 - labelWidth, py - 8 - labelHeight],
      [px - 8 - labelWidth, py + 8],
      [px - labelWidth / 2, py - 12 - labelHeight],
      [px - labelWidth / 2, py + 12],
    ];
    const spot = spots.find(([x, y]) => grid.place(x, y, labelWidth, labelHeight));
    if (!spot) continue;
    drawn += 1;
    const old = serverNowMs !== null && isOld(view.target.at, serverNowMs);
    context.globalAlpha = old ? 0.5 : 1;
    // The width is an estimate: to the left of its target a label ends at the target, not somewhere before it.
    const toTheLeft = spot[0] + labelWidth < px;
    const textX = toTheLeft ? spot[0] + labelWidth - 2 : spot[0] + 2;
    context.textAlign = toTheLeft ? 'right' : 'left';
    writeLine(
      context,
      title,
      textX,
      spot[1],
      `600 ${fontPx}px ${mapFont}`,
      shown.colours.ink,
      shown.colours.halo,
    );
    if (detail) {
      writeLine(
        context,
        detail,
        textX,
        spot[1] + linePx,
        `${fontPx - 1}px ${mapFont}`,
        shown.colours.ink,
        shown.colours.halo,
      );
    }
  }
  context.globalAlpha = 1;
  context.textAlign = 'left';
}

function rankOf(view: TargetView, important: (view: TargetView) => boolean): number {
  if (important(view)) return 0;
  if (view.target.planId !== null) return 1;
  return view.target.onGround ? 3 : 2;
}

function writeLine(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  ink: string,
  halo: string,
): void {
  context.font = font;
  context.lineWidth = 3;
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}

/** Characters, a Chinese one as two. */
function textWidth(text: string): number {
  let count = 0;
  for (const character of text) count += character > '⺀' ? 1.9 : 1;
  return count;
}

/** What a target is called: its callsign, else its address, else its number. */
export function targetName({ target }: TargetView): string {
  return target.callsign?.trim() || target.icao24?.toUpperCase() || target.id;
}
