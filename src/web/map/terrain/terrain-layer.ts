import * as L from 'leaflet';
import { type MapColours, mapFont } from '#web/map/map-colours.ts';
import { latitudeOf, longitudeOf } from '#web/map/mercator.ts';
import { type Contours, contoursOf, type ReliefGrid, shadeOf } from './relief.ts';
import { heightOf, levelAt, type TerrainTiles } from './terrain-tiles.ts';

const tilePx = 256;
/** A height for every two pixels. */
const cells = tilePx / 2;
/** From farther away nothing of it could be seen, and a screen would read half a continent. */
export const shadingFromZoom = 7;
export const contoursFromZoom = 9;
const equatorM = 40_075_017;

/** South-west corners of whole degrees that hold heights. */
export type TerrainCells = readonly { south: number; west: number }[];

/** What of the terrain is shown. */
export interface Relief {
  shading: boolean;
  contours: boolean;
}

/** Metres between two contours at a zoom; every fifth is heavier and named. */
export function intervalAt(zoom: number): number {
  if (zoom < 10) return 200;
  if (zoom < 12) return 100;
  return zoom < 13 ? 50 : 20;
}

/** Shading of slopes and lines of equal height over the base map, drawn tile by tile from the heights that the server has. */
export class TerrainLayer extends L.GridLayer {
  constructor(
    private readonly tiles: TerrainTiles,
    private readonly known: TerrainCells,
    private relief: Relief,
    private colours: MapColours,
  ) {
    super({
      tileSize: tilePx,
      updateWhenZooming: false,
      keepBuffer: 1,
      minZoom: shadingFromZoom,
      maxZoom: 20,
      zIndex: 4,
      className: 'cw-terrain',
    });
  }

  show(relief: Relief, colours: MapColours): void {
    const { shading, contours } = this.relief;
    if (relief.shading === shading && relief.contours === contours && colours === this.colours) return;
    this.relief = relief;
    this.colours = colours;
    this.redraw();
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
    const grid = await this.gridOf(x, y, z);
    const context = grid && canvas.getContext('2d');
    if (!context) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = tilePx * ratio;
    canvas.height = tilePx * ratio;
    if (this.relief.shading) shade(context, grid, canvas.width, z);
    if (this.relief.contours && z >= contoursFromZoom) {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      // Steps of the grid begin one before the tile's corner.
      drawContours(context, contoursOf(grid, intervalAt(z)), 5 * intervalAt(z), this.colours);
    }
  }

  /** The heights of a tile with a ring around it; null: none of it is known. */
  private async gridOf(x: number, y: number, z: number): Promise<ReliefGrid | null> {
    const world = 2 ** z;
    const inWorld = ((x % world) + world) % world;
    const longitudeAt = (column: number) => longitudeOf((inWorld + column / cells) / world);
    const latitudeAt = (row: number) => latitudeOf((y + row / cells) / world);
    const side = cells + 3;
    const [west, east] = [longitudeAt(-1), longitudeAt(cells + 1)];
    const [north, south] = [latitudeAt(-1), latitudeAt(cells + 1)];
    const isKnown = this.known.some(
      (cell) => cell.west < east && cell.west + 1 > west && cell.south < north && cell.south + 1 > south,
    );
    if (!isKnown) return null;
    const sampler = await this.tiles.within(levelAt(z), [west, south, east, north]);
    if ([...sampler.tiles.values()].every((heights) => heights === null)) return null;
    const heights = new Float32Array(side * side);
    for (let row = 0; row < side; row++) {
      const latitude = latitudeAt(row - 1);
      for (let column = 0; column < side; column++)
        heights[row * side + column] = heightOf(sampler, latitude, longitudeAt(column - 1));
    }
    const middle = Math.cos((((north + south) / 2) * Math.PI) / 180);
    return { heights, side, stepM: (equatorM * middle) / world / cells };
  }
}

/** Far away slopes are small on the screen: they are drawn steeper than they are. */
const steeperAt = (zoom: number): number => Math.max(1, 2 ** ((12 - zoom) / 2.5));

function shade(context: CanvasRenderingContext2D, grid: ReliefGrid, sizePx: number, zoom: number): void {
  const side = grid.side - 2;
  const image = new ImageData(side, side);
  image.data.set(shadeOf(grid, steeperAt(zoom)));
  const small = document.createElement('canvas');
  small.width = side;
  small.height = side;
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = true;
  // Its values hold at points: the first and the last lie on the edges of the tile.
  context.drawImage(small, 0.5, 0.5, side - 1, side - 1, 0, 0, sizePx, sizePx);
}

function drawContours(
  context: CanvasRenderingContext2D,
  contours: Contours,
  heavyM: number,
  colours: MapColours,
): void {
  const px = (step: number) => ((step - 1) * tilePx) / cells;
  context.strokeStyle = colours.contour;
  context.lineCap = 'round';
  for (const [level, pieces] of contours) {
    context.lineWidth = level % heavyM === 0 ? 1.3 : 0.6;
    context.beginPath();
    for (let i = 0; i + 3 < pieces.length; i += 4) {
      context.moveTo(px(pieces[i] ?? 0), px(pieces[i + 1] ?? 0));
      context.lineTo(px(pieces[i + 2] ?? 0), px(pieces[i + 3] ?? 0));
    }
    context.stroke();
  }
  context.font = `10px ${mapFont}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = colours.halo;
  context.fillStyle = colours.contourName;
  const named: [number, number][] = [];
  for (const [level, pieces] of contours) {
    if (level % heavyM !== 0) continue;
    const found = nameOf(pieces, px, named);
    if (!found) continue;
    named.push([found.x, found.y]);
    context.save();
    context.translate(found.x, found.y);
    context.rotate(found.turn);
    context.strokeText(String(level), 0, 0);
    context.fillText(String(level), 0, 0);
    context.restore();
  }
}

/** Where a line's height can be written: wholly in the tile, away from the others; null: nowhere. */
function nameOf(
  pieces: readonly number[],
  px: (step: number) => number,
  taken: readonly [number, number][],
): { x: number; y: number; turn: number } | null {
  const [margin, apart] = [24, 70];
  for (let i = 0; i + 3 < pieces.length; i += 4) {
    const [x1, y1] = [px(pieces[i] ?? 0), px(pieces[i + 1] ?? 0)];
    const [x2, y2] = [px(pieces[i + 2] ?? 0), px(pieces[i + 3] ?? 0)];
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    if (x < margin || y < margin || x > tilePx - margin || y > tilePx - margin) continue;
    if (taken.some(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) < apart)) continue;
    const turn = Math.atan2(y2 - y1, x2 - x1);
    // Never upside down.
    return { x, y, turn: turn > Math.PI / 2 ? turn - Math.PI : turn < -Math.PI / 2 ? turn + Math.PI : turn };
  }
  return null;
}
