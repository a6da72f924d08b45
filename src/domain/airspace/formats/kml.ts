import { type Altitude, altitudeM, formatLimits, isAltitude } from '#domain/geo/altitude.ts';
import type { LonLat } from '#domain/geo/geodesy.ts';
import { isGeometry, maxVertices } from '#domain/geo/geojson.ts';
import { all, child, find, readXmlSteps, type XmlElement } from '#domain/information/xml-tree.ts';
import { writtenNumber } from '#domain/plain-figures.ts';
import { momentOf } from '#domain/plans/moments.ts';
import { isObject } from '#domain/text/narrow.ts';
import {
  type ImportedFeature,
  type ImportedFile,
  type ImportNote,
  mostFeatures,
  noFile,
  note,
} from './draft.ts';
import { ownData } from './export.ts';
import { placedAs, readGeoJson, statesLimit } from './geojson.ts';
import { limitsInText } from './limits-in-text.ts';
import { plainText } from './plain-text.ts';

/** Elements of one file: 2,000 airspaces with their walls, as we export them, have fewer. */
const mostElements = 1_000_000;

/**
 * More than three numbers: the corners or the decimals are separated by commas, which is an error. A text that is not a number stays as it is
 * written, so that its message shows it.
 */
type Corner = [longitude: number | string, latitude: number | string, heightM?: number, ...more: number[]];

/** A KML document; `name` is its name in the packed file that it comes from. */
export interface KmlDocument {
  name: string;
  text: string;
}

/** One airspace of a Placemark. */
interface Part {
  /** The Placemark, as messages name it. */
  place: string;
  feature: Record<string, unknown>;
  /** The limits that its areas are drawn with. */
  drawn: Drawn[];
  warnings: { field: string; key: string; value: string }[];
}

/** Limits as they are drawn. */
interface Drawn {
  lower?: Altitude;
  upper?: Altitude;
  /** It has heights that cannot be put in order. */
  isUnclear?: true;
}

export function readKml(text: string): Generator<undefined, ImportedFile> {
  return readKmlDocuments([{ name: '', text }]);
}

/**
 * Reads KML 2.2: each Placemark with areas is an airspace. Files that we exported hold the airspace itself (`ExtendedData`);
 * in files of other programs the heights of the corners are the limits, above ground or above sea level as `altitudeMode`
 * says. Areas with different limits become separate airspaces.
 */
export function* readKmlDocuments(documents: readonly KmlDocument[]): Generator<undefined, ImportedFile> {
  const parts: Part[] = [];
  const unread: ImportNote[] = [];
  for (const document of documents) {
    const root = yield* readXmlSteps(document.text, mostElements);
    const placemarks = all(root, 'Placemark');
    const before = document.name === '' ? '' : `${document.name}: `;
    const link = missingLink(root, documents);
    if (placemarks.length === 0) unread.push(whyUnread(root, document.name, link));
    else if (link !== undefined) unread.push(note(document.name, 'kmlLinksToo', { value: link }));
    for (const [index, placemark] of placemarks.entries()) {
      parts.push(...partsOf(placemark, `${before}Placemark ${index + 1}`));
      if (parts.length > mostFeatures) return noFile('kml', 'tooMany', { most: mostFeatures });
      yield;
    }
  }
  if (parts.length === 0) {
    const [first] = unread.filter(isFault).concat(unread);
    return { format: 'kml', features: [], errors: first ? [{ ...first, path: '' }] : [] };
  }
  const features = parts.map(({ feature }) => feature);
  const file = yield* readGeoJson({ type: 'FeatureCollection', features });
  placedAs(file, (index) => parts[index]?.place ?? '');
  for (const [index, feature] of file.features.entries()) {
    const part = parts[index];
    if (part) compareDrawn(feature, part);
  }
  for (const error of unread.filter(isFault)) {
    const index = file.features.length;
    file.features.push({ index, name: null, draft: null, errors: [error], warnings: [] });
  }
  return { ...file, format: 'kml' };
}

/** Why a document has no airspace: it is not KML, it only links to files that are not here, or it is empty. */
function whyUnread(root: XmlElement | null, name: string, link: string | undefined): ImportNote {
  if (!root) return note(name, 'notKml');
  return link === undefined ? note(name, 'empty') : note(name, 'kmlLinks', { value: link });
}

/** The first file that a document links to and that is not among these. */
function missingLink(root: XmlElement | null, documents: readonly KmlDocument[]): string | undefined {
  if (!root) return undefined;
  const links = all(root, 'NetworkLink').map((link) => plainText(find(link, 'href')?.text ?? ''));
  const isHere = (link: string) =>
    documents.some((one) => one.name !== '' && one.name.endsWith(link.replace(/^(?:\.{0,2}\/)+/, '')));
  return links.find((link) => link !== '' && !isHere(link))?.slice(0, 200);
}

const isFault = ({ text }: ImportNote) => text.key !== 'airspace.import.empty';

/** The airspaces of a Placemark: one, or one for each pair of limits that its areas have. */
function partsOf(placemark: XmlElement, place: string): Part[] {
  const own = ownFeature(placemark);
  const isRedrawn = own !== null && !isAsExported(own, placemark);
  if (own && !isRedrawn) return [{ place, feature: renamed(own, placemark), drawn: [], warnings: [] }];
  const described = limitsInText(plainText(child(placemark, 'description')?.text ?? ''));
  const { validity, warnings } = timeSpanOf(placemark);
  if (isRedrawn) warnings.push({ field: 'geometry', key: 'redrawn', value: '' });
  const isMixed = find(placemark, 'Polygon') !== null && find(placemark, 'LineString') !== null;
  if (isMixed) warnings.push({ field: 'geometry', key: 'ignored', value: 'LineString' });
  const stated: Record<string, string> = { ...validity, ...described, ...extendedData(placemark) };
  const name = stated.name ?? plainText(child(placemark, 'name')?.text ?? '');
  const groups = groupsOf(placemark, stated);
  if (groups.length === 0) {
    const feature = { type: 'Feature', geometry: noArea(placemark), properties: { name, ...stated } };
    return [{ place, feature, drawn: [], warnings }];
  }
  return groups.map(({ polygons, drawn }, index) => {
    const [first] = drawn;
    const limits = {
      ...(statesLimit(stated, 'lower') ? {} : { lower: first?.lower }),
      ...(statesLimit(stated, 'upper') ? {} : { upper: first?.upper }),
    };
    const own = groups.length === 1 ? name : `${name.slice(0, 58)} ${index + 1}`;
    const feature = {
      type: 'Feature',
      geometry: geometryOf(polygons),
      properties: { ...limits, ...stated, name: own },
    };
    return { place, feature, drawn, warnings };
  });
}

/** Degrees by which a corner may differ because a program writes fewer decimals. */
const roundedDeg = 1e-6;

/** Is the drawing still the one exported with this feature? Another program may have moved its corners or heights. */
function isAsExported(own: Record<string, unknown>, placemark: XmlElement): boolean {
  const { geometry, properties } = own;
  if (!isGeometry(geometry, ['Polygon', 'MultiPolygon']) || !isObject(properties)) return true;
  const groups = groupsOf(placemark, {});
  const drawn = groups.flatMap(({ polygons }) => polygons).flat();
  const kept = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  const isSamePlace = ([x, y]: LonLat, corner: Corner | undefined) =>
    corner !== undefined &&
    Math.abs(Number(corner[0]) - x) <= roundedDeg &&
    Math.abs(Number(corner[1]) - y) <= roundedDeg;
  const isSameRing = (ring: LonLat[], other: Corner[] | undefined) =>
    other?.length === ring.length && ring.every((corner, index) => isSamePlace(corner, other[index]));
  if (drawn.length !== kept.length || !kept.every((ring, index) => isSameRing(ring, drawn[index])))
    return false;
  const [lower, upper] = [properties.lower, properties.upper].map((one) => (isAltitude(one) ? one : null));
  return groups
    .flatMap((group) => group.drawn)
    .every((one) => !differs(lower, one.lower) && !differs(upper, one.upper));
}

/** The exported feature with the name of the Placemark, which another program may have changed. */
function renamed(own: Record<string, unknown>, placemark: XmlElement): Record<string, unknown> {
  const name = plainText(child(placemark, 'name')?.text ?? '');
  const properties = isObject(own.properties) ? own.properties : {};
  const isKnown = name === '' || name === properties.name || name === properties.nameEn;
  return isKnown ? own : { ...own, properties: { ...properties, name } };
}

/** When it is shown is when it is valid. KML also allows a day or a year, which are not a moment. */
function timeSpanOf(placemark: XmlElement): { validity: Record<string, string> } & Pick<Part, 'warnings'> {
  const span = child(placemark, 'TimeSpan');
  const [from, to] = ['begin', 'end'].map((name) => plainText(child(span, name)?.text ?? ''));
  const given = Object.entries({ validFrom: from ?? '', validTo: to ?? '' }).filter(
    ([, time]) => time !== '',
  );
  if (given.every(([, time]) => momentOf(time) !== null))
    return { validity: Object.fromEntries(given), warnings: [] };
  const value = given.map(([, time]) => time.slice(0, 30)).join(' – ');
  return { validity: {}, warnings: [{ field: 'validFrom', key: 'timesIgnored', value }] };
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
  const outer = all(polygon, 'outerBoundaryIs').map((one) => find(one, 'coordinates'));
  // Some programs write all holes into one boundary.
  const inner = all(polygon, 'innerBoundaryIs').flatMap((one) => all(one, 'coordinates'));
  return {
    rings: [...outer, ...inner].map((one) => cornersOf(one?.text ?? '')),
    mode: child(polygon, 'altitudeMode')?.text ?? 'clampToGround',
    isExtruded: /^(?:1|true)$/.test(child(polygon, 'extrude')?.text ?? ''),
  };
}

/** More than a geometry may have, which says so, whatever blanks there are at the ends. */
const mostCorners = maxVertices + 3;

/** `lon,lat,height` with white space between the corners; some programs write it behind the commas too. */
function cornersOf(text: string): Corner[] {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ?, ?/g, ',')
    .split(' ', mostCorners)
    .filter((one) => one !== '')
    .map((one) => {
      // A trailing comma is not a height.
      const [longitude = '', latitude = '', ...more] = one.replace(/,$/, '').split(',');
      const degrees = (text: string) => {
        const number = writtenNumber(text);
        return Number.isFinite(number) ? number : text;
      };
      return [degrees(longitude), degrees(latitude), ...more.map(writtenNumber)];
    });
}

/** A vertical side of a solid, with no area seen from above. A ring with unreadable corners is not a wall. */
function isWall(ring: Corner[]): boolean {
  if (ring.some(([longitude, latitude]) => !Number.isFinite(longitude) || !Number.isFinite(latitude)))
    return false;
  const places = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  return places.size < 3;
}

/** The areas of a Placemark by their limits; those that the file states in words are not drawn. */
function groupsOf(
  placemark: XmlElement,
  stated: Record<string, string>,
): { polygons: Corner[][][]; drawn: Drawn[] }[] {
  const solids = new Map<string, Area[]>();
  for (const area of all(placemark, 'Polygon').map(polygonOf)) {
    const [outline] = area.rings;
    if (!outline || isWall(outline)) continue;
    const key = area.rings.map(placesOf).join('|');
    const same = solids.get(key);
    if (same) same.push(area);
    else solids.set(key, [area]);
  }
  const groups = new Map<string, { polygons: Corner[][][]; drawn: Drawn[] }>();
  for (const areas of solids.values()) {
    const drawn = drawnLimits(areas);
    const key = JSON.stringify([
      statesLimit(stated, 'lower') ? null : [drawn.lower, drawn.isUnclear],
      statesLimit(stated, 'upper') ? null : [drawn.upper, drawn.isUnclear],
    ]);
    const group = groups.get(key) ?? { polygons: [], drawn: [] };
    group.polygons.push(areas[0]?.rings ?? []);
    group.drawn.push(drawn);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The corners of a ring wherever it begins and whichever way it runs: a floor often runs against its roof. */
function placesOf(ring: Corner[]): string {
  const places = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  return [...places].sort().join(',');
}

function geometryOf(polygons: Corner[][][]): Record<string, unknown> {
  const place = (corner: Corner) => (corner.length > 3 ? corner : corner.slice(0, 2));
  const flat = polygons.map((rings) => rings.map((ring) => ring.map(place)));
  return flat.length === 1
    ? { type: 'Polygon', coordinates: flat[0] }
    : { type: 'MultiPolygon', coordinates: flat };
}

/** Geometry of a Placemark without a usable area: the checks that follow report what is wrong with it. */
function noArea(placemark: XmlElement): Record<string, unknown> | null {
  const [ring] = all(placemark, 'Polygon').flatMap((polygon) => polygonOf(polygon).rings.slice(0, 1));
  if (ring && ring.length > 0) return { type: 'Polygon', coordinates: [ring] };
  for (const type of ['LineString', 'Point']) {
    const [found, ...others] = all(placemark, type);
    if (!found) continue;
    // Of several nobody may choose one.
    if (others.length > 0) return { type: `Multi${type}` };
    const corners = cornersOf(find(found, 'coordinates')?.text ?? '').map(([x, y]) => [x, y]);
    return { type, coordinates: type === 'Point' ? corners[0] : corners };
  }
  if (find(placemark, 'Polygon')) return null;
  const type = ['LinearRing', 'Track', 'Model'].find((one) => find(placemark, one));
  return type === undefined ? null : { type };
}

const references: Record<string, 'AGL' | 'AMSL'> = { relativeToGround: 'AGL', absolute: 'AMSL' };
const ground: Altitude = { value: 0, unit: 'm', reference: 'AGL' };

/** The limits of areas with the same outline: roof and floor, or a roof that is extruded down to the ground. */
function drawnLimits(areas: readonly Area[]): Drawn {
  const levels = areas.flatMap(({ rings, mode, isExtruded }) => {
    const reference = references[mode];
    const heights = (rings[0] ?? []).flatMap(([, , height]) => height ?? []);
    if (reference === undefined || heights.length === 0) return [];
    return [{ value: heights.reduce((a, b) => Math.max(a, b)), reference, isExtruded }];
  });
  const above = levels.filter(({ value, reference }) => reference === 'AMSL' || value > 0);
  const [first] = above;
  if (!first) return {};
  // Without the terrain, a height above ground is neither above nor below one above sea level.
  if (above.some(({ reference }) => reference !== first.reference)) return { isUnclear: true };
  const level = (value: number): Altitude => ({ value, unit: 'm', reference: first.reference });
  const values = [...new Set(above.map(({ value }) => value))].sort((a, b) => a - b);
  const [lowest = 0, highest = lowest] = [values[0], values.at(-1)];
  if (above.length < levels.length || levels.some(({ isExtruded }) => isExtruded))
    // Programs write 0 where they have no height.
    return highest > 0 ? { lower: ground, upper: level(highest) } : {};
  if (values.length > 2) return { isUnclear: true };
  return values.length === 2 ? { lower: level(lowest), upper: level(highest) } : {};
}

/** Reports where the drawing is not clear, and where it contradicts the limits in words, which were taken. */
function compareDrawn(feature: ImportedFeature, { place, drawn, warnings }: Part): void {
  const at = (field: string) => `${place}.properties.${field}`;
  feature.warnings.push(...warnings.map(({ field, key, value }) => note(at(field), key, { value })));
  const lacksLimit = feature.errors.some(({ text }) => /\.(?:noLower|noUpper)$/.test(text.key));
  if (lacksLimit && drawn.some(({ isUnclear }) => isUnclear))
    feature.errors.push(note(`${place}.geometry`, 'heightsUnclear'));
  const { lower, upper } = feature.draft ?? {};
  const other = drawn.find((one) => differs(lower, one.lower) || differs(upper, one.upper));
  if (other)
    feature.warnings.push(
      note(at(differs(lower, other.lower) ? 'lower' : 'upper'), 'drawnOtherwise', {
        value: formatLimits(other.lower, other.upper),
      }),
    );
}

/** How far a drawn height may be from the one in words: they are rounded, metres. */
const roundedM = 1;

function differs(stated: Altitude | null | undefined, drawn: Altitude | undefined): boolean {
  if (!stated || !drawn) return false;
  const isRelative = ({ reference }: Altitude) => reference === 'AGL' || reference === 'QFE';
  if (isRelative(stated) === isRelative(drawn))
    return Math.abs(altitudeM(stated) - altitudeM(drawn)) > roundedM;
  // Of a height above sea level and one above ground only this is certain: one that is not 0 is not the ground.
  return drawn === ground && altitudeM(stated) > 0;
}
