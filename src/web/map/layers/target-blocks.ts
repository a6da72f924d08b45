import { targetName } from '#domain/surveillance/track/target-name.ts';
import { mapFont } from '#web/map/map-colours.ts';
import { alertColours } from '#web/map/map-signs.ts';
import { mercatorX, mercatorY } from '#web/map/mercator.ts';
import { isOld, type TargetView } from '#web/map/target-store.ts';
import { type Frame, nearX } from './canvas-layer.ts';
import { createLabelGrid, takeButtons } from './label-grid.ts';
import {
  handSpot,
  nearestPoint,
  type PlacedLabel,
  placeLabels,
  seenOf,
  type WantedLabel,
} from './label-placing.ts';
import type { TargetsView, WordsAt } from './targets-view.ts';

/** A screen can hold no more words than this. */
const mostLabels = 220;
/** In a crowd most labels find no room: after so many tries the frame has had its share. */
const mostTries = 900;
/** With more targets than this in view a block is but a callsign. */
const linesUpTo = 1500;
/** With more targets than this in view blocks stand beside their targets or not at all. */
const apartUpTo = 400;
const fontPx = 12;
const linePx = 14;
/** Half of what a target's symbol takes from blocks, and from names. */
const symbolPx = 4;
/** So long after a target was last seen, where its block was put is forgotten. */
const forgetAfterMs = 600_000;

export interface PlacedTarget {
  view: TargetView;
  px: number;
  py: number;
}

interface Words extends WantedLabel {
  text: string;
}

interface Block extends WantedLabel {
  view: TargetView;
  lines: string[];
}

/** Names on the map that others must not write over. World pixels at the zoom. */
export interface NamedPlaces {
  zoom: number;
  boxes: Box[];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The data blocks of the targets, and the words of places: where each was, and where somebody has put it. */
export class TargetBlocks {
  private spots = new Map<string, number>();
  private wordSpots = new Map<string, number>();
  private readonly byHand = new Map<string, { dx: number; dy: number; seenMs: number }>();
  private drawn: PlacedLabel<Block>[] = [];
  /** What blocks make way for, in pixels of the canvas. */
  private taken: Box[] = [];
  private frame: Frame | null = null;

  /** The target whose block is at a point of the map, in its pixels. */
  blockAt(x: number, y: number): { id: string; dx: number; dy: number } | null {
    if (!this.frame) return null;
    const [left, top] = [x + this.frame.padX, y + this.frame.padY];
    const found = this.drawn.find(
      (one) =>
        left >= one.x && top >= one.y && left < one.x + one.label.width && top < one.y + one.label.height,
    );
    if (!found) return null;
    const { label } = found;
    return { id: label.key, dx: found.x - label.px, dy: found.y - label.py };
  }

  /** From the target to the upper left corner of its block; null: it finds its place by itself again. */
  put(id: string, place: { dx: number; dy: number } | null): void {
    if (place) this.byHand.set(id, { ...place, seenMs: performance.now() });
    else this.byHand.delete(id);
  }

  /** Where a block is now, for who moves it by steps. */
  placeOf(id: string): { dx: number; dy: number } | null {
    const found = this.drawn.find(({ label }) => label.key === id);
    return found ? { dx: found.x - found.label.px, dy: found.y - found.label.py } : null;
  }

  /** World pixels of what is drawn. */
  get boxes(): NamedPlaces {
    const { frame } = this;
    if (!frame) return { zoom: 0, boxes: [] };
    return {
      zoom: frame.zoom,
      boxes: [
        ...this.drawn.map(({ x, y, label: { width, height } }) => ({ x, y, width, height })),
        ...this.taken,
      ].map((box) => ({ ...box, x: box.x + frame.originX, y: box.y + frame.originY })),
    };
  }

  draw(
    context: CanvasRenderingContext2D,
    frame: Frame,
    inView: readonly PlacedTarget[],
    shown: TargetsView,
    serverNowMs: number | null,
  ): void {
    this.frame = frame;
    const nowMs = performance.now();
    const grid = createLabelGrid(frame.width, frame.height);
    takeButtons(grid, frame);
    // What is looked at first, then what is in an alert, then what somebody has put in its place, then flights with a
    // plan; the rest in the order of the store, which does not jump.
    const ranks: PlacedTarget[][] = [[], [], [], [], [], []];
    for (const placed of inView) ranks[this.rankOf(placed.view, shown)]?.push(placed);
    const order = ranks.flat();
    // No label may cover a symbol; in a crowd, the symbols of those that matter.
    const crowd = inView.length > apartUpTo;
    const symbols = order
      .filter(({ view }) => !crowd || isImportant(view, shown))
      .map(({ px, py }) => ({
        x: px - symbolPx,
        y: py - symbolPx,
        width: 2 * symbolPx,
        height: 2 * symbolPx,
      }));
    for (const { x, y, width, height } of symbols) grid.take(x, y, width, height);
    const words = placeLabels(
      (shown.words ?? []).map((one) => wordsOf(one, frame)),
      grid,
      this.wordSpots,
      { mostPlaced: mostLabels, mostTries, apart: true, seen: seenOf(frame) },
    );
    this.wordSpots = spotsOf(words);
    this.taken = [
      ...symbols,
      ...words.map(({ x, y, label: { width, height } }) => ({ x, y, width, height })),
    ];
    const wanted = (shown.showLabels ? order : []).slice(0, mostTries).map(({ view, px, py }): Block => {
      const key = view.target.id;
      const hand = this.byHand.get(key);
      if (hand) hand.seenMs = nowMs;
      const few = inView.length <= linesUpTo || isImportant(view, shown);
      const lines = [targetName(view.target), ...(few ? shown.blockOf(view) : [])];
      // Both fonts have figures of one width; an estimate is enough to keep labels apart and costs no layout.
      const width = Math.max(...lines.map((line, i) => textWidth(line) * (i === 0 ? 7.6 : 6.6))) + 4;
      return {
        key,
        view,
        px,
        py,
        lines,
        width,
        height: lines.length * linePx,
        ...(hand ? { byHand: { dx: hand.dx, dy: hand.dy } } : {}),
      };
    });
    const limits = { mostPlaced: mostLabels, mostTries, apart: !crowd, seen: seenOf(frame) };
    this.drawn = placeLabels(wanted, grid, this.spots, limits);
    for (const [id, { seenMs }] of this.byHand) if (nowMs - seenMs > forgetAfterMs) this.byHand.delete(id);
    this.spots = spotsOf(this.drawn);
    context.textBaseline = 'top';
    context.lineJoin = 'round';
    for (const placed of words) writeWords(context, placed, shown);
    for (const placed of this.drawn) write(context, placed, shown, serverNowMs);
    context.globalAlpha = 1;
    context.textAlign = 'left';
  }

  private rankOf(view: TargetView, shown: TargetsView): number {
    if (isImportant(view, shown)) return 0;
    if (shown.urgent.has(view.target.id)) return 1;
    if (this.byHand.has(view.target.id)) return 2;
    if (view.target.planId !== null) return 3;
    return view.target.onGround ? 5 : 4;
  }
}

function wordsOf({ key, latitude, longitude, text }: WordsAt, frame: Frame): Words {
  const px = nearX(mercatorX(longitude), frame.middleX) * frame.world - frame.originX;
  const py = mercatorY(latitude) * frame.world - frame.originY;
  return { key, text, px, py, width: textWidth(text) * 7.6 + 4, height: linePx + 2 };
}

/** Where labels are that found their place, for the next drawing. */
function spotsOf(placed: readonly PlacedLabel<WantedLabel>[]): Map<string, number> {
  return new Map(placed.flatMap(({ label, spot }) => (spot === handSpot ? [] : [[label.key, spot]])));
}

export function isImportant({ target }: TargetView, shown: TargetsView): boolean {
  return target.id === shown.selectedId || target.id === shown.hoveredId;
}

/** The line from a thing to its label. */
function lead(
  context: CanvasRenderingContext2D,
  { label: { px, py, width, height }, x, y }: PlacedLabel<WantedLabel>,
  colour: string,
): void {
  const [toX, toY] = nearestPoint(px, py, x, y, width, height);
  context.beginPath();
  context.moveTo(px, py);
  context.lineTo(toX, toY);
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.stroke();
}

function writeWords(
  context: CanvasRenderingContext2D,
  placed: PlacedLabel<Words>,
  { colours: { ink, halo } }: TargetsView,
): void {
  lead(context, placed, ink);
  context.font = `600 ${fontPx}px ${mapFont}`;
  context.lineWidth = 3;
  context.strokeStyle = halo;
  const textX = alignedX(context, placed);
  context.strokeText(placed.label.text, textX, placed.y + 2);
  context.fillStyle = ink;
  context.fillText(placed.label.text, textX, placed.y + 2);
}

/** Where lines begin. The width is an estimate: to the left of its thing a label ends at it, not somewhere before. */
function alignedX(
  context: CanvasRenderingContext2D,
  { label: { px, width }, x }: PlacedLabel<WantedLabel>,
): number {
  const toTheLeft = x + width < px;
  context.textAlign = toTheLeft ? 'right' : 'left';
  return toTheLeft ? x + width - 2 : x + 2;
}

function write(
  context: CanvasRenderingContext2D,
  placed: PlacedLabel<Block>,
  shown: TargetsView,
  serverNowMs: number | null,
): void {
  const { label, y, isApart } = placed;
  const { lines, view } = label;
  const { ink, halo, selected } = shown.colours;
  const old = serverNowMs !== null && isOld(view.target.at, serverNowMs);
  context.globalAlpha = old ? 0.5 : 1;
  const level = shown.urgent.get(view.target.id);
  // Grey would make what somebody is advised of less than the others.
  const named = level === undefined || level === 'advisory' ? ink : shown.colours[alertColours[level]];
  const colour = view.target.id === shown.selectedId ? selected : named;
  if (isApart) lead(context, placed, colour);
  const textX = alignedX(context, placed);
  lines.forEach((line, i) => {
    context.font = i === 0 ? `600 ${fontPx}px ${mapFont}` : `${fontPx - 1}px ${mapFont}`;
    context.lineWidth = 3;
    context.strokeStyle = halo;
    context.strokeText(line, textX, y + i * linePx);
    context.fillStyle = i === 0 ? colour : ink;
    context.fillText(line, textX, y + i * linePx);
  });
}

/** Characters, a Chinese one as two. */
function textWidth(text: string): number {
  let count = 0;
  for (const character of text) count += character > '⺀' ? 1.9 : 1;
  return count;
}
