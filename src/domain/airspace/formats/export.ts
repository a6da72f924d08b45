import { type Altitude, altitudeM, formatLimits } from '#domain/geo/altitude.ts';
import type { LonLat } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { Xml } from './xml.ts';

/** An airspace as it is handed out; `properties` are what the reader may see, in the record's own names. */
export interface ExportedAirspace {
  id: number;
  name: string;
  kindText: string;
  geometry: Geometry;
  lower: Altitude | null;
  upper: Altitude | null;
  properties: Record<string, unknown>;
}

/** Under this name a KML of ours keeps what its picture does not show, as the GeoJSON feature that it is. */
export const ownData = 'clearway-airspace';

const featureOf = ({ id, geometry, properties }: ExportedAirspace) => ({
  type: 'Feature',
  id,
  geometry,
  properties,
});

/** GeoJSON (RFC 7946); each feature keeps the figures from which its geometry was made, so that it can be read back. */
export function toGeoJson(airspaces: readonly ExportedAirspace[]): string {
  const features = airspaces.map(featureOf);
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

/**
 * KML 2.2: what begins at the ground is its top, extruded down; anything else its top, its bottom and its walls.
 * Heights above ground are relative to it, all others absolute: of a pressure level that is the standard atmosphere's
 * height, and the description says the limits as they are.
 */
export function toKml(title: string, airspaces: readonly ExportedAirspace[]): string {
  const { element } = Xml;
  const placemarks = airspaces.map((airspace) =>
    element(
      'Placemark',
      { id: `airspace-${airspace.id}` },
      element('name', {}, airspace.name),
      element('description', {}, `${airspace.kindText} · ${formatLimits(airspace.lower, airspace.upper)}`),
      element('styleUrl', {}, '#airspace'),
      element(
        'ExtendedData',
        {},
        element('Data', { name: ownData }, element('value', {}, JSON.stringify(featureOf(airspace)))),
      ),
      element('MultiGeometry', {}, ...solid(airspace)),
    ),
  );
  const style = element(
    'Style',
    { id: 'airspace' },
    element('LineStyle', {}, element('color', {}, 'ffd18a1e'), element('width', {}, 1.5)),
    element('PolyStyle', {}, element('color', {}, '40d18a1e')),
  );
  return Xml.document(
    element(
      'kml',
      { xmlns: 'http://www.opengis.net/kml/2.2' },
      element('Document', {}, element('name', {}, title), style, ...placemarks),
    ),
  );
}

function solid({ geometry, lower, upper }: ExportedAirspace): Xml[] {
  const polygons =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  const top = upper ? altitudeM(upper) : 0;
  const fromGround = !lower || (lower.reference === 'AGL' && altitudeM(lower) <= 0);
  const sameDatum = lower && upper && isRelative(lower) === isRelative(upper);
  return polygons.flatMap((rings) => {
    const roof = polygonAt(rings, top, upper, fromGround || !sameDatum);
    if (fromGround || !lower) return [roof];
    const bottom = altitudeM(lower);
    const floor = polygonAt(rings, bottom, lower, false);
    return sameDatum ? [roof, floor, ...walls(rings, bottom, top, upper)] : [roof, floor];
  });
}

const isRelative = ({ reference }: Altitude) => reference === 'AGL' || reference === 'QFE';

function polygonAt(rings: LonLat[][], heightM: number, altitude: Altitude | null, extrude: boolean): Xml {
  const { element } = Xml;
  const boundary = (ring: LonLat[], index: number) =>
    element(
      index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs',
      {},
      element(
        'LinearRing',
        {},
        element('coordinates', {}, ring.map(([lon, lat]) => `${lon},${lat},${round(heightM)}`).join(' ')),
      ),
    );
  return element(
    'Polygon',
    {},
    element('extrude', {}, extrude ? 1 : 0),
    element('altitudeMode', {}, !altitude || isRelative(altitude) ? 'relativeToGround' : 'absolute'),
    ...rings.map(boundary),
  );
}

function walls(rings: LonLat[][], bottomM: number, topM: number, altitude: Altitude | null): Xml[] {
  const { element } = Xml;
  const mode = !altitude || isRelative(altitude) ? 'relativeToGround' : 'absolute';
  return rings.flatMap((ring) =>
    ring.slice(1).map((to, i) => {
      const from = ring[i] ?? to;
      const corners = [
        [from, bottomM],
        [to, bottomM],
        [to, topM],
        [from, topM],
        [from, bottomM],
      ] as const;
      const path = corners.map(([[lon, lat], height]) => `${lon},${lat},${round(height)}`).join(' ');
      const boundary = element(
        'outerBoundaryIs',
        {},
        element('LinearRing', {}, element('coordinates', {}, path)),
      );
      return element('Polygon', {}, element('extrude', {}, 0), element('altitudeMode', {}, mode), boundary);
    }),
  );
}

const round = (metres: number) => Math.round(metres * 100) / 100;
