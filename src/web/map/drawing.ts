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
import type { LonLat, Position } from '../../domain/geo/geodesy.ts';
import { circleOfRing, type Shape, type ShapeKind, sectorOfRing } from '../../domain/geo/shapes.ts';

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

/** Drawing on a Leaflet map: `draw` waits for one shape, `edit` lets its corners be dragged. */
export function createDrawing(map: L.Map, onShape: (shape: Shape) => void) {
  const corners = {
    feature: { draggable: true, coordinates: { draggable: true, midpoints: true, deletable: true } },
  };
  const draw = new TerraDraw({
    adapter: new TerraDrawLeafletAdapter({ lib: L, map, coordinatePrecision: 9 }),
    modes: [
      new TerraDrawCircleMode({ projection: 'globe' }),
      new TerraDrawSectorMode(),
      new TerraDrawPolygonMode(),
      new TerraDrawLineStringMode(),
      new TerraDrawPointMode(),
      new TerraDrawSelectMode({ flags: { polygon: corners, linestring: corners, point: corners } }),
    ],
  });
  let tool: Tool | null = null;
  /** The shape that is being edited; its width or radius stays while its corners move. */
  let edited: Shape | null = null;

  draw.on('finish', (id, { action }) => {
    const feature = draw.getSnapshotFeature(id);
    if (!feature) return;
    if (action === 'draw' && tool) {
      const shape = shapeDrawn(tool, feature.geometry.coordinates);
      tool = null;
      // The library is still at work on the feature when it says that it is finished.
      queueMicrotask(() => {
        rest();
        if (shape) onShape(shape);
      });
    } else if (edited) {
      const shape = shapeEdited(edited, feature.geometry.coordinates);
      if (shape) {
        edited = shape;
        onShape(shape);
      }
    }
  });
  draw.start();

  function rest(): void {
    tool = null;
    edited = null;
    draw.setMode('select');
    draw.clear();
  }

  return {
    draw(next: Tool): void {
      rest();
      tool = next;
      draw.setMode(modes[next]);
    },
    /** Shows handles at the corners of what has corners. */
    edit(shape: Shape): void {
      rest();
      const feature = featureOf(shape);
      if (!feature) return;
      edited = shape;
      const [added] = draw.addFeatures([feature]);
      if (added?.valid && added.id !== undefined) draw.selectFeature(added.id);
    },
    rest,
    stop: () => draw.stop(),
  };
}

export type Drawing = ReturnType<typeof createDrawing>;

type Feature = Parameters<TerraDraw['addFeatures']>[0][number];

function featureOf(shape: Shape): Feature | null {
  const type = 'Feature';
  if (shape.kind === 'polygon') {
    const ring = shape.points.map(lonLat);
    const [first] = ring;
    if (!first || ring.length < 3) return null;
    return {
      type,
      geometry: { type: 'Polygon', coordinates: [[...ring, first]] },
      properties: { mode: 'polygon' },
    };
  }
  if (shape.kind === 'line' || shape.kind === 'corridor') {
    return {
      type,
      geometry: { type: 'LineString', coordinates: shape.points.map(lonLat) },
      properties: { mode: 'linestring' },
    };
  }
  const where = shape.kind === 'point' ? shape.position : 'centre' in shape ? shape.centre : null;
  return where
    ? { type, geometry: { type: 'Point', coordinates: lonLat(where) }, properties: { mode: 'point' } }
    : null;
}

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

function shapeEdited(shape: Shape, coordinates: unknown): Shape | null {
  if (shape.kind === 'polygon') {
    return {
      kind: 'polygon',
      points: positionsOf(Array.isArray(coordinates) ? coordinates[0] : []).slice(0, -1),
    };
  }
  if (shape.kind === 'line' || shape.kind === 'corridor')
    return { ...shape, points: positionsOf(coordinates) };
  const [where] = positionsOf([coordinates]);
  if (!where) return null;
  if (shape.kind === 'point') return { ...shape, position: where };
  return 'centre' in shape ? { ...shape, centre: where } : null;
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
