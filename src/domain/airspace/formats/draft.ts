import { extentDisagrees, extentOf } from '#domain/airspace/extent.ts';
import { type Altitude, compareDatums } from '#domain/geo/altitude.ts';
import { otherSystem } from '#domain/geo/crs-name.ts';
import { type Geometry, geometryError, isGeometry } from '#domain/geo/geojson.ts';
import type { RingRepair } from '#domain/geo/repair-ring.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import type { Text } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';
import type { WeeklyTimes } from '#domain/time/activation.ts';
import airspaceFile from '#schemas/airspace.json' with { type: 'json' };

export const airspaceFormats = ['geojson', 'openair', 'ed269', 'ed318', 'kml', 'gpx', 'shapefile'] as const;
export type AirspaceFormat = (typeof airspaceFormats)[number];

/** Letters that the remark of an airspace has room for. */
export const longestRemark = airspaceFile.properties.remark.maxLength;

/** What a file says of one airspace, in the record's own fields. */
export interface ImportedDraft extends Partial<ShapeFields> {
  name: string;
  nameEn?: string | null;
  designator?: string | null;
  kind: string;
  airspaceClass?: string | null;
  geometry: Geometry | null;
  lower: Altitude | null;
  upper: Altitude | null;
  validFrom?: string | null;
  validTo?: string | null;
  schedule?: WeeklyTimes[] | null;
  activityNature?: string | null;
  entryExit?: string | null;
  sharing?: string | null;
  frequencyMhz?: number | null;
  source?: string | null;
  remark?: string | null;
}

/** Where in a file something is wrong or was not taken as it stands: the path in it, and the line where it has lines. */
export interface ImportNote {
  path: string;
  line?: number;
  text: Text;
}

export interface ImportedFeature {
  /** Place in the file, from 0. */
  index: number;
  name: string | null;
  /** What was changed of its outline so that it can be taken; shown beside what the file says. */
  repairs?: RingRepair[];
  /** Null where something is wrong: what cannot be read is not guessed. */
  draft: ImportedDraft | null;
  errors: ImportNote[];
  warnings: ImportNote[];
  /** Where in the file a field of the draft comes from. */
  placeOf?(field: string): Pick<ImportNote, 'path' | 'line'>;
}

export interface ImportedFile {
  format: AirspaceFormat;
  features: ImportedFeature[];
  /** What is wrong with the file as a whole; then it has no features. */
  errors: ImportNote[];
}

/** Features of one file at most. */
export const mostFeatures = 2_000;

export function note(path: string, key: string, values: Text['values'] = {}, line?: number): ImportNote {
  return { path, text: { key: `airspace.import.${key}`, values }, ...(line === undefined ? {} : { line }) };
}

/** Refuses a coordinate system other than that of GeoJSON, where an object names one as GeoJSON of 2008 does. */
export function noteSystem(named: unknown, place: string, errors: ImportNote[]): void {
  const system = isObject(named) ? otherSystem(named.crs) : null;
  if (system !== null) errors.push(note(`${place}.crs`, 'system', { value: system }));
}

export function noFile(
  format: AirspaceFormat,
  key: string,
  values: Text['values'] = {},
  line?: number,
): ImportedFile {
  return { format, features: [], errors: [note('', key, values, line)] };
}

/** A feature as read, with what every format asks: an extent that holds, and the limits. */
export function finished(feature: ImportedFeature, path: (field: string) => string): ImportedFeature {
  const { draft } = feature;
  if (!draft) return feature;
  const errors = [...feature.errors];
  const had = (field: string) =>
    errors.some((one) => one.path === path(field) || one.path.startsWith(`${path(field)}.`));
  const made = extentOf(draft);
  if (draft.geometry && extentDisagrees(draft)) errors.push(note(path('geometry'), 'shapeDisagrees'));
  const geometry = made ?? draft.geometry;
  if (!geometry) {
    if (!['geometry', 'radius', 'radiusM', 'width', 'widthM'].some(had))
      errors.push(note(path('geometry'), hasShapeParameters(draft) ? 'shapeBroken' : 'noGeometry'));
  } else {
    const error = geometryError(geometry, ['Polygon', 'MultiPolygon']);
    if (error) errors.push({ path: path('geometry'), text: error });
  }
  if (!draft.lower && !had('lower')) errors.push(note(path('lower'), 'noLower'));
  if (!draft.upper && !had('upper')) errors.push(note(path('upper'), 'noUpper'));
  const { lower, upper, validFrom, validTo } = draft;
  if (lower && upper) {
    const compared = compareDatums(lower, upper);
    if (compared.comparable && compared.result !== 'below')
      errors.push({ path: path('upper'), text: { key: 'airspace.check.limitsOrder' } });
  }
  if (validFrom && validTo && validTo <= validFrom)
    errors.push({ path: path('validTo'), text: { key: 'airspace.check.endsFirst' } });
  const name = draft.name.trim();
  if (name === '') errors.push(note(path('name'), 'noName'));
  // It was read in another encoding than it was written in: a spoiled name is one that nobody finds.
  if (name.includes('\ufffd')) errors.push(note(path('name'), 'spoiled', { value: name.slice(0, 60) }));
  if (errors.length > 0) return { ...feature, draft: null, errors };
  const warnings = [...feature.warnings];
  if (name.length > longestName) warnings.push(note(path('name'), 'nameCut'));
  const placeOf = (field: string) => ({ path: path(field) });
  return {
    ...feature,
    placeOf,
    errors,
    warnings,
    draft: { ...draft, name: name.slice(0, longestName), geometry },
  };
}

const longestName = 64;

/** Its figures are there, and make no outline: a corridor that runs into itself at a pole, a circle of no size. */
const hasShapeParameters = ({ center, centerline }: ImportedDraft) => Boolean(center ?? centerline);

/** A value of a file in a message: what is no text, number or truth is only named, however deep it is. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return '[…]';
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value).slice(0, 60);
}

export function areaOf(value: unknown): Geometry | null {
  return isGeometry(value, ['Polygon', 'MultiPolygon']) ? value : null;
}
