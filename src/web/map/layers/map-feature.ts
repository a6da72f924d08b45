import type { Geometry, Position } from 'geojson';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Interval } from '#domain/time/interval.ts';
import type { FlightCategory } from '#domain/weather/category.ts';
import type { Wind } from '#domain/weather/weather.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import { mercatorX, mercatorY } from '#web/map/mercator.ts';
import { type Moment, unconcern } from './concern.ts';

/** How a thing on the map is drawn; colours are named, so that both themes have them. */
export interface FeatureStyle {
  colour: keyof MapColours;
  /** Lines: pixels. */
  width?: number;
  dash?: number[];
  /** Areas: slanted lines across, or a light wash. */
  inside?: 'hatch' | 'wash' | 'none';
  /** Areas: a hatched band along the edge: crossed lines, lines close together, lines far apart. */
  edge?: AreaEdge;
  /** Points. */
  symbol?: PointSymbol;
  /** True bearing of the runway in an aerodrome's symbol; absent: 045. */
  runwayDeg?: number;
  /** Of a `station`: a ring by its category around the aerodrome, and the wind as a barb. */
  station?: StationLook;
}

/** Null: not known, not reported. */
export interface StationLook {
  category: FlightCategory | null;
  wind: Wind | null;
}

export type AreaEdge = 'cross' | 'close' | 'sparse';

/** Told apart by shape, not by colour alone. */
export type PointSymbol =
  | 'civil'
  | 'general'
  | 'heliport'
  | 'military'
  | 'landingPoint'
  | 'place'
  | 'name'
  | 'threshold'
  | 'waypoint'
  | 'obstacle'
  | 'obstacleLit'
  | 'station';

/** One thing on the map: a record's shape with what is needed to draw, label and open it. */
export interface MapFeature {
  /** Unique on its layer, e.g. `airspace-12`. */
  id: string;
  geometry: Geometry;
  style: FeatureStyle;
  /** Its name on the map, in lines; empty for none. */
  label: string;
  /** A further line of the label near by: the limits of an airspace. */
  detail?: string;
  /** From these zooms the thing, and its label, are drawn. */
  minZoom?: number;
  labelMinZoom?: number;
  /** Lower goes first where labels compete. */
  rank: number;
  /** What the card says: the record's facts, in order, as [label, value]. Absent: it cannot be opened. */
  card?: FeatureCard;
  /** Between which heights it lies, where it takes room in the air; null: from the ground, without limit. */
  limits?: { lower: Altitude | null; upper: Altitude | null };
  /** Of a route: what is flown, and how wide the room around it is in metres. */
  line?: { coordinates: Position[]; widthM: number | null };
  /** It holds so much of the map that only its outline is its own: a click inside means what lies there. */
  byOutline?: boolean;
  /** Information: when it holds, UTC ms. Outside, or at a height that it does not reach, it is dimmed and says why. */
  holds?: readonly Interval[];
  /** Information whose look changes with the moment: how it looks then. */
  at?: (moment: Moment) => Partial<Pick<MapFeature, 'style' | 'label' | 'detail' | 'card'>>;
  /** Information that moves: where it is then. */
  whereAt?: (moment: Moment) => Geometry;
}

export interface FeatureCard {
  title: string;
  subtitle?: string;
  facts: [label: string, value: string][];
  /** Path of its page. */
  link?: string;
}

/** A part of a geometry in Mercator fractions: x, y, x, y, … */
export interface ProjectedPart {
  kind: 'area' | 'line' | 'point';
  coordinates: Float64Array;
  /** An area's holes and outline are one group. */
  group: number;
}

export interface ProjectedFeature {
  feature: MapFeature;
  parts: ProjectedPart[];
  box: { west: number; north: number; east: number; south: number };
  /** Where its label stands. */
  anchor: { x: number; y: number };
  /** How it looks at the moment for which this was worked out. */
  seen?: { moment: Moment | null; feature: MapFeature };
  /** Where it is at the moment for which this was worked out. */
  placed?: { moment: Moment; projected: ProjectedFeature };
}

/** Brings a feature to Mercator once, so that drawing is only a multiplication. Null for an empty geometry. */
export function projectFeature(feature: MapFeature): ProjectedFeature | null {
  const parts: ProjectedPart[] = [];
  let group = 0;
  const add = (kind: ProjectedPart['kind'], positions: Position[], inGroup: number) => {
    if (positions.length === 0) return;
    const coordinates = new Float64Array(positions.length * 2);
    // The parts of what lies across 180° lie beside each other, and their sides go the short way; one right round the world stays.
    let before = parts[0]?.coordinates[0];
    positions.forEach(([longitude = 0, latitude = 0], i) => {
      const x = mercatorX(longitude);
      const last = positions[i - 1];
      const isRound = last && last[1] === latitude && Math.abs((last[0] ?? 0) - longitude) === 360;
      const near = before === undefined || isRound ? x : x + turns(before - x);
      coordinates[2 * i] = near;
      coordinates[2 * i + 1] = mercatorY(latitude);
      before = near;
    });
    parts.push({ kind, coordinates, group: inGroup });
  };
  const walk = (geometry: Geometry): void => {
    group += 1;
    if (geometry.type === 'Point') add('point', [geometry.coordinates], group);
    else if (geometry.type === 'MultiPoint')
      for (const point of geometry.coordinates) add('point', [point], group);
    else if (geometry.type === 'LineString') add('line', geometry.coordinates, group);
    else if (geometry.type === 'MultiLineString')
      for (const line of geometry.coordinates) add('line', line, group);
    else if (geometry.type === 'Polygon') for (const ring of geometry.coordinates) add('area', ring, group);
    else if (geometry.type === 'MultiPolygon')
      for (const polygon of geometry.coordinates) {
        group += 1;
        for (const ring of polygon) add('area', ring, group);
      }
    else for (const member of geometry.geometries) walk(member);
  };
  walk(feature.geometry);
  if (parts.length === 0) return null;
  const box = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
  for (const { coordinates } of parts) {
    for (let i = 0; i < coordinates.length; i += 2) {
      box.west = Math.min(box.west, coordinates[i] ?? 0);
      box.east = Math.max(box.east, coordinates[i] ?? 0);
      box.north = Math.min(box.north, coordinates[i + 1] ?? 0);
      box.south = Math.max(box.south, coordinates[i + 1] ?? 0);
    }
  }
  return { feature, parts, box, anchor: anchorOf(parts, box) };
}

/** How often a side of this length goes round the world before it is no longer than half of it. */
const turns = (length: number) => (Math.abs(length) > 0.5 ? Math.round(length) : 0);

/** An area's label stands in the middle of its box; a line's at its middle point. */
function anchorOf(parts: ProjectedPart[], box: ProjectedFeature['box']): { x: number; y: number } {
  const line = parts.find((part) => part.kind === 'line');
  if (line && parts.every((part) => part.kind === 'line')) {
    const middle = 2 * Math.floor(line.coordinates.length / 4);
    return { x: line.coordinates[middle] ?? 0, y: line.coordinates[middle + 1] ?? 0 };
  }
  return { x: (box.west + box.east) / 2, y: (box.north + box.south) / 2 };
}

/** Whether a point (Mercator) lies in an area, or within `reach` of a line or point. */
export function hits(
  { feature, parts, box }: ProjectedFeature,
  x: number,
  y: number,
  reach: number,
): boolean {
  if (x < box.west - reach || x > box.east + reach || y < box.north - reach || y > box.south + reach)
    return false;
  let inside = false;
  for (const { kind, coordinates } of parts) {
    if (kind === 'point') {
      if (Math.hypot((coordinates[0] ?? 0) - x, (coordinates[1] ?? 0) - y) <= reach) return true;
    } else if (kind === 'line' || feature.byOutline) {
      for (let i = 2; i < coordinates.length; i += 2)
        if (nearEdge(coordinates, i - 2, i, x, y) <= reach) return true;
    } else {
      for (let i = 0, j = coordinates.length - 2; i < coordinates.length; j = i, i += 2) {
        const xi = coordinates[i] ?? 0;
        const yi = coordinates[i + 1] ?? 0;
        const xj = coordinates[j] ?? 0;
        const yj = coordinates[j + 1] ?? 0;
        if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
      }
    }
  }
  return inside;
}

function nearEdge(c: Float64Array, a: number, b: number, x: number, y: number): number {
  const ax = c[a] ?? 0;
  const ay = c[a + 1] ?? 0;
  const dx = (c[b] ?? 0) - ax;
  const dy = (c[b + 1] ?? 0) - ay;
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}

/** What does not concern the moment: a thin dotted outline without a name; the pointer says why. */
export const dimmedOutline: FeatureStyle = { colour: 'neutral', width: 1, dash: [2, 4], inside: 'none' };

/** A feature where it is at a moment; without one where it is told to be. Kept until the moment is another. */
export function placedAt(projected: ProjectedFeature, moment: Moment | null): ProjectedFeature {
  const { feature, placed } = projected;
  if (moment === null || !feature.whereAt) return projected;
  if (placed?.moment === moment) return placed.projected;
  const found = projectFeature({ ...feature, geometry: feature.whereAt(moment) }) ?? projected;
  projected.placed = { moment, projected: found };
  return found;
}

/** A feature as it looks at a moment; without one as it is. Kept until the moment is another. */
export function seenAt(projected: ProjectedFeature, moment: Moment | null): MapFeature {
  const { feature, seen } = projected;
  if (moment === null || !feature.holds) return feature;
  if (seen?.moment === moment) return seen.feature;
  const then = feature.at ? { ...feature, ...feature.at(moment) } : feature;
  const { symbol, station } = then.style;
  const isDim = unconcern(feature, moment) !== null;
  const style = symbol ? { ...dimmedOutline, symbol, ...(station ? { station } : {}) } : dimmedOutline;
  const found = isDim ? { ...then, label: '', style } : then;
  projected.seen = { moment, feature: found };
  return found;
}
