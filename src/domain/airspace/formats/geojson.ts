import { type Altitude, isAltitude } from '#domain/geo/altitude.ts';
import { otherSystem } from '#domain/geo/crs-name.ts';
import { type Geometry, isGeometry, maxVertices } from '#domain/geo/geojson.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import { metresPerFoot } from '#domain/geo/units.ts';
import { momentOf } from '#domain/plans/moments.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { WeeklyTimes } from '#domain/time/activation.ts';
import {
  areaOf,
  finished,
  type ImportedDraft,
  type ImportedFeature,
  type ImportedFile,
  type ImportNote,
  longestRemark,
  mostFeatures,
  noFile,
  note,
  noteSystem,
  shown,
} from './draft.ts';
import { geometryFault } from './geometry-fault.ts';
import { classOf, kindOf, kindValues } from './kinds.ts';
import { type Length, metresPerUnit, readLength } from './lengths.ts';
import { isUnlimited, limitFault, readLimit } from './limits.ts';
import { repairedArea, repairNote } from './repaired-area.ts';
import { shortWay } from './short-way.ts';

/** The names under which a property is looked for, our own first; capital letters or not (a Shapefile has capitals only). */
const names = {
  name: ['name', 'title'],
  designator: ['designator', 'id', 'ident'],
  kind: ['kind', 'type', 'category'],
  airspaceClass: ['airspaceClass', 'class', 'icaoClass'],
  lower: ['lower', 'lowerLimit', 'floor', 'lowerCeiling'],
  upper: ['upper', 'upperLimit', 'ceiling', 'upperCeiling'],
  validFrom: ['validFrom', 'startTime', 'start'],
  validTo: ['validTo', 'endTime', 'end'],
};

/** Whether properties have a limit, under whichever of its names. */
export function statesLimit(properties: Record<string, unknown>, side: 'lower' | 'upper'): boolean {
  const known = names[side].map((name) => name.toLowerCase());
  return Object.entries(properties).some(
    ([name, value]) => value !== '' && known.includes(name.toLowerCase()),
  );
}

/**
 * Reads GeoJSON (RFC 7946): a FeatureCollection, a feature, or a bare geometry in one. Points need a radius and lines
 * a width; limits are `{value, unit, reference}` or a text as `500 m AGL`. What a property says and cannot be read is
 * an error of its feature.
 */
export function* readGeoJson(content: unknown): Generator<undefined, ImportedFile> {
  if (!isObject(content)) return noFile('geojson', 'notGeoJson');
  const list =
    content.type === 'FeatureCollection' ? content.features : content.type === 'Feature' ? [content] : null;
  if (!Array.isArray(list)) {
    return isGeometryType(content.type) ? noFile('geojson', 'bareGeometry') : noFile('geojson', 'notGeoJson');
  }
  const system = otherSystem(content.crs);
  if (system !== null) return noFile('geojson', 'system', { value: system });
  if (list.length === 0) return noFile('geojson', 'empty');
  if (list.length > mostFeatures) return noFile('geojson', 'tooMany', { most: mostFeatures });
  const lines = { left: maxVertices };
  const features: ImportedFeature[] = [];
  for (const [index, one] of list.entries()) {
    features.push(readFeature(one, index, lines));
    yield;
  }
  return { format: 'geojson', features, errors: [] };
}

/** The same with its places named as the file that it was made of has them. */
export function placedAs(file: ImportedFile, nameOf: (index: number) => string): ImportedFile {
  const placed = (path: string) => path.replace(/^features\.(\d+)/, (_, index) => nameOf(Number(index)));
  for (const feature of file.features) {
    for (const one of [...feature.errors, ...feature.warnings]) one.path = placed(one.path);
    const { placeOf } = feature;
    if (placeOf) feature.placeOf = (field) => ({ ...placeOf(field), path: placed(placeOf(field).path) });
  }
  return file;
}

export const isGeometryType = (type: unknown) => geometryTypes.some((one) => one === type);
const geometryTypes = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
];

/** `lines`: the points that centre lines may still have in this file: each is worked out on the ellipsoid. */
function readFeature(value: unknown, index: number, lines: { left: number }): ImportedFeature {
  const at = `features.${index}`;
  const broken = (key: string): ImportedFeature => ({
    index,
    name: null,
    draft: null,
    errors: [note(at, key)],
    warnings: [],
  });
  if (!isObject(value) || value.type !== 'Feature') return broken('notFeature');
  const properties = isObject(value.properties) ? value.properties : {};
  const errors: ImportNote[] = [];
  const warnings: ImportNote[] = [];
  const path = (field: string) => (field === 'geometry' ? `${at}.geometry` : `${at}.properties.${field}`);
  const written = new Map(Object.entries(properties).map(([name, one]) => [name.toLowerCase(), one]));
  const read = (field: keyof typeof names) =>
    names[field]
      // The ID of a table is the number of its row.
      .flatMap((name) => [properties[name], name === 'id' ? null : written.get(name.toLowerCase())])
      .find((one) => one !== undefined && one !== null && one !== '');
  const text = (field: keyof typeof names) => {
    const one = read(field);
    return typeof one === 'string' || typeof one === 'number' ? String(one).trim() : null;
  };
  const limit = (field: 'lower' | 'upper'): Altitude | null => {
    const one = read(field);
    if (one === undefined) return null;
    if (isAltitude(one)) return { value: one.value, unit: one.unit, reference: one.reference };
    const reading = typeof one === 'string' ? readLimit(one) : null;
    if (!reading || reading.assumed.includes('unit')) {
      // A number without unit and datum may be metres or feet: nobody knows.
      const { key, values } = limitFault(typeof one === 'string' ? one : '');
      errors.push(note(path(field), key, { value: shown(one), ...values }));
      return null;
    }
    if (reading.assumed.length > 0)
      warnings.push(note(path(field), 'referenceAssumed', { value: shown(one) }));
    if (isUnlimited(reading.altitude)) warnings.push(note(path(field), 'unlimited', { value: shown(one) }));
    return reading.altitude;
  };
  const time = (field: 'validFrom' | 'validTo'): string | null => {
    const one = text(field);
    if (one === null) return null;
    const at = momentOf(one);
    if (at !== null) return new Date(at).toISOString();
    errors.push(note(path(field), 'time', { value: one.slice(0, 60) }));
    return null;
  };
  // GeoJSON of 2008 names a coordinate system also in a feature or its geometry.
  noteSystem(value, at, errors);
  noteSystem(value.geometry, `${at}.geometry`, errors);
  const kindText = text('kind');
  const kind = kindText === null ? null : kindOf(kindText);
  if (kindText === null) warnings.push(note(path('kind'), 'kindTaken', kindValues('temporary')));
  else if (kind === null) errors.push(note(path('kind'), 'kind', { value: kindText.slice(0, 60) }));
  const classText = text('airspaceClass');
  const airspaceClass = classText === null ? null : classOf(classText);
  if (classText !== null && airspaceClass === null)
    warnings.push(note(path('airspaceClass'), 'classIgnored', { value: classText.slice(0, 60) }));
  const designator = text('designator')?.toUpperCase() ?? null;
  const isDesignator = designator !== null && /^[A-Z0-9-]{1,16}$/.test(designator);
  if (designator !== null && !isDesignator)
    warnings.push(note(path('designator'), 'designatorIgnored', { value: designator.slice(0, 60) }));
  const own = (name: string, most: number) => {
    const one = properties[name];
    if (typeof one !== 'string' || one.trim() === '') return null;
    if (one.length > most) warnings.push(note(path(name), 'textCut', { most }));
    return one.slice(0, most);
  };
  const drawn = isObject(value.geometry)
    ? { ...value.geometry, coordinates: shortWay(value.geometry.coordinates) }
    : value.geometry;
  const repaired = repairedArea(drawn);
  const lengthErrors: ImportNote[] = [];
  const lengthM = (name: LengthName): number | null => {
    const stated = statedLength(written, name);
    if (!stated) return null;
    const { field, length } = stated;
    if ('metres' in length) return length.metres;
    lengthErrors.push(note(path(field), lengthTexts[name][length.error], length.values));
    return null;
  };
  const given = shapeOf(repaired?.geometry ?? drawn, properties, lengthM);
  errors.push(...lengthErrors);
  const repairs = repaired?.repairs ?? [];
  warnings.push(...repairs.map((repair) => repairNote(repair, path('geometry'))));
  lines.left -= given?.centerline?.coordinates.length ?? 0;
  const shape = lines.left < 0 && given?.centerline ? null : given;
  if (!shape) {
    const tooMany = { key: 'format.geometry.tooMany', values: { max: maxVertices } };
    if (given) errors.push({ path: path('geometry'), text: tooMany });
    else if (lengthErrors.length === 0) errors.push(geometryFault(drawn, path('geometry')));
  }
  const draft: ImportedDraft = {
    name: text('name') ?? '',
    nameEn: own('nameEn', 128),
    designator: isDesignator ? designator : null,
    kind: kind ?? 'temporary',
    airspaceClass,
    ...(shape ?? { geometry: null }),
    lower: limit('lower'),
    upper: limit('upper'),
    validFrom: time('validFrom'),
    validTo: time('validTo'),
    schedule: scheduleOf(properties.schedule, () => errors.push(note(path('schedule'), 'schedule'))),
    activityNature: own('activityNature', 200),
    entryExit: own('entryExit', 500),
    sharing: ['exclusive', 'consent', 'shared'].find((one) => one === properties.sharing) ?? null,
    remark: own('remark', longestRemark),
  };
  const feature = { index, name: draft.name || null, draft, errors, warnings };
  return finished(repairs.length > 0 ? { ...feature, repairs } : feature, path);
}

/**
 * The stated radius or width and the property that states it: `radiusM`, or `radius` with the unit given next to it (metres by
 * default). Null: none is stated.
 */
function statedLength(
  written: ReadonlyMap<string, unknown>,
  name: LengthName,
): { field: string; length: Length } | null {
  const first = (...names: string[]) =>
    names.map((one) => written.get(one)).find((one) => one !== undefined && one !== null && one !== '');
  const metres = first(`${name}m`);
  if (metres !== undefined) return { field: `${name}M`, length: readLength(metres) };
  const stated = first(name);
  if (stated === undefined) return null;
  const ofLength = first(...['unit', 'units', '_unit', 'uom', '_uom'].map((ending) => `${name}${ending}`));
  const ofFeature = first('unit', 'units', 'uom') ?? 'm';
  // A unit of the whole feature in feet is rather that of its limits.
  const isUnclear = ofLength === undefined && metresPerUnit(ofFeature) === metresPerFoot;
  const length = readLength(stated, ofLength ?? (isUnclear ? null : ofFeature));
  if ('error' in length && length.error === 'unit' && isUnclear) length.values = { value: shown(ofFeature) };
  return { field: name, length };
}

type LengthName = 'radius' | 'width';

/** The extent and the figures that it follows from. */
function shapeOf(
  geometry: unknown,
  properties: Record<string, unknown>,
  lengthM: (name: LengthName) => number | null,
): (Partial<ShapeFields> & { geometry: Geometry | null }) | null {
  if (isGeometry(geometry, ['Point']) && geometry.type === 'Point') {
    const radiusM = lengthM('radius');
    return radiusM === null
      ? null
      : { shape: 'circle', center: pointAt(geometry.coordinates), radiusM, geometry: null };
  }
  if (isGeometry(geometry, ['LineString']) && geometry.type === 'LineString') {
    const widthM = lengthM('width');
    const centerline = { type: 'LineString' as const, coordinates: geometry.coordinates };
    return widthM === null ? null : { shape: 'corridor', centerline, widthM, geometry: null };
  }
  // A geometry that is there and wrong is kept as it is: what is wrong with it is said where it is judged.
  const area = areaOf(geometry);
  if (!area) return null;
  const { shape, center, centerline, startBearing, endBearing } = properties;
  const isStated = (value: unknown) => value !== undefined && value !== null && value !== '';
  const middle =
    isGeometry(center, ['Point']) && center.type === 'Point' ? pointAt(center.coordinates) : null;
  const isRound = shape === 'circle' || shape === 'point' || shape === 'sector';
  const radiusM = isRound && middle && isStated(properties.radiusM) ? lengthM('radius') : null;
  if ((shape === 'circle' || shape === 'point') && middle && radiusM)
    return { shape, center: middle, radiusM, geometry: area };
  if (shape === 'sector' && middle && radiusM && isBearing(startBearing) && isBearing(endBearing)) {
    return { shape, center: middle, radiusM, startBearing, endBearing, geometry: area };
  }
  if (
    shape === 'corridor' &&
    isStated(properties.widthM) &&
    isGeometry(centerline, ['LineString']) &&
    centerline.type === 'LineString'
  ) {
    const widthM = lengthM('width');
    if (widthM === null) return null;
    return {
      shape,
      centerline: { type: 'LineString', coordinates: centerline.coordinates },
      widthM,
      geometry: area,
    };
  }
  return { shape: 'polygon', geometry: area };
}

/** The message of an unusable length. */
const lengthTexts: Record<LengthName, Record<Extract<Length, { error: string }>['error'], string>> = {
  radius: { number: 'radius', twoValues: 'limitThousands', unit: 'radiusUnit' },
  width: { number: 'width', twoValues: 'limitThousands', unit: 'widthUnit' },
};

const isBearing = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 360;

/** A height that came along has no datum and is left out. */
function pointAt([longitude, latitude]: [number, number]): { type: 'Point'; coordinates: [number, number] } {
  return { type: 'Point', coordinates: [longitude, latitude] };
}

function scheduleOf(value: unknown, wrong: () => void): WeeklyTimes[] | null {
  if (value === undefined || value === null) return null;
  const isTime = (one: unknown): one is string =>
    typeof one === 'string' && /^([01]\d|2[0-3])[0-5]\d$|^2400$/.test(one);
  const lines = Array.isArray(value) ? value : [];
  const read = lines.flatMap((line: unknown): WeeklyTimes[] => {
    if (!isObject(line) || !Array.isArray(line.days) || !isTime(line.startTime) || !isTime(line.endTime))
      return [];
    const days = line.days.filter((day): day is number => Number.isInteger(day) && day >= 1 && day <= 7);
    return days.length === line.days.length && days.length > 0
      ? [{ days, startTime: line.startTime, endTime: line.endTime }]
      : [];
  });
  if (!Array.isArray(value) || read.length !== lines.length || lines.length > 14) {
    wrong();
    return null;
  }
  return read.length > 0 ? read : null;
}
