import type { Frame } from './canvas-layer.ts';
import type { LabelGrid } from './label-grid.ts';

/** A label that wants a place beside its thing. CSS pixels of the canvas. */
export interface WantedLabel {
  /** Stable from one drawing to the next. */
  key: string;
  /** The thing that it names. */
  px: number;
  py: number;
  width: number;
  height: number;
  /** From its thing to its upper left corner, where somebody has put it by hand. */
  byHand?: { dx: number; dy: number };
}

export interface PlacedLabel<T extends WantedLabel> {
  label: T;
  /** Upper left corner. */
  x: number;
  y: number;
  /** Its place among those that were tried; kept from one drawing to the next. */
  spot: number;
  /** It stands apart, and a line leads to its thing. */
  isApart: boolean;
}

/** What of the canvas is in sight, in its pixels. */
interface Seen {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function seenOf({ width, height, padX, padY }: Frame): Seen {
  return { left: padX, top: padY, right: width - padX, bottom: height - padY };
}

/** Spots beside the thing; the same again farther out. */
const spotsNear = 8;
/** A label put by hand. */
export const handSpot = -1;
/** From a thing to its label, pixels: beside it, and apart from it. */
const nearPx = 12;
const farPx = 34;
/** So far from its thing a label that was put by hand gets its line. */
const leaderFromPx = 22;

/** Upper left corners of the eight places around a thing, the best first: right, left, above right, below right, … */
export function spotsAround(
  { px, py, width, height }: Pick<WantedLabel, 'px' | 'py' | 'width' | 'height'>,
  awayPx: number,
): [x: number, y: number][] {
  const slant = Math.round(awayPx * 0.7);
  return [
    [px + awayPx, py - height / 2],
    [px - awayPx - width, py - height / 2],
    [px + slant, py - slant - height],
    [px + slant, py + slant],
    [px - slant - width, py - slant - height],
    [px - slant - width, py + slant],
    [px - width / 2, py - awayPx - height],
    [px - width / 2, py + awayPx],
  ];
}

/**
 * Places labels in the order in which they come, the most important first. No two cover each other, for each takes its
 * room in the grid. A label stays at the spot that it had (`before`, by key) as long as that is free, so that labels do
 * not jump while targets move; else the first free of eight beside its thing, else of eight apart from it with a line. What
 * is in sight (`seen`) has its label in sight too, as long as there is room.
 */
export function placeLabels<T extends WantedLabel>(
  labels: readonly T[],
  grid: Pick<LabelGrid, 'place'>,
  before: ReadonlyMap<string, number>,
  limits: { mostPlaced: number; mostTries: number; apart: boolean; seen?: Seen },
): PlacedLabel<T>[] {
  const placed: PlacedLabel<T>[] = [];
  const rings = limits.apart ? [nearPx, farPx] : [nearPx];
  for (const label of labels.slice(0, limits.mostTries)) {
    if (placed.length >= limits.mostPlaced) break;
    const { px, py, width, height, byHand } = label;
    const put = (x: number, y: number, spot: number): boolean => {
      if (!grid.place(x, y, width, height)) return false;
      placed.push({ label, x, y, spot, isApart: spot >= spotsNear || isFar(label, x, y) });
      return true;
    };
    if (byHand && put(px + byHand.dx, py + byHand.dy, handSpot)) continue;
    const spots = rings.flatMap((away) => spotsAround(label, away));
    orderOfSpots(spots, before.get(label.key) ?? 0, label, limits.seen).some((i) => {
      const spot = spots[i];
      return spot !== undefined && put(spot[0], spot[1], i);
    });
  }
  return placed;
}

/**
 * The numbers of the spots of a label in the order in which they are tried: the one that it had (`last`) first. Where its
 * thing is in sight, the spots in sight come before the others.
 */
export function orderOfSpots(
  spots: readonly (readonly [x: number, y: number])[],
  last: number,
  { px, py, width, height }: Pick<WantedLabel, 'px' | 'py' | 'width' | 'height'>,
  seen: Seen | undefined,
): number[] {
  const order = [...new Set([last, ...spots.keys()])];
  if (!lies(seen, px, py, 0, 0)) return order;
  const isSeen = (i: number) => {
    const spot = spots[i];
    return spot !== undefined && lies(seen, spot[0], spot[1], width, height);
  };
  return [...order.filter(isSeen), ...order.filter((i) => !isSeen(i))];
}

function lies(seen: Seen | undefined, x: number, y: number, width: number, height: number): boolean {
  if (!seen) return true;
  return x >= seen.left && y >= seen.top && x + width <= seen.right && y + height <= seen.bottom;
}

function isFar({ px, py, width, height }: WantedLabel, x: number, y: number): boolean {
  const [nearX, nearY] = nearestPoint(px, py, x, y, width, height);
  return Math.hypot(nearX - px, nearY - py) > leaderFromPx;
}

/** The point of a rectangle that is nearest to another: where a line to it begins. */
export function nearestPoint(
  px: number,
  py: number,
  x: number,
  y: number,
  width: number,
  height: number,
): [x: number, y: number] {
  return [Math.max(x, Math.min(x + width, px)), Math.max(y, Math.min(y + height, py))];
}
