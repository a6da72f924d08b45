import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import { mercatorX, mercatorY } from '#web/map/mercator.ts';
import { useMode } from '#web/ui/appearance.ts';
import type { Mode } from '#web/ui/palette.ts';
import { CanvasLayer, type Frame, nearX } from './canvas-layer.ts';

/** Where a cell is on the canvas, CSS pixels. */
export interface CellBox {
  left: number;
  top: number;
  /** Both are at least one. */
  wide: number;
  high: number;
}

/** Cells of a grid of degrees over the map. */
export abstract class CellLayer<Cell> extends CanvasLayer {
  private cells: readonly Cell[] = [];
  private degrees = 1;
  protected mode: Mode = 'light';

  constructor() {
    super({ pane: 'overlayPane', padding: 0.2, leastPaddingPx: 100, whileMoving: false });
  }

  /** `degrees`: the side of one cell. */
  show(cells: readonly Cell[], degrees: number, mode: Mode): void {
    Object.assign(this, { cells, degrees, mode });
    this.redraw();
  }

  /** South-west corner in degrees, and how many cells to the east it goes. */
  protected abstract placeOf(cell: Cell): { west: number; south: number; count: number };
  protected abstract paint(context: CanvasRenderingContext2D, cell: Cell, box: CellBox): void;

  protected override draw(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    context.clearRect(0, 0, frame.width, frame.height);
    for (const cell of this.cells) {
      const { west, south, count } = this.placeOf(cell);
      const left = nearX(mercatorX(west), frame.middleX) * frame.world - frame.originX;
      const wide = (mercatorX(west + this.degrees * count) - mercatorX(west)) * frame.world;
      const bottom = mercatorY(south) * frame.world - frame.originY;
      const top = mercatorY(south + this.degrees) * frame.world - frame.originY;
      if (left + wide < 0 || left > frame.width || bottom < 0 || top > frame.height) continue;
      this.paint(context, cell, { left, top, wide: Math.max(1, wide), high: Math.max(1, bottom - top) });
    }
    context.globalAlpha = 1;
  }
}

/** Keeps a layer of cells on the map around. */
export function useCellLayer<Cell>(
  make: () => CellLayer<Cell>,
  cells: readonly Cell[],
  degrees: number,
): void {
  const map = useMap();
  const mode = useMode();
  const [layer] = useState(make);
  useEffect(() => {
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, layer]);
  useEffect(() => layer.show(cells, degrees, mode), [layer, cells, degrees, mode]);
}
