import * as L from 'leaflet';
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawSectorMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawLeafletAdapter } from 'terra-draw-leaflet-adapter';
import { inverse, type LonLat, type Position } from '#domain/geo/geodesy.ts';
import { circleOfRing, type Shape, type ShapeKind, sectorOfRing } from '#domain/geo/shapes.ts';

/** What can be drawn by hand, and with which of the drawing library's modes. */
const modes: Record<Exclude<ShapeKind, 'free'>, string> = {
  circle: 'circle',
  pointRadius: 'point',
  sector: 'sector',
  polygon: 'polygon',
  line: 'linestring',
  corridor: 'linestring',
  point: 'point',
};

export type Tool = keyof typeof modes;

/** Width and radius that a corridor and a point with radius begin with, until a figure is typed. */
export const firstWidthM = 2000;
export const firstRadiusM = 500;

/** A place fitted to what is there, or null: where the pointer is, in degrees. */
export type SnapTo = (latitude: number, longitude: number) => Position | null;

/** Draws one new shape by clicks on a Leaflet map: `draw` waits for it. Changing one is the handles' work. */
export function createDrawing(
  map: L.Map,
  { onShape, snapTo }: { onShape: (shape: Shape) => void; snapTo: SnapTo },
) {
  const snapping = {
    toCustom: ({ lat, lng }: { lat: number; lng: number }): LonLat | undefined => {
      const at = snapTo(lat, lng);
      return at ? lonLat(at) : undefined;
    },
  };
  const draw = new TerraDraw({
    adapter: new TerraDrawLeafletAdapter({ lib: L, map, coordinatePrecision: 9 }),
    modes: [
      new TerraDrawCircleMode({ projection: 'globe' }),
      new TerraDrawSectorMode(),
      new TerraDrawPolygonMode({ snapping }),
      new TerraDrawLineStringMode({ snapping }),
      new TerraDrawPointMode(),
      new TerraDrawSelectMode(),
    ],
  });
  let tool: Tool | null = null;
  /** Where the first click was fitted to, for the shapes whose mode of the library cannot snap by itself. */
  let first: { fitted: Position | null } | null = null;
  const onClick = ({ latlng: { lat, lng } }: L.LeafletMouseEvent) => {
    if (tool && !first) first = { fitted: snapTo(lat, lng) };
  };
  map.on('click', onClick);

  draw.on('finish', (id, { action }) => {
    const feature = draw.getSnapshotFeature(id);
    if (!feature || action !== 'draw' || !tool) return;
    const { coordinates } = feature.geometry;
    const made = tool;
    tool = null;
    // The library is still at work on the feature when it says that it is finished, and the click may come after it.
    setTimeout(() => {
      const shape = shapeDrawn(made, coordinates);
      const fitted = first?.fitted ?? null;
      rest();
      if (shape) onShape(fitted ? centredOn(shape, fitted) : shape);
    }, 0);
  });
  draw.start();

  function rest(): void {
    tool = null;
    first = null;
    draw.setMode('select');
    draw.clear();
  }

  return {
    draw(next: Tool): void {
      rest();
      tool = next;
      draw.setMode(modes[next]);
    },
    rest,
    stop(): void {
      map.off('click', onClick);
      draw.stop();
    },
  };
}

export type Drawing = ReturnType<typeof createDrawing>;

function shapeDrawn(tool: Tool, coordinates: unknown): Shape | null {
  if (tool === 'point' || tool === 'pointRadius') {
    const [where] = positionsOf([coordinates]);
    if (!where) return null;
    return tool === 'point'
      ? { kind: 'point', position: where }
      : { kind: 'pointRadius', centre: where, radiusM: firstRadiusM };
  }
  if (tool === 'line') return { kind: 'line', points: positionsOf(coordinates) };
  if (tool === 'corridor') return { kind: 'corridor', points: positionsOf(coordinates), widthM: firstWidthM };
  const ring = positionsOf(Array.isArray(coordinates) ? coordinates[0] : []);
  if (tool === 'polygon') return { kind: 'polygon', points: ring.slice(0, -1) };
  if (tool === 'sector') return sectorOfRing(ring.map(lonLat));
  const circle = circleOfRing(ring.map(lonLat));
  return circle && { kind: 'circle', ...circle };
}

/** A round shape around the place that its centre was fitted to; nothing else moves. */
function centredOn(shape: Shape, centre: Position): Shape {
  if (shape.kind === 'point') return { ...shape, position: centre };
  if (!('centre' in shape)) return shape;
  // A centre far from the fitted place was not drawn there.
  const farM = inverse(shape.centre, centre).distanceM;
  const radiusM = shape.kind === 'sector' ? shape.outerRadiusM : shape.radiusM;
  return shape.kind === 'pointRadius' || farM < radiusM ? { ...shape, centre } : shape;
}

function positionsOf(coordinates: unknown): Position[] {
  if (!Array.isArray(coordinates)) return [];
  return coordinates.flatMap((pair: unknown) => {
    if (!Array.isArray(pair)) return [];
    const [longitude, latitude] = pair;
    return typeof longitude === 'number' && typeof latitude === 'number' ? [{ latitude, longitude }] : [];
  });
}

function lonLat({ longitude, latitude }: Position): LonLat {
  // The library counts decimals and refuses more than nine.
  return [Math.round(longitude * 1e8) / 1e8, Math.round(latitude * 1e8) / 1e8];
}
