import { type Block, decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { createPcapReader } from '#domain/surveillance/asterix/pcap.ts';
import {
  asterixCategory,
  createSourceDecoder,
  type SourceFormat,
} from '#domain/surveillance/formats/source-format.ts';
import type { RainPicture } from '#domain/surveillance/rain/rain-picture.ts';
import { createAdsbJsonReader } from '#domain/surveillance/track/adsb-json.ts';
import type { Reading } from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import type { Text } from '#domain/text/errors.ts';
import { bytesOf, openRecording, RecordingError, type RecordingLimits } from './recordings.ts';
import { createSourceTally, type SourceCounts } from './source-counts.ts';

/** What a recording holds at one moment of its own time. */
export interface Frame {
  /** Recorded time, UTC ms. */
  at: number;
  reports: Report[];
  records: number;
  /** Pictures of a weather radar that ended then. */
  rain?: RainPicture[];
}

export interface Recording {
  /** In order of time. */
  frames: Frame[];
  /** What became of all its messages, and why some could not be read. */
  counts: SourceCounts;
}

export interface RecordingContext extends Omit<SourceFormat, 'isStream' | 'heard'> {
  /** The recordings folder. */
  folder: string;
  limits: RecordingLimits;
  now: number;
  /** Ends the reading. */
  signal: AbortSignal;
}

/** Raw ASTERIX has no capture times: a block that does not say its own follows the one before at this pace. */
const rawBlockMs = 1_000;
const dayMs = 86_400_000;

/**
 * Reads a recording piece by piece: a pcap of datagrams in the source's format, a raw ASTERIX file, or JSON rows of
 * ADS-B, each also packed by gzip. Throws a RecordingError with the reason.
 */
export async function readRecording(name: string, context: RecordingContext): Promise<Recording> {
  const { folder, limits, signal } = context;
  const handle = await openRecording(folder, name, limits);
  try {
    const bytes = bytesOf(handle, name, limits, signal);
    return await (/\.json(\.gz)?$/i.test(name)
      ? adsbRecording(bytes, context)
      : datagramRecording(bytes, context));
  } finally {
    await handle.close();
  }
}

function refuseTooMany(count: number, { limits }: RecordingContext): void {
  if (count <= limits.reports) return;
  throw new RecordingError({ key: 'track.recording.tooMany', values: { most: limits.reports } });
}

async function adsbRecording(
  bytes: AsyncIterable<Uint8Array>,
  context: RecordingContext,
): Promise<Recording> {
  const decoder = new TextDecoder('utf-8');
  const reader = createAdsbJsonReader();
  for await (const piece of bytes) {
    if (!reader.read(decoder.decode(piece, { stream: true }))) break;
    refuseTooMany(reader.rows(), context);
  }
  const read = reader.end();
  if (!read.ok) throw new RecordingError({ key: read.reason });
  const tally = createSourceTally();
  tally.read({ records: read.reports.length, reports: read.reports.map(({ report }) => report), errors: [] });
  for (const { row, reason } of read.rejected) tally.reason({ key: reason, values: { row: row + 1 } }, 1);
  return {
    counts: tally.counts(),
    frames: read.reports.map(({ receivedAtMs, report }) => ({
      at: receivedAtMs,
      reports: [report],
      records: 1,
    })),
  };
}

/** Takes the bytes of a recording of datagrams; `end` says what was wrong with it beyond its records. */
interface Sink {
  /** False: the rest cannot be read. */
  take(piece: Uint8Array): boolean;
  end(): Text | null;
}

/** What came of one datagram, and when it was recorded. */
type Add = (reading: Reading, at: number) => void;

const unreadable = (): Reading => ({ reports: [], records: 0, errors: ['track.read.unsupported'] });

async function datagramRecording(
  bytes: AsyncIterable<Uint8Array>,
  context: RecordingContext,
): Promise<Recording> {
  const frames: Frame[] = [];
  const tally = createSourceTally();
  let count = 0;
  const add: Add = (reading, at) => {
    tally.read(reading);
    for (const key of reading.errors) tally.reason({ key }, 1);
    const { records, reports, rain } = reading;
    frames.push({ at, records, reports, ...(rain && rain.length > 0 ? { rain } : {}) });
    const areas = rain?.reduce((sum, picture) => sum + picture.areas.length, 0) ?? 0;
    count += Math.max(1, reports.length + areas);
    refuseTooMany(count, context);
  };
  let sink: Sink | null = null;
  let head: Uint8Array = new Uint8Array();
  const begin = () => (isCapture(head) ? captureSink(context, add) : rawSink(context, add));
  for await (const piece of bytes) {
    head = sink ? piece : head.length === 0 ? piece : Buffer.concat([head, piece]);
    // The head of a capture says what it is.
    if (!sink && head.length < captureHeadOctets) continue;
    sink ??= begin();
    if (!sink.take(head)) break;
  }
  if (!sink) {
    sink = begin();
    sink.take(head);
  }
  const damage = sink.end();
  if (damage) tally.reason(damage, 1);
  frames.sort((a, b) => a.at - b.at);
  return { frames, counts: tally.counts() };
}

const captureHeadOctets = 24;

/** Can it be read as a packet capture? A pcapng is one that we do not read. */
function isCapture(head: Uint8Array): boolean {
  const reader = createPcapReader();
  reader.read(head.subarray(0, captureHeadOctets));
  const error = reader.error();
  if (error?.reason === 'asterix.pcap.pcapng') throw new RecordingError({ key: error.reason });
  return error === null && head.length >= captureHeadOctets;
}

function captureSink(context: RecordingContext, add: Add): Sink {
  const reader = createPcapReader();
  const decoder = createSourceDecoder({ ...context, isStream: false });
  return {
    take(piece) {
      for (const { atMs, payload, sender } of reader.read(piece)) {
        add(decoder?.read(payload, atMs, sender) ?? unreadable(), atMs);
      }
      return reader.error() === null;
    },
    end() {
      reader.end();
      const error = reader.error();
      return error && { key: error.reason, values: { offset: error.offset } };
    },
  };
}

/** Splits a raw file at its block lengths; a length that cannot be leaves the rest unread, as one error. */
function rawSink(context: RecordingContext, add: Add): Sink {
  // Only ASTERIX says in its blocks when they were; others need a capture.
  if (asterixCategory(context.type) === null)
    throw new RecordingError({ key: 'track.recording.captureOnly' });
  const decoder = createSourceDecoder({ ...context, isStream: false });
  const timeOf = createRawClock(context);
  let waiting: Uint8Array = new Uint8Array();
  const block = (bytes: Uint8Array) => {
    const at = timeOf(bytes);
    add(decoder?.read(bytes, at) ?? unreadable(), at);
  };
  return {
    take(piece) {
      waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
      let at = 0;
      while (at + 3 <= waiting.length) {
        const length = ((waiting[at + 1] ?? 0) << 8) | (waiting[at + 2] ?? 0);
        if (length < 3) {
          waiting = waiting.subarray(at);
          return false;
        }
        if (at + length > waiting.length) break;
        block(waiting.subarray(at, at + length));
        at += length;
      }
      waiting = waiting.subarray(at);
      return true;
    },
    end() {
      if (waiting.length > 0) block(waiting.subarray(0, 0xffff));
      return null;
    },
  };
}

/** Items that say when a record was, seconds since UTC midnight; the first that is there counts. */
const timeItems = [
  'timeOfPositionReceptionS',
  'timeOfPositionApplicabilityS',
  'timeOfDayS',
  'timeOfTransmissionS',
] as const;

/** The time of day of the last record that says one; null: none does. */
function timeOfDayIn(blocks: readonly Block[]): number | null {
  for (const { records } of blocks.toReversed()) {
    for (const record of records.toReversed()) {
      for (const item of timeItems) {
        const value = record[item];
        if (typeof value === 'number') return value;
      }
    }
  }
  return null;
}

/**
 * Times of day become times of today: what was recorded at another hour would else be hours old when it is
 * played. Past midnight the next day begins.
 */
function createRawClock({ now, editions }: RecordingContext): (block: Uint8Array) => number {
  let midnight = now - (now % dayMs);
  let at: number | null = null;
  return (block) => {
    const { blocks } = decodeBlocks(block, { editions });
    const timeOfDayS = timeOfDayIn(blocks);
    if (timeOfDayS === null) at = at === null ? now : at + rawBlockMs;
    else {
      let stated = midnight + timeOfDayS * 1000;
      if (at !== null && stated < at - dayMs / 2) {
        midnight += dayMs;
        stated += dayMs;
      }
      at = Math.max(at ?? stated, stated);
    }
    return at;
  };
}
