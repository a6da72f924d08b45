import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createAdsbJsonReader, type TimedReport } from '#domain/surveillance/track/adsb-json.ts';

/** The reports of a recording in `../shared/data/adsb`, by the time at which they came in; null: it is not there. */
export function adsbRecording(name: string): readonly TimedReport[] | null {
  const file = new URL(`../../shared/data/adsb/${name}.json.gz`, import.meta.url);
  if (!existsSync(file)) return null;
  const reader = createAdsbJsonReader();
  reader.read(gunzipSync(readFileSync(file)).toString());
  const read = reader.end();
  if (!read.ok) throw new Error(`${name} cannot be read`);
  return read.reports;
}
