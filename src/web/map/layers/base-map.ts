import * as L from 'leaflet';
import type { MapColours } from '#web/map/map-colours.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY, worldPixels } from '#web/map/mercator.ts';

/** From this zoom the coast is drawn from the 1:10m cells. */
const detailFromZoom = 6;
/** From this zoom built-up areas are drawn. */
const urbanFromZoom = 5;
const detailDegrees = 10;
const overviewDegrees = 20;
const tilePx = 512;
/** Points nearer than this to the last one drawn are left out, in pixels. */
const skipPx = 0.6;

/** A ring or line in Mercator fractions of the world; `seam[i]` is 1 where the edge to point i runs along a cell. */
interface Shape {
  x: Float64Array;
  y: Float64Array;
  seam: Uint8Array;
  box: { west: number; north: number; east: number; south: number };
}

interface Overview {
  /** By cell. */
  land: Shape[][];
  lakes: Shape[];
  rivers: Shape[];
  urban: Shape[];
}

/**
 * A town, in degrees. `chinese` is empty abroad, where the local name serves, and null in China, where the town has a
 * Chinese name that our data lacks.
 */
export type PlaceRow = [
  longitude: number,
  latitude: number,
  rank: number,
  chinese: string | null,
  latin: string,
];

/** Loads the files that scripts/generate-base-map.ts made, each once. */
export function createBaseMapData(root = '/base-map') {
  const cells = new Map<string, Promise<Shape[]>>();
  const getJson = async (path: string): Promise<unknown> => {
    const response = await fetch(`${root}/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const once = <T>(make: () => Promise<T>) => {
    let promise: Promise<T> | undefined;
    return () => {
      promise ??= make().catch((error) => {
        // The next one who asks tries again.
        promise = undefined;
        throw error;
      });
      return promise;
    };
  };
  // The files are ours, made at build by the script named above: their form is known here.
  const overview = once(async (): Promise<Overview> => {
    const file = (await getJson('overview.json')) as {
      unitsPerDegree: number;
      land: { rings: number[][] }[];
      lakes: number[][];
      rivers: number[][];
      urban: number[][];
    };
    const decode = (rings: number[][]) =>
      rings.map((ring) => decodeShape(ring, file.unitsPerDegree, overviewDegrees));
    return {
      land: file.land.map(({ rings }) => decode(rings)),
      lakes: decode(file.lakes),
      rivers: decode(file.rivers),
      urban: decode(file.urban),
    };
  });
  const present = once(async () => new Set(((await getJson('version.json')) as { detail: string[] }).detail));
  return {
    overview,
    places: once(async () => (await getJson('places.json')) as PlaceRow[]),
    placesDetail: once(async () => (await getJson('places-detail.json')) as PlaceRow[]),
    /** Land of one 10° cell; empty for open sea. */
    async cell(x: number, y: number): Promise<Shape[]> {
      const name = `${x}_${y}`;
      if (!(await present()).has(name)) return [];
      let shapes = cells.get(name);
      if (!shapes) {
        shapes = getJson(`detail/${name}.json`).then((rings) =>
          (rings as number[][]).map((ring) => decodeShape(ring, 10_000, detailDegrees)),
        );
        shapes.catch(() => cells.delete(name));
        cells.set(name, shapes);
      }
      return shapes;
    },
  };
}

export type BaseMapData = ReturnType<typeof createBaseMapData>;

function decodeShape(deltas: number[], unitsPerDegree: number, cellDegrees: number): Shape {
  const count = deltas.length / 2;
  const shape: Shape = {
    x: new Float64Array(count),
    y: new Float64Array(count),
    seam: new Uint8Array(count),
    box: { west: 1, north: 1, east: 0, south: 0 },
  };
  const cell = cellDegrees * unitsPerDegree;
  let unitX = 0;
  let unitY = 0;
  for (let i = 0; i < count; i++) {
    const stepX = deltas[2 * i] ?? 0;
    const stepY = deltas[2 * i + 1] ?? 0;
    unitX += stepX;
    unitY += stepY;
    // An edge that runs along a cell's border is the clip's, not the coast's.
    if (i > 0 && ((stepX === 0 && unitX % cell === 0) || (stepY === 0 && unitY % cell === 0)))
      shape.seam[i] = 1;
    const x = mercatorX(unitX / unitsPerDegree);
    const y = mercatorY(unitY / unitsPerDegree);
    shape.x[i] = x;
    shape.y[i] = y;
    shape.box.west = Math.min(shape.box.west, x);
    shape.box.east = Math.max(shape.box.east, x);
    shape.box.north = Math.min(shape.box.north, y);
    shape.box.south = Math.max(shape.box.south, y);
  }
  return shape;
}

/** Land, water and graticule, drawn into canvas tiles from files that we serve ourselves. */
export class BaseMapLayer extends L.GridLayer {
  constructor(
    private readonly data: BaseMapData,
    private colours: MapColours,
  ) {
    super({
      tileSize: tilePx,
      updateWhenZooming: false,
      keepBuffer: 1,
      maxZoom: 20,
      className: 'cw-base-map',
    });
  }

  recolour(colours: MapColours): void {
    if (colours === this.colours) return;
    this.colours = colours;
    this.redraw();
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = L.DomUtil.create('canvas', 'leaflet-tile');
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = tilePx * ratio;
    canvas.height = tilePx * ratio;
    void this.paint(canvas, coords, ratio).then(
      () => done(undefined, canvas),
      (error: Error) => done(error, canvas),
    );
    return canvas;
  }

  private async paint(canvas: HTMLCanvasElement, coords: L.Coords, ratio: number): Promise<void> {
    const across = Math.max(1, 2 ** coords.z / 2);
    // Copies of the world to the left and right are the world again.
    const wrappedX = ((coords.x % across) + across) % across;
    const tile = frameOf(wrappedX, coords.y, coords.z, tilePx);
    const { land: coarse, lakes, rivers, urban } = await this.data.overview();
    const land = coords.z >= detailFromZoom ? await this.detail(tile) : coarse;
    const context = canvas.getContext('2d');
    if (!context) return;
    const { colours } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.sea;
    context.fillRect(0, 0, tilePx, tilePx);
    context.lineJoin = 'round';
    for (const cell of land) fill(context, tile, cell, colours.land, 0.9);
    if (coords.z >= urbanFromZoom) fillOnLand(context, tile, land, urban, colours.urban);
    drawGraticule(context, tile, coords.z, colours.graticule, tilePx);
    for (const cell of land) outline(context, tile, cell, colours.coast, coords.z < 5 ? 0.6 : 1);
    fill(context, tile, lakes, colours.water, 0);
    if (coords.z >= 3) outline(context, tile, rivers, colours.river, coords.z < 6 ? 0.7 : 1.3);
    outline(context, tile, lakes, colours.coast, 0.6);
  }

  private async detail(tile: TileFrame): Promise<Shape[][]> {
    const column = (x: number) => Math.max(0, Math.min(35, Math.floor(x * 36)));
    const row = (y: number) => Math.max(0, Math.min(17, Math.floor((90 - latitudeOf(y)) / detailDegrees)));
    const wanted: Promise<Shape[]>[] = [];
    for (let y = row(tile.north); y <= row(tile.south); y++) {
      for (let x = column(tile.west); x <= column(tile.east); x++) wanted.push(this.data.cell(x, y));
    }
    return Promise.all(wanted);
  }
}

/** Where a tile of `sizePx` lies. */
export function frameOf(x: number, y: number, zoom: number, sizePx: number): TileFrame {
  const world = worldPixels(zoom);
  return {
    world,
    originX: x * sizePx,
    originY: y * sizePx,
    west: (x * sizePx) / world,
    east: ((x + 1) * sizePx) / world,
    north: (y * sizePx) / world,
    south: ((y + 1) * sizePx) / world,
  };
}

interface TileFrame {
  world: number;
  originX: number;
  originY: number;
  /** Mercator fractions. */
  west: number;
  east: number;
  north: number;
  south: number;
}

function meets({ box }: Shape, tile: TileFrame): boolean {
  return box.west <= tile.east && box.east >= tile.west && box.north <= tile.south && box.south >= tile.north;
}

/** `bleed` widens what is filled, so that no hairline shows between two cells. */
function fill(
  context: CanvasRenderingContext2D,
  tile: TileFrame,
  shapes: Shape[],
  colour: string,
  bleed: number,
): void {
  const inside = shapes.filter((shape) => meets(shape, tile));
  if (inside.length === 0) return;
  context.beginPath();
  for (const shape of inside) trace(context, tile, shape, false);
  context.fillStyle = colour;
  context.fill('evenodd');
  if (bleed > 0) {
    context.strokeStyle = colour;
    context.lineWidth = bleed;
    context.stroke();
  }
}

/** Built-up areas are coarser than the coast: what lies beyond it is not painted. */
function fillOnLand(
  context: CanvasRenderingContext2D,
  tile: TileFrame,
  land: Shape[][],
  shapes: Shape[],
  colour: string,
): void {
  const inside = shapes.filter((shape) => meets(shape, tile));
  if (inside.length === 0) return;
  context.save();
  context.beginPath();
  for (const shape of land.flat()) if (meets(shape, tile)) trace(context, tile, shape, false);
  context.clip('evenodd');
  fill(context, tile, inside, colour, 0);
  context.restore();
}

function outline(
  context: CanvasRenderingContext2D,
  tile: TileFrame,
  shapes: Shape[],
  colour: string,
  width: number,
): void {
  context.beginPath();
  for (const shape of shapes) if (meets(shape, tile)) trace(context, tile, shape, true);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

function trace(
  context: CanvasRenderingContext2D,
  { world, originX, originY }: TileFrame,
  { x, y, seam }: Shape,
  liftAtSeams: boolean,
): void {
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  const last = x.length - 1;
  for (let i = 0; i <= last; i++) {
    const px = (x[i] ?? 0) * world - originX;
    const py = (y[i] ?? 0) * world - originY;
    if (i === 0 || (liftAtSeams && seam[i])) {
      context.moveTo(px, py);
    } else {
      const near = Math.abs(px - lastX) < skipPx && Math.abs(py - lastY) < skipPx;
      // A point before a seam must be drawn: the line is lifted there.
      if (near && i !== last && !seam[i + 1]) continue;
      context.lineTo(px, py);
    }
    lastX = px;
    lastY = py;
  }
}

export function drawGraticule(
  context: CanvasRenderingContext2D,
  tile: TileFrame,
  zoom: number,
  colour: string,
  sizePx: number,
): void {
  const stepDegrees =
    zoom < 4 ? 10 : zoom < 6 ? 5 : zoom < 9 ? 1 : zoom < 11 ? 0.5 : zoom < 13 ? 1 / 6 : 1 / 60;
  context.beginPath();
  const west = longitudeOf(tile.west);
  const east = longitudeOf(tile.east);
  for (let k = Math.ceil(west / stepDegrees); k * stepDegrees <= east; k++) {
    const px = Math.round(mercatorX(k * stepDegrees) * tile.world - tile.originX) + 0.5;
    context.moveTo(px, 0);
    context.lineTo(px, sizePx);
  }
  const south = latitudeOf(tile.south);
  for (let k = Math.floor(latitudeOf(tile.north) / stepDegrees); k * stepDegrees >= south; k--) {
    const py = Math.round(mercatorY(k * stepDegrees) * tile.world - tile.originY) + 0.5;
    context.moveTo(0, py);
    context.lineTo(sizePx, py);
  }
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.stroke();
}
