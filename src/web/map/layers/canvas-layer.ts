import * as L from 'leaflet';
import { worldPixels } from '#web/map/mercator.ts';

/** What a canvas layer knows when it draws. Pixels are CSS pixels; the canvas begins `pad` before the map's corner. */
export interface Frame {
  /** CSS pixels of the canvas. */
  width: number;
  height: number;
  /** Device pixels for a CSS pixel. */
  ratio: number;
  zoom: number;
  /** Pixels around the world; screen = mercator · world − origin, after `nearX` chose the copy of the world. */
  world: number;
  originX: number;
  originY: number;
  /** Mercator x of the middle of the map. */
  middleX: number;
  padX: number;
  padY: number;
}

interface CanvasLayerOptions {
  pane: string;
  /** Where the pane lies above others, for one that the map does not have of itself. */
  zIndex?: number;
  /** Canvas beyond the map's edge on each side, as a part of its size; or at least so many pixels. */
  padding: number;
  leastPaddingPx: number;
  /** Draws at each step of a drag; otherwise the drawing moves with the map and is renewed when it rests. */
  whileMoving: boolean;
}

/** Chooses the copy of the world that is nearest to the middle of the map, so that the date line is no edge. */
export function nearX(x: number, middleX: number): number {
  return x + Math.round(middleX - x);
}

/** A canvas over the map that follows its pans and zooms. */
export abstract class CanvasLayer extends L.Layer {
  readonly canvas: HTMLCanvasElement;
  protected map: L.Map | null = null;
  private readonly settings: CanvasLayerOptions;
  private frameRequest = 0;
  private drawnCentre: L.LatLng | null = null;
  private drawnZoom = 0;
  private zooming = false;

  constructor(settings: CanvasLayerOptions) {
    super();
    this.settings = settings;
    this.canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated');
    this.canvas.style.pointerEvents = 'none';
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  /** Paints the whole canvas. */
  protected abstract draw(frame: Frame): void;

  override onAdd(map: L.Map): this {
    this.map = map;
    this.paneOn(map)?.appendChild(this.canvas);
    this.drawNow();
    return this;
  }

  private paneOn(map: L.Map): HTMLElement | undefined {
    const { pane, zIndex } = this.settings;
    const known = map.getPane(pane);
    if (known || zIndex === undefined) return known;
    const made = map.createPane(pane);
    made.style.zIndex = String(zIndex);
    made.style.pointerEvents = 'none';
    return made;
  }

  override onRemove(): this {
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = 0;
    this.canvas.remove();
    this.map = null;
    return this;
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      move: () => {
        if (this.settings.whileMoving) this.redraw();
      },
      moveend: () => this.drawNow(),
      resize: () => this.drawNow(),
      zoomstart: () => {
        this.zooming = true;
      },
      zoomend: () => {
        this.zooming = false;
        this.drawNow();
      },
      zoomanim: (event) => {
        const { center, zoom } = event as unknown as L.ZoomAnimEvent;
        this.follow(center, zoom);
      },
    };
  }

  /** Paints at the next frame; several calls paint once. */
  redraw(): void {
    if (this.frameRequest !== 0 || !this.map) return;
    this.frameRequest = requestAnimationFrame(() => {
      this.frameRequest = 0;
      this.drawNow();
    });
  }

  drawNow(): void {
    const { map } = this;
    // Leaflet scales the old drawing while it zooms; a new one would stand in the wrong place.
    if (!map || this.zooming) return;
    const size = map.getSize();
    const padX = Math.max(this.settings.leastPaddingPx, Math.round(size.x * this.settings.padding));
    const padY = Math.max(this.settings.leastPaddingPx, Math.round(size.y * this.settings.padding));
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const width = size.x + 2 * padX;
    const height = size.y + 2 * padY;
    if (
      this.canvas.width !== Math.round(width * ratio) ||
      this.canvas.height !== Math.round(height * ratio)
    ) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const zoom = map.getZoom();
    const world = worldPixels(zoom);
    const corner = map.getPixelBounds().min ?? L.point(0, 0);
    L.DomUtil.setPosition(this.canvas, map.containerPointToLayerPoint([-padX, -padY]));
    this.drawnCentre = map.getCenter();
    this.drawnZoom = zoom;
    this.draw({
      width,
      height,
      ratio,
      zoom,
      world,
      originX: corner.x - padX,
      originY: corner.y - padY,
      middleX: (corner.x + size.x / 2) / world,
      padX,
      padY,
    });
  }

  /** During an animated zoom the last drawing is moved and scaled towards where the map is going. */
  private follow(centre: L.LatLng, zoom: number): void {
    const { map, drawnCentre } = this;
    const mapPane = map?.getPane('mapPane');
    if (!map || !drawnCentre || !mapPane) return;
    const scale = map.getZoomScale(zoom, this.drawnZoom);
    const half = L.point(this.canvas.clientWidth, this.canvas.clientHeight).divideBy(2);
    const newOrigin = map
      .project(centre, zoom)
      .subtract(map.getSize().divideBy(2))
      .add(L.DomUtil.getPosition(mapPane))
      .round();
    const corner = half.multiplyBy(-scale).add(map.project(drawnCentre, zoom)).subtract(newOrigin);
    L.DomUtil.setTransform(this.canvas, corner, scale);
  }
}
