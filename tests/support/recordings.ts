import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  createPcapReader,
  type PcapErrorReason,
  type PcapPacket,
} from '#domain/surveillance/asterix/pcap.ts';
import { type AdsbJsonRead, createAdsbJsonReader } from '#domain/surveillance/track/adsb-json.ts';

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

/** Pieces of a text or of bytes, each of at most this length, as a stream would bring them. */
function* piecesOf<T extends { length: number; slice(from: number, to: number): T }>(
  whole: T,
  length: number,
): Generator<T> {
  for (let at = 0; at < whole.length; at += length) yield whole.slice(at, at + length);
}

/** All of a text of recorded ADS-B. */
export function readAdsbJson(text: string, pieceLength = 64 * 1024): AdsbJsonRead {
  const reader = createAdsbJsonReader();
  for (const piece of piecesOf(text, pieceLength)) if (!reader.read(piece)) break;
  return reader.end();
}

export type PcapRead =
  | { ok: true; packets: PcapPacket[]; skipped: number }
  /** `packets` are those before the fault. */
  | { ok: false; reason: PcapErrorReason; offset: number; packets: PcapPacket[]; skipped: number };

/** All of a capture. */
export function readPcap(bytes: Uint8Array, pieceLength = 64 * 1024): PcapRead {
  const reader = createPcapReader();
  const packets = [...piecesOf(bytes, pieceLength)].flatMap((piece) => reader.read(piece));
  reader.end();
  const [error, skipped] = [reader.error(), reader.skipped()];
  return error ? { ok: false, ...error, packets, skipped } : { ok: true, packets, skipped };
}
