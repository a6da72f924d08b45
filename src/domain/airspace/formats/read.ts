import { isObject } from '#domain/text/narrow.ts';
import { type AirspaceFormat, type ImportedFile, noFile } from './draft.ts';
import { readEd269 } from './ed269.ts';
import { namesZones, readEd318 } from './ed318.ts';
import { foreignFile } from './foreign.ts';
import { readGeoJson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { readKml } from './kml.ts';
import { readOpenAir } from './openair.ts';
import { isJsonText, otherFormat, recognisedFormat } from './recognised.ts';

/**
 * Reads a file of airspace. Which format it is follows from its content where none is named: XML is KML or GPX, JSON is ED-269,
 * ED-318 or GeoJSON, everything else OpenAir. A file of another format than the named one is refused with its own. Whatever
 * the bytes are, the answer says what is wrong; nothing is thrown. A large file takes seconds: each airspace is a step, after
 * which whoever reads may do something else first.
 */
export function* readAirspaceFile(
  text: string,
  options: { format?: AirspaceFormat | undefined; timeZone: string; now: number },
): Generator<undefined, ImportedFile> {
  const { format, timeZone, now } = options;
  if (text.trim() === '') return noFile(format ?? 'geojson', 'empty');
  const foreign = foreignFile(text);
  if (foreign !== null) return noFile(format ?? 'geojson', `is.${foreign}`);
  const isJson = isJsonText(text);
  const content = isJson ? contentOf(text) : undefined;
  const found = recognisedFormat(text, content);
  if (format !== undefined && found !== null && found !== format) {
    // A file of ED-318 is GeoJSON too, and some have no limits at all.
    const isLimitless = format === 'ed318' && found === 'geojson' && namesZones(content);
    if (!isLimitless) return otherFormat(format, found);
  }
  const chosen = format ?? found ?? (isJson ? 'geojson' : 'openair');
  switch (chosen) {
    case 'kml':
      return yield* readKml(text);
    case 'gpx':
      return yield* readGpx(text);
    case 'openair':
      return yield* readOpenAir(text);
    case 'shapefile':
      return noFile(chosen, 'textNoShapefile');
    default:
      if (!isObject(content) && !Array.isArray(content)) return noFile(chosen, 'notJson');
  }
  if (chosen === 'ed318') return yield* readEd318(content, timeZone, now);
  return yield* chosen === 'ed269' ? readEd269(content, timeZone, now) : readGeoJson(content);
}

/** Undefined: it is not JSON. */
function contentOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
