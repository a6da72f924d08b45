/** Where labels already stand, in cells of a few pixels: a label is drawn only where nothing is in its way. */
export interface LabelGrid {
  /** Takes the rectangle if it is free and wholly on the canvas; false if not. CSS pixels. */
  place(x: number, y: number, width: number, height: number): boolean;
}

const cellPx = 4;

export function createLabelGrid(widthPx: number, heightPx: number): LabelGrid {
  const columns = Math.ceil(widthPx / cellPx);
  const rows = Math.ceil(heightPx / cellPx);
  const taken = new Uint8Array(columns * rows);
  return {
    place(x, y, width, height) {
      const left = Math.floor(x / cellPx);
      const top = Math.floor(y / cellPx);
      const right = Math.floor((x + width) / cellPx);
      const bottom = Math.floor((y + height) / cellPx);
      if (left < 0 || top < 0 || right >= columns || bottom >= rows) return false;
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) if (taken[row * columns + column]) return false;
      }
      for (let row = top; row <= bottom; row++)
        taken.fill(1, row * columns + left, row * columns + right + 1);
      return true;
    },
  };
}
