import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Recordings of real traffic lie beside the repository, not in it; tests that need them say what they skip. */
const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** True where the recording is there; prints what is skipped where it is not. */
export function hasRecording(path: string): boolean {
  const there = existsSync(folder + path);
  if (!there) console.log(`skipped: no recording ../shared/data/${path}`);
  return there;
}

export function readRecording(path: string): Uint8Array {
  return readFileSync(folder + path);
}

/** Text of a gzipped recording. */
export function readRecordedText(path: string): string {
  return gunzipSync(readRecording(path)).toString('utf8');
}
