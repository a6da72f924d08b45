import { isObject } from '#domain/text/narrow.ts';
import { endingOf, type ValueWriter } from './shared-list.ts';
import { once } from './written-once.ts';

/**
 * Hub messages and how they become bytes. Pure: no sockets, no clock.
 * Source: HubProtocol.md of dotnet/aspnetcore; where it and the shipped code differ, the code is followed.
 */

/** Ends every JSON message (ASCII record separator). */
const recordSeparator = 0x1e;
const nothing = new Uint8Array(0);

export type TransferFormat = 'Text' | 'Binary';

export interface InvocationMessage {
  type: 1;
  /** Absent: the sender wants no answer. */
  invocationId?: string;
  target: string;
  arguments: unknown[];
  streamIds?: string[];
}
export interface StreamItemMessage {
  type: 2;
  invocationId: string;
  item: unknown;
}
/** `result` or `error`, never both. */
export interface CompletionMessage {
  type: 3;
  invocationId: string;
  result?: unknown;
  error?: string;
}
export interface StreamInvocationMessage {
  type: 4;
  invocationId: string;
  target: string;
  arguments: unknown[];
  streamIds?: string[];
}
export interface CancelInvocationMessage {
  type: 5;
  invocationId: string;
}
export interface PingMessage {
  type: 6;
}
export interface CloseMessage {
  type: 7;
  error?: string;
  allowReconnect?: boolean;
}
export interface AckMessage {
  type: 8;
  sequenceId: number;
}
export interface SequenceMessage {
  type: 9;
  sequenceId: number;
}

export type HubMessage =
  | InvocationMessage
  | StreamItemMessage
  | CompletionMessage
  | StreamInvocationMessage
  | CancelInvocationMessage
  | PingMessage
  | CloseMessage
  | AckMessage
  | SequenceMessage;

/** The peer broke the protocol; the connection ends. The message is for the log, not for the peer. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

/** Cuts a stream of bytes into whole frames, whatever the pieces in which they arrive. */
export interface FrameReader {
  /** Takes the next piece. Call `next` until it answers null before the next push. */
  push(chunk: Uint8Array): void;
  /** The next whole frame without its framing, or null until more arrives. Throws ProtocolError when too large. */
  next(): Uint8Array | null;
  /** Takes back the bytes that no frame has used. */
  rest(): Uint8Array;
}

/** A wire format of hub messages. Another format is another value of this type; connections and hubs stay. */
export interface HubProtocol extends ValueWriter {
  /** As named in the handshake. */
  readonly name: string;
  readonly versions: readonly number[];
  readonly transferFormat: TransferFormat;
  /** The whole frame, ready to send. */
  write(message: HubMessage): Uint8Array;
  createReader(maxBytes: number): FrameReader;
  /** Null: a message type of a later version, to be skipped. Throws ProtocolError. */
  parse(frame: Uint8Array): HubMessage | null;
}

/** A message serialised at most once for each protocol, however many connections get it. */
export interface OutgoingMessage {
  /** Counted by stateful reconnect: sent again where the peer has not got it. */
  readonly counted: boolean;
  bytesFor(protocol: HubProtocol): Uint8Array;
  /** Of several that leave together: each by itself, as stateful reconnect counts and sends them again. */
  readonly parts?: readonly OutgoingMessage[];
}

/** Invocations, stream items, completions and cancellations have a sequence id; pings, Close, Ack and Sequence none. */
export function isCounted({ type }: Pick<HubMessage, 'type'>): boolean {
  return type <= 5;
}

export function prepareMessage(message: HubMessage): OutgoingMessage {
  return { counted: isCounted(message), bytesFor: once((protocol) => protocol.write(message)) };
}

/** Several in one frame of the transport, which every protocol allows: a write for all of them instead of one for each. */
export function joinMessages(parts: readonly OutgoingMessage[]): OutgoingMessage {
  return {
    counted: parts.some(({ counted }) => counted),
    bytesFor: once((protocol) => Buffer.concat(parts.map((part) => part.bytesFor(protocol)))),
    parts,
  };
}

/** Reads frames that end in the record separator: the handshake of every protocol, and JSON. */
export function createSeparatorReader(maxBytes: number): FrameReader {
  // Pieces without a separator are kept as they came and joined once, so that a peer who
  // drips single bytes cannot make us copy the message again for each.
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let chunk: Uint8Array | null = null;
  let at = 0;

  const limit = (bytes: number) => {
    if (bytes > maxBytes) throw new ProtocolError(`The maximum message size of ${maxBytes}B was exceeded.`);
  };

  const release = () => {
    held = [];
    heldBytes = 0;
  };

  return {
    push(next) {
      if (chunk && at < chunk.length) {
        held.push(chunk.subarray(at));
        heldBytes += chunk.length - at;
      }
      chunk = next;
      at = 0;
    },
    next() {
      if (!chunk) return null;
      const end = chunk.indexOf(recordSeparator, at);
      if (end < 0) {
        heldBytes += chunk.length - at;
        limit(heldBytes + 1);
        if (at < chunk.length) held.push(chunk.subarray(at));
        chunk = null;
        return null;
      }
      limit(heldBytes + end - at + 1);
      const tail = chunk.subarray(at, end);
      const frame = held.length === 0 ? tail : Buffer.concat([...held, tail]);
      release();
      at = end + 1;
      return frame;
    },
    rest() {
      const bytes = Buffer.concat([...held, ...(chunk ? [chunk.subarray(at)] : [])]);
      release();
      chunk = null;
      return bytes;
    },
  };
}

function decodeJson(frame: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(frame.buffer, frame.byteOffset, frame.length).toString('utf8'));
  } catch {
    throw new ProtocolError('Error reading JSON.');
  }
  if (!isObject(value)) throw new ProtocolError('Unexpected JSON token. Expected a JSON object.');
  return value;
}

function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\x1e`, 'utf8');
}

const comma = 0x2c;

/** Written values with commas between them, what stands before and after included. One copy: most of what is sent is this. */
function joinJson(
  written: readonly Uint8Array[],
  before: Uint8Array = nothing,
  after: Uint8Array = nothing,
): Uint8Array {
  let size = before.length + after.length + Math.max(0, written.length - 1);
  for (const { length } of written) size += length;
  const joined = Buffer.allocUnsafe(size);
  joined.set(before, 0);
  let at = before.length;
  for (const bytes of written) {
    if (at > before.length) joined[at++] = comma;
    joined.set(bytes, at);
    at += bytes.length;
  }
  joined.set(after, at);
  return joined;
}

/** A message whose last list is made of runs: what is written of them already is not written again. */
function writeJson(message: HubMessage): Uint8Array {
  const ending = message.type === 1 && !message.streamIds ? endingOf(message.arguments) : null;
  if (message.type !== 1 || !ending) return encodeJson(message);
  const { type, invocationId, target } = message;
  const frame = encodeJson({ type, invocationId, target, arguments: ending.emptied });
  // The empty list, its object, the arguments and the message end together: `[]}]}` and the separator.
  const at = frame.length - 5;
  const values = ending.runs.map((run) => run.bytesFor(jsonProtocol));
  return joinJson(values, frame.subarray(0, at), frame.subarray(at));
}

export interface Handshake {
  protocol: string;
  version: number;
}

/** Throws ProtocolError where the frame is no handshake. */
export function parseHandshake(frame: Uint8Array): Handshake {
  const { protocol, version } = decodeJson(frame);
  if (typeof protocol !== 'string') throw new ProtocolError("Missing required property 'protocol'.");
  if (typeof version !== 'number' || !Number.isInteger(version)) {
    throw new ProtocolError("Missing required property 'version'.");
  }
  return { protocol, version };
}

/** The handshake answer is JSON for every protocol; with an error the connection ends after it. */
export function writeHandshake(error?: string): Uint8Array {
  return encodeJson(error === undefined ? {} : { error });
}

/** What the handshake asks for, or the text with which it is refused. */
export function chooseProtocol(
  { protocol: name, version }: Handshake,
  protocols: readonly HubProtocol[],
): { protocol: HubProtocol } | { error: string } {
  const protocol = protocols.find((candidate) => candidate.name === name);
  if (!protocol) return { error: `The protocol '${name}' is not supported.` };
  if (!protocol.versions.includes(version)) {
    return { error: `The server does not support version ${version} of the '${name}' protocol.` };
  }
  return { protocol };
}

function text(message: Record<string, unknown>, key: string): string {
  const value = message[key];
  if (typeof value === 'string') return value;
  throw new ProtocolError(
    value === undefined ? `Missing required property '${key}'.` : `Expected '${key}' to be of type String.`,
  );
}

function optionalText(message: Record<string, unknown>, key: string): string | undefined {
  return message[key] === undefined || message[key] === null ? undefined : text(message, key);
}

function list(message: Record<string, unknown>, key: string): unknown[] {
  const value = message[key];
  if (Array.isArray(value)) return value;
  throw new ProtocolError(
    value === undefined ? `Missing required property '${key}'.` : `Expected '${key}' to be of type Array.`,
  );
}

function call(message: Record<string, unknown>): {
  target: string;
  arguments: unknown[];
  streamIds?: string[];
} {
  const target = text(message, 'target');
  if (target === '') throw new ProtocolError("Missing required property 'target'.");
  const shared = { target, arguments: list(message, 'arguments') };
  if (message.streamIds === undefined || message.streamIds === null) return shared;
  const streamIds = list(message, 'streamIds').filter((id) => typeof id === 'string');
  return { ...shared, streamIds };
}

function sequence(message: Record<string, unknown>): number {
  const { sequenceId } = message;
  if (typeof sequenceId === 'number' && Number.isInteger(sequenceId)) return sequenceId;
  throw new ProtocolError("Missing required property 'sequenceId'.");
}

function parseJson(frame: Uint8Array): HubMessage | null {
  const message = decodeJson(frame);
  switch (message.type) {
    case 1: {
      const invocationId = optionalText(message, 'invocationId');
      return { type: 1, ...(invocationId === undefined ? {} : { invocationId }), ...call(message) };
    }
    case 2:
      return { type: 2, invocationId: text(message, 'invocationId'), item: message.item };
    case 3: {
      const error = optionalText(message, 'error');
      if (error !== undefined && 'result' in message) {
        throw new ProtocolError("The 'error' and 'result' properties are mutually exclusive.");
      }
      const invocationId = text(message, 'invocationId');
      return error === undefined
        ? { type: 3, invocationId, result: message.result }
        : { type: 3, invocationId, error };
    }
    case 4:
      return { type: 4, invocationId: text(message, 'invocationId'), ...call(message) };
    case 5:
      return { type: 5, invocationId: text(message, 'invocationId') };
    case 6:
      return { type: 6 };
    case 7: {
      const error = optionalText(message, 'error');
      return {
        type: 7,
        ...(error === undefined ? {} : { error }),
        ...(message.allowReconnect === true ? { allowReconnect: true } : {}),
      };
    }
    case 8:
      return { type: 8, sequenceId: sequence(message) };
    case 9:
      return { type: 9, sequenceId: sequence(message) };
    default:
      if (typeof message.type !== 'number') throw new ProtocolError("Missing required property 'type'.");
      return null;
  }
}

/**
 * JSON, UTF-8, one record separator after each message. Version 2 differs from 1 only by the messages
 * of stateful reconnect, which travel only where that was negotiated.
 */
export const jsonProtocol: HubProtocol = {
  name: 'json',
  versions: [1, 2],
  transferFormat: 'Text',
  write: writeJson,
  writeValue: (value) => Buffer.from(JSON.stringify(value), 'utf8'),
  joinValues: (written) => joinJson(written),
  createReader: createSeparatorReader,
  parse: parseJson,
};
