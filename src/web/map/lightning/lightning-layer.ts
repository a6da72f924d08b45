import { CanvasLayer, type Frame, nearX } from '#web/map/layers/canvas-layer.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { mercatorX, mercatorY } from '#web/map/mercator.ts';
import { drawStroke } from './lightning-ink.ts';
import type { ShownStroke } from './use-lightning.ts';

/** Half of the largest sign. */
const reachPx = 10;

/** Lightning over the rain and below what is drawn on the map. */
export class LightningLayer extends CanvasLayer {
  private strokes: readonly ShownStroke[] = [];

  constructor(private colours: MapColours) {
    super({ pane: 'clearway-lightning', zIndex: 360, padding: 0.15, leastPaddingPx: 0, whileMoving: false });
  }

  show(strokes: readonly ShownStroke[], colours: MapColours): void {
    if (strokes === this.strokes && colours === this.colours) return;
    this.strokes = strokes;
    this.colours = colours;
    this.redraw();
  }

  protected override draw(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const { ratio, width, height, world, originX, originY, middleX } = frame;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    for (const stroke of this.strokes) {
      const x = nearX(mercatorX(stroke.longitude), middleX) * world - originX;
      const y = mercatorY(stroke.latitude) * world - originY;
      if (x < -reachPx || y < -reachPx || x > width + reachPx || y > height + reachPx) continue;
      drawStroke(context, stroke, x, y, this.colours);
    }
  }
}
