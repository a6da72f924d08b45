import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeBlocks, type Editions } from '../../domain/asterix/decode.ts';
import { readPcap } from '../../domain/asterix/pcap.ts';
import { type RadarSite, reportsOf } from '../../domain/asterix/reports.ts';
import { readAdsbJson } from '../../domain/track/adsb-json.ts';
import type { Report } from '../../domain/track/report.ts';

/** What a recording holds at one moment of its own time. */
export interface Frame {
  /** Recorded time, UTC ms. */
  at: number;
  reports: Report[];
  records: number;
}

export interface Recording {
  /** In order of time. */
  frames: Frame[];
  /** Records or rows that could not be read. */
  errors: number;
}

/** Raw ASTERIX has no capture times: a block that does not say its own follows the one before at this pace. */
const rawBlockMs = 1_000;
const dayMs = 86_400_000;

/** Reads a recording: a pcap, a raw ASTERIX file, or gzipped JSON rows of ADS-B. Throws with the reason. */
export async function readRecording(
  file: string,
  context: { editions: Editions; site: RadarSite | null; now: number },
): Promise<Recording> {
  const bytes = await readFile(file);
  if (/\.json(\.gz)?$/i.test(file)) {
    const text = file.endsWith('.gz')
      ? (await promisify(gunzip)(bytes)).toString('utf8')
      : bytes.toString('utf8');
    return adsbRecording(text);
  }
  const capture = readPcap(bytes);
  if (capture.ok || capture.packets.length > 0) {
    return asterixRecording(
      capture.packets.map(({ atMs, payload }) => ({ at: atMs, bytes: payload })),
      context,
      capture.ok ? 0 : 1,
    );
  }
  if (capture.reason === 'asterix.pcap.pcapng')
    throw new Error('pcapng is not read: convert it to pcap first');
  return asterixRecording(timed(blocksOf(bytes), context), context, 0);
}

function adsbRecording(text: string): Recording {
  const read = readAdsbJson(text);
  if (!read.ok) throw new Error(`not a list of ADS-B rows (${read.reason})`);
  return {
    frames: read.reports.map(({ receivedAtMs, report }) => ({
      at: receivedAtMs,
      reports: [report],
      records: 1,
    })),
    errors: read.rejected.length,
  };
}

function asterixRecording(
  datagrams: { at: number; bytes: Uint8Array }[],
  context: { editions: Editions; site: RadarSite | null },
  faults: number,
): Recording {
  let errors = faults;
  const frames = datagrams.map(({ at, bytes }) => {
    const decoded = decodeBlocks(bytes, { editions: context.editions });
    if (!decoded.ok) errors++;
    return {
      at,
      records: decoded.blocks.reduce((sum, block) => sum + block.records.length, 0),
      reports: reportsOf(decoded.blocks, { receivedAtMs: at, radarSite: () => context.site }),
    };
  });
  frames.sort((a, b) => a.at - b.at);
  return { frames, errors };
}

/** Splits a raw file at its block lengths; a length that cannot be leaves the rest as one block, to be counted as an error. */
function blocksOf(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const length = ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0);
    const end = length < 3 ? bytes.length : Math.min(bytes.length, offset + length);
    blocks.push(bytes.subarray(offset, end));
    offset = end;
  }
  return blocks;
}

/**
 * Times of day become times of today: what was recorded at another hour would else be hours old when it is
 * played. Past midnight the next day begins.
 */
function timed(
  blocks: Uint8Array[],
  context: { editions: Editions; site: RadarSite | null; now: number },
): { at: number; bytes: Uint8Array }[] {
  let midnight = context.now - (context.now % dayMs);
  let at: number | null = null;
  return blocks.map((bytes) => {
    const decoded = decodeBlocks(bytes, { editions: context.editions });
    const reports = reportsOf(decoded.blocks, { receivedAtMs: context.now, radarSite: () => context.site });
    const timeOfDayS = reports.findLast((report) => report.timeOfDayS !== null)?.timeOfDayS ?? null;
    if (timeOfDayS === null) at = at === null ? context.now : at + rawBlockMs;
    else {
      let said = midnight + timeOfDayS * 1000;
      if (at !== null && said < at - dayMs / 2) {
        midnight += dayMs;
        said += dayMs;
      }
      at = Math.max(at ?? said, said);
    }
    return { at, bytes };
  });
}

export interface Playback {
  /** Recorded time of this moment. */
  now(): number;
  close(): void;
}

/** Of our time, not the recording's: a short one at 20× would else be gone again before a screen has shown it. */
const restMs = 5_000;

/** Steps of the playback; frames due within one are delivered together. */
const stepMs = 250;

/** Plays frames against the clock at `speed`; at the end it begins anew where `loop` says so. */
export function play(
  recording: Recording,
  options: { speed: number; loop: boolean; deliver(frames: Frame[], now: number): void; restarted(): void },
): Playback {
  const { frames } = recording;
  const first = frames[0]?.at ?? 0;
  const last = frames.at(-1)?.at ?? first;
  let startedAt = performance.now();
  let next = 0;
  const now = () => first + (performance.now() - startedAt) * options.speed;

  const timer = setInterval(() => {
    const time = now();
    const due: Frame[] = [];
    for (let frame = frames[next]; frame && frame.at <= time; frame = frames[++next]) due.push(frame);
    options.deliver(due, time);
    if (next < frames.length || !options.loop || time < last + restMs * options.speed) return;
    next = 0;
    startedAt = performance.now();
    options.restarted();
  }, stepMs).unref();

  return { now, close: () => clearInterval(timer) };
}
