import { Type } from '@sinclair/typebox';
import type { Geometry } from '#domain/geo/geojson.ts';

export const altitudeInput = Type.Object({
  value: Type.Number(),
  unit: Type.Union([Type.Literal('m'), Type.Literal('ft'), Type.Literal('FL')]),
  reference: Type.Union([
    Type.Literal('AGL'),
    Type.Literal('AMSL'),
    Type.Literal('QFE'),
    Type.Literal('STD'),
    Type.Literal('WGS84'),
  ]),
});

/** GeoJSON geometry; its coordinates are validated by the record's schema. */
export const geometryInput = Type.Object({
  type: Type.Union([
    Type.Literal('Point'),
    Type.Literal('LineString'),
    Type.Literal('Polygon'),
    Type.Literal('MultiPolygon'),
  ]),
  coordinates: Type.Array(Type.Unknown()),
});

/** GeoJSON geometry or null, in an answer. */
export const geometryOutput = Type.Unsafe<Geometry | null>(Type.Unknown());
