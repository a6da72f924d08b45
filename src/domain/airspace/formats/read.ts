import { type AirspaceFormat, type ImportedFile, noFile } from './draft.ts';
import { looksLikeEd269, readEd269 } from './ed269.ts';
import { looksLikeEd318, readEd318 } from './ed318.ts';
import { foreignFile, looksLikeGpx, looksLikeKml } from './foreign.ts';
import { readGeoJson } from './geojson.ts';
import { readGpx } from './gpx.ts';
import { readKml } from './kml.ts';
import { readOpenAir } from './openair.ts';

/**
 * Reads a file of airspace. Which format it is follows from its content where none is named: XML is KML or GPX, JSON is ED-269,
 * ED-318 or GeoJSON, everything else OpenAir. Whatever the bytes are, the answer says what is wrong; nothing is thrown. A
 * large file takes seconds: each airspace is a step, after which whoever reads may do something else first.
 */
export function* readAirspaceFile(
  text: string,
  options: { format?: AirspaceFormat | undefined; timeZone: string; now: number },
): Generator<undefined, ImportedFile> {
  const { format, timeZone, now } = options;
  if (text.trim() === '') return noFile(format ?? 'geojson', 'empty');
  const foreign = foreignFile(text);
  if (foreign !== null) return noFile(format ?? 'geojson', `is.${foreign}`);
  if (format === 'kml' || (format === undefined && looksLikeKml(text))) return yield* readKml(text);
  if (format === 'gpx' || (format === undefined && looksLikeGpx(text))) return yield* readGpx(text);
  const isJson = /^[\uFEFF\s]*[{[]/.test(text);
  if (format === 'openair' || (format === undefined && !isJson)) return yield* readOpenAir(text);
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return noFile(format ?? 'geojson', 'notJson');
  }
  if (format === 'ed318' || (format === undefined && looksLikeEd318(content)))
    return yield* readEd318(content, timeZone, now);
  const ed269 = format === 'ed269' || (format === undefined && looksLikeEd269(content));
  return yield* ed269 ? readEd269(content, timeZone, now) : readGeoJson(content);
}
