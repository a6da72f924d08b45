import { otherSystem } from '#domain/geo/crs-name.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type ImportedFile, noFile } from './draft.ts';
import { readEd269 } from './ed269.ts';

/**
 * Reads EUROCAE ED-318, which says what ED-269 says in another form: a GeoJSON FeatureCollection whose geometries have
 * their limits in `layer` and, of a circle, their radius (metres) in `extent`. Each feature is read as the zone it is.
 */
export function* readEd318(
  content: unknown,
  timeZone: string,
  now: number,
): Generator<undefined, ImportedFile> {
  const features: unknown[] = isObject(content) && Array.isArray(content.features) ? content.features : [];
  const system = isObject(content) ? otherSystem(content.crs) : null;
  if (system !== null) return noFile('ed318', 'system', { value: system });
  const file = yield* readEd269({ UASZoneList: features.map(zoneOf) }, timeZone, now);
  const placed = (path: string) => path.replace(/^UASZoneList\./, 'features.');
  for (const feature of file.features) {
    for (const one of [...feature.errors, ...feature.warnings]) one.path = placed(one.path);
    const { placeOf } = feature;
    if (placeOf) feature.placeOf = (field) => ({ ...placeOf(field), path: placed(placeOf(field).path) });
  }
  return { ...file, format: 'ed318' };
}

/** A FeatureCollection of zones: their limits are in the geometry, which GeoJSON of others never has. */
export function looksLikeEd318(content: unknown): boolean {
  if (!isObject(content) || content.type !== 'FeatureCollection' || !Array.isArray(content.features))
    return false;
  return content.features.some(
    (one) => isObject(one) && partsOf(one.geometry).some((part) => isObject(part) && isObject(part.layer)),
  );
}

/** Features with properties that only zones of ED-318 have, or none at all. */
export function namesZones(content: unknown): boolean {
  const features: unknown[] = isObject(content) && Array.isArray(content.features) ? content.features : [];
  const isZone = (one: unknown) =>
    isObject(one) && isObject(one.properties) && zoneFields.some((field) => field in Object(one.properties));
  return features.length === 0 || features.some(isZone);
}

const zoneFields = ['zoneAuthority', 'limitedApplicability', 'restrictionConditions', 'variant'];

function partsOf(geometry: unknown): unknown[] {
  if (isObject(geometry) && geometry.type === 'GeometryCollection' && Array.isArray(geometry.geometries))
    return geometry.geometries;
  return geometry === null || geometry === undefined ? [] : [geometry];
}

function zoneOf(feature: unknown): unknown {
  if (!isObject(feature)) return feature;
  const properties = isObject(feature.properties) ? feature.properties : {};
  return {
    crs: feature.crs ?? (isObject(feature.geometry) ? feature.geometry.crs : undefined),
    identifier: properties.identifier,
    country: properties.country,
    ...namesOf(properties.name),
    restriction: properties.type,
    applicability: properties.limitedApplicability,
    message: inOneLanguage(properties.message),
    otherReasonInfo: inOneLanguage(properties.otherReasonInfo),
    restrictionConditions: inOneLanguage(properties.restrictionConditions),
    zoneAuthority: authoritiesOf(properties.zoneAuthority),
    geometry: partsOf(feature.geometry).flatMap(volumesOf),
  };
}

function volumesOf(part: unknown): unknown[] {
  if (!isObject(part)) return [part];
  const layer = isObject(part.layer) ? part.layer : {};
  const unit = typeof layer.uom === 'string' ? layer.uom.toUpperCase() : layer.uom;
  const volume = (horizontalProjection: unknown) => ({
    uomDimensions: unit,
    lowerLimit: layer.lower,
    lowerVerticalReference: layer.lowerReference,
    upperLimit: layer.upper,
    upperVerticalReference: layer.upperReference,
    horizontalProjection,
  });
  const { extent, coordinates, crs } = part;
  if (part.type === 'Point') {
    const { subType, radius = null, uom } = isObject(extent) ? extent : {};
    const isCircle = !subType || (typeof subType === 'string' && subType.toLowerCase() === 'circle');
    const type = isCircle ? 'Circle' : subType;
    // Here a radius is in metres, whatever the unit of the limits.
    return [volume({ type, center: coordinates, radiusM: radius, radiusUnit: uom || 'm', crs })];
  }
  if (part.type === 'MultiPolygon' && Array.isArray(coordinates))
    return coordinates.map((one: unknown) => volume({ type: 'Polygon', coordinates: one, crs }));
  return [volume({ type: part.type, coordinates, crs })];
}

/** The Chinese name with the English one beside it, where a zone has both; else the one that it has. */
function namesOf(value: unknown): { name: unknown; nameEn?: unknown } {
  const english = inLanguage(value, /^en/i);
  const chinese = inLanguage(value, /^zh/i);
  return chinese === undefined
    ? { name: inOneLanguage(value) }
    : { name: chinese, ...(english === undefined ? {} : { nameEn: english }) };
}

function authoritiesOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((one: unknown) =>
    isObject(one)
      ? Object.fromEntries(Object.entries(one).map(([name, field]) => [name, inOneLanguage(field)]))
      : one,
  );
}

/** `[{text, lang}]`: English where it is there, else the first. */
function inOneLanguage(value: unknown): unknown {
  return Array.isArray(value) ? (inLanguage(value, /^en/i) ?? inLanguage(value, /^/) ?? value) : value;
}

/** Of `[{text, lang}]` the first text whose language fits; undefined: none does. */
function inLanguage(value: unknown, language: RegExp): string | undefined {
  if (!Array.isArray(value)) return undefined;
  for (const one of value) {
    if (!isObject(one) || typeof one.text !== 'string') continue;
    if (language.test(typeof one.lang === 'string' ? one.lang : '')) return one.text;
  }
  return undefined;
}
