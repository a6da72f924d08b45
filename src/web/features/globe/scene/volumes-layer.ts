import {
  Cartesian2,
  Cartesian3,
  Color,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  PerInstanceColorAppearance,
  PolygonGeometry,
  PolygonHierarchy,
  PolygonOutlineGeometry,
  PolylineVolumeGeometry,
  PolylineVolumeOutlineGeometry,
  Primitive,
  PrimitiveCollection,
  type Scene,
} from 'cesium';
import type { Geometry, Position } from 'geojson';
import type { DrawnLimits } from '#web/features/globe/drawn-heights.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import type { MapColours } from '#web/map/map-colours.ts';

/** What is drawn as a room in the air. */
export interface Volume {
  feature: MapFeature;
  limits: DrawnLimits;
}

export interface Picked {
  kind: 'target' | 'feature';
  id: string;
}

/** Half the width of a tube whose plan states none, metres. */
const tubeM = 150;
/** Corners of the section of a tube. */
const tubeCorners = 12;

/** Airspaces between their limits and plans as tubes, drawn together and anew when they change. */
export function createVolumesLayer(scene: Scene) {
  const own = scene.primitives.add(new PrimitiveCollection()) as PrimitiveCollection;

  function show(volumes: readonly Volume[], colours: MapColours, selectedId: string | null): void {
    own.removeAll();
    const solids: GeometryInstance[] = [];
    const edges: GeometryInstance[] = [];
    for (const volume of volumes) {
      const { feature } = volume;
      const id: Picked = { kind: 'feature', id: feature.id };
      const chosen = feature.id === selectedId;
      const colour = Color.fromCssColorString(colours[chosen ? 'selected' : feature.style.colour]);
      // What holds so much of the air that everything lies in it is its outline alone.
      const alpha = feature.byOutline ? 0 : chosen ? 0.35 : feature.style.inside === 'none' ? 0.1 : 0.2;
      for (const { solid, edge } of shapesOf(volume)) {
        const attributes = (one: Color) => ({ color: ColorGeometryInstanceAttribute.fromColor(one) });
        if (alpha > 0 && solid)
          solids.push(
            new GeometryInstance({ id, geometry: solid, attributes: attributes(colour.withAlpha(alpha)) }),
          );
        if (edge)
          edges.push(
            new GeometryInstance({ id, geometry: edge, attributes: attributes(colour.withAlpha(0.9)) }),
          );
      }
    }
    const appearance = () => new PerInstanceColorAppearance({ flat: true, translucent: true, closed: false });
    if (solids.length > 0) own.add(new Primitive({ geometryInstances: solids, appearance: appearance() }));
    if (edges.length > 0) own.add(new Primitive({ geometryInstances: edges, appearance: appearance() }));
    scene.requestRender();
  }

  return { show };
}

type Geometries = {
  solid: PolygonGeometry | PolylineVolumeGeometry | null;
  edge: PolygonOutlineGeometry | PolylineVolumeOutlineGeometry | null;
};

function shapesOf({ feature, limits }: Volume): Geometries[] {
  const { line } = feature;
  // A route with room around it is its tube; the room's outline on the ground says nothing more.
  if (line) return [tubeOf(line.coordinates, line.widthM, limits)];
  return polygonsOf(feature.geometry).map((rings) =>
    polygonOf(rings, feature.byOutline ? { ...limits, toM: limits.fromM + 1 } : limits),
  );
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(polygonsOf) : [];
}

function polygonOf(rings: Position[][], { fromM, toM }: DrawnLimits): Geometries {
  const [outer = [], ...holes] = rings.map((ring) =>
    Cartesian3.fromDegreesArray(ring.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude])),
  );
  const polygonHierarchy = new PolygonHierarchy(
    outer,
    holes.map((hole) => new PolygonHierarchy(hole)),
  );
  const shape = { polygonHierarchy, height: toM, extrudedHeight: fromM };
  return {
    solid: new PolygonGeometry({ ...shape, vertexFormat: PerInstanceColorAppearance.FLAT_VERTEX_FORMAT }),
    edge: new PolygonOutlineGeometry(shape),
  };
}

/** A tube whose section is as high as the limits are apart, and as wide as its room. */
function tubeOf(coordinates: Position[], widthM: number | null, { fromM, toM }: DrawnLimits): Geometries {
  const middleM = (fromM + toM) / 2;
  const polylinePositions = distinct(coordinates).map(([longitude = 0, latitude = 0]) =>
    Cartesian3.fromDegrees(longitude, latitude, middleM),
  );
  if (polylinePositions.length < 2) return { solid: null, edge: null };
  const across = (widthM ?? 2 * tubeM) / 2;
  const up = Math.max(20, (toM - fromM) / 2);
  const shapePositions = Array.from({ length: tubeCorners }, (_, index) => {
    const angle = (2 * Math.PI * index) / tubeCorners;
    return new Cartesian2(across * Math.cos(angle), up * Math.sin(angle));
  });
  const shape = { polylinePositions, shapePositions };
  return {
    solid: new PolylineVolumeGeometry({
      ...shape,
      vertexFormat: PerInstanceColorAppearance.FLAT_VERTEX_FORMAT,
    }),
    edge: new PolylineVolumeOutlineGeometry(shape),
  };
}

/** Without points that repeat the one before. */
function distinct(coordinates: Position[]): Position[] {
  return coordinates.filter(
    ([x, y], index) => index === 0 || coordinates[index - 1]?.[0] !== x || coordinates[index - 1]?.[1] !== y,
  );
}
