import * as L from 'leaflet';
import { PmtilesSource, type PreparedTile, paint, TileCache, View } from 'protomaps-leaflet';
import type { Locale } from '#domain/text/label.ts';
import { drawGraticule, frameOf } from '#web/map/layers/base-map.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { openBasemap } from './basemap-file.ts';
import { namesOf } from './vector-names.ts';
import { paintRules } from './vector-style.ts';

/** Tiles of the file are drawn at twice this size. */
const tilePx = 256;
/** Lines at a tile's edge are drawn by both neighbours. */
const marginPx = 16;
const namesAfterMs = 120;

type OlderFile = Exclude<ConstructorParameters<typeof PmtilesSource>[0], string>;

export interface VectorMap {
  view: View;
  /** What the file covers: west, south, east, north, degrees. */
  bounds: [number, number, number, number];
}

/** Opens a PMTiles file that our server has; throws where it cannot be read. */
export async function openVectorMap(url: string): Promise<VectorMap> {
  const file = openBasemap(url);
  const { maxZoom, minLon, minLat, maxLon, maxLat } = await file.getHeader();
  // The drawing library brings the types of an older reader; all it asks of the file is a tile.
  const source = new PmtilesSource(file as unknown as OlderFile, false);
  const cache = new TileCache(source, 2 * tilePx);
  return { view: new View(cache, maxZoom, 1), bounds: [minLon, minLat, maxLon, maxLat] };
}

/** The installation's own base map, over the built-in one. Names are not drawn but told, for all labels compete together. */
export class VectorBaseLayer extends L.GridLayer {
  private rules: ReturnType<typeof paintRules>;
  private readonly namesByTile = new Map<HTMLElement, { z: number; names: MapFeature[] }>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly file: VectorMap,
    private colours: MapColours,
    private readonly locale: Locale,
    private readonly onNames: (names: MapFeature[]) => void,
  ) {
    super({ tileSize: tilePx, updateWhenZooming: false, keepBuffer: 1, maxZoom: 20, zIndex: 2 });
    this.rules = paintRules(colours);
    this.on('tileunload', ({ tile }: L.TileEvent) => {
      if (this.namesByTile.delete(tile)) this.tellSoon();
    });
  }

  recolour(colours: MapColours): void {
    if (colours === this.colours) return;
    this.colours = colours;
    this.rules = paintRules(colours);
    this.redraw();
  }

  override onRemove(map: L.Map): this {
    clearTimeout(this.timer);
    this.namesByTile.clear();
    this.onNames([]);
    return super.onRemove(map);
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = L.DomUtil.create('canvas', 'leaflet-tile');
    this.paint(canvas, coords).then(
      () => done(undefined, canvas),
      (error: Error) => done(error, canvas),
    );
    return canvas;
  }

  private async paint(canvas: HTMLCanvasElement, { x, y, z }: L.Coords): Promise<void> {
    const prepared = await this.file.view.getDisplayTile({ x, y, z });
    // Where the file has nothing the built-in map is seen.
    if (prepared.data.size === 0) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = tilePx * ratio;
    canvas.height = tilePx * ratio;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.colours.sea;
    context.fillRect(0, 0, tilePx, tilePx);
    const origin = prepared.origin.clone();
    origin.x = tilePx * x;
    origin.y = tilePx * y;
    const box = {
      minX: origin.x - marginPx,
      minY: origin.y - marginPx,
      maxX: origin.x + tilePx + marginPx,
      maxY: origin.y + tilePx + marginPx,
    };
    paint(context, z, new Map([['', [prepared]]]), null, this.rules, box, origin, false);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawGraticule(context, frameOf(x, y, z, tilePx), z, this.colours.graticule, tilePx);
    this.keepNames(canvas, prepared);
  }

  private keepNames(canvas: HTMLElement, { z, data, dataTile }: PreparedTile): void {
    const names = namesOf({ ...dataTile, sizePx: 2 * tilePx, layers: data }, this.locale);
    this.namesByTile.set(canvas, { z, names });
    this.tellSoon();
  }

  private tellSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const entries = [...this.namesByTile.values()];
      // While one zooms, tiles of two levels are there.
      const newest = entries.at(-1)?.z;
      const byId = new Map<string, MapFeature>();
      for (const { z, names } of entries) if (z === newest) for (const name of names) byId.set(name.id, name);
      this.onNames([...byId.values()]);
    }, namesAfterMs);
  }
}
