import type { Editions } from '#domain/surveillance/asterix/decode.ts';
import type { SensorSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createAsterixDecoder } from '#domain/surveillance/asterix/source.ts';
import { createJsonDecoder } from '#domain/surveillance/lines/json-decoder.ts';
import { createOgnDecoder, withoutRefusals } from '#domain/surveillance/lines/ogn.ts';
import { createAvrDecoder, createBeastDecoder } from '#domain/surveillance/modes/receivers.ts';
import { createSbsDecoder } from '#domain/surveillance/modes/sbs.ts';
import { createJt808Decoder } from '#domain/surveillance/terminals/jt808.ts';
import { createRemoteIdDecoder } from '#domain/surveillance/terminals/remote-id.ts';
import { nothingRead, type Reading, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import { cleanReport } from '#domain/surveillance/track/report.ts';
import { takeReport } from '#domain/surveillance/track/take-report.ts';
import { own } from '#domain/text/own.ts';
import { createBlockFramer, createJsonFramer, createLineFramer, framed } from './stream-framer.ts';

/** What a source's record says of how it speaks. */
export interface SourceFormat extends SensorSites {
  /** `type` of the record: `Cat21`, `beast`, `jt808`, … */
  type: string;
  editions: Editions;
  /** Octets come as a stream, which cuts messages anywhere; false: each datagram holds whole ones. */
  isStream: boolean;
  /** Text of the mapping of `json`; '' for others. */
  mapping: string;
  /** Is given each message that was cut out of a stream; formats of lines and frames cut for themselves, and do not say. */
  heard?(message: Uint8Array): void;
}

/** Category of a type that is ASTERIX; null: it is another format. */
export function asterixCategory(type: string): number | null {
  const digits = /^Cat(\d{1,3})$/.exec(type)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** How a format can come: `file` only from a recording, `message` in whole messages only, `stream` also cut anywhere. */
export function carriedBy(type: string): 'file' | 'message' | 'stream' {
  if (asterixCategory(type) === null && own(decoders, type) === undefined) return 'file';
  // A pack of remote identification does not say where it begins.
  return type === 'remoteId' ? 'message' : 'stream';
}

/** Can a pilot say in this format that the aircraft is not to be tracked or shown? */
export const knowsRefusals = (type: string): boolean => type === 'flarm';

/** What of a message may be recorded and shown as it came, in short steps: it is without what pilots refuse. */
export function* sharedPart(type: string, message: Uint8Array): Generator<void, Uint8Array> {
  return knowsRefusals(type) ? yield* withoutRefusals(message) : message;
}

/** The decoders of all formats but ASTERIX, by the type that a record names. */
const decoders: Readonly<Record<string, (format: SourceFormat) => SourceDecoder>> = {
  beast: ({ site, isStream }) => createBeastDecoder(site, isStream),
  avr: ({ site, isStream }) => createAvrDecoder(site, isStream),
  sbs: ({ isStream }) => createSbsDecoder(isStream),
  flarm: ({ isStream, heard }) =>
    isStream ? framed(createLineFramer(), createOgnDecoder(), heard) : createOgnDecoder(),
  remoteId: createRemoteIdDecoder,
  jt808: ({ isStream }) => createJt808Decoder(isStream),
  json({ mapping, isStream, heard }) {
    const decoder = createJsonDecoder(mapping);
    return isStream ? framed(createJsonFramer(), decoder, heard) : decoder;
  },
};

/**
 * A decoder of its own for a source; null: a format that is read from files only (`adsbJson`). What no aircraft can have
 * is left out of its reports, a place or a time that cannot be refuses them, and texts are clean, whatever the format:
 * each source and each recording reads through here.
 */
export function createSourceDecoder(format: SourceFormat): SourceDecoder | null {
  const decoder = decoderOf(format);
  return decoder && settled(decoder);
}

function settled({ steps, doubt }: SourceDecoder): SourceDecoder {
  function* settledSteps(
    bytes: Uint8Array,
    receivedAtMs: number,
    into: Reading,
    sender?: string,
  ): Generator<void, void> {
    let done = into.reports.length;
    const settle = () => {
      if (into.reports.length === done) return;
      for (const report of into.reports.splice(done)) takeReport(cleanReport(report), into, receivedAtMs);
      done = into.reports.length;
    };
    for (const _step of steps(bytes, receivedAtMs, into, sender)) {
      settle();
      yield;
    }
    settle();
  }
  return {
    doubt,
    steps: settledSteps,
    read(bytes, receivedAtMs, sender) {
      const into = nothingRead();
      const reading = settledSteps(bytes, receivedAtMs, into, sender);
      while (!reading.next().done);
      return into;
    },
  };
}

function decoderOf(format: SourceFormat): SourceDecoder | null {
  const category = asterixCategory(format.type);
  if (category !== null) {
    const decoder = createAsterixDecoder({ ...format, category });
    return format.isStream ? framed(createBlockFramer(), decoder, format.heard) : decoder;
  }
  return own(decoders, format.type)?.(format) ?? null;
}
