import { type Altitude, isAltitude } from '#domain/geo/altitude.ts';
import { otherSystem } from '#domain/geo/crs-name.ts';
import { type Geometry, isGeometry, maxVertices } from '#domain/geo/geojson.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import { metresPerFoot, metresPerNauticalMile } from '#domain/geo/units.ts';
import { momentOf } from '#domain/plans/moments.ts';
import { isObject, numberOf } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
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
import { isAmbiguousNumber, isUnlimited, limitFault, readLimit } from './limits.ts';
import { repairedArea, repairNote } from './repaired-area.ts';

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

const isGeometryType = (type: unknown) => geometryTypes.some((one) => one === type);
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
      const key = typeof one === 'string' ? limitFault(one) : 'limit';
      errors.push(note(path(field), key, { value: shown(one) }));
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
    return typeof one === 'string' && one.trim() !== '' ? one.slice(0, most) : null;
  };
  const drawn = shortWay(value.geometry);
  const repaired = repairedArea(drawn);
  const radius = radiusOf(written);
  if (isObject(drawn) && drawn.type === 'Point' && 'unit' in radius)
    errors.push(note(path('geometry'), 'radiusUnit', { value: radius.unit }));
  const given = shapeOf(repaired?.geometry ?? drawn, properties, 'radiusM' in radius ? radius.radiusM : null);
  const repairs = repaired?.repairs ?? [];
  warnings.push(...repairs.map((repair) => repairNote(repair, path('geometry'))));
  lines.left -= given?.centerline?.coordinates.length ?? 0;
  const shape = lines.left < 0 && given?.centerline ? null : given;
  if (!shape) {
    const tooMany = { key: 'format.geometry.tooMany', values: { max: maxVertices } };
    if (given) errors.push({ path: path('geometry'), text: tooMany });
    else if (!errors.some((one) => one.path === path('geometry')))
      errors.push(geometryFault(value.geometry, path('geometry')));
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

/** Longitudes that run on over 180°, as many programs write what lies there: the same places, as we write them. */
function shortWay(geometry: unknown): unknown {
  if (!isObject(geometry)) return geometry;
  const turned = (value: unknown, depth: number): unknown => {
    if (!Array.isArray(value) || depth > 4) return value;
    const [x]: unknown[] = value;
    if (typeof x === 'number')
      return Math.abs(x) > 180 && Math.abs(x) <= 360 ? [x - 360 * Math.sign(x), ...value.slice(1)] : value;
    return value.map((one: unknown) => turned(one, depth + 1));
  };
  return { ...geometry, coordinates: turned(geometry.coordinates, 0) };
}

const metresPer: Record<string, number> = {
  m: 1,
  metre: 1,
  metres: 1,
  meter: 1,
  meters: 1,
  km: 1000,
  nm: metresPerNauticalMile,
  nmi: metresPerNauticalMile,
  ft: metresPerFoot,
  feet: metresPerFoot,
};

/**
 * The radius of a point in metres: `radiusM`, or `radius` with the unit given beside it (metres by default), as a number or
 * text. `unit`: an unknown unit, or one that may belong to the limits.
 */
function radiusOf(written: ReadonlyMap<string, unknown>): { radiusM: number | null } | { unit: string } {
  const metres = lengthOf(written.get('radiusm'));
  if (metres && metres.unit === '' && metres.value > 0) return { radiusM: metres.value };
  const stated = lengthOf(written.get('radius'));
  if (!stated || !(stated.value > 0)) return { radiusM: null };
  const first = (...names: string[]) =>
    names.map((name) => written.get(name)).find((one) => one !== undefined && one !== null && one !== '');
  const ofRadius =
    stated.unit || first('radiusunit', 'radiusunits', 'radius_unit', 'radiusuom', 'radius_uom');
  const unit = ofRadius ?? first('unit', 'units', 'uom') ?? 'm';
  const tidy = typeof unit === 'string' ? unit.trim().toLowerCase() : '';
  const scale = own(metresPer, tidy);
  // A unit of the whole feature in feet is rather that of its limits.
  if (scale === undefined || (ofRadius === undefined && scale === metresPerFoot))
    return { unit: shown(unit) };
  return { radiusM: Math.round(stated.value * scale * 100) / 100 };
}

/** `500`, `"500"` and `"5 NM"`. */
function lengthOf(value: unknown): { value: number; unit: string } | null {
  if (typeof value === 'number') return { value, unit: '' };
  const [, digits, unit = ''] =
    typeof value === 'string' ? (/^(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]*)$/i.exec(value.trim()) ?? []) : [];
  return digits === undefined || isAmbiguousNumber(digits) ? null : { value: Number(digits), unit };
}

/** The extent and the figures that it follows from. */
function shapeOf(
  geometry: unknown,
  properties: Record<string, unknown>,
  pointRadiusM: number | null,
): (Partial<ShapeFields> & { geometry: Geometry | null }) | null {
  const number = (...found: string[]) => {
    const one = found.map((name) => properties[name]).find((value) => typeof value === 'number' && value > 0);
    return numberOf(one);
  };
  if (isGeometry(geometry, ['Point']) && geometry.type === 'Point') {
    return pointRadiusM === null
      ? null
      : {
          shape: 'circle',
          center: pointAt(geometry.coordinates),
          radiusM: pointRadiusM,
          geometry: null,
        };
  }
  if (isGeometry(geometry, ['LineString']) && geometry.type === 'LineString') {
    const widthM = number('widthM', 'width');
    const centerline = { type: 'LineString' as const, coordinates: geometry.coordinates };
    return widthM === null ? null : { shape: 'corridor', centerline, widthM, geometry: null };
  }
  // A geometry that is there and wrong is kept as it is: what is wrong with it is said where it is judged.
  const area = areaOf(geometry);
  if (!area) return null;
  const { shape, center, centerline, startBearing, endBearing } = properties;
  const radiusM = number('radiusM');
  const widthM = number('widthM');
  const middle =
    isGeometry(center, ['Point']) && center.type === 'Point' ? pointAt(center.coordinates) : null;
  if ((shape === 'circle' || shape === 'point') && middle && radiusM)
    return { shape, center: middle, radiusM, geometry: area };
  if (shape === 'sector' && middle && radiusM && isBearing(startBearing) && isBearing(endBearing)) {
    return { shape, center: middle, radiusM, startBearing, endBearing, geometry: area };
  }
  if (
    shape === 'corridor' &&
    widthM &&
    isGeometry(centerline, ['LineString']) &&
    centerline.type === 'LineString'
  ) {
    return {
      shape,
      centerline: { type: 'LineString', coordinates: centerline.coordinates },
      widthM,
      geometry: area,
    };
  }
  return { shape: 'polygon', geometry: area };
}

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
