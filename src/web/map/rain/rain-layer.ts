import { Hatches } from '#web/map/layers/airspace-ink.ts';
import { CanvasLayer, type Frame, nearX } from '#web/map/layers/canvas-layer.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { latitudeOf, mercatorX, mercatorY } from '#web/map/mercator.ts';
import { dimAlpha, drawRainAreas } from './rain-ink.ts';
import type { ShownRain } from './use-rain.ts';

/** An image in even degrees is bent to the map's projection in strips of so many pixels. */
const stripPx = 4;
const imageAlpha = 0.65;

/** Rain over the base map and below all that is drawn on it. */
export class RainLayer extends CanvasLayer {
  private rain: readonly ShownRain[] = [];
  readonly hatches = new Hatches();

  constructor(public colours: MapColours) {
    // Over the tiles, below the canvas of what stands still.
    super({ pane: 'clearway-rain', zIndex: 350, padding: 0.15, leastPaddingPx: 0, whileMoving: false });
  }

  show(rain: readonly ShownRain[], colours: MapColours): void {
    if (rain === this.rain && colours === this.colours) return;
    this.rain = rain;
    this.colours = colours;
    this.redraw();
  }

  protected override draw(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    context.clearRect(0, 0, frame.width, frame.height);
    for (const one of this.rain)
      if (one.content?.kind === 'image') this.drawImage(context, frame, one, one.content.image);
    const pictures = this.rain.flatMap(({ content, isDim }) =>
      content?.kind === 'areas' ? [{ areas: content.areas, dim: isDim }] : [],
    );
    drawRainAreas(context, pictures, placer(frame), this);
  }

  private drawImage(
    context: CanvasRenderingContext2D,
    frame: Frame,
    { state: { bounds, projection }, isDim }: ShownRain,
    image: ImageBitmap,
  ): void {
    if (!bounds) return;
    const [west, south, east, north] = bounds;
    const place = placer(frame);
    const [left, top] = place(west, north);
    const [right, bottom] = place(east, south);
    const width = right - left;
    if (width <= 0 || bottom <= top || left > frame.width || right < 0) return;
    context.globalAlpha = imageAlpha * (isDim ? dimAlpha : 1);
    // A class of rain must not run into the next.
    context.imageSmoothingEnabled = false;
    if (projection === 'mercator') {
      context.drawImage(image, left, top, width, bottom - top);
    } else {
      const first = Math.max(0, Math.floor(top));
      const last = Math.min(frame.height, Math.ceil(bottom));
      const rowAt = (y: number) => {
        const latitude = latitudeOf((y + frame.originY) / frame.world);
        return (image.height * (north - latitude)) / (north - south);
      };
      for (let y = first; y < last; y += stripPx) {
        const height = Math.min(stripPx, last - y);
        const from = Math.max(0, Math.min(image.height, rowAt(y)));
        const to = Math.max(from, Math.min(image.height, rowAt(y + height)));
        if (to > from) context.drawImage(image, 0, from, image.width, to - from, left, y, width, height);
      }
    }
    context.globalAlpha = 1;
  }
}

function placer(frame: Frame): (longitude: number, latitude: number) => [number, number] {
  const { world, originX, originY, middleX } = frame;
  return (longitude, latitude) => [
    nearX(mercatorX(longitude), middleX) * world - originX,
    mercatorY(latitude) * world - originY,
  ];
}
