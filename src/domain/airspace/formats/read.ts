import { type AirspaceFormat, type ImportedFile, noFile } from './draft.ts';
import { looksLikeEd269, readEd269 } from './ed269.ts';
import { readGeoJson } from './geojson.ts';
import { readOpenAir } from './openair.ts';

/**
 * Reads a file of airspace. Which format it is follows from its content where none is named: JSON is ED-269 or
 * GeoJSON, everything else OpenAir. Whatever the bytes are, the answer says what is wrong; nothing is thrown. A large
 * file takes seconds: each airspace is a step, after which whoever reads may do something else first.
 */
export function* readAirspaceFile(
  text: string,
  options: { format?: AirspaceFormat | undefined; timeZone: string; now: number },
): Generator<undefined, ImportedFile> {
  const { format, timeZone, now } = options;
  if (text.trim() === '') return noFile(format ?? 'geojson', 'empty');
  const isJson = /^[\uFEFF\s]*[{[]/.test(text);
  if (format === 'openair' || (format === undefined && !isJson)) return yield* readOpenAir(text);
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return noFile(format ?? 'geojson', 'notJson');
  }
  const ed269 = format === 'ed269' || (format === undefined && looksLikeEd269(content));
  return yield* ed269 ? readEd269(content, timeZone, now) : readGeoJson(content);
}
