import type { Frame } from './canvas-layer.ts';

/** Where labels already stand, in cells of a few pixels: a label is drawn only where nothing is in its way. */
export interface LabelGrid {
  /** Takes the rectangle if it is free and wholly on the canvas; false if not. CSS pixels. */
  place(x: number, y: number, width: number, height: number): boolean;
  /** Takes what is on the canvas of a rectangle that is drawn in any case, also where something else has part of it. */
  take(x: number, y: number, width: number, height: number): void;
}

const cellPx = 4;

/** The corner with the map's buttons (`.cw-map-zoom` in map.css), CSS pixels. */
const buttons = { width: 52, height: 136 };

/** Labels keep clear of the map's buttons, which lie over them. */
export function takeButtons(grid: LabelGrid, { width, padX, padY }: Frame): void {
  grid.take(width - padX - buttons.width, padY, buttons.width, buttons.height);
}

export function createLabelGrid(widthPx: number, heightPx: number): LabelGrid {
  const columns = Math.ceil(widthPx / cellPx);
  const rows = Math.ceil(heightPx / cellPx);
  const taken = new Uint8Array(columns * rows);
  const fill = (left: number, top: number, right: number, bottom: number) => {
    for (let row = top; row <= bottom; row++) taken.fill(1, row * columns + left, row * columns + right + 1);
  };
  return {
    take(x, y, width, height) {
      const left = Math.max(0, Math.floor(x / cellPx));
      const right = Math.min(columns - 1, Math.floor((x + width) / cellPx));
      if (right < left) return;
      const top = Math.max(0, Math.floor(y / cellPx));
      const bottom = Math.min(rows - 1, Math.floor((y + height) / cellPx));
      fill(left, top, right, bottom);
    },
    place(x, y, width, height) {
      const left = Math.floor(x / cellPx);
      const top = Math.floor(y / cellPx);
      const right = Math.floor((x + width) / cellPx);
      const bottom = Math.floor((y + height) / cellPx);
      if (left < 0 || top < 0 || right >= columns || bottom >= rows) return false;
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) if (taken[row * columns + column]) return false;
      }
      fill(left, top, right, bottom);
      return true;
    },
  };
}
