import { Decoder, Encoder } from '@msgpack/msgpack';
import { isObject } from '#domain/text/narrow.ts';
import { isWellFormed } from './message-pack-shape.ts';
import {
  type CompletionMessage,
  type FrameReader,
  type HubMessage,
  type HubProtocol,
  ProtocolError,
} from './protocol.ts';
import { endingOf } from './shared-list.ts';

/** A length is at most five bytes of seven bits, the lowest first. */
const maxPrefixBytes = 5;

const resultKind = { error: 1, nothing: 2, value: 3 } as const;

/** As in JSON, what is undefined is not there. */
const encoder = new Encoder({ ignoreUndefined: true });
const decoder = new Decoder();

/** Reads frames that begin with their length. */
export function createLengthReader(maxBytes: number): FrameReader {
  // Pieces are kept as they came and joined once: a peer who drips single bytes makes us copy nothing twice.
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  /** Where reading goes on: the piece, and the byte in it. */
  let first = 0;
  let at = 0;
  let length: number | null = null;

  /** Goes on behind so many bytes of the current piece. */
  function skip(count: number): void {
    at += count;
    heldBytes -= count;
    if (at < (held[first]?.length ?? 0)) return;
    first += 1;
    at = 0;
    if (first * 2 < held.length) return;
    held.splice(0, first);
    first = 0;
  }

  function take(count: number): Uint8Array {
    const piece = held[first];
    if (piece && piece.length - at >= count) {
      const frame = piece.subarray(at, at + count);
      skip(count);
      return frame;
    }
    const frame = Buffer.allocUnsafe(count);
    for (let filled = 0; filled < count; ) {
      const next = held[first]?.subarray(at, at + count - filled);
      if (!next) break;
      frame.set(next, filled);
      filled += next.length;
      skip(next.length);
    }
    return frame;
  }

  /** Null: its end has not come yet. */
  function readLength(): number | null {
    let value = 0;
    let count = 0;
    let piece = first;
    let index = at;
    while (count < heldBytes) {
      const byte = held[piece]?.[index];
      if (byte === undefined) {
        piece += 1;
        index = 0;
        continue;
      }
      value += (byte & 0x7f) * 2 ** (7 * count);
      count += 1;
      index += 1;
      if (byte < 0x80) {
        for (let read = 0; read < count; read += 1) skip(1);
        return value;
      }
      if (count === maxPrefixBytes) throw new ProtocolError('The length of a message has no end.');
    }
    return null;
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return;
      held.push(chunk);
      heldBytes += chunk.length;
    },
    next() {
      length ??= readLength();
      if (length === null) return null;
      if (length > maxBytes)
        throw new ProtocolError(`The maximum message size of ${maxBytes}B was exceeded.`);
      if (heldBytes < length) return null;
      const frame = take(length);
      length = null;
      return frame;
    },
    rest() {
      const bytes = take(heldBytes);
      held = [];
      first = 0;
      return bytes;
    },
  };
}

function encode(value: unknown[]): Uint8Array {
  return framed([encoder.encodeSharedRef(value)]);
}

/** The pieces of one message, its length before them. */
function framed(pieces: readonly Uint8Array[]): Uint8Array {
  const prefix: number[] = [];
  let rest = pieces.reduce((sum, { length }) => sum + length, 0);
  do {
    prefix.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Uint8Array.from(prefix), ...pieces]);
}

/** The head of a list of so many values. */
function listHead(count: number): Uint8Array {
  if (count < 16) return Uint8Array.of(0x90 | count);
  if (count < 65_536) return Uint8Array.of(0xdc, count >> 8, count & 0xff);
  return Uint8Array.of(0xdd, count >>> 24, (count >> 16) & 0xff, (count >> 8) & 0xff, count & 0xff);
}

/** A message whose last list is made of runs: what is written of them already is not written again. */
function write(message: HubMessage): Uint8Array {
  const ending = message.type === 1 && !message.streamIds ? endingOf(message.arguments) : null;
  if (message.type !== 1 || !ending) return encode(asArray(message));
  const { runs, emptied } = ending;
  // The head of the empty list is the last byte.
  const around = encoder.encode(asArray({ ...message, arguments: emptied })).subarray(0, -1);
  const count = runs.reduce((sum, { values }) => sum + values.length, 0);
  return framed([around, listHead(count), ...runs.map((run) => run.bytesFor(messagePackProtocol))]);
}

function asArray(message: HubMessage): unknown[] {
  switch (message.type) {
    case 1:
    case 4: {
      const { type, invocationId, target, arguments: args, streamIds } = message;
      return [type, {}, invocationId ?? null, target, args, ...(streamIds ? [streamIds] : [])];
    }
    case 2:
      return [2, {}, message.invocationId, message.item];
    case 3:
      return completion(message);
    case 5:
      return [5, {}, message.invocationId];
    case 6:
      return [6];
    case 7:
      return [7, message.error ?? null, ...(message.allowReconnect ? [true] : [])];
    case 8:
    case 9:
      return [message.type, message.sequenceId];
  }
}

function completion({ invocationId, result, error }: CompletionMessage): unknown[] {
  if (error !== undefined) return [3, {}, invocationId, resultKind.error, error];
  return result === undefined
    ? [3, {}, invocationId, resultKind.nothing]
    : [3, {}, invocationId, resultKind.value, result];
}

function broken(what: string): ProtocolError {
  return new ProtocolError(`Reading '${what}' failed.`);
}

function text(fields: unknown[], at: number, name: string): string {
  const value = fields[at];
  if (typeof value !== 'string') throw broken(name);
  return value;
}

function call(fields: unknown[]): { target: string; arguments: unknown[]; streamIds?: string[] } {
  const target = text(fields, 3, 'target');
  const args = fields[4];
  const streamIds = fields[5];
  if (!Array.isArray(args)) throw broken('arguments');
  if (streamIds === undefined || streamIds === null) return { target, arguments: args };
  if (!Array.isArray(streamIds)) throw broken('streamIds');
  return { target, arguments: args, streamIds: streamIds.filter((id) => typeof id === 'string') };
}

function readCompletion(fields: unknown[]): CompletionMessage {
  const invocationId = text(fields, 2, 'invocationId');
  switch (fields[3]) {
    case resultKind.error:
      return { type: 3, invocationId, error: text(fields, 4, 'error') };
    case resultKind.nothing:
      return { type: 3, invocationId };
    case resultKind.value:
      return { type: 3, invocationId, result: fields[4] };
    default:
      throw broken('resultKind');
  }
}

function sequenceId(fields: unknown[]): number {
  const value = fields[1];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw broken('sequenceId');
  return value;
}

function decode(frame: Uint8Array): unknown[] {
  if (!isWellFormed(frame)) throw new ProtocolError('Error reading MessagePack.');
  let value: unknown;
  try {
    value = decoder.decode(frame);
  } catch {
    throw new ProtocolError('Error reading MessagePack.');
  }
  if (!Array.isArray(value) || typeof value[0] !== 'number') throw broken('type');
  const type = value[0];
  if (type >= 1 && type <= 5 && !isObject(value[1])) throw broken('headers');
  return value;
}

function parse(frame: Uint8Array): HubMessage | null {
  const fields = decode(frame);
  switch (fields[0]) {
    case 1: {
      const id = fields[2];
      const known = id === null || id === undefined ? {} : { invocationId: text(fields, 2, 'invocationId') };
      return { type: 1, ...known, ...call(fields) };
    }
    case 2:
      return { type: 2, invocationId: text(fields, 2, 'invocationId'), item: fields[3] };
    case 3:
      return readCompletion(fields);
    case 4:
      return { type: 4, invocationId: text(fields, 2, 'invocationId'), ...call(fields) };
    case 5:
      return { type: 5, invocationId: text(fields, 2, 'invocationId') };
    case 6:
      return { type: 6 };
    case 7: {
      const error = fields[1];
      return {
        type: 7,
        ...(typeof error === 'string' ? { error } : {}),
        ...(fields[2] === true ? { allowReconnect: true } : {}),
      };
    }
    case 8:
      return { type: 8, sequenceId: sequenceId(fields) };
    case 9:
      return { type: 9, sequenceId: sequenceId(fields) };
    default:
      return null;
  }
}

/** MessagePack, each message an array with its length before it. Version 2 as with JSON. */
export const messagePackProtocol: HubProtocol = {
  name: 'messagepack',
  versions: [1, 2],
  transferFormat: 'Binary',
  write,
  writeValue: (value) => encoder.encode(value),
  joinValues: (written) => Buffer.concat(written),
  createReader: createLengthReader,
  parse,
};
