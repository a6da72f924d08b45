import {
  Cartesian2,
  Cartesian3,
  Color,
  DistanceDisplayCondition,
  HeightReference,
  LabelCollection,
  LabelStyle,
  Material,
  PointPrimitiveCollection,
  PolylineCollection,
  type Scene,
} from 'cesium';
import type { Geometry, Position } from 'geojson';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { type MapColours, mapFont } from '#web/map/map-colours.ts';
import type { Picked } from './volumes-layer.ts';

/** Metres above the ground at which what lies on it is drawn, so that it does not sink into it. */
const liftM = 15;

/** What lies on the ground: aerodromes and points as dots with names, boundaries and routes without limits as lines. */
export function createStillLayer(scene: Scene) {
  const points = scene.primitives.add(new PointPrimitiveCollection()) as PointPrimitiveCollection;
  const names = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const lines = scene.primitives.add(new PolylineCollection()) as PolylineCollection;

  function show(features: readonly MapFeature[], colours: MapColours, elevationOf: (p: Position) => number) {
    points.removeAll();
    names.removeAll();
    lines.removeAll();
    for (const feature of features) {
      const id: Picked = { kind: 'feature', id: feature.id };
      const color = Color.fromCssColorString(colours[feature.style.colour]);
      for (const line of linesOf(feature.geometry)) {
        lines.add({
          id,
          width: feature.style.width ?? 1,
          material: Material.fromType('Color', { color }),
          positions: line.map(([longitude = 0, latitude = 0]) =>
            Cartesian3.fromDegrees(longitude, latitude, liftM),
          ),
        });
      }
      if (feature.geometry.type !== 'Point') continue;
      const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
      const position = Cartesian3.fromDegrees(
        longitude,
        latitude,
        elevationOf(feature.geometry.coordinates) + liftM,
      );
      const seen = new DistanceDisplayCondition(0, (feature.minZoom ?? 0) > 5 ? 600_000 : 3_000_000);
      points.add({
        id,
        position,
        color,
        pixelSize: 7,
        outlineColor: Color.fromCssColorString(colours.halo),
        outlineWidth: 2,
        distanceDisplayCondition: seen,
      });
      if (feature.label === '') continue;
      names.add({
        id,
        position,
        text: feature.label,
        font: `12px ${mapFont}`,
        style: LabelStyle.FILL,
        fillColor: color,
        showBackground: true,
        backgroundColor: Color.fromCssColorString(colours.halo),
        backgroundPadding: new Cartesian2(3, 2),
        pixelOffset: new Cartesian2(8, 4),
        heightReference: HeightReference.NONE,
        distanceDisplayCondition: new DistanceDisplayCondition(
          0,
          (feature.labelMinZoom ?? 0) > 6 ? 150_000 : 800_000,
        ),
      });
    }
    scene.requestRender();
  }

  return { show };
}

function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  if (geometry.type === 'MultiLineString') return geometry.coordinates;
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(linesOf) : [];
}
