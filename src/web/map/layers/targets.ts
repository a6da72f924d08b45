import KDBush from 'kdbush';
import * as L from 'leaflet';
import { isOld, type TargetStore, type TargetView } from '#web/map/target-store.ts';
import { CanvasLayer, type Frame, nearX } from './canvas-layer.ts';
import { createSprites, type SpriteKind, spriteRadiusPx } from './sprites.ts';
import { type NamedPlaces, TargetBlocks } from './target-blocks.ts';
import { drawTargetInk } from './target-ink.ts';
import type { TargetsView } from './targets-view.ts';

/** A click this near to a target means it, in pixels. */
const hitRadiusPx = 14;
/** Labels are laid out anew at most this often while targets move; sprites follow every change. */
const inkEveryMs = 250;
/** With more targets than this, words cost a frame: once a second, as often as the hub speaks. */
const manyTargets = 2000;
const inkEveryWhenManyMs = 1000;

/** Sprites: every target, copied into one image and shown at once. */
class SpriteCanvas extends CanvasLayer {
  private image: ImageData | null = null;
  private pixels = new Uint32Array();
  private sprites: ReturnType<typeof createSprites> | null = null;

  constructor(
    private readonly store: TargetStore,
    private readonly view: () => TargetsView,
    private readonly now: () => number,
  ) {
    super({ ...targetsPane, padding: 0, leastPaddingPx: spriteRadiusPx + 2, whileMoving: true });
  }

  /** After a change of theme. */
  recolour(): void {
    this.sprites = null;
    this.redraw();
  }

  protected override draw(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const { width, height } = this.canvas;
    if (this.image?.width !== width || this.image.height !== height) {
      this.image = context.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
      this.sprites = null;
    }
    this.sprites ??= createSprites(this.view().colours, width, frame.ratio);
    const { pixels, sprites } = this;
    pixels.fill(0);
    const { ratio, world, originX, originY, middleX } = frame;
    const serverNow = this.store.serverNow(this.now());
    const margin = spriteRadiusPx * ratio;
    for (const { target, x, y } of this.store.list) {
      const px = Math.round((nearX(x, middleX) * world - originX) * ratio);
      const py = Math.round((y * world - originY) * ratio);
      if (px < margin || py < margin || px >= width - margin || py >= height - margin) continue;
      const dim = target.isCoasting || (serverNow !== null && isOld(target.at, serverNow));
      const kind: SpriteKind = target.onGround ? 'ground' : target.planId === null ? 'plain' : 'plan';
      const { offsets, colours } = sprites.get(kind, dim, target.trackDeg);
      const base = py * width + px;
      for (let k = 0; k < offsets.length; k++) pixels[base + (offsets[k] ?? 0)] = colours[k] ?? 0;
    }
    context.putImageData(this.image, 0, 0);
  }
}

/** Trails, vectors, data blocks and the ring of the selected target, under the sprites. */
class InkCanvas extends CanvasLayer {
  constructor(
    private readonly store: TargetStore,
    private readonly view: () => TargetsView,
    private readonly now: () => number,
    private readonly blocks: TargetBlocks,
    private readonly onDrawn: () => void,
  ) {
    super({ ...targetsPane, padding: 0.1, leastPaddingPx: 0, whileMoving: false });
  }

  protected override draw(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    drawTargetInk(context, frame, this.store, this.view(), this.blocks, this.store.serverNow(this.now()));
    this.onDrawn();
  }
}

const targetsPane = { pane: 'clearway-targets', zIndex: 460 };

/** All live targets of the map. Add it to a map like any layer; it follows the store by itself. */
export class TargetsLayer extends L.Layer {
  private readonly spriteCanvas: SpriteCanvas;
  private readonly inkCanvas: InkCanvas;
  readonly blocks = new TargetBlocks();
  /** Told where data blocks stand after each drawing of them. */
  onBlocks: ((places: NamedPlaces) => void) | null = null;
  private unsubscribe: (() => void) | null = null;
  private inkTimer: ReturnType<typeof setTimeout> | null = null;
  private inkAt = 0;
  private ageTimer: ReturnType<typeof setInterval> | null = null;
  private hits: { version: number; index: KDBush; views: readonly TargetView[] } | null = null;

  constructor(
    private readonly store: TargetStore,
    private view: TargetsView,
    /** A monotonic clock in ms, the one that `store.apply` is given. */
    private readonly now: () => number = () => performance.now(),
  ) {
    super();
    this.inkCanvas = new InkCanvas(
      store,
      () => this.view,
      now,
      this.blocks,
      () => this.onBlocks?.(this.blocks.boxes),
    );
    this.spriteCanvas = new SpriteCanvas(store, () => this.view, now);
  }

  override onAdd(map: L.Map): this {
    this.inkCanvas.addTo(map);
    this.spriteCanvas.addTo(map);
    this.unsubscribe = this.store.subscribe(() => {
      this.spriteCanvas.redraw();
      this.inkSoon();
    });
    // Without news targets still grow old.
    this.ageTimer = setInterval(() => {
      this.store.tick(this.now());
      this.spriteCanvas.redraw();
    }, 1000);
    return this;
  }

  override onRemove(): this {
    this.unsubscribe?.();
    if (this.ageTimer) clearInterval(this.ageTimer);
    if (this.inkTimer) clearTimeout(this.inkTimer);
    this.inkTimer = null;
    this.inkCanvas.remove();
    this.spriteCanvas.remove();
    return this;
  }

  /** Shows another selection, theme or choice of labels. */
  show(view: TargetsView): void {
    const recoloured = view.colours !== this.view.colours;
    this.view = view;
    if (recoloured) this.spriteCanvas.recolour();
    this.inkCanvas.redraw();
  }

  /** After a block was put somewhere by hand. */
  redrawBlocks(): void {
    this.inkCanvas.redraw();
  }

  /** The target nearest to a point of the map, within reach of a click. */
  targetAt(map: L.Map, point: L.Point): TargetView | null {
    if (this.hits?.version !== this.store.version()) {
      const views = this.store.list;
      const index = new KDBush(views.length);
      for (const { x, y } of views) index.add(x, y);
      index.finish();
      this.hits = { version: this.store.version(), index, views };
    }
    const { index, views } = this.hits;
    const world = 256 * 2 ** map.getZoom();
    const corner = map.getPixelBounds().min ?? L.point(0, 0);
    const x = (corner.x + point.x) / world;
    const y = (corner.y + point.y) / world;
    let best: TargetView | null = null;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const i of index.within(x - Math.floor(x), y, hitRadiusPx / world)) {
      const view = views[i];
      if (!view) continue;
      const distance = Math.hypot(nearX(view.x, x) - x, view.y - y);
      if (distance < bestDistance) {
        best = view;
        bestDistance = distance;
      }
    }
    return best;
  }

  private inkSoon(): void {
    if (this.inkTimer) return;
    const everyMs = this.store.list.length > manyTargets ? inkEveryWhenManyMs : inkEveryMs;
    const wait = Math.max(0, this.inkAt + everyMs - performance.now());
    this.inkTimer = setTimeout(() => {
      this.inkTimer = null;
      this.inkAt = performance.now();
      this.inkCanvas.redraw();
    }, wait);
  }
}
