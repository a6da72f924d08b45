import { all, child, find, readXml, type XmlElement } from '#domain/information/xml-tree.ts';
import { type ImportedFile, mostFeatures, noFile } from './draft.ts';
import { ownData } from './export.ts';
import { placedAs, readGeoJson } from './geojson.ts';
import { limitsInText } from './limits-in-text.ts';
import { plainText } from './plain-text.ts';

/** Elements of one file: 2,000 airspaces with their walls, as we export them, have fewer. */
const mostElements = 1_000_000;

type Corner = [longitude: number, latitude: number, heightM?: number];

/**
 * Reads KML 2.2: each Placemark with areas is an airspace. What we exported says itself what it is (`ExtendedData`); of
 * other programs' files the heights of the corners are the limits, above ground or above sea level as `altitudeMode` says.
 */
export function* readKml(text: string): Generator<undefined, ImportedFile> {
  const root = readXml(text, mostElements);
  if (!root) return noFile('kml', 'notKml');
  const placemarks = all(root, 'Placemark');
  if (placemarks.length === 0) return noFile('kml', 'empty');
  if (placemarks.length > mostFeatures) return noFile('kml', 'tooMany', { most: mostFeatures });
  const features = placemarks.map(featureOf);
  const file = yield* readGeoJson({ type: 'FeatureCollection', features });
  return { ...placedAs(file, (index) => `Placemark ${index + 1}`), format: 'kml' };
}

function featureOf(placemark: XmlElement): Record<string, unknown> {
  const own = ownFeature(placemark);
  if (own) return own;
  const name = plainText(child(placemark, 'name')?.text ?? '');
  const areas = all(placemark, 'Polygon').map(polygonOf);
  const flat = areas.filter(({ rings }) => rings.length > 0 && !isWall(rings[0] ?? []));
  const geometry = geometryOf(
    placemark,
    flat.map(({ rings }) => rings),
  );
  const described = limitsInText(plainText(child(placemark, 'description')?.text ?? ''));
  const properties = { name, ...described, ...limitsOf(flat), ...extendedData(placemark) };
  return { type: 'Feature', geometry, properties };
}

/** The columns of programs that keep tables, by their names. */
function extendedData(placemark: XmlElement): Record<string, string> {
  const named = (element: XmlElement, value: string | undefined): [string, string][] => {
    const { name } = element.attributes;
    return name && value ? [[name, plainText(value)]] : [];
  };
  return Object.fromEntries([
    ...all(placemark, 'SimpleData').flatMap((one) => named(one, one.text)),
    ...all(placemark, 'Data').flatMap((one) => named(one, child(one, 'value')?.text)),
  ]);
}

/** The feature that our own export keeps beside the picture. */
function ownFeature(placemark: XmlElement): Record<string, unknown> | null {
  const data = all(placemark, 'Data').find(({ attributes }) => attributes.name === ownData);
  const value = data && child(data, 'value')?.text;
  if (!value) return null;
  try {
    const parsed: unknown = JSON.parse(plainText(value));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}

interface Area {
  rings: Corner[][];
  /** Absent: on the ground. */
  mode: string;
  isExtruded: boolean;
}

function polygonOf(polygon: XmlElement): Area {
  const boundaries = [...all(polygon, 'outerBoundaryIs'), ...all(polygon, 'innerBoundaryIs')];
  return {
    rings: boundaries.map((one) => cornersOf(find(one, 'coordinates')?.text ?? '')),
    mode: child(polygon, 'altitudeMode')?.text ?? 'clampToGround',
    isExtruded: child(polygon, 'extrude')?.text === '1',
  };
}

/** `lon,lat,height` with white space between the corners; some programs write it behind the commas too. */
function cornersOf(text: string): Corner[] {
  return text
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/)
    .filter((one) => one !== '')
    .map((one) => {
      const [longitude = Number.NaN, latitude = Number.NaN, height] = one.split(',').map(Number);
      return height === undefined ? [longitude, latitude] : [longitude, latitude, height];
    });
}

/** Upright, as the side of a solid: no area seen from above. */
function isWall(ring: Corner[]): boolean {
  const places = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  return places.size < 3;
}

/** Roof and floor of a solid are one extent. */
function geometryOf(placemark: XmlElement, polygons: Corner[][][]): Record<string, unknown> | null {
  const seen = new Map<string, [number, number][][]>();
  for (const rings of polygons) {
    const flat = rings.map((ring) => ring.map(([x, y]): [number, number] => [x, y]));
    seen.set(JSON.stringify(flat), flat);
  }
  const [first, ...others] = seen.values();
  if (first) {
    return others.length === 0
      ? { type: 'Polygon', coordinates: first }
      : { type: 'MultiPolygon', coordinates: [first, ...others] };
  }
  for (const [element, type] of [
    ['LineString', 'LineString'],
    ['Point', 'Point'],
  ] as const) {
    const found = find(placemark, element);
    if (!found) continue;
    const corners = cornersOf(find(found, 'coordinates')?.text ?? '').map(([x, y]) => [x, y]);
    return { type, coordinates: type === 'Point' ? corners[0] : corners };
  }
  return null;
}

/** The limits that the corners have: an area that is extruded reaches down to the ground. */
function limitsOf(areas: readonly Area[]): Record<string, unknown> {
  const references: Record<string, string> = { relativeToGround: 'AGL', absolute: 'AMSL' };
  const levels = areas.flatMap(({ rings, mode, isExtruded }) => {
    const reference = references[mode];
    const heights = (rings[0] ?? []).flatMap(([, , height]) => height ?? []);
    if (reference === undefined || heights.length === 0) return [];
    const top = { value: Math.max(...heights), unit: 'm', reference };
    return isExtruded ? [top, { value: 0, unit: 'm', reference: 'AGL' }] : [top];
  });
  if (levels.length < 2) return {};
  const sorted = levels.toSorted((a, b) => a.value - b.value);
  return { lower: sorted[0], upper: sorted.at(-1) };
}
